"""What can go wrong with a host."""

from __future__ import annotations


class CommandFailed(Exception):
    """The host answered a command with a failure."""

    def __init__(self, command: str, message: str) -> None:
        super().__init__(f"{command}: {message}")
        self.command = command
        """The command that failed."""


class HostGone(Exception):
    """The host could not be started, or has ended."""

    def __init__(self, message: str, status: int | None) -> None:
        super().__init__(message)
        self.status = status
        """Its exit status, where it has one; minus the signal that ended it."""
