package rpc

// CommandError is a command that the host answered with a failure.
type CommandError struct {
	// Command is the type of the command.
	Command string
	// Message is what the host said.
	Message string
}

// Error names the command and what the host said.
func (e *CommandError) Error() string {
	return e.Command + ": " + e.Message
}

// GoneError is a host that could not be started, or has ended.
type GoneError struct {
	// Reason has the last words of the host, where it had any.
	Reason string
	// Err is that of its start or of its exit status; nil for a clean end.
	Err error
}

// Error says what became of the host.
func (e *GoneError) Error() string {
	if e.Err == nil {
		return e.Reason
	}
	return e.Reason + ": " + e.Err.Error()
}

// Unwrap gives the error of the start or of the exit status.
func (e *GoneError) Unwrap() error {
	return e.Err
}
