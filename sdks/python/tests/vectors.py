"""Runs the generated codecs over all vectors: `python vectors.py schemas/vectors`.

Prints a line for each failure and the counts; exits with 1 if anything failed.
"""

from __future__ import annotations

import json
import sys
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

sys.path.insert(0, str(Path(__file__).parent.parent / "src"))

from extproto.protocol import (  # noqa: E402
    DecodeError,
    UnknownFrame,
    client,
    extension,
    host,
    server,
)

Again = Callable[[str], tuple[str, bool]]


def again(side: Any) -> Again:
    def decode_and_encode(line: str) -> tuple[str, bool]:
        frame = side.decode(line)
        return side.encode(frame), isinstance(frame, UnknownFrame)

    return decode_and_encode


SIDES: dict[str, Again] = {
    "extproto.extension": again(extension),
    "extproto.host": again(host),
    "rpc.client": again(client),
    "rpc.server": again(server),
}


def same(a: Any, b: Any) -> bool:
    """Equal JSON: 1 and 1.0 are, 1 and true are not."""
    if isinstance(a, dict) and isinstance(b, dict):
        return a.keys() == b.keys() and all(same(a[key], b[key]) for key in a)
    if isinstance(a, list) and isinstance(b, list):
        return len(a) == len(b) and all(map(same, a, b))
    return isinstance(a, bool) == isinstance(b, bool) and bool(a == b)


class Run:
    def __init__(self) -> None:
        self.counts = {"round trips": 0, "tolerated": 0, "refused": 0, "lines": 0}
        self.failures: list[str] = []

    def expect(self, holds: bool, otherwise: str) -> None:
        if not holds:
            self.failures.append(otherwise)

    def frame(self, frame: str, vector: dict[str, Any]) -> None:
        name = f"{frame}: {vector['name']}"
        value, decided = vector["value"], (vector["verdict"], vector.get("accept"))
        codec = SIDES[frame.rpartition(".")[0]]
        try:
            line, _ = codec(json.dumps(value))
        except DecodeError as error:
            self.counts["refused"] += 1
            self.expect(decided == ("invalid", "invalid"), f"{name}: {error}")
            if decided == ("invalid", "invalid"):
                self.expect(error.path == vector["path"], f"{name}: at {error.path}")
            self.expect(error.frame == frame, f"{name}: as {error.frame}")
            return
        if decided[0] != "invalid":
            self.counts["round trips"] += 1
            self.expect(same(value, json.loads(line)), f"{name}: came back as {line}")
        elif decided[1] == "valid":
            self.counts["tolerated"] += 1
            self.expect(codec(line)[0] == line, f"{name}: {line} did not come back")
        else:
            self.failures.append(f"{name}: was not refused")

    def line(self, vector: dict[str, Any]) -> None:
        self.counts["lines"] += 1
        name = f"line: {vector['name']}"
        try:
            _, unknown = SIDES["extproto.extension"](vector["line"])
        except DecodeError as error:
            found = (error.code, error.path)
            wanted = (vector.get("code"), vector.get("path"))
            self.expect(found == wanted, f"{name}: {found}")
        else:
            verdict = "unknown" if unknown else "valid"
            self.expect(verdict == vector["verdict"], f"{name}: {verdict}")


def files(folder: Path) -> Iterator[dict[str, Any]]:
    for path in sorted(folder.rglob("*.json")):
        yield json.loads(path.read_text(encoding="utf-8"))


def main(folder: Path) -> int:
    run = Run()
    for protocol in ("extproto", "rpc"):
        for content in files(folder / protocol):
            for vector in content["vectors"]:
                run.frame(content["frame"], vector)
    for vector in json.loads((folder / "lines.json").read_text("utf-8"))["vectors"]:
        run.line(vector)
    for failure in run.failures:
        print(failure, file=sys.stderr)
    counts = ", ".join(f"{count} {name}" for name, count in run.counts.items())
    print(f"{counts}, {len(run.failures)} failures")
    return 1 if run.failures else 0


if __name__ == "__main__":
    sys.exit(main(Path(sys.argv[1])))
