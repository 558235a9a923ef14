"""An extension as its author writes it: what it offers, then `run`."""

from __future__ import annotations

import sys
from collections.abc import Awaitable, Callable
from typing import Any, Literal, TypeVar, Union, overload

from . import programming_errors as expect
from ._generated import extension as frames
from ._generated import host as host_frames
from ._generated.codec import JsonObject
from ._generated.constants import EventName, FailurePolicy, InterceptName, NoteLevel
from .answers import Decision
from .handlers import HostInfo, Said, ToolUse, Turn
from .offer import Offer
from .panel import Panel
from .session import Session
from .signature import accepting, summary, tool_of
from .streams import LineReader, StandardStreams, Transport

F = TypeVar("F", bound=Callable[..., Any])
E = TypeVar("E")
Q = TypeVar("Q")
_On = Callable[[Callable[[E], object]], Callable[[E], object]]
_Verdict = Union[Decision, Awaitable[Decision]]
_Ask = Callable[[Callable[[Q], _Verdict]], Callable[[Q], _Verdict]]


class Extension:
    """An extension. The name has to be that of the manifest.

    >>> ext = Extension("hello", "1.0.0")
    >>> @ext.tool
    ... def hello(name: str) -> str:
    ...     '''Greets somebody.'''
    ...     return f"Hello, {name}!"
    >>> ext.run()  # doctest: +SKIP
    """

    def __init__(self, name: str, version: str, *, validate: bool = True) -> None:
        """With `validate=False` arguments are not checked before a tool is called."""
        self._offer = Offer(name, version)
        self._validate = validate
        self._session: Session | None = None

    @overload
    def tool(self, function: F, /) -> F: ...

    @overload
    def tool(
        self,
        /,
        *,
        name: str | None = None,
        description: str | None = None,
        schema: JsonObject | None = None,
    ) -> Callable[[F], F]: ...

    def tool(
        self,
        function: F | None = None,
        /,
        *,
        name: str | None = None,
        description: str | None = None,
        schema: JsonObject | None = None,
    ) -> F | Callable[[F], F]:
        """Offers a function to the model as a tool.

        Its name, its docstring and its type hints say what the tool is; arguments are
        checked before it is called. A parameter with the hint `ToolContext` is given the
        context of the call. With `schema`, any JSON Schema whose type is object, the
        function takes the arguments as one dict, and the context if it wants it.

        Once the extension runs, this registers or replaces a tool, in a host that
        offers `dynamic_tools`.
        """

        def offer(handler: F) -> F:
            tool = tool_of(
                handler,
                name=name,
                description=description,
                schema=schema,
                validate=self._validate,
            )
            if self._session is not None:
                deed = f"register the tool {tool.name} now"
                self._session.require("dynamic_tools", deed)
            self._offer.tools[tool.name] = tool
            if self._session is not None:
                self._session.register_tool(tool)
            return handler

        return offer if function is None else offer(function)

    def remove_tool(self, name: str) -> None:
        """Withdraws a tool, in a host that offers `dynamic_tools`. Before the start it
        is simply forgotten.
        """
        if self._session is not None:
            self._session.require("dynamic_tools", f"withdraw the tool {name}")
        if self._offer.tools.pop(name, None) is not None and self._session is not None:
            self._session.send(frames.UnregisterTool(name=name))

    def command(self, name: str, description: str | None = None) -> Callable[[F], F]:
        """Offers a slash command to the user. The name has no slash and no upper-case
        letters. The function is given what follows the name, and a `CommandContext` if
        it wants it.
        """
        expect.command_name(name)
        self._before_start("a command")

        def offer(handler: F) -> F:
            said = summary(handler) if description is None else description
            self._offer.commands[name] = (said, accepting(handler, 2))
            return handler

        return offer

    @overload
    def on(
        self, event: Literal["session_start"]
    ) -> _On[host_frames.EventSessionStart]: ...

    @overload
    def on(self, event: Literal["turn_start"]) -> _On[host_frames.EventTurnStart]: ...

    @overload
    def on(self, event: Literal["turn_end"]) -> _On[host_frames.EventTurnEnd]: ...

    @overload
    def on(self, event: Literal["tool_call"]) -> _On[host_frames.EventToolCall]: ...

    @overload
    def on(
        self, event: Literal["assistant_message"]
    ) -> _On[host_frames.EventAssistantMessage]: ...

    def on(self, event: EventName) -> _On[Any]:
        """Handles an event. Events are handled one at a time, in order."""
        expect.event(event)
        self._before_start("an event")

        def add(handler: Callable[[Any], object]) -> Callable[[Any], object]:
            self._offer.events[event] = accepting(handler, 1)
            return handler

        return add

    @overload
    def intercept(
        self, event: Literal["tool_call"], *, on_failure: FailurePolicy | None = None
    ) -> _Ask[ToolUse]: ...

    @overload
    def intercept(
        self, event: Literal["turn_start"], *, on_failure: FailurePolicy | None = None
    ) -> _Ask[Turn]: ...

    @overload
    def intercept(
        self,
        event: Literal["assistant_message"],
        *,
        on_failure: FailurePolicy | None = None,
    ) -> _Ask[Said]: ...

    def intercept(
        self, event: InterceptName, *, on_failure: FailurePolicy | None = None
    ) -> _Ask[Any]:
        """Is asked before something happens: allows it, blocks it or changes it. An
        exception blocks.

        `on_failure` is what the host does where the extension does not answer: go on
        (`allow`), or refuse what was guarded (`block`). It holds for all interceptions
        of the extension, and only in a host that offers `on_failure`.
        """
        expect.interception(event)
        expect.policy(on_failure)
        self._before_start("an interception")

        def add(handler: Callable[[Any], _Verdict]) -> Callable[[Any], _Verdict]:
            self._offer.intercepts[event] = accepting(handler, 1)
            if on_failure is not None:
                self._offer.on_failure = on_failure
            return handler

        return add

    def panel(
        self,
        panel_id: str,
        *,
        on_key: Callable[..., object] | None = None,
        on_close: Callable[..., object] | None = None,
    ) -> Panel:
        """Makes a panel; a command opens it with `open_panel(panel, ...)`.

        `on_key(key, panel, text)` and `on_close(panel)` may leave out parameters from
        the end. Keys come one after the other, in order.
        """
        panel = Panel(
            panel_id,
            None if on_key is None else accepting(on_key, 3),
            None if on_close is None else accepting(on_close, 1),
            self._send_if,
        )
        self._offer.panels[panel_id] = panel
        return panel

    def notify(self, level: NoteLevel, message: str) -> None:
        """Shows a note to the user."""
        expect.level(level)
        if self._session is None:
            raise RuntimeError("notify needs a running extension: call run() first")
        self._session.send(frames.Notify(level=level, message=message))

    def log(self, *values: object) -> None:
        """Writes to standard error, which the host keeps in the extension's log."""
        if self._session is None:
            print(*values, file=sys.stderr)
        else:
            self._session.log(*values)

    @property
    def host(self) -> HostInfo | None:
        """What the host said of itself; None until it has greeted."""
        return None if self._session is None else self._session.host

    def run(self) -> None:
        """Runs until the host ends the extension; the process ends with it."""
        streams = StandardStreams()
        session = self._connect(streams)
        session.start()
        streams.pump(LineReader(session.receive, session.overlong))
        session.end(0)

    def _connect(self, transport: Transport) -> Session:
        if self._session is not None:
            raise RuntimeError(f"the extension {self._offer.name} is running already")
        self._session = Session(self._offer, transport)
        return self._session

    def _send_if(self, frame: frames.Frame, when: Callable[[], bool]) -> None:
        if self._session is not None:
            self._session.send(frame, when)

    def _before_start(self, what: str) -> None:
        if self._session is not None:
            raise RuntimeError(f"{what} cannot be added once the extension runs")
