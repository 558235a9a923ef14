"""An RPC client: the commands of a host as methods."""

from __future__ import annotations

import secrets
from collections.abc import Callable, Mapping, Sequence
from types import TracebackType
from typing import Any, cast

from .._generated import client as commands
from .._generated import rpc_types, server
from .._generated.constants import PROTOCOL_VERSION
from .connection import Connection
from .errors import CommandFailed, HostGone
from .events import EventStream, RpcEvent


def start_host(
    *,
    command: Sequence[str] = ("extproto-host", "rpc"),
    cwd: str | None = None,
    env: Mapping[str, str] | None = None,
    token: str | bool = True,
    on_event: Callable[[RpcEvent], object] | None = None,
    on_stderr: Callable[[str], object] | None = None,
) -> RpcClient:
    """Starts a host and greets it. Where that fails, the process that was started is
    ended before the exception is raised.

    `env` has variables beside those of this process. `token` is the one that the host
    asks for: a random one unless given, none with False. `on_event` takes every event,
    also those that belong to no prompt; `on_stderr` takes what the host writes to its
    standard error, which goes to this process's own unless given. Both are called from
    a thread of the client and must not wait for a command.
    """
    secret = secrets.token_hex(16) if token is True else token or None
    variables = {**(env or {}), **({"ZOTCORE_RPC_TOKEN": secret} if secret else {})}
    host = RpcClient(Connection(command, cwd, variables, on_event, on_stderr))
    host._greet(secret)
    return host


class RpcClient:
    """A host that is running. Made by `start_host`; its methods may be called from any
    thread, and wait for the host's response.
    """

    def __init__(self, connection: Connection) -> None:
        self._connection = connection
        self._info: rpc_types.HelloData | None = None

    @property
    def info(self) -> rpc_types.HelloData:
        """What the host said of itself."""
        if self._info is None:
            raise RuntimeError("the host has not greeted yet")
        return self._info

    def __enter__(self) -> RpcClient:
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        if error is None:
            self.close()
        else:
            self.kill()

    def request(self, frame: commands.Frame) -> Any:
        """Sends any command, and gives the data of its response."""
        response = self._connection.send(frame).response()
        return getattr(response, "data", None)

    def prompt(
        self, message: str, images: Sequence[rpc_types.Image] | None = None
    ) -> EventStream:
        """Submits a prompt. Its events come until its end; further prompts wait for
        their turn in the host. A refused prompt fails at the first event. Leaving the
        loop early does not abort the prompt: call `abort`.
        """
        pictures = None if images is None else list(images)
        events = EventStream()
        self._connection.send(commands.Prompt(message=message, images=pictures), events)
        return events

    def ask(self, message: str, images: Sequence[rpc_types.Image] | None = None) -> str:
        """Submits a prompt and gives the text of the answer. An error of the host is
        raised.
        """
        answer: list[str] = []
        failure: str | None = None
        for event in self.prompt(message, images):
            if isinstance(event, server.TextDelta):
                answer.append(event.delta)
            elif isinstance(event, server.Error):
                failure = event.message
        if failure is not None:
            raise CommandFailed("prompt", failure)
        return "".join(answer)

    def abort(self) -> None:
        """Ends the prompt or compaction that is running; returns when a compaction is
        over.
        """
        self._connection.abort()

    def compact(self) -> str:
        """Replaces the conversation by its summary, and gives the summary. One that is
        begun while another one runs fails.
        """
        event = self._connection.compact()
        if isinstance(event, server.CompactDone):
            return event.summary
        problem = event.message if isinstance(event, server.Error) else "aborted"
        raise CommandFailed("compact", problem)

    def get_state(self) -> rpc_types.StateData:
        """What the host is doing, and with which model."""
        return cast(rpc_types.StateData, self.request(commands.GetState()))

    def get_messages(self) -> list[rpc_types.Message]:
        """The conversation."""
        data = cast(rpc_types.MessagesData, self.request(commands.GetMessages()))
        return data.messages

    def clear(self) -> None:
        """Forgets the conversation."""
        self.request(commands.Clear())

    def set_model(self, model: str) -> None:
        """Changes the model."""
        self.request(commands.SetModel(model=model))

    def get_models(self) -> list[rpc_types.Model]:
        """The models that the host knows."""
        return cast(rpc_types.ModelsData, self.request(commands.GetModels())).models

    def ping(self) -> None:
        """Returns where the host is there."""
        self.request(commands.Ping())

    def list_commands(self) -> list[rpc_types.CommandInfo]:
        """The slash commands; in hosts that offer `slash_commands`."""
        data = cast(rpc_types.CommandsData, self.request(commands.ListCommands()))
        return data.commands

    def invoke_command(
        self, name: str, args: str | None = None
    ) -> rpc_types.InvokeData:
        """Runs a slash command; in hosts that offer `slash_commands`."""
        frame = commands.InvokeCommand(name=name, args=args)
        return cast(rpc_types.InvokeData, self.request(frame))

    def panel_key(self, panel_id: str, key: str, text: str | None = None) -> None:
        """Presses a key in a panel; in hosts that offer `panels`."""
        self.request(commands.PanelKey(panel_id=panel_id, key=key, text=text))

    def close_panel(self, panel_id: str) -> None:
        """Closes a panel; in hosts that offer `panels`."""
        self.request(commands.PanelClose(panel_id=panel_id))

    def list_extensions(self) -> list[rpc_types.ExtensionInfo]:
        """The extensions; in hosts that offer `extensions`."""
        data = cast(rpc_types.ExtensionsData, self.request(commands.ListExtensions()))
        return data.extensions

    def reload_extensions(self) -> rpc_types.ReloadData:
        """Loads the extensions again; in hosts that offer `extensions`."""
        return cast(rpc_types.ReloadData, self.request(commands.ReloadExtensions()))

    def approve_tool(
        self, approval_id: str, allow: bool, reason: str | None = None
    ) -> None:
        """Answers a `tool_approval_request`; in hosts that offer `tool_approval`."""
        self.request(
            commands.ToolApproval(approval_id=approval_id, allow=allow, reason=reason)
        )

    def close(self) -> int:
        """Lets the host finish its work and ends it; gives its exit status."""
        return self._connection.close()

    def kill(self) -> int:
        """Ends the host at once; gives its exit status."""
        return self._connection.kill()

    def _greet(self, token: str | None) -> None:
        try:
            info: rpc_types.HelloData = self.request(commands.Hello(token=token))
        except BaseException:
            self.kill()
            raise
        if info.protocol_version != PROTOCOL_VERSION:
            self.close()
            problem = f"the host speaks version {info.protocol_version} of the protocol"
            raise HostGone(problem, None)
        self._info = info
