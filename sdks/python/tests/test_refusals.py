"""What the protocol forbids is refused where it is written, and what cannot be read is
never let through."""

from __future__ import annotations

import sys
import unittest
from collections.abc import Callable
from pathlib import Path
from typing import Any

sys.path.insert(0, str(Path(__file__).parent.parent / "src"))

from extproto import Extension, allow  # noqa: E402
from extproto._generated import extension as frames  # noqa: E402
from extproto.testing import TestHost  # noqa: E402


class WhatTheProtocolForbids(unittest.TestCase):
    def test_is_refused_where_it_is_written(self) -> None:
        ext: Any = Extension("probe", "1.2.3")
        cases: dict[str, Callable[[], object]] = {
            'on_failure takes "allow" or "block", not \'refuse\'': lambda: ext.intercept(
                "tool_call", on_failure="refuse"
            ),
            '"tool_call" or "assistant_message", not \'later\'': lambda: ext.on(
                "later"
            ),
            '"turn_start" or "assistant_message", not \'turn_end\'': lambda: ext.intercept(
                "turn_end"
            ),
            '"warn" or "error", not \'warning\'': lambda: ext.notify("warning", "x"),
            "'/c' cannot be the name of a command: letters": lambda: ext.command("/c"),
            "'a b' cannot be the name of a tool: up to 64": lambda: ext.tool(
                name="a b"
            )(allow),
            'whose "type" is "object"': lambda: ext.tool(schema={"type": "array"})(
                allow
            ),
        }
        for words, call in cases.items():
            with self.subTest(words):
                with self.assertRaises(ValueError) as refused:
                    call()
                self.assertIn(words, str(refused.exception))

    def test_leaves_a_guard_that_was_refused_unregistered(self) -> None:
        ext: Any = Extension("probe", "1.2.3")
        with self.assertRaises(ValueError):
            ext.intercept("tool_call", on_failure="refuse")(lambda call: "no")
        self.assertEqual(ext._offer.intercepts, {})


class WhatCannotBeRead(unittest.TestCase):
    def test_is_answered_however_deep_it_is(self) -> None:
        ext = Extension("probe", "1.2.3")
        ext.tool(name="t")(allow)
        ext.intercept("tool_call")(lambda call: None)
        deep = '{"x":["\\"type\\\\",' + "[" * 500_000 + "]" * 500_000 + "]}"
        with TestHost(ext) as host:
            host.send_line(
                '{"args":' + deep + ',"type":"tool_call","name":"t","id":"call"}'
            )
            self.assertTrue(host.tool_result("call").is_error)
            host.send_line(
                '{"id":"ask","type":"event_intercept","event":"tool_call",'
                '"tool_id":"c","tool_name":"t","tool_args":' + deep + "}"
            )
            answer = host.next(
                frames.EventInterceptResponse, lambda frame: frame.id == "ask"
            )
            self.assertIs(answer.block, True)


class AnInteger(unittest.TestCase):
    def test_may_be_written_with_a_fraction(self) -> None:
        ext = Extension("probe", "1.2.3")

        @ext.tool
        def hinted(n: int, many: list[int | None], f: float) -> str:
            return repr((n, many, f))

        @ext.tool(schema={"type": "object", "properties": {"n": {"type": "integer"}}})
        def schemed(args: dict[str, Any]) -> str:
            return repr(args)

        with TestHost(ext) as host:
            args = {"n": 2.0, "many": [1e2, None], "f": 2.0}
            told = host.call_tool("hinted", args).content[0]
            self.assertEqual(told.to_json()["text"], "(2, [100, None], 2.0)")
            told = host.call_tool("schemed", {"n": 2.0, "other": 3.0}).content[0]
            self.assertEqual(told.to_json()["text"], "{'n': 2, 'other': 3.0}")


if __name__ == "__main__":
    unittest.main()
