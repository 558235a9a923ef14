"""A running extension: frames in, handlers, frames out."""

from __future__ import annotations

import traceback
from collections.abc import Awaitable, Callable
from typing import Any

from . import answers
from ._generated import extension as frames
from ._generated import host as host_frames
from ._generated.codec import DecodeError, UnknownFrame
from ._generated.constants import PROTOCOL_VERSION
from .handlers import CommandContext, HostInfo, Said, ToolContext, ToolUse, Turn
from .offer import Offer
from .output import Output
from .signature import InvalidArguments, Tool
from .streams import Transport
from .workers import Finish, InOrder, Loop, Workers


class Session:
    """One connection to a host, from hello to the end.

    One thread hands over what the host writes, and never waits for a handler. Handlers
    run in threads of their own.
    """

    def __init__(self, offer: Offer, transport: Transport) -> None:
        self._offer = offer
        self._output = Output(offer.name, transport)
        self.send = self._output.send
        self.log = self._output.log
        self._workers = Workers(offer.name)
        self._loop = Loop(offer.name)
        self._events = self._in_order("an event handler failed")
        self._keys = self._in_order("a panel handler failed")
        self._calls: dict[str, ToolContext] = {}
        self.host: HostInfo | None = None

    def start(self) -> None:
        """Says hello."""
        offer = self._offer
        self.send(
            frames.Hello(
                name=offer.name,
                version=offer.version,
                capabilities=offer.capabilities(),
            )
        )

    def receive(self, line: str) -> None:
        """Takes a line of the host."""
        if self._output.closed or not line.strip():
            return
        try:
            frame = host_frames.decode(line)
        except DecodeError as error:
            self._invalid(error)
            return
        if isinstance(frame, UnknownFrame):
            self._unknown(frame)
        else:
            self._dispatch(frame)

    def overlong(self, length: int) -> None:
        """Takes note of a line that was skipped."""
        self.log(f"skipped a line of {length} bytes: more than the protocol allows")

    def end(self, code: int) -> None:
        """Ends the extension. Handlers that are still at work are told, and not waited
        for.
        """
        self._output.closed = True
        for context in list(self._calls.values()):
            context._cancel("the host ends the extension")
        self._output.exit(code)

    def require(self, capability: str, deed: str) -> None:
        """Raises where the host does not offer a capability."""
        if self.host is None or capability not in self.host.capabilities:
            raise RuntimeError(f"cannot {deed}: the host does not offer {capability}")

    def register_tool(self, tool: Tool) -> None:
        """Registers a tool, or registers it anew."""
        self.send(
            frames.RegisterTool(
                name=tool.name, description=tool.description, schema=tool.schema
            )
        )

    def _dispatch(self, frame: host_frames.Frame) -> None:
        if isinstance(frame, host_frames.ToolCall):
            self._tool_call(frame)
        elif isinstance(frame, host_frames.CommandInvoked):
            self._command(frame)
        elif frame.type == "event_intercept":
            self._intercept(frame)
        elif frame.type == "event":
            self._event(frame)
        elif isinstance(frame, host_frames.PanelKey):
            self._panel_key(frame)
        elif isinstance(frame, host_frames.PanelClose):
            self._panel_closed(frame.panel_id)
        elif isinstance(frame, host_frames.ToolCancel):
            context = self._calls.get(frame.id)
            if context is not None:
                context._cancel("cancelled")
        elif isinstance(frame, host_frames.HelloAck):
            self._greeted(frame)
        elif isinstance(frame, host_frames.Shutdown):
            self._output.send_last(frames.ShutdownAck())
            self.end(0)

    def _greeted(self, ack: host_frames.HelloAck) -> None:
        if self.host is not None:
            return
        if ack.protocol_version != PROTOCOL_VERSION:
            self.log(
                f"the host speaks version {ack.protocol_version} of the protocol, "
                f"this extension {PROTOCOL_VERSION}"
            )
            self.end(1)
            return
        self.host = HostInfo(
            version=ack.zot_version,
            provider=ack.provider,
            model=ack.model,
            cwd=ack.cwd,
            extension_dir=ack.extension_dir,
            data_dir=ack.data_dir or ack.extension_dir,
            capabilities=frozenset(ack.capabilities or ()),
        )
        for name, (description, _) in self._offer.commands.items():
            self.send(frames.RegisterCommand(name=name, description=description))
        for tool in list(self._offer.tools.values()):
            self.register_tool(tool)
        self._subscribe(self.host)
        self.send(frames.Ready())

    def _subscribe(self, host: HostInfo) -> None:
        offer = self._offer
        if not offer.events and not offer.intercepts:
            return
        honoured = "on_failure" in host.capabilities
        if offer.on_failure == "block" and not honoured:
            self.log(
                "the host does not offer on_failure: where this extension fails, "
                "the host goes on"
            )
        self.send(
            frames.Subscribe(
                events=list(offer.events),
                intercept=list(offer.intercepts),
                on_failure=offer.on_failure if honoured else None,
            )
        )

    def _tool_call(self, call: host_frames.ToolCall) -> None:
        def progress(text: str) -> None:
            if self.host is not None and "tool_progress" in self.host.capabilities:
                frame = frames.ToolProgress(id=call.id, text=text)
                self.send(frame, lambda: call.id in self._calls)

        def act() -> Any:
            tool = self._offer.tools.get(call.name)
            if tool is None:
                raise InvalidArguments(f'no handler for tool "{call.name}"')
            return tool.call(call.args, context)

        def finish(answer: object, error: BaseException | None) -> None:
            try:
                if error is not None:
                    raise error
                result = answers.tool_result(call.id, answer)
            except BaseException as problem:
                if not context.cancelled and not isinstance(problem, InvalidArguments):
                    self._report(f"the tool {call.name} failed", problem)
                message = context._reason if context.cancelled else _message(problem)
                result = answers.failed_result(call.id, message)
            self.send(result, lambda: self._forget(call.id))

        if self.host is None:
            self._answer_failed(call.type, call.id, "the host has not greeted yet")
            return
        context = ToolContext(call.id, self.host, self.log, progress)
        self._calls[call.id] = context
        self._perform(act, finish, context)

    def _forget(self, call_id: str) -> bool:
        self._calls.pop(call_id, None)
        return True

    def _command(self, invoked: host_frames.CommandInvoked) -> None:
        def act() -> Any:
            command = self._offer.commands.get(invoked.name)
            if command is None:
                return answers.failure(f"no handler for /{invoked.name}")
            if self.host is None:
                return answers.failure("the host has not greeted yet")
            return command[1](invoked.args or "", CommandContext(self.host, self.log))

        def finish(answer: object, error: BaseException | None) -> None:
            response: frames.CommandResponse
            try:
                if error is not None:
                    raise error
                response = answers.command_response(invoked.id, answer)
            except BaseException as problem:
                self._report(f"the command /{invoked.name} failed", problem)
                message = _message(problem)
                response = frames.CommandResponseNoop(id=invoked.id, error=message)
            if isinstance(answer, answers.OpenPanel) and response.action != "noop":
                self.send(response, before=answer.panel._opened)
            else:
                self.send(response)

        self._perform(act, finish)

    def _intercept(self, asked: host_frames.EventIntercept) -> None:
        handler = self._offer.intercepts.get(asked.event)

        def finish(decision: object, error: BaseException | None) -> None:
            try:
                if error is not None:
                    raise error
                response = answers.intercept_response(asked.id, decision)
            except BaseException as problem:
                self._report(f"the interceptor of {asked.event} failed", problem)
                response = frames.EventInterceptResponse(
                    id=asked.id,
                    block=True,
                    reason=f"interceptor failed: {_message(problem)}",
                )
            self.send(response)

        self._perform(
            lambda: None if handler is None else handler(_question(asked)), finish
        )

    def _perform(
        self, act: Callable[[], Any], finish: Finish, context: ToolContext | None = None
    ) -> None:
        """Runs a handler in a thread; what is to be awaited goes on in the loop."""

        def work() -> None:
            try:
                value = act()
                if isinstance(value, Awaitable):
                    cancel = self._loop.start(value, finish)
                    if context is not None:
                        context._when_cancelled(cancel)
                    return
            except BaseException as error:
                finish(None, error)
            else:
                finish(value, None)

        self._workers.submit(work)

    def _event(self, event: host_frames.Event) -> None:
        handler = self._offer.events.get(event.event)
        if handler is not None:
            handle = handler
            self._events.add(lambda: handle(event))

    def _panel_key(self, frame: host_frames.PanelKey) -> None:
        panel = self._offer.panels.get(frame.panel_id)
        if panel is None or not panel.open or panel._on_key is None:
            return
        on_key = panel._on_key
        self._keys.add(lambda: on_key(frame.key, panel, frame.text))

    def _panel_closed(self, panel_id: str) -> None:
        panel = self._offer.panels.get(panel_id)
        if panel is None or not panel._closed() or panel._on_close is None:
            return
        on_close = panel._on_close
        self._keys.add(lambda: on_close(panel))

    def _invalid(self, error: DecodeError) -> None:
        self.log(f"skipped a line of the host: {error}")
        value = error.value or {}
        self._answer_failed(value.get("type"), value.get("id"), str(error))

    def _answer_failed(self, request: object, given: object, problem: str) -> None:
        """An invalid request has its one answer too, where it can be told which it was."""
        if isinstance(request, str) and isinstance(given, str) and given:
            answer = answers.failed_answer(request, given, problem)
            if answer is not None:
                failed = answer
                self._workers.submit(lambda: self.send(failed))

    def _unknown(self, frame: UnknownFrame) -> None:
        """A question about something from the future still gets its one answer."""
        given = frame.value.get("id")
        if frame.type == "event_intercept" and isinstance(given, str) and given:
            answer = frames.EventInterceptResponse(id=given, block=False)
            self._workers.submit(lambda: self.send(answer))

    def _in_order(self, failed: str) -> InOrder:
        return InOrder(
            self._workers, self._loop, lambda error: self._report(failed, error)
        )

    def _report(self, what: str, error: BaseException) -> None:
        self.log(f"{what}: {_told(error)}")


def _question(asked: host_frames.EventIntercept) -> ToolUse | Turn | Said:
    if isinstance(asked, host_frames.EventInterceptToolCall):
        return ToolUse(asked.tool_id, asked.tool_name, asked.tool_args)
    if isinstance(asked, host_frames.EventInterceptTurnStart):
        return Turn(asked.step)
    return Said(asked.text)


def _message(error: BaseException) -> str:
    """What a caller is told. An exception may raise when it is asked what it says."""
    try:
        if isinstance(error, SystemExit):
            return f"the handler called sys.exit({error.code!r})"
        return str(error) or type(error).__name__
    except Exception:
        return type(error).__name__


def _told(error: BaseException) -> str:
    """What the log is told."""
    try:
        return "".join(traceback.format_exception(error)).rstrip()
    except Exception:
        return _message(error)
