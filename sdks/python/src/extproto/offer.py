"""What an extension offers: filled by its author, read by the session."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field
from typing import Any

from .panel import Panel
from .signature import Tool


@dataclass(slots=True)
class Offer:
    """Everything that an extension offers."""

    name: str
    version: str
    tools: dict[str, Tool] = field(default_factory=dict)
    commands: dict[str, tuple[str, Callable[..., Any]]] = field(default_factory=dict)
    events: dict[str, Callable[[Any], object]] = field(default_factory=dict)
    intercepts: dict[str, Callable[[Any], object]] = field(default_factory=dict)
    panels: dict[str, Panel] = field(default_factory=dict)
    on_failure: str | None = None

    def capabilities(self) -> list[str]:
        """What `hello` says that the extension can do."""
        found = ["commands"] if self.commands else []
        if self.tools:
            found += ["tools", "tool_cancel", "tool_progress"]
        if self.events or self.intercepts:
            found.append("events")
        if self.panels:
            found.append("panels")
        return [*found, "dynamic_tools"]
