//go:build darwin || dragonfly || freebsd || netbsd || openbsd

package ext

import "syscall"

func redirect(from, to int) error {
	return syscall.Dup2(from, to)
}
