"""What the README shows is what works."""

from __future__ import annotations

import contextlib
import io
import json
import os
import re
import shutil
import sys
import tempfile
import unittest
from pathlib import Path
from typing import Any

SDK = Path(__file__).parent.parent
sys.path.insert(0, str(SDK / "src"))

from extproto import Extension, text  # noqa: E402

REFERENCE = SDK.parent.parent / "reference-host" / "bin" / "extproto-host.mjs"
BLOCKS = re.findall(
    r"^```(\w+)\n(.*?)^```$", (SDK / "README.md").read_text("utf-8"), re.M | re.S
)


class Readme(unittest.TestCase):
    def test_begins_with_the_example_hello(self) -> None:
        hello = SDK / "examples" / "hello"
        if not hello.exists():
            self.skipTest("the examples are not part of the package")
        (_, program), (_, manifest), *_ = BLOCKS
        self.assertEqual(program, (hello / "main.py").read_text("utf-8"))
        self.assertEqual(
            json.loads(manifest), json.loads((hello / "extension.json").read_text())
        )

    def test_tests_it(self) -> None:
        ext = Extension("hello", "1.0.0")

        @ext.tool
        def hello(name: str) -> str:
            return f"Hello, {name}!"

        names: dict[str, Any] = {"ext": ext}
        exec(BLOCKS[2][1], names)
        self.assertEqual(names["result"].content, [text("Hello, Ada!")])

    @unittest.skipUnless(
        shutil.which("node") and (REFERENCE.parent.parent / "dist").exists(),
        "the reference host is not built",
    )
    def test_embeds_a_host(self) -> None:
        home = tempfile.mkdtemp()
        self.addCleanup(shutil.rmtree, home, ignore_errors=True)
        program = Path(home) / "extproto-host"
        program.write_text(f'#!/bin/sh\nexec node "{REFERENCE}" "$@"\n')
        program.chmod(0o755)
        before = dict(os.environ)
        self.addCleanup(os.environ.update, before)
        os.environ["PATH"] = f"{home}{os.pathsep}{os.environ['PATH']}"
        os.environ["ZOT_HOME"] = home
        printed = io.StringIO()
        with (
            contextlib.redirect_stdout(printed),
            contextlib.redirect_stderr(io.StringIO()),
        ):
            exec(BLOCKS[3][1], {})
        self.assertTrue(printed.getvalue())


if __name__ == "__main__":
    unittest.main()
