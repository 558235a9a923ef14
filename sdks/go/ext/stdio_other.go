//go:build !(darwin || dragonfly || freebsd || linux || netbsd || openbsd)

package ext

import (
	"os"
	"os/signal"
	"syscall"
)

// guardStdout gives the real standard output; what is printed with os.Stdout from now on goes to standard error.
func guardStdout() (*os.File, error) {
	real := os.Stdout
	os.Stdout = os.Stderr
	return real, nil
}

// onTermination calls once when the process is asked to end.
func onTermination(stop func()) {
	signals := make(chan os.Signal, 1)
	signal.Notify(signals, syscall.SIGTERM)
	go func() {
		<-signals
		stop()
	}()
}
