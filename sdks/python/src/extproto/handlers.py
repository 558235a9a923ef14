"""What handlers are given."""

from __future__ import annotations

import threading
from collections.abc import Callable
from dataclasses import dataclass

from ._generated.codec import JsonObject


class Cancelled(Exception):
    """The host has cancelled the call, or ends the extension."""


@dataclass(frozen=True, slots=True, kw_only=True)
class HostInfo:
    """What the host said of itself."""

    version: str
    provider: str
    model: str
    cwd: str
    """The project's folder."""
    extension_dir: str | None
    """The extension's own folder."""
    data_dir: str | None
    """Where state is kept: the data folder, or the extension's own where the host has
    none.
    """
    capabilities: frozenset[str]
    """What the host can do."""


class CommandContext:
    """What a command's handler may use."""

    __slots__ = ("_log", "host")

    def __init__(self, host: HostInfo, log: Callable[..., None]) -> None:
        self.host = host
        self._log = log

    def log(self, *values: object) -> None:
        """Writes to standard error, which the host keeps in the extension's log."""
        self._log(*values)


class ToolContext(CommandContext):
    """What a tool's handler may use."""

    __slots__ = ("_cancelled", "_on_cancel", "_progress", "_reason", "id")

    def __init__(
        self,
        call_id: str,
        host: HostInfo,
        log: Callable[..., None],
        progress: Callable[[str], None],
    ) -> None:
        super().__init__(host, log)
        self.id = call_id
        """Id of this call."""
        self._progress = progress
        self._cancelled = threading.Event()
        self._reason = "cancelled"
        self._on_cancel: Callable[[], None] | None = None

    def progress(self, text: str) -> None:
        """Tells the user how far the call is, where the host shows that."""
        self._progress(text)

    @property
    def cancelled(self) -> bool:
        """Whether the host has cancelled the call. An async handler is cancelled by
        itself: the exception is raised where it awaits.
        """
        return self._cancelled.is_set()

    def raise_if_cancelled(self) -> None:
        """Raises `Cancelled` where the host has cancelled the call."""
        if self.cancelled:
            raise Cancelled(self._reason)

    def wait(self, seconds: float) -> None:
        """Waits as `time.sleep` does; raises `Cancelled` at once when the call is
        cancelled.
        """
        self._cancelled.wait(seconds)
        self.raise_if_cancelled()

    def _cancel(self, reason: str) -> None:
        self._reason = reason
        self._cancelled.set()
        on_cancel = self._on_cancel
        if on_cancel is not None:
            on_cancel()

    def _when_cancelled(self, act: Callable[[], None]) -> None:
        self._on_cancel = act
        if self.cancelled:
            act()


@dataclass(frozen=True, slots=True)
class ToolUse:
    """A tool is about to be called."""

    id: str
    tool: str
    args: JsonObject


@dataclass(frozen=True, slots=True)
class Turn:
    """The model is about to be called."""

    step: int


@dataclass(frozen=True, slots=True)
class Said:
    """The assistant's text is about to be shown."""

    text: str
