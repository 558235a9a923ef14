"""Many calls to one extension: `python soak.py 10000`.

Exits with 1 where memory grew by more than 32 MiB after the first calls, or where there
are more threads or handles than then.
"""

from __future__ import annotations

import json
import subprocess
import sys
from pathlib import Path
from typing import Any

FIXTURE = Path(__file__).parent / "fixture.py"
MOST = 32 * 1024 * 1024
AT_ONCE = 8


def main(calls: int) -> int:
    child = subprocess.Popen(
        [sys.executable, str(FIXTURE)], stdin=subprocess.PIPE, stdout=subprocess.PIPE
    )
    assert child.stdin is not None and child.stdout is not None
    stdin, stdout = child.stdin, child.stdout

    def send(**frame: Any) -> None:
        stdin.write(json.dumps(frame).encode() + b"\n")
        stdin.flush()

    def read() -> dict[str, Any]:
        frame: dict[str, Any] = json.loads(stdout.readline())
        return frame

    def many(count: int, tool: str, **args: Any) -> None:
        for first in range(0, count, AT_ONCE):
            ids = {str(first + i) for i in range(AT_ONCE)}
            for call in ids:
                send(type="tool_call", id=call, name=tool, args=args)
            while ids:
                ids.remove(read()["id"])

    def state() -> tuple[int, int, int]:
        send(type="tool_call", id="state", name="state", args={})
        threads, handles, memory = map(int, read()["content"][0]["text"].split())
        return threads, handles, memory

    read()
    send(
        type="hello_ack",
        protocol_version=1,
        zot_version="1",
        provider="p",
        model="m",
        cwd="/",
        capabilities=[],
    )
    while read()["type"] != "ready":
        pass
    many(500, "say", size=1000)
    many(500, "soon")
    before = state()
    many(calls // 2, "say", size=1000)
    many(calls // 2, "soon")
    after = state()
    send(type="shutdown")
    read()
    status = child.wait()
    print(f"threads, handles, bytes: {before} then {after}")
    grown = [now - then for then, now in zip(before, after)]
    return int(grown[0] > 0 or grown[1] > 0 or grown[2] > MOST or status != 0)


if __name__ == "__main__":
    sys.exit(main(int(sys.argv[1])))
