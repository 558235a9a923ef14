"""What an author may not write.

It is told where it is written: a host ignores such a frame, and a guard that is ignored
guards nothing.
"""

from __future__ import annotations

import re
from typing import Any, get_args

from ._generated.constants import EventName, FailurePolicy, InterceptName, NoteLevel

_NAME = re.compile(r"[A-Za-z0-9_-]+")


def tool_name(name: str) -> None:
    """Raises where no tool can have the name."""
    if not _NAME.fullmatch(name) or len(name) > 64:
        raise ValueError(
            f"{name!r} cannot be the name of a tool: up to 64 letters, digits, "
            "underscores and dashes; give it one with name="
        )


def object_schema(tool: str, schema: object) -> None:
    """Raises where no tool can have the schema."""
    if not isinstance(schema, dict) or schema.get("type") != "object":
        raise ValueError(
            f"the tool {tool} cannot be offered: its schema is not one whose "
            '"type" is "object"'
        )


def command_name(name: str) -> None:
    """Raises where no command can have the name."""
    if not isinstance(name, str) or not _NAME.fullmatch(name):
        raise ValueError(
            f"{name!r} cannot be the name of a command: letters, digits, underscores "
            "and dashes, without the slash"
        )


def event(name: str) -> None:
    """Raises where no event has the name."""
    _one_of("on takes the event", EventName, name)


def interception(name: str) -> None:
    """Raises where no event of the name can be intercepted."""
    _one_of("intercept takes the event", InterceptName, name)


def policy(name: str | None) -> None:
    """Raises where there is no such policy."""
    if name is not None:
        _one_of("on_failure takes", FailurePolicy, name)


def level(name: str) -> None:
    """Raises where no note has the level."""
    _one_of("notify takes the level", NoteLevel, name)


def _one_of(what: str, known: Any, given: object) -> None:
    *most, last = (f'"{name}"' for name in get_args(known))
    if given not in get_args(known):
        raise ValueError(f"{what} {', '.join(most)} or {last}, not {given!r}")
