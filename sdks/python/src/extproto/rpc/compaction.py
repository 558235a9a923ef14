"""A compaction, from its command to the event that ends it, or to an abort."""

from __future__ import annotations

import threading

from .errors import HostGone
from .events import RpcEvent


class Compaction:
    """One that has not ended."""

    def __init__(self) -> None:
        self.sent = False
        """The command has left. An abort that leaves earlier does not concern it."""
        self._over = threading.Event()
        self._end: RpcEvent | HostGone | None = None
        self._ending = threading.Lock()

    def has_left(self) -> None:
        self.sent = True

    def end(self, event: RpcEvent | HostGone | None) -> None:
        """Ends it; what ended it first counts."""
        with self._ending:
            if not self._over.is_set():
                self._end = event
                self._over.set()

    def is_over(self, seconds: float) -> bool:
        """Whether it has ended by then."""
        return self._over.wait(seconds)

    def event(self) -> RpcEvent | None:
        """Waits for what ends it."""
        self._over.wait()
        if isinstance(self._end, HostGone):
            raise self._end
        return self._end
