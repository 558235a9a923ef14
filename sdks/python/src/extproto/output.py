"""The one way out: whole lines, one at a time."""

from __future__ import annotations

import threading
from collections.abc import Callable

from . import answers
from ._generated import extension as frames
from ._generated.constants import EXTPROTO_LINE_LIMIT_BYTES
from .streams import Transport

_REQUESTS = {
    "tool_result": "tool_call",
    "command_response": "command_invoked",
    "event_intercept_response": "event_intercept",
}
"""The frames that answer a request, and the requests."""


class Output:
    """Writes frames, from any thread, until it is closed."""

    def __init__(self, name: str, transport: Transport) -> None:
        self._name = name
        self._transport = transport
        self._writing = threading.Lock()
        self.closed = False

    def send(
        self,
        frame: frames.Frame,
        when: Callable[[], bool] = lambda: True,
        before: Callable[[], object] | None = None,
    ) -> None:
        """Writes a frame if `when` still holds as its turn comes. One that has no line
        is replaced by an answer that says so, or left out; `before` is called just
        before the frame itself is written, and not for what replaces it.
        """
        try:
            line = frames.encode(frame)
            problem = _too_long(frame, line)
        except ValueError as error:
            problem = f"the {frame.type} cannot be written: {error}"
        if problem is not None:
            self.log(problem)
            request = _REQUESTS.get(frame.type, "")
            failed = answers.failed_answer(request, getattr(frame, "id", ""), problem)
            if failed is None:
                return
            line = frames.encode(failed)
            before = None
        with self._writing:
            if not self.closed and when():
                if before is not None:
                    before()
                self._transport.write(line)

    def send_last(self, frame: frames.Frame) -> None:
        """Writes a frame after which there is none."""
        with self._writing:
            if not self.closed:
                self.closed = True
                self._transport.write(frames.encode(frame))

    def log(self, *values: object) -> None:
        """Writes for people."""
        self._transport.log(f"[{self._name}] {' '.join(map(str, values))}")

    def exit(self, code: int) -> None:
        """Ends the extension; what is being written is not waited for."""
        self.closed = True
        self._transport.exit(code)


def _too_long(frame: frames.Frame, line: str) -> str | None:
    limit = EXTPROTO_LINE_LIMIT_BYTES
    # A character is at most four bytes in UTF-8, so most lines need no counting.
    if len(line) * 4 < limit or len(line.encode()) + 1 <= limit:
        return None
    return f"the {frame.type} is longer than the {limit} bytes of a line"
