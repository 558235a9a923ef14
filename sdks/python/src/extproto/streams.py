"""Between lines and the outside: the standard streams of the process, or a test."""

from __future__ import annotations

import os
import select
import signal
import sys
import threading
from collections.abc import Callable
from typing import NoReturn, Protocol

from ._generated.constants import EXTPROTO_LINE_LIMIT_BYTES

_CHUNK = 65536


class Transport(Protocol):
    """Carries the lines of an extension to a host."""

    def write(self, line: str) -> None:
        """Writes a line; returns when it has left the process."""

    def log(self, line: str) -> None:
        """Writes for people."""

    def exit(self, code: int) -> None:
        """Ends the extension."""


class LineReader:
    """Bytes to lines. Lines end at 0x0A and nowhere else; a carriage return before it is
    dropped.
    """

    def __init__(
        self,
        on_line: Callable[[str], None],
        on_overlong: Callable[[int], None],
        limit: int = EXTPROTO_LINE_LIMIT_BYTES,
    ) -> None:
        self._on_line = on_line
        self._on_overlong = on_overlong
        self._limit = limit
        self._parts: list[bytes] = []
        self._length = 0

    def push(self, data: bytes) -> None:
        """Takes the next bytes, however they are divided among reads."""
        *whole, rest = data.split(b"\n")
        for last in whole:
            self._line(last)
        if rest:
            self._length += len(rest)
            # A line that is too long is counted, not kept.
            if self._length < self._limit:
                self._parts.append(rest)
            else:
                self._parts.clear()

    def _line(self, last: bytes) -> None:
        length = self._length + len(last) + 1
        line = b"".join((*self._parts, last)) if self._length else last
        self._parts.clear()
        self._length = 0
        if length > self._limit:
            self._on_overlong(length)
            return
        self._on_line(line.removesuffix(b"\r").decode("utf-8", "replace"))


class StandardStreams:
    """The standard streams. From here on the real standard input and output belong to
    frames: what the process or its children print goes to standard error, and what they
    read is empty.
    """

    def __init__(self) -> None:
        self._in = os.dup(0)
        self._out = os.dup(1)
        null = os.open(os.devnull, os.O_RDWR)
        os.dup2(null, 0)
        try:
            os.dup2(2, 1)
        except OSError:
            os.dup2(null, 1)  # Standard error is closed.
        os.close(null)
        for fd in (self._in, self._out):
            _binary(fd)
        for stream in (sys.stdout, sys.stderr):
            reconfigure = getattr(stream, "reconfigure", None)
            if reconfigure is not None:
                reconfigure(line_buffering=True, errors="backslashreplace")

    def write(self, line: str) -> None:
        """Writes a line. A host that is gone takes nothing more: the end of standard
        input tells so.
        """
        left = memoryview(line.encode() + b"\n")
        while left:
            try:
                left = left[os.write(self._out, left) :]
            except BlockingIOError:
                select.select([], [self._out], [])
            except OSError:
                return

    def log(self, line: str) -> None:
        """Writes a line to standard error."""
        try:
            os.write(2, line.encode("utf-8", "backslashreplace") + b"\n")
        except OSError:
            pass

    def exit(self, code: int) -> NoReturn:
        """Ends the process at once: handlers that are still at work are not waited for."""
        os._exit(code)

    def pump(self, reader: LineReader) -> None:
        """Reads until the end of input. SIGTERM ends the process meanwhile."""
        if threading.current_thread() is threading.main_thread():
            signal.signal(signal.SIGTERM, lambda *_: os._exit(0))
            # Ctrl-C ends the process as it ends any other: without a traceback.
            signal.signal(signal.SIGINT, signal.SIG_DFL)
        while data := self._read():
            reader.push(data)

    def _read(self) -> bytes:
        while True:
            try:
                return os.read(self._in, _CHUNK)
            except BlockingIOError:
                select.select([self._in], [], [])
            except OSError:
                return b""


def _binary(fd: int) -> None:
    """Windows would write CR LF."""
    if sys.platform == "win32":
        import msvcrt

        msvcrt.setmode(fd, os.O_BINARY)
