"""A host in memory: no process, no pipes, the same lines.

with TestHost(ext) as host:
    result = host.call_tool("hello", {"name": "Ada"})
"""

from __future__ import annotations

import threading
import time
from collections.abc import Callable, Sequence
from types import TracebackType
from typing import Any, TypeVar

from ._generated import extension as frames
from ._generated import host as host_frames
from ._generated.codec import DecodeError, JsonObject, UnknownFrame
from ._generated.constants import PROTOCOL_VERSION
from .extension import Extension

T = TypeVar("T")

EVERYTHING = (
    "commands",
    "tools",
    "events",
    "panels",
    "tool_cancel",
    "tool_progress",
    "on_failure",
    "dynamic_tools",
)
"""What the host offers unless told otherwise."""


class TestHost:
    """Starts an extension and makes the handshake.

    A frame of the extension that a host would refuse makes whatever is waited for fail,
    and so does a wait that is longer than `timeout` seconds.
    """

    __test__ = False  # Not a test, whatever pytest makes of its name.

    def __init__(
        self,
        extension: Extension,
        *,
        capabilities: Sequence[str] = EVERYTHING,
        ack: JsonObject | None = None,
        timeout: float = 10.0,
    ) -> None:
        """`ack` has fields of `hello_ack` that differ from the usual."""
        self.frames: list[frames.Frame] = []
        """Every frame of the extension, in order."""
        self.logs: list[str] = []
        """What it wrote to its log."""
        self.exit_code: int | None = None
        """Its exit code, once it has ended."""
        self._timeout = timeout
        self._changed = threading.Condition()
        self._fault: str | None = None
        self._ids = 0
        self._session = extension._connect(_Lines(self))
        self._session.start()
        self.next(frames.Hello)
        greeting: JsonObject = {
            "protocol_version": PROTOCOL_VERSION,
            "zot_version": "test",
            "provider": "test",
            "model": "test",
            "cwd": "/project",
            "extension_dir": "/extension",
            "data_dir": "/extension/data",
            "capabilities": list(capabilities),
            **(ack or {}),
        }
        self.send(host_frames.HelloAck(**greeting))
        self.until(
            lambda: self.exit_code is not None or self._find(frames.Ready) is not None
        )

    def __enter__(self) -> TestHost:
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        if self.exit_code is None:
            self.end_input()

    def send(self, frame: host_frames.Frame) -> None:
        """Sends any frame."""
        self.send_line(host_frames.encode(frame))

    def send_line(self, line: str) -> None:
        """Sends a line as it is."""
        self._session.receive(line)

    def call_tool(self, name: str, args: JsonObject | None = None) -> frames.ToolResult:
        """Calls a tool and waits for its result."""
        return self.tool_result(self.start_tool(name, args))

    def start_tool(self, name: str, args: JsonObject | None = None) -> str:
        """Calls a tool; gives the id of the call."""
        call_id = self._new_id()
        self.send(host_frames.ToolCall(id=call_id, name=name, args=args or {}))
        return call_id

    def tool_result(self, call_id: str) -> frames.ToolResult:
        """The result of a call, now or later."""
        return self.next(frames.ToolResult, lambda result: result.id == call_id)

    def cancel_tool(self, call_id: str) -> None:
        """Cancels a call."""
        self.send(host_frames.ToolCancel(id=call_id))

    def invoke_command(
        self, name: str, args: str | None = None
    ) -> frames.CommandResponse:
        """Runs a slash command and waits for its response."""
        request = self._new_id()
        self.send(host_frames.CommandInvoked(id=request, name=name, args=args))
        found: list[frames.CommandResponse] = []

        def look() -> bool:
            for frame in self.frames:
                if frame.type == "command_response" and frame.id == request:
                    found.append(frame)
            return bool(found)

        self.until(look)
        return found[0]

    def intercept_tool_call(
        self, tool: str, args: JsonObject
    ) -> frames.EventInterceptResponse:
        """Asks whether a tool may be called, and waits for the answer."""
        request = self._new_id()
        return self._ask(
            host_frames.EventInterceptToolCall(
                id=request, tool_id=f"call-{request}", tool_name=tool, tool_args=args
            )
        )

    def intercept_turn_start(self, step: int) -> frames.EventInterceptResponse:
        """Asks whether the model may be called, and waits for the answer."""
        question = host_frames.EventInterceptTurnStart(id=self._new_id(), step=step)
        return self._ask(question)

    def intercept_assistant_message(self, text: str) -> frames.EventInterceptResponse:
        """Asks whether a text may be shown, and waits for the answer."""
        return self._ask(
            host_frames.EventInterceptAssistantMessage(id=self._new_id(), text=text)
        )

    def emit(self, event: host_frames.Event) -> None:
        """Sends an event."""
        self.send(event)

    def press_key(self, panel_id: str, key: str, text: str | None = None) -> None:
        """Presses a key in a panel."""
        self.send(host_frames.PanelKey(panel_id=panel_id, key=key, text=text))

    def close_panel(self, panel_id: str) -> None:
        """Closes a panel as the user does."""
        self.send(host_frames.PanelClose(panel_id=panel_id))

    def shutdown(self) -> int:
        """Ends the extension; gives its exit code."""
        self.send(host_frames.Shutdown())
        self.next(frames.ShutdownAck)
        self.until(lambda: self.exit_code is not None)
        return self.exit_code or 0

    def end_input(self) -> None:
        """Ends the extension's input."""
        self._session.end(0)

    def next(
        self,
        kind: type[T],
        fits: Callable[[T], bool] = lambda frame: True,
    ) -> T:
        """The first frame of a kind that fits, now or later."""
        found: list[T] = []

        def look() -> bool:
            one = self._find(kind, fits)
            if one is not None:
                found.append(one)
            return one is not None

        self.until(look)
        return found[0]

    def until(self, holds: Callable[[], bool]) -> None:
        """Waits for something that the extension's frames, its log or its end bring
        about.
        """
        limit = time.monotonic() + self._timeout
        with self._changed:
            while self._fault is None and not holds():
                if self.exit_code is not None:
                    raise AssertionError(
                        f"the extension has ended with code {self.exit_code}"
                    )
                if not self._changed.wait(max(0.0, limit - time.monotonic())):
                    raise TimeoutError(
                        f"nothing came for {self._timeout} s; the extension wrote "
                        f"{self.frames} and logged {self.logs}"
                    )
        if self._fault is not None:
            raise AssertionError(self._fault)

    def _ask(
        self, question: host_frames.EventIntercept
    ) -> frames.EventInterceptResponse:
        self.send(question)
        return self.next(
            frames.EventInterceptResponse, lambda answer: answer.id == question.id
        )

    def _find(
        self,
        kind: type[T],
        fits: Callable[[T], bool] = lambda frame: True,
    ) -> T | None:
        for frame in self.frames:
            if isinstance(frame, kind) and fits(frame):
                return frame
        return None

    def _new_id(self) -> str:
        self._ids += 1
        return str(self._ids)


class _Lines:
    """What the extension writes, taken by the host."""

    def __init__(self, host: TestHost) -> None:
        self._host = host

    def write(self, line: str) -> None:
        fault: str | None = None
        frame: Any = None
        try:
            frame = frames.decode(line)
            if isinstance(frame, UnknownFrame):
                fault = f"a frame of unknown type {frame.type}"
        except DecodeError as error:
            fault = str(error)
        with self._host._changed:
            if fault is None:
                self._host.frames.append(frame)
            elif self._host._fault is None:
                self._host._fault = (
                    f"the extension wrote what the protocol forbids: {fault}\n{line}"
                )
            self._host._changed.notify_all()

    def log(self, line: str) -> None:
        with self._host._changed:
            self._host.logs.append(line)
            self._host._changed.notify_all()

    def exit(self, code: int) -> None:
        with self._host._changed:
            self._host.exit_code = code
            self._host._changed.notify_all()
