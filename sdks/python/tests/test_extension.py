"""The runtime, driven by the host in memory."""

from __future__ import annotations

import asyncio
import sys
import threading
import unittest
from pathlib import Path
from typing import Any

sys.path.insert(0, str(Path(__file__).parent.parent / "src"))

from extproto import (  # noqa: E402
    Cancelled,
    Extension,
    ToolContext,
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
from extproto.protocol import extension as frames  # noqa: E402
from extproto.protocol import host as host_frames  # noqa: E402
from extproto.testing import TestHost  # noqa: E402


def probe() -> Extension:
    return Extension("probe", "1.2.3")


class Handshake(unittest.TestCase):
    def test_registers_what_was_offered_in_order_and_is_ready(self) -> None:
        ext = probe()
        ext.command("b", "second letter")(lambda: None)

        @ext.tool
        def a() -> str:
            """first letter"""
            return "a"

        ext.on("turn_start")(lambda event: None)
        ext.intercept("tool_call", on_failure="block")(lambda call: None)
        with TestHost(ext) as host:
            hello, *rest = host.frames
            assert isinstance(hello, frames.Hello)
            self.assertEqual((hello.name, hello.version), ("probe", "1.2.3"))
            self.assertIn("dynamic_tools", hello.capabilities or [])
            self.assertEqual(
                rest,
                [
                    frames.RegisterCommand(name="b", description="second letter"),
                    frames.RegisterTool(
                        name="a",
                        description="first letter",
                        schema={"type": "object", "properties": {}},
                    ),
                    frames.Subscribe(
                        events=["turn_start"],
                        intercept=["tool_call"],
                        on_failure="block",
                    ),
                    frames.Ready(),
                ],
            )
            assert ext.host is not None
            self.assertEqual(ext.host.data_dir, "/extension/data")

    def test_sends_nothing_of_an_addition_that_the_host_does_not_offer(self) -> None:
        ext = probe()

        @ext.tool
        def slow(context: ToolContext) -> str:
            context.progress("half way")
            return "done"

        ext.intercept("tool_call", on_failure="block")(lambda call: None)
        with TestHost(ext, capabilities=[]) as host:
            host.call_tool("slow")
            self.assertIsNone(host.next(frames.Subscribe).on_failure)
            self.assertNotIn("tool_progress", [frame.type for frame in host.frames])
            with self.assertRaisesRegex(RuntimeError, "dynamic_tools"):
                ext.tool(slow)
            self.assertIn("on_failure", "".join(host.logs))

    def test_ends_with_a_status_of_its_own_where_the_host_speaks_another_version(
        self,
    ) -> None:
        host = TestHost(probe(), ack={"protocol_version": 99})
        self.assertEqual(host.exit_code, 1)
        self.assertIn("99", "".join(host.logs))

    def test_cannot_be_added_to_once_it_runs(self) -> None:
        ext = probe()
        with TestHost(ext):
            for add in (
                lambda: ext.command("late"),
                lambda: ext.on("turn_end"),
                lambda: ext.intercept("turn_start"),
            ):
                with self.assertRaisesRegex(RuntimeError, "once the extension runs"):
                    add()


class Tools(unittest.TestCase):
    def tools(self) -> Extension:
        ext = probe()

        @ext.tool
        def typed(count: int, name: str = "x") -> str:
            return name * count

        @ext.tool(schema={"type": "object", "required": ["n"]})
        def plain(args: dict[str, Any]) -> list[Any]:
            return [text(str(args["n"])), image("image/png", b"\0\0\0")]

        @ext.tool
        def throws() -> None:
            raise ValueError("no luck")

        @ext.tool
        async def fails() -> Any:
            return failure("not today")

        @ext.tool
        def leaves() -> None:
            sys.exit("left")

        @ext.tool
        def number() -> Any:
            return 7

        @ext.tool
        def huge() -> str:
            return "x" * (5 << 20)

        return ext

    def test_get_arguments_that_their_schema_allows_and_no_others(self) -> None:
        with TestHost(self.tools()) as host:
            result = host.call_tool("typed", {"count": 2, "name": "ab", "more": 1})
            self.assertEqual(result.content, [text("abab")])
            self.assertIsNone(result.is_error)
            for args in ({}, {"count": "2"}, {"count": 1.5}, {"count": None}):
                result = host.call_tool("typed", args)
                self.assertTrue(result.is_error)
                self.assertRegex(str(result.content), "invalid arguments: /count")
            self.assertEqual(
                host.call_tool("plain", {"n": 1}).content,
                [text("1"), image("image/png", "AAAA")],
            )
            self.assertTrue(host.call_tool("plain").is_error)

    def test_that_raise_fail_are_unknown_or_say_too_much_have_an_error(self) -> None:
        with TestHost(self.tools()) as host:
            for name, message in {
                "throws": "no luck",
                "fails": "not today",
                "leaves": "left",
                "number": "returned int",
                "nobody": "no handler",
                "huge": "4194304",
            }.items():
                result = host.call_tool(name)
                self.assertTrue(result.is_error, name)
                self.assertRegex(str(result.content), message)
            self.assertEqual(host.call_tool("typed", {"count": 1}).content, [text("x")])

    def test_run_beside_others_and_answer_in_their_own_time(self) -> None:
        ext = probe()
        gates = {str(i): threading.Event() for i in range(20)}
        entered = threading.Semaphore(0)

        @ext.tool
        def wait(key: str) -> str:
            entered.release()
            gates[key].wait(10)
            return key

        with TestHost(ext) as host:
            calls = {key: host.start_tool("wait", {"key": key}) for key in gates}
            for _ in gates:
                self.assertTrue(entered.acquire(timeout=10))
            for key in reversed(gates):
                gates[key].set()
                self.assertEqual(host.tool_result(calls[key]).content, [text(key)])

    def test_are_told_of_their_cancellation_and_may_report_progress(self) -> None:
        ext = probe()

        @ext.tool
        def blocking(context: ToolContext) -> None:
            context.progress("begun")
            context.wait(10)

        @ext.tool
        async def awaiting(context: ToolContext) -> None:
            context.progress("begun")
            await asyncio.sleep(10)

        @ext.tool
        def looking(context: ToolContext) -> str:
            context.progress("begun")
            while not context.cancelled:
                pass
            try:
                context.raise_if_cancelled()
            except Cancelled as error:
                return f"half, then {error}"
            return "whole"

        with TestHost(ext) as host:
            for name in ("blocking", "awaiting", "looking"):
                call = host.start_tool(name)
                progress = host.next(frames.ToolProgress, lambda it: it.id == call)
                self.assertEqual(progress.text, "begun")
                host.cancel_tool(call)
                result = host.tool_result(call)
                self.assertRegex(str(result.content), "cancelled")
                self.assertEqual(result.is_error, None if name == "looking" else True)
            host.cancel_tool("nobody")
            self.assertTrue(host.call_tool("nobody").is_error)

    def test_need_a_name_that_a_host_takes(self) -> None:
        with self.assertRaisesRegex(ValueError, "<lambda>.* name="):
            probe().tool(lambda: "x")

    def test_come_and_go_while_the_extension_runs(self) -> None:
        ext = probe()
        with TestHost(ext) as host:
            ext.tool(name="late")(lambda: "here")
            self.assertEqual(host.next(frames.RegisterTool).name, "late")
            self.assertEqual(host.call_tool("late").content, [text("here")])
            ext.remove_tool("late")
            self.assertEqual(host.next(frames.UnregisterTool).name, "late")
            self.assertTrue(host.call_tool("late").is_error)


class Commands(unittest.TestCase):
    def test_answer_with_each_action_and_with_an_error(self) -> None:
        ext = probe()
        panel = ext.panel("p")
        ext.command("ask")(lambda args: prompt(args))
        ext.command("put")(lambda: insert("here"))
        ext.command("open")(
            lambda: open_panel(panel, title="T", lines=["l"], footer="f")
        )
        ext.command("nothing")(lambda args, context: None)
        ext.command("fails")(lambda: failure("no"))
        ext.command("throws")(lambda: 1 / 0)
        ext.command("text")(lambda: "a text is no answer")
        ext.command("number")(lambda: display(7))  # type: ignore[arg-type]
        ext.command("endless")(lambda: open_panel(panel, title="x" * (5 << 20)))

        @ext.command("show")
        async def show() -> Any:
            """shows it"""
            return display("there")

        with TestHost(ext) as host:
            described = {
                frame.name: frame.description
                for frame in host.frames
                if isinstance(frame, frames.RegisterCommand)
            }
            self.assertEqual(described["show"], "shows it")

            def answer(name: str, args: str | None = None) -> dict[str, Any]:
                out = host.invoke_command(name, args).to_json()
                del out["type"], out["id"]
                return out

            self.assertEqual(
                answer("ask", "what?"), {"action": "prompt", "prompt": "what?"}
            )
            self.assertEqual(answer("put"), {"action": "insert", "insert": "here"})
            self.assertEqual(answer("show"), {"action": "display", "display": "there"})
            self.assertRegex(answer("endless")["error"], "longer than")
            self.assertFalse(panel.open)
            self.assertEqual(
                answer("open"),
                {
                    "action": "open_panel",
                    "open_panel": {
                        "id": "p",
                        "title": "T",
                        "lines": ["l"],
                        "footer": "f",
                    },
                },
            )
            self.assertEqual(answer("nothing"), {"action": "noop"})
            self.assertEqual(answer("fails"), {"action": "noop", "error": "no"})
            self.assertRegex(answer("throws")["error"], "division")
            self.assertTrue(panel.open)
            self.assertRegex(answer("text")["error"], "returned str")
            self.assertRegex(answer("number")["error"], "takes a str, not int")
            self.assertEqual(answer("nobody")["error"], "no handler for /nobody")


class Interceptors(unittest.TestCase):
    def test_allow_block_rewrite_and_replace_in_short_and_in_full(self) -> None:
        ext = probe()

        @ext.intercept("tool_call")
        def look(call: Any) -> Any:
            return {
                "bash": "not bash",
                "write": block("not write"),
                "edit": rewrite({**call.args, "safe": True}),
            }.get(call.tool)

        ext.intercept("turn_start")(lambda turn: "enough" if turn.step > 2 else None)

        @ext.intercept("assistant_message")
        async def read(said: Any) -> Any:
            return replace("b") if said.text == "a" else replace("")

        with TestHost(ext) as host:

            def answer(response: frames.EventInterceptResponse) -> dict[str, Any]:
                out = response.to_json()
                del out["type"], out["id"]
                return out

            def call(tool: str) -> dict[str, Any]:
                return answer(host.intercept_tool_call(tool, {"a": 1}))

            self.assertEqual(call("read"), {"block": False})
            self.assertEqual(call("bash"), {"block": True, "reason": "not bash"})
            self.assertEqual(call("write"), {"block": True, "reason": "not write"})
            changed = {"block": False, "modified_args": {"a": 1, "safe": True}}
            self.assertEqual(call("edit"), changed)
            self.assertEqual(answer(host.intercept_turn_start(1)), {"block": False})
            self.assertEqual(
                answer(host.intercept_turn_start(3)),
                {"block": True, "reason": "enough"},
            )
            self.assertEqual(
                answer(host.intercept_assistant_message("a")),
                {"block": False, "replace_text": "b"},
            )
            self.assertEqual(
                answer(host.intercept_assistant_message("c")), {"block": False}
            )

    def test_block_where_they_raise_or_answer_what_has_no_meaning(self) -> None:
        def confused(call: Any) -> Any:
            raise RuntimeError("confused")

        answers: list[tuple[Any, str]] = [
            (confused, "interceptor failed: confused"),
            (lambda call: False, "returned bool"),
            (lambda call: rewrite({"no": {1, 2}}), "no form in JSON"),
        ]
        for handler, reason in answers:
            ext = probe()
            ext.intercept("tool_call")(handler)
            with TestHost(ext) as host:
                answer = host.intercept_tool_call("bash", {})
                self.assertTrue(answer.block)
                self.assertRegex(answer.reason or "", reason)

    def test_that_do_not_know_a_question_are_not_asked_and_it_is_answered(self) -> None:
        ext = probe()
        ext.intercept("turn_start")(lambda turn: "never")
        with TestHost(ext) as host:
            host.send_line('{"type":"event_intercept","id":"x1","event":"later"}')
            answer = host.next(frames.EventInterceptResponse)
            self.assertEqual((answer.id, answer.block), ("x1", False))


class EventsAndKeys(unittest.TestCase):
    def test_are_handled_one_after_the_other_also_where_a_handler_fails(self) -> None:
        ext = probe()
        seen: list[str] = []

        @ext.on("turn_start")
        async def turn(event: host_frames.EventTurnStart) -> None:
            await asyncio.sleep(0.01 if event.step == 1 else 0)
            seen.append(f"turn {event.step}")
            if event.step == 1:
                raise RuntimeError("first")

        @ext.on("assistant_message")
        def said(event: host_frames.EventAssistantMessage) -> None:
            seen.append(event.text or "")
            ext.log("all seen")

        with TestHost(ext) as host:
            for step in range(1, 50):
                host.emit(host_frames.EventTurnStart(step=step))
            host.emit(host_frames.EventAssistantMessage(text="hi"))
            host.until(lambda: "all seen" in "".join(host.logs))
            turns = [f"turn {step}" for step in range(1, 50)]
            self.assertEqual(seen, [*turns, "hi"])
            self.assertIn("first", "".join(host.logs))

    def test_of_a_panel_reach_it_while_it_is_open_and_nothing_is_drawn_after(
        self,
    ) -> None:
        ext = probe()
        seen: list[str] = []

        def on_key(key: str, own: Any, letter: str | None) -> None:
            seen.append(letter or key)
            own.render(lines=[letter or key])

        def on_close() -> None:
            seen.append("closed")
            ext.log("over")

        panel = ext.panel("p", on_key=on_key, on_close=on_close)
        ext.command("open")(lambda: open_panel(panel))
        with TestHost(ext) as host:
            host.press_key("p", "up")
            self.assertFalse(panel.open)
            host.invoke_command("open")
            self.assertTrue(panel.open)
            host.press_key("p", "down")
            host.press_key("p", "rune", "x")
            drawn = [
                frames.PanelRender(panel_id="p", lines=[it]) for it in ("down", "x")
            ]
            host.next(frames.PanelRender, lambda it: it == drawn[1])
            host.close_panel("p")
            host.until(lambda: "over" in "".join(host.logs))
            self.assertEqual(seen, ["down", "x", "closed"])
            panel.render(lines=["late"])
            panel.close()
            rest = [it for it in host.frames if it.type.startswith("panel_")]
            self.assertEqual(rest, drawn)


class TheEnd(unittest.TestCase):
    def test_comes_with_shutdown_and_with_the_end_of_input_and_tells_calls(
        self,
    ) -> None:
        ext = probe()
        told: list[str] = []
        entered, left = threading.Event(), threading.Event()

        @ext.tool
        def long(context: ToolContext) -> None:
            entered.set()
            try:
                context.wait(10)
            except Cancelled as error:
                told.append(str(error))
            left.set()

        host = TestHost(ext)
        host.start_tool("long")
        self.assertTrue(entered.wait(10))
        self.assertEqual(host.shutdown(), 0)
        self.assertTrue(left.wait(10))
        self.assertEqual(told, ["the host ends the extension"])
        self.assertEqual(host.frames[-1], frames.ShutdownAck())

        other = TestHost(probe())
        other.end_input()
        self.assertEqual(other.exit_code, 0)

    def test_does_not_come_with_lines_that_are_no_frames(self) -> None:
        ext = probe()
        ext.tool(name="t")(lambda: "fine")
        with TestHost(ext) as host:
            deep = '{"type":"tool_call","args":' + "[" * 100_000
            digits = '{"type":"later","n":' + "9" * 5000 + "}"
            lines = ["", "  ", "nonsense", "[1]", '{"no":"type"}', '{"type":"later"}']
            for line in (*lines, deep, digits):
                host.send_line(line)
            self.assertEqual(host.call_tool("t").content, [text("fine")])
            host.send_line('{"type":"tool_call","id":"bad","name":7,"args":{}}')
            self.assertTrue(host.tool_result("bad").is_error)

    def test_of_a_test_comes_where_the_extension_breaks_the_protocol(self) -> None:
        ext = probe()
        panel = ext.panel("p")
        ext.command("open")(lambda: open_panel(panel))
        host = TestHost(ext)
        host.invoke_command("open")
        with self.assertRaisesRegex(AssertionError, "what the protocol forbids"):
            panel.render(title=7)  # type: ignore[arg-type]
            host.next(frames.PanelRender)


if __name__ == "__main__":
    unittest.main()
