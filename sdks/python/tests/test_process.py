"""The process of an extension: its pipes, its signals, its end."""

from __future__ import annotations

import json
import signal
import subprocess
import sys
import threading
import unittest
from collections.abc import Callable
from pathlib import Path
from typing import Any

FIXTURE = Path(__file__).parent / "fixture.py"
ACK = {
    "type": "hello_ack",
    "protocol_version": 1,
    "zot_version": "1",
    "provider": "p",
    "model": "m",
    "cwd": "/",
    "capabilities": [],
}


class Process:
    """The fixture as a process, greeted."""

    def __init__(self, test: unittest.TestCase) -> None:
        self.child = subprocess.Popen(
            [sys.executable, str(FIXTURE)],
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            stderr=subprocess.PIPE,
        )
        test.addCleanup(self._clean)
        self.stderr = b""
        self._errors = threading.Thread(target=self._read_errors, daemon=True)
        self._errors.start()
        self.hello = self.read()
        self.send(ACK)
        while self.read()["type"] != "ready":
            pass

    def _clean(self) -> None:
        self.child.kill()
        self.child.wait()
        self._errors.join()
        for stream in (self.child.stdin, self.child.stdout, self.child.stderr):
            try:
                stream.close()  # type: ignore[union-attr]
            except OSError:
                pass

    def _read_errors(self) -> None:
        for line in self.child.stderr:  # type: ignore[union-attr]
            self.stderr += line

    def send(self, frame: dict[str, Any]) -> None:
        self.write(json.dumps(frame).encode() + b"\n")

    def call(self, name: str, **args: Any) -> None:
        self.send({"type": "tool_call", "id": name, "name": name, "args": args})

    def write(self, data: bytes) -> None:
        self.child.stdin.write(data)  # type: ignore[union-attr]
        self.child.stdin.flush()  # type: ignore[union-attr]

    def end_input(self) -> None:
        self.child.stdin.close()  # type: ignore[union-attr]

    def read(self) -> dict[str, Any]:
        frame: dict[str, Any] = json.loads(self.child.stdout.readline())  # type: ignore[union-attr]
        return frame

    def text(self) -> str:
        return str(self.read()["content"][0]["text"])

    def end(self) -> tuple[int, str]:
        """Waits for its end; gives the status and what it wrote to standard error."""
        status = self.child.wait(20)
        self._errors.join()
        return status, self.stderr.decode()


class Pipes(unittest.TestCase):
    def test_carry_nothing_but_frames_whatever_is_printed(self) -> None:
        process = Process(self)
        process.call("noise")
        self.assertEqual(process.text(), "quiet")
        process.send({"type": "shutdown"})
        self.assertEqual(process.read(), {"type": "shutdown_ack"})
        status, stderr = process.end()
        self.assertEqual(status, 0)
        for printed in ("from print", "from write", "from a child"):
            self.assertIn(printed, stderr)

    def test_are_not_read_by_handlers_or_their_children(self) -> None:
        process = Process(self)
        process.call("steal")
        process.call("say", size=1)
        texts = {process.text(), process.text()}
        self.assertEqual(texts, {"'' ''", "x"})

    def test_may_divide_lines_anywhere_and_end_them_with_cr_lf(self) -> None:
        process = Process(self)
        frame = json.dumps(
            {"type": "tool_call", "id": "é😀", "name": "say", "args": {"size": 2}},
            ensure_ascii=False,
        )
        for byte in b"\n\r\n" + frame.encode() + b"\r\n":
            process.write(bytes([byte]))
        self.assertEqual(process.read()["id"], "é😀")

    def test_skip_a_line_that_is_too_long_and_go_on(self) -> None:
        process = Process(self)
        process.write(b"x" * 5_000_000 + b"\n")
        process.call("say", size=3)
        self.assertEqual(process.text(), "xxx")
        process.end_input()
        self.assertIn("skipped a line of 5000001 bytes", process.end()[1])

    def test_that_are_full_hold_up_no_end(self) -> None:
        process = Process(self)
        for _ in range(3):
            process.call("say", size=3_000_000)
        process.end_input()
        self.assertEqual(process.end()[0], 0)


class TheEnd(unittest.TestCase):
    def test_comes_at_once_whatever_the_handlers_do(self) -> None:
        ends: dict[str, Callable[[Process], object]] = {
            "shutdown": lambda it: it.send({"type": "shutdown"}),
            "end of input": lambda it: it.end_input(),
            "SIGTERM": lambda it: it.child.send_signal(signal.SIGTERM),
        }
        for name, end in ends.items():
            with self.subTest(name):
                process = Process(self)
                for tool in ("block", "hang", "spin"):
                    process.call(tool)
                process.call("say", size=1)
                process.text()
                end(process)
                self.assertEqual(process.end()[0], 0)

    def test_has_a_status_of_its_own_where_the_host_speaks_another_version(
        self,
    ) -> None:
        process = subprocess.run(
            [sys.executable, str(FIXTURE)],
            input=json.dumps({**ACK, "protocol_version": 2}) + "\n",
            capture_output=True,
            text=True,
        )
        self.assertEqual(process.returncode, 1)
        self.assertIn("version 2", process.stderr)


if __name__ == "__main__":
    unittest.main()
