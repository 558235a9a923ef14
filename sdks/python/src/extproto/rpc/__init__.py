"""Embed a coding agent: start a host, send it commands, follow its events.

with start_host(command=["extproto-host", "rpc"]) as host:
    for event in host.prompt("What is in this folder?"):
        if event.type == "text_delta":
            print(event.delta, end="")
"""

from .client import RpcClient, start_host
from .errors import CommandFailed, HostGone
from .events import EventStream, RpcEvent

__all__ = [
    "CommandFailed",
    "EventStream",
    "HostGone",
    "RpcClient",
    "RpcEvent",
    "start_host",
]
