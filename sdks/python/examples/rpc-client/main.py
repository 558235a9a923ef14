"""Asks a host something: `python3 main.py "say hello" -- extproto-host rpc`."""

import sys

from extproto.rpc import CommandFailed, HostGone, start_host

asked, _, command = " ".join(sys.argv[1:]).partition(" -- ")
try:
    with start_host(command=command.split() or ["extproto-host", "rpc"]) as host:
        for event in host.prompt(asked or "say hello"):
            if event.type == "text_delta":
                print(event.delta, end="", flush=True)
            elif event.type == "tool_call":
                print(f"[{event.name}]", flush=True)
            elif event.type == "error":
                print(f"\nerror: {event.message}", file=sys.stderr)
        print()
except (CommandFailed, HostGone) as error:
    sys.exit(f"{error}")
