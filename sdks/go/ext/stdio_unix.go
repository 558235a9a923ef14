//go:build darwin || dragonfly || freebsd || linux || netbsd || openbsd

package ext

import (
	"os"
	"os/signal"
	"syscall"
)

// guardStdout gives the real standard output and points descriptor 1, and with it all that prints, to standard error:
// code in other languages and child processes that inherit it as well.
func guardStdout() (*os.File, error) {
	syscall.ForkLock.RLock()
	real, err := syscall.Dup(1)
	if err == nil {
		syscall.CloseOnExec(real)
	}
	syscall.ForkLock.RUnlock()
	if err != nil {
		return nil, err
	}
	if err := redirect(2, 1); err != nil {
		return nil, err
	}
	return os.NewFile(uintptr(real), "frames"), nil
}

// onTermination calls once at SIGTERM. A closed standard error is no reason to die either: the end of the input is.
func onTermination(stop func()) {
	signals := make(chan os.Signal, 1)
	signal.Notify(signals, syscall.SIGTERM)
	signal.Notify(make(chan os.Signal, 1), syscall.SIGPIPE)
	go func() {
		<-signals
		stop()
	}()
}
