"""What handlers answer, and how it becomes a frame."""

from __future__ import annotations

import base64
from collections.abc import Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, TypeAlias, Union

from ._generated import extension as frames
from ._generated.codec import JsonObject, UnknownMember
from ._generated.extproto_types import ContentBlock, ImageBlock, TextBlock
from ._generated.extproto_types import Panel as PanelRecord

if TYPE_CHECKING:
    from .panel import Panel


@dataclass(frozen=True, slots=True)
class Failure:
    """The tool or the command could not do its work."""

    message: str


@dataclass(frozen=True, slots=True)
class Prompt:
    """A text to be submitted to the model."""

    text: str


@dataclass(frozen=True, slots=True)
class Insert:
    """A text to be put where the user types."""

    text: str


@dataclass(frozen=True, slots=True)
class Display:
    """A text to be shown."""

    text: str


@dataclass(frozen=True, slots=True)
class OpenPanel:
    """A panel to be opened."""

    panel: Panel
    title: str | None = None
    lines: Sequence[str] | None = None
    footer: str | None = None


@dataclass(frozen=True, slots=True)
class Block:
    """Stops what was asked about."""

    reason: str


@dataclass(frozen=True, slots=True)
class Rewrite:
    """Lets a tool run with other arguments."""

    args: JsonObject


@dataclass(frozen=True, slots=True)
class Replace:
    """Shows another text."""

    text: str


ToolAnswer: TypeAlias = Union[str, ContentBlock, Sequence[ContentBlock], Failure, None]
"""What a tool answers."""

CommandAnswer: TypeAlias = Union[Prompt, Insert, Display, OpenPanel, Failure, None]
"""What a command answers."""

Decision: TypeAlias = Union[str, Block, Rewrite, Replace, None]
"""What an interceptor answers."""


def text(value: str) -> TextBlock:
    """A block of text in a tool's answer."""
    return TextBlock(text=_string("text", value))


def image(mime_type: str, data: bytes | str) -> ImageBlock:
    """A picture in a tool's answer, from its bytes or from text in base64."""
    encoded = data if isinstance(data, str) else base64.b64encode(data).decode()
    return ImageBlock(mime_type=_string("image", mime_type), data=encoded)


def failure(message: str) -> Failure:
    """Something went wrong. Raising an exception says the same."""
    return Failure(_string("failure", message))


def prompt(value: str) -> Prompt:
    """Submits a text to the model as if the user had typed it."""
    return Prompt(_string("prompt", value))


def insert(value: str) -> Insert:
    """Puts a text where the user types."""
    return Insert(_string("insert", value))


def display(value: str) -> Display:
    """Shows a text to the user."""
    return Display(_string("display", value))


def open_panel(
    panel: Panel,
    *,
    title: str | None = None,
    lines: Sequence[str] | None = None,
    footer: str | None = None,
) -> OpenPanel:
    """Opens a panel."""
    return OpenPanel(panel, title, lines, footer)


def allow() -> None:
    """Lets it happen as it is. Returning nothing says the same."""
    return None


def block(reason: str) -> Block:
    """Stops it. Returning the reason as a text says the same."""
    return Block(_string("block", reason))


def rewrite(args: JsonObject) -> Rewrite:
    """Lets a tool run with other arguments."""
    if not isinstance(args, dict):
        raise TypeError(f"rewrite() takes a dict, not {type(args).__name__}")
    return Rewrite(args)


def replace(value: str) -> Replace:
    """Shows another text than the assistant's."""
    return Replace(_string("replace", value))


_BLOCKS = (TextBlock, ImageBlock, UnknownMember)


def tool_result(call_id: str, answer: object) -> frames.ToolResult:
    """The frame of a tool's answer."""
    if answer is None:
        return frames.ToolResult(id=call_id)
    if isinstance(answer, str):
        return frames.ToolResult(id=call_id, content=[text(answer)])
    if isinstance(answer, _BLOCKS):
        return frames.ToolResult(id=call_id, content=[answer])
    if isinstance(answer, Failure):
        return failed_result(call_id, answer.message)
    if isinstance(answer, (list, tuple)):
        content: list[ContentBlock] = []
        for item in answer:
            if not isinstance(item, _BLOCKS):
                raise TypeError(_wrong("a tool's blocks are text() and image()", item))
            content.append(item)
        return frames.ToolResult(id=call_id, content=content)
    raise TypeError(
        _wrong("a tool returns str, text(), image(), a list of these or None", answer)
    )


def command_response(request_id: str, answer: object) -> frames.CommandResponse:
    """The frame of a command's answer."""
    if answer is None:
        return frames.CommandResponseNoop(id=request_id)
    if isinstance(answer, Prompt):
        return frames.CommandResponsePrompt(id=request_id, prompt=answer.text)
    if isinstance(answer, Insert):
        return frames.CommandResponseInsert(id=request_id, insert=answer.text)
    if isinstance(answer, Display):
        return frames.CommandResponseDisplay(id=request_id, display=answer.text)
    if isinstance(answer, Failure):
        return frames.CommandResponseNoop(id=request_id, error=answer.message)
    if isinstance(answer, OpenPanel):
        content = PanelRecord(
            id=answer.panel.id,
            title=answer.title,
            lines=None if answer.lines is None else list(answer.lines),
            footer=answer.footer,
        )
        return frames.CommandResponseOpenPanel(id=request_id, open_panel=content)
    raise TypeError(
        _wrong(
            "a command returns prompt(), insert(), display(), open_panel(), failure() "
            "or None",
            answer,
        )
    )


def intercept_response(
    request_id: str, decision: object
) -> frames.EventInterceptResponse:
    """The frame of an interceptor's answer."""
    response = frames.EventInterceptResponse(id=request_id, block=False)
    if isinstance(decision, (str, Block)):
        response.block = True
        response.reason = decision if isinstance(decision, str) else decision.reason
    elif isinstance(decision, Rewrite):
        response.modified_args = decision.args
    elif isinstance(decision, Replace):
        # An empty text replaces nothing.
        response.replace_text = decision.text or None
    elif decision is not None:
        raise TypeError(
            _wrong(
                "an interceptor returns None, a reason, block(), rewrite() or replace()",
                decision,
            )
        )
    return response


def failed_result(call_id: str, problem: str) -> frames.ToolResult:
    """The result of a call that failed."""
    return frames.ToolResult(id=call_id, content=[text(problem)], is_error=True)


def failed_answer(request: str, request_id: str, problem: str) -> frames.Frame | None:
    """The answer that says what went wrong. An interceptor that could not look blocks."""
    if request == "tool_call":
        return failed_result(request_id, problem)
    if request == "command_invoked":
        return frames.CommandResponseNoop(id=request_id, error=problem)
    if request == "event_intercept":
        return frames.EventInterceptResponse(id=request_id, block=True, reason=problem)
    return None


def _string(function: str, value: str) -> str:
    """A frame with another value in it would be lost on its way to the host."""
    if isinstance(value, str):
        return value
    raise TypeError(f"{function}() takes a str, not {type(value).__name__}")


def _wrong(expected: str, found: object) -> str:
    return f"{expected}; this one returned {type(found).__name__}"
