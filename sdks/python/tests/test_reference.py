"""Everything that is public has a docstring of its own, so that pydoc and pdoc say what it is for."""

from __future__ import annotations

import importlib
import inspect
import sys
import unittest
from collections.abc import Iterator
from pathlib import Path
from types import ModuleType

sys.path.insert(0, str(Path(__file__).parent.parent / "src"))

PUBLIC = ["extproto", "extproto.protocol", "extproto.rpc", "extproto.testing"]


def public_names(module: ModuleType) -> Iterator[str]:
    for name in getattr(module, "__all__", dir(module)):
        if not name.startswith("_"):
            yield name


def own_doc(value: object) -> bool:
    doc = getattr(value, "__doc__", None)
    # A dataclass without a docstring is given its signature.
    return bool(doc) and not str(doc).startswith(f"{getattr(value, '__name__', '')}(")


def undocumented(module: ModuleType) -> Iterator[str]:
    if not own_doc(module):
        yield module.__name__
    for name in public_names(module):
        value = getattr(module, name)
        if inspect.ismodule(value) and value.__name__.startswith("extproto."):
            yield from undocumented(value)
        if not (inspect.isclass(value) or inspect.isroutine(value)):
            continue
        if not value.__module__.startswith("extproto"):
            continue
        if not own_doc(value):
            yield f"{module.__name__}.{name}"
        if not inspect.isclass(value) or issubclass(value, str):
            continue
        for member, held in vars(value).items():
            method = inspect.isfunction(held) or isinstance(
                held, (property, staticmethod, classmethod)
            )
            if method and not member.startswith("_") and not own_doc(held):
                yield f"{module.__name__}.{name}.{member}"


class Reference(unittest.TestCase):
    def test_says_what_everything_is_for(self) -> None:
        for name in PUBLIC:
            with self.subTest(name):
                module = importlib.import_module(name)
                self.assertEqual(list(undocumented(module)), [])


if __name__ == "__main__":
    unittest.main()
