"""One JSON object a line: requests come in on standard input, answers go out on standard output."""

import json
import sys

SCHEMA = {"type": "object", "properties": {"name": {"type": "string"}}, "required": ["name"]}


def send(**frame):
    sys.stdout.buffer.write(json.dumps(frame).encode() + b"\n")
    sys.stdout.buffer.flush()


def receive(frame):
    kind = frame.get("type")
    if kind == "hello_ack":
        if frame["protocol_version"] != 1:
            sys.exit(f"the host speaks version {frame['protocol_version']} of the protocol")
        send(type="register_command", name="greet", description="greets you")
        send(type="register_tool", name="greet", description="Greets somebody.", schema=SCHEMA)
        send(type="ready")
    elif kind == "tool_call":
        name = frame["args"].get("name")
        known = frame["name"] == "greet" and isinstance(name, str)
        text = f"Hello, {name}!" if known else "greet needs a name"
        send(type="tool_result", id=frame["id"], content=[{"type": "text", "text": text}], is_error=not known)
    elif kind == "command_invoked":
        if frame["name"] == "greet":
            name = frame.get("args") or "you"
            send(type="command_response", id=frame["id"], action="display", display=f"Hello, {name}!")
        else:
            send(type="command_response", id=frame["id"], action="noop", error=f"no command /{frame['name']}")
    elif kind == "shutdown":
        send(type="shutdown_ack")
        sys.exit(0)


send(type="hello", name="{{name}}", version="0.1.0", capabilities=["commands", "tools"])
# Iterating over bytes splits at LF only; str.splitlines() would also split inside strings.
for line in sys.stdin.buffer:
    try:
        frame = json.loads(line)
    except ValueError as error:
        print(f"skipped a line: {error}", file=sys.stderr)
        continue
    if isinstance(frame, dict):
        receive(frame)
