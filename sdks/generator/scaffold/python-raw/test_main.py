import json
import pathlib
import subprocess
import sys
import unittest

PROGRAM = pathlib.Path(__file__).with_name("main.py")
HOST = {"protocol_version": 1, "zot_version": "test", "provider": "test", "model": "test", "cwd": "."}


def answers(*frames):
    """What the extension writes in answer to these frames."""
    lines = [{"type": "hello_ack", **HOST}, *frames, {"type": "shutdown"}]
    sent = "".join(json.dumps(frame) + "\n" for frame in lines).encode()
    run = subprocess.run([sys.executable, PROGRAM], input=sent, stdout=subprocess.PIPE, timeout=10, check=True)
    return [json.loads(line) for line in run.stdout.split(b"\n") if line]


class Greeting(unittest.TestCase):
    def test_greets_by_name(self):
        found = answers({"type": "tool_call", "id": "1", "name": "greet", "args": {"name": "Ada"}})
        content = [{"type": "text", "text": "Hello, Ada!"}]
        self.assertIn({"type": "tool_result", "id": "1", "content": content, "is_error": False}, found)


if __name__ == "__main__":
    unittest.main()
