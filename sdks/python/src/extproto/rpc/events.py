"""The events of a host, and those of one prompt as they come."""

from __future__ import annotations

from collections.abc import Iterator
from queue import SimpleQueue
from typing import TypeAlias, Union

from .._generated import server
from .._generated.codec import UnknownFrame

RpcEvent: TypeAlias = Union[
    server.TurnStart,
    server.UserMessage,
    server.AssistantStart,
    server.TextDelta,
    server.ToolCall,
    server.ToolProgress,
    server.ToolResult,
    server.AssistantMessage,
    server.Usage,
    server.TurnEnd,
    server.Done,
    server.Error,
    server.CompactDone,
    server.ToolUseStart,
    server.ToolUseArgs,
    server.ToolUseEnd,
    server.ExtNotify,
    server.ExtDisplay,
    server.ExtInsert,
    server.ExtSubmit,
    server.ExtPanelOpen,
    server.ExtPanelRender,
    server.ExtPanelClose,
    server.ExtIntercept,
    server.ToolApprovalRequest,
    UnknownFrame,
]
"""An event of the host; one of a type that this version does not know is kept."""


class EventStream:
    """The events of one prompt, as they come, until its end."""

    def __init__(self) -> None:
        self._events: SimpleQueue[RpcEvent | BaseException | None] = SimpleQueue()
        self._end: BaseException | None = None
        self._over = False

    def __iter__(self) -> Iterator[RpcEvent]:
        return self

    def __next__(self) -> RpcEvent:
        if not self._over:
            event = self._events.get()
            if event is not None and not isinstance(event, BaseException):
                return event
            self._over, self._end = True, event
        if self._end is not None:
            raise self._end
        raise StopIteration

    def _put(self, event: RpcEvent) -> None:
        self._events.put(event)

    def _finish(self, error: BaseException | None = None) -> None:
        self._events.put(error)
