#!/usr/bin/env python3
"""Drives extproto-host over its pipes. Usage: client.py QUESTION... ; each is a prompt of one conversation."""
import json
import os
import secrets
import subprocess
import sys


class Host:
    """A server process. Responses are told from events by their type, and matched by id."""

    def __init__(self, *options):
        token = secrets.token_hex(16)
        self.process = subprocess.Popen(
            ["extproto-host", "rpc", *options],
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            env={**os.environ, "ZOTCORE_RPC_TOKEN": token},
        )
        self.ids = 0
        self.info = self.call("hello", token=token)
        if self.info["protocol_version"] != 1:
            self.close()
            raise RuntimeError(f"the host speaks protocol version {self.info['protocol_version']}")

    def send(self, command, **fields):
        self.ids += 1
        frame = {"type": command, "id": str(self.ids), **fields}
        self.process.stdin.write(json.dumps(frame).encode() + b"\n")
        self.process.stdin.flush()
        return frame["id"]

    def frames(self):
        # Iterating over bytes splits at LF only; str.splitlines() would also split inside strings.
        for line in self.process.stdout:
            yield json.loads(line)
        raise RuntimeError(f"the host ended with status {self.process.wait()}")

    def answer(self, wanted):
        for frame in self.frames():
            if frame["type"] == "response" and frame.get("id") == wanted:
                if not frame["success"]:
                    raise RuntimeError(frame["error"])
                return frame.get("data")

    def call(self, command, **fields):
        return self.answer(self.send(command, **fields))

    def prompt(self, message):
        """Yields the events of a prompt. Only `done` is the end: an `error` event is not."""
        self.answer(self.send("prompt", message=message))
        for frame in self.frames():
            if frame["type"] == "done":
                return
            if frame["type"] != "response":
                yield frame

    def close(self):
        self.process.stdin.close()
        return self.process.wait()


def main():
    host = Host()
    print(f"connected to {host.info['provider']} {host.info['model']}")
    failed = False
    for question in sys.argv[1:]:
        for event in host.prompt(question):
            if event["type"] == "text_delta":
                print(event["delta"], end="", flush=True)
            elif event["type"] == "tool_call":
                print(f"[{event['name']}]")
            elif event["type"] == "error":
                failed = True
                print(f"error: {event['message']}", end="")
        print()
    print(f"{host.call('get_state')['message_count']} messages")
    return host.close() or failed


if __name__ == "__main__":
    sys.exit(main())
