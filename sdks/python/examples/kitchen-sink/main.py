"""Uses every feature of the SDK; the conformance kit checks it."""

import asyncio
import subprocess
import sys
from typing import Annotated

from extproto import (
    Extension,
    ToolContext,
    allow,
    block,
    display,
    failure,
    image,
    insert,
    open_panel,
    prompt,
    replace,
    rewrite,
    text,
)

DOT = "iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg=="
sink = Extension("kitchen-sink", "1.0.0")
seen: list[str] = []


def on_key(key, panel, letter):
    if key == "esc":
        panel.close()
    else:
        panel.render(title="Sink", lines=[f"{key} {letter or ''}"])


panel = sink.panel(
    "sink", on_key=on_key, on_close=lambda: sink.log("the panel is closed")
)


@sink.tool
def echo(text: str):
    """Says what it was told."""
    return text


@sink.tool
def draw():
    """Draws a dot."""
    return [text("a dot:"), image("image/png", DOT)]


@sink.tool
async def count(
    to: Annotated[int, {"minimum": 0, "maximum": 20}], context: ToolContext
):
    """Counts slowly.

    Args:
        to: where to stop
    """
    for i in range(1, to + 1):
        context.progress(f"{i} of {to}")
        await asyncio.sleep(0.005)
    return f"counted to {to}"


@sink.tool
def fail():
    """Always fails."""
    return failure("as promised")


@sink.tool(name="throw")
def throw():
    """Fails with an exception."""
    raise RuntimeError("thrown")


@sink.tool(name="print")
def print_something(context: ToolContext):
    """Prints to standard output, where nothing but frames belongs."""
    print("a stray print")
    subprocess.run([sys.executable, "-c", "print('a stray child')"], check=True)
    context.log("a line of the log")
    return "printed"


@sink.tool(schema={"type": "object", "properties": {"n": {"type": "number"}}})
def raw(args):
    """Takes any JSON Schema."""
    return f"{args.get('n')}"


@sink.tool
def grow(context: ToolContext):
    """Registers one more tool, where the host can have it."""
    if "dynamic_tools" not in context.host.capabilities:
        return failure("the host does not offer dynamic_tools")
    sink.tool(name="grown", description="Came later.")(lambda: "grown")
    sink.remove_tool("grown")
    return "grew and shrank"


@sink.command("ask", "submits a prompt")
def ask(args):
    return prompt(args or "What is next?")


@sink.command("put", "puts a text where you type")
def put(args):
    return insert(args or "text")


@sink.command("show", "shows a text")
async def show():
    return display(f"seen: {', '.join(seen)}")


@sink.command("open", "opens a panel")
def open_sink():
    return open_panel(panel, title="Sink", lines=["press a key"], footer="esc")


@sink.command("nothing", "does nothing")
def nothing():
    pass


@sink.command("wrong", "fails")
def wrong():
    return failure("as promised")


@sink.command("note", "shows a note")
def note(args, context):
    sink.notify("info", f"running in {context.host.cwd}")


sink.on("session_start")(lambda event: seen.append(event.event))
sink.on("turn_start")(lambda event: seen.append(f"turn {event.step}"))
sink.on("turn_end")(lambda event: seen.append(event.stop))
sink.on("tool_call")(lambda event: seen.append(event.tool_name))


@sink.on("assistant_message")
async def count_letters(event):
    seen.append(str(len(event.text or "")))


@sink.intercept("tool_call")
def look_at_call(call):
    if call.args.get("forbidden") is True:
        return block("it is forbidden")
    if call.tool == "echo" and call.args.get("text") == "rewrite me":
        return rewrite({**call.args, "text": "rewritten"})
    return allow()


@sink.intercept("turn_start")
async def look_at_turn(turn):
    return "enough" if turn.step > 1000 else None


@sink.intercept("assistant_message")
def look_at_text(said):
    return replace("(removed)") if "secret" in said.text else None


sink.run()
