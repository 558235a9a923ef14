"""An extension that does what extensions should not; the tests of the process run it."""

import os
import subprocess
import sys
import time
from pathlib import Path

sys.path.insert(0, str(Path(__file__).parent.parent / "src"))

from extproto import Extension  # noqa: E402

ext = Extension("fixture", "1.0.0")


@ext.tool
def noise() -> str:
    print("from print")
    os.write(1, b"from write\n")
    subprocess.run([sys.executable, "-c", "print('from a child')"], check=True)
    return "quiet"


@ext.tool
def steal() -> str:
    """Reads standard input, and lets a child read it."""
    code = "import sys; sys.stdout.write(repr(sys.stdin.read()))"
    child = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True)
    return f"{sys.stdin.readline()!r} {child.stdout}"


@ext.tool
def block() -> None:
    time.sleep(600)


@ext.tool
def spin() -> None:
    while True:
        pass


@ext.tool
def say(size: int) -> str:
    return "x" * size


@ext.tool
async def hang() -> None:
    import asyncio

    await asyncio.Event().wait()


@ext.tool
async def soon() -> str:
    return "now"


@ext.tool
def state() -> str:
    import threading

    fds = len(os.listdir("/proc/self/fd")) if os.path.isdir("/proc/self/fd") else 0
    status = Path("/proc/self/statm")
    pages = int(status.read_text().split()[1]) if status.exists() else 0
    return f"{threading.active_count()} {fds} {pages * 4096}"


ext.run()
