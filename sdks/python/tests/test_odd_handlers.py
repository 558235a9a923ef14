"""Handlers and requests that are odd: each request still has exactly one answer, and the
extension goes on.
"""

from __future__ import annotations

import asyncio
import sys
import unittest
from collections.abc import Callable
from pathlib import Path

sys.path.insert(0, str(Path(__file__).parent.parent / "src"))

from extproto import Extension  # noqa: E402
from extproto.protocol import extension as frames  # noqa: E402
from extproto.testing import TestHost  # noqa: E402


class Secretive(Exception):
    """Raises when it is asked what it says."""

    def __str__(self) -> str:
        raise RuntimeError("no words")

    __repr__ = __str__


def leave() -> None:
    sys.exit(3)


def interrupt() -> None:
    raise KeyboardInterrupt


def keep_secret() -> None:
    raise Secretive


def leave_in_secret() -> None:
    raise SystemExit(Secretive())


ENDS: list[tuple[Callable[[], None], str]] = [
    (leave, "the handler called sys.exit(3)"),
    (interrupt, "KeyboardInterrupt"),
    (keep_secret, "Secretive"),
    (leave_in_secret, "SystemExit"),
]


def ending(act: Callable[[], None], how: str) -> Extension:
    """An extension whose handlers all end in this way."""
    ext = Extension("odd", "1.0.0")

    async def in_a_task() -> None:
        await asyncio.sleep(0)
        act()

    async def later() -> None:
        await asyncio.sleep(0)
        if how == "task":
            await asyncio.get_running_loop().create_task(in_a_task())
        act()

    def now() -> None:
        act()

    handler = now if how == "now" else later
    ext.tool(name="odd")(handler)
    ext.command("odd")(handler)
    ext.intercept("tool_call")(lambda call: handler())

    @ext.tool
    async def fine() -> str:
        await asyncio.sleep(0)
        return "fine"

    return ext


class AHandlerThatEndsOddly(unittest.TestCase):
    def test_is_an_error_for_its_caller_and_for_nobody_else(self) -> None:
        for act, words in ENDS:
            for how in ("now", "later", "task"):
                with self.subTest(f"{act.__name__} {how}"):
                    with TestHost(ending(act, how)) as host:
                        self.ends(host, words)

    def ends(self, host: TestHost, words: str) -> None:
        result = host.call_tool("odd")
        self.assertTrue(result.is_error)
        self.assertEqual(result.content[0].to_json()["text"], words)
        response = host.invoke_command("odd")
        assert isinstance(response, frames.CommandResponseNoop)
        self.assertEqual(response.error, words)
        decision = host.intercept_tool_call("bash", {})
        self.assertIs(decision.block, True)
        self.assertEqual(decision.reason, f"interceptor failed: {words}")
        fine = host.call_tool("fine")
        self.assertEqual(fine.content[0].to_json()["text"], "fine")
        ids = [getattr(frame, "id", None) for frame in host.frames]
        self.assertEqual(sorted(one for one in ids if one), ["1", "2", "3", "4"])

    def test_cannot_stop_the_loop_of_the_others(self) -> None:
        ext = Extension("odd", "1.0.0")

        @ext.tool
        async def stop() -> str:
            asyncio.get_running_loop().stop()
            return "stopped"

        with TestHost(ext) as host:
            for _ in range(3):
                content = host.call_tool("stop").content
                self.assertEqual(content[0].to_json()["text"], "stopped")


class ARequestThatPythonCannotHold(unittest.TestCase):
    def test_is_answered_with_an_error_in_plain_words(self) -> None:
        ext = Extension("odd", "1.0.0")

        @ext.tool(schema={"type": "object"})
        def echo(args: dict[str, object]) -> str:
            return repr(args)

        deep = "[" * 100_000 + "]" * 100_000
        values = {
            deep: "nested too deeply",
            "7" * 5000: "an integer with too many digits",
            "1e400": "a number that is too large to be read: 1e400",
            "-1e400": "a number that is too large to be read: -1e400",
        }
        with TestHost(ext) as host:
            for index, (value, words) in enumerate(values.items()):
                with self.subTest(words):
                    self.asked(host, value, words, str(index))
            result = host.call_tool("echo", {"n": 10**300, "f": 1e300})
            self.assertFalse(result.is_error)

    def asked(self, host: TestHost, value: str, words: str, n: str) -> None:
        args = f'{{"type":"no","id":"no","x":"}}\\\\\\"","v":{value}}}'
        host.send_line(
            f'{{"type":"tool_call","args":{args},"id":"t{n}","name":"echo"}}'
        )
        result = host.next(frames.ToolResult, lambda it: it.id == f"t{n}")
        self.assertTrue(result.is_error)
        self.assertIn(words, result.content[0].to_json()["text"])
        host.send_line(
            f'{{"type":"event_intercept","\\u0069d":"i{n}","event":"tool_call",'
            f'"tool_id":"1","tool_name":"bash","tool_args":{args}}}'
        )
        decision = host.next(frames.EventInterceptResponse, lambda it: it.id == f"i{n}")
        self.assertIs(decision.block, True)
        self.assertIn(words, decision.reason or "")


if __name__ == "__main__":
    unittest.main()
