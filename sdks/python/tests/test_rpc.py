"""The RPC client: with a host that plays a script, and with the reference host."""

from __future__ import annotations

import shutil
import sys
import tempfile
import threading
import unittest
from pathlib import Path
from typing import Any

SDK = Path(__file__).parent.parent
sys.path.insert(0, str(SDK / "src"))

from extproto.rpc import (  # noqa: E402
    CommandFailed,
    HostGone,
    RpcClient,
    RpcEvent,
    start_host,
)

REFERENCE = SDK.parent.parent / "reference-host" / "bin" / "extproto-host.mjs"

HEAD = """
import json, os, sys
def say(**frame): print(json.dumps(frame), flush=True)
def hear(): return json.loads(sys.stdin.readline() or "{}")
def ok(asked, data=None):
    found = {"data": data} if data is not None else {}
    say(type="response", id=asked["id"], command=asked["type"], success=True, **found)
hello = hear()
assert hello["token"] == os.environ["ZOTCORE_RPC_TOKEN"]
say(type="ext_notify", extension="e", level="info", message="before the answer")
ok(hello, {"protocol_version": 1, "version": "0", "provider": "p", "model": "m"})
"""


def scripted(script: str, **options: Any) -> RpcClient:
    command = [sys.executable, "-c", HEAD + script]
    return start_host(command=command, on_stderr=lambda text: None, **options)


class AHostThatIsNotOurs(unittest.TestCase):
    def test_may_say_what_this_version_does_not_know(self) -> None:
        seen: list[RpcEvent] = []
        script = """
asked = hear(); print("stray output"); ok(asked, {"started": True})
say(type="x_future", n=1)
say(type="turn_end", stop="end")
say(type="done")
hear()
"""
        with scripted(script, on_event=seen.append) as host:
            types = [event.type for event in host.prompt("hi")]
        self.assertEqual(types, ["x_future", "turn_end", "done"])
        self.assertEqual(seen[0].type, "ext_notify")

    def test_may_say_nothing_of_a_compaction_that_was_aborted(self) -> None:
        begun = threading.Event()
        script = """
asked = hear(); ok(asked); say(type="ext_notify", extension="e", level="info", message="c")
ok(hear())
for busy in (True, True, False):
    usage = {"input": 0, "output": 0, "cache_read": 0, "cache_write": 0, "cost_usd": 0}
    ok(hear(), {"provider": "p", "model": "m", "cwd": ".", "message_count": 0,
                "busy": busy, "usage": usage})
hear()
"""
        told: list[str] = []

        def compact() -> None:
            with self.assertRaises(CommandFailed) as failed:
                host.compact()
            told.append(str(failed.exception))

        def seen(event: RpcEvent) -> None:
            if event.type == "ext_notify" and event.message == "c":  # type: ignore[union-attr]
                begun.set()

        with scripted(script, on_event=seen) as host:
            thread = threading.Thread(target=compact, daemon=True)
            thread.start()
            begun.wait(10)
            with self.assertRaisesRegex(CommandFailed, "is running already"):
                host.compact()
            host.abort()
            thread.join(10)
        self.assertEqual(told, ["compact: aborted"])

    def test_may_end_while_it_compacts(self) -> None:
        with scripted("ok(hear()); sys.exit(3)") as host:
            with self.assertRaises(HostGone) as gone:
                host.compact()
            self.assertEqual(gone.exception.status, 3)

    def test_may_compact_without_done(self) -> None:
        script = """
ok(hear(), {"started": True}); say(type="compact_done", summary="short")
ok(hear(), {"started": True}); say(type="error", message="nothing to compact")
hear()
"""
        with scripted(script) as host:
            self.assertEqual(host.compact(), "short")
            with self.assertRaisesRegex(CommandFailed, "nothing to compact"):
                host.compact()

    def test_that_answers_nonsense_fails_the_command(self) -> None:
        script = """
say(type="response", id=hear()["id"], command="get_state", success=True, data=7)
hear()
"""
        with scripted(script) as host:
            with self.assertRaisesRegex(CommandFailed, "not valid: .*/data"):
                host.get_state()

    def test_that_answers_another_command_fails_the_command(self) -> None:
        script = """
say(type="response", id=hear()["id"], command="later", success=True, data={})
say(type="response", id=hear()["id"], command="ping", success=True, data={"pong": True})
say(type="response", id=hear()["id"], command="later", success=True, data={})
hear()
"""
        with scripted(script) as host:
            with self.assertRaisesRegex(
                CommandFailed, "get_state: .* not known, later"
            ):
                host.get_state()
            with self.assertRaisesRegex(CommandFailed, "get_models: .* answers ping"):
                host.get_models()
            with self.assertRaisesRegex(CommandFailed, "prompt: .* not known, later"):
                host.ask("hi")

    def test_that_ends_fails_everything_with_its_last_words(self) -> None:
        script = """
ok(hear(), {"started": True}); hear()
print("out of luck", file=sys.stderr); sys.exit(3)
"""
        host = scripted(script)
        events = host.prompt("hi")
        with self.assertRaises(HostGone) as caught:
            host.ping()
        self.assertEqual(caught.exception.status, 3)
        self.assertIn("out of luck", str(caught.exception))
        for again in (lambda: next(events), lambda: next(events), host.ping):
            with self.assertRaises(HostGone):
                again()
        self.assertEqual(host.close(), 3)

    def test_that_is_not_there_or_speaks_another_version_is_told(self) -> None:
        with self.assertRaisesRegex(HostGone, "cannot be started"):
            start_host(command=["/no/such/program"])
        head = HEAD.replace('"protocol_version": 1', '"protocol_version": 2')
        with self.assertRaisesRegex(HostGone, "version 2"):
            start_host(command=[sys.executable, "-c", head])


@unittest.skipUnless(
    shutil.which("node") and (REFERENCE.parent.parent / "dist").exists(),
    "the reference host is not built",
)
class TheReferenceHost(unittest.TestCase):
    def start(self, *args: str, **options: Any) -> RpcClient:
        home = tempfile.mkdtemp()
        self.addCleanup(shutil.rmtree, home, ignore_errors=True)
        return start_host(
            command=["node", str(REFERENCE), "rpc", "--provider", "scripted", *args],
            cwd=home,
            env={"ZOT_HOME": home},
            on_stderr=lambda text: None,
            **options,
        )

    def test_greets_answers_and_tells_what_came_of_it(self) -> None:
        host = self.start()
        self.assertEqual(host.info.provider, "scripted")
        seen = [event.type for event in host.prompt("say hello")]
        self.assertIn("text_delta", seen)
        self.assertEqual(seen[-1], "done")
        self.assertTrue(host.ask("say hello"))
        self.assertGreaterEqual(len(host.get_messages()), 4)
        self.assertFalse(host.get_state().busy)
        self.assertTrue(host.get_models())
        host.ping()
        host.clear()
        self.assertEqual(host.get_messages(), [])
        with self.assertRaises(CommandFailed):
            host.set_model("no such model")
        first, second = host.prompt("say one"), host.prompt("say two")
        for events in (first, second):
            types = [event.type for event in events]
            self.assertEqual(types.count("done"), 1)
            self.assertGreater(len(types), 1)
        self.assertEqual(host.close(), 0)
        with self.assertRaises(HostGone):
            host.ping()

    def test_has_commands_panels_and_extensions(self) -> None:
        seen: list[RpcEvent] = []
        changed = threading.Condition()

        def take(event: RpcEvent) -> None:
            with changed:
                seen.append(event)
                changed.notify_all()

        def wait_for(kind: str) -> None:
            with changed:
                came = changed.wait_for(lambda: kind in [it.type for it in seen], 20)
                self.assertTrue(came, kind)

        sink = str(SDK / "examples" / "kitchen-sink")
        with self.start("--ext", sink, on_event=take) as host:
            self.assertEqual(
                [it.name for it in host.list_extensions()], ["kitchen-sink"]
            )
            self.assertIn("show", [it.name for it in host.list_commands()])
            host.invoke_command("open")
            wait_for("ext_panel_open")
            host.panel_key("sink", "down")
            wait_for("ext_panel_render")
            host.close_panel("sink")
            with self.assertRaisesRegex(CommandFailed, "as promised"):
                host.invoke_command("wrong")
            self.assertEqual(host.reload_extensions().loaded, 1)


if __name__ == "__main__":
    unittest.main()
