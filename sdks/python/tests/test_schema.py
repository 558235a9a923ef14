"""Schemas from type hints, and arguments of the types that they name."""

from __future__ import annotations

import enum
import sys
import unittest
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import Annotated, Any, Literal, Optional, TypedDict, Union

sys.path.insert(0, str(Path(__file__).parent.parent / "src"))

from extproto import Extension, ToolContext  # noqa: E402
from extproto.hints import converter, schema_of  # noqa: E402
from extproto.testing import TestHost  # noqa: E402
from extproto.validation import check_arguments  # noqa: E402


class Colour(enum.Enum):
    RED = "red"
    BLUE = "blue"


@dataclass
class Point:
    x: int
    y: float = 0.0
    tags: list[str] = field(default_factory=list)


@dataclass
class Line:
    points: list[Point]
    colour: Colour = Colour.RED


class Options(TypedDict, total=False):
    deep: bool


@dataclass
class Node:
    next: Optional[Node]


def tool_schema(handler: Any) -> dict[str, Any]:
    ext = Extension("probe", "1")
    ext.tool(handler)
    return ext._offer.tools[handler.__name__].schema


class Hints(unittest.TestCase):
    def test_become_schemas(self) -> None:
        for hint, schema in (
            (str, {"type": "string"}),
            (Any, {}),
            (None, {"type": "null"}),
            (list, {"type": "array"}),
            (list[int], {"type": "array", "items": {"type": "integer"}}),
            (Sequence[str], {"type": "array", "items": {"type": "string"}}),
            (
                set[str],
                {"type": "array", "items": {"type": "string"}, "uniqueItems": True},
            ),
            (dict, {"type": "object"}),
            (
                Mapping[str, bool],
                {"type": "object", "additionalProperties": {"type": "boolean"}},
            ),
            (Literal["a", "b"], {"type": "string", "enum": ["a", "b"]}),
            (Literal["a", 1], {"enum": ["a", 1]}),
            (Colour, {"type": "string", "enum": ["red", "blue"]}),
            (int | str, {"anyOf": [{"type": "integer"}, {"type": "string"}]}),
            (Union[int, None], {"anyOf": [{"type": "integer"}, {"type": "null"}]}),
            (
                Annotated[int, "how many", {"minimum": 1}],
                {"type": "integer", "description": "how many", "minimum": 1},
            ),
            (Options, {"type": "object", "properties": {"deep": {"type": "boolean"}}}),
            (
                tuple[int, str],
                {
                    "type": "array",
                    "prefixItems": [{"type": "integer"}, {"type": "string"}],
                    "minItems": 2,
                    "maxItems": 2,
                },
            ),
            (
                Point,
                {
                    "type": "object",
                    "properties": {
                        "x": {"type": "integer"},
                        "y": {"type": "number"},
                        "tags": {"type": "array", "items": {"type": "string"}},
                    },
                    "required": ["x"],
                },
            ),
        ):
            with self.subTest(hint=hint):
                self.assertEqual(schema_of(hint), schema)

    def test_that_have_no_schema_are_refused_where_the_tool_is_made(self) -> None:
        def takes_bytes(data: bytes) -> None: ...

        def takes_node(node: Node) -> None: ...

        def takes_unknown(it: Nobody) -> None: ...  # type: ignore[name-defined]  # noqa: F821

        def takes_rest(*rest: int) -> None: ...

        for handler, problem in (
            (takes_bytes, "data of the tool takes_bytes: bytes has no form .* schema="),
            (takes_node, "Node contains itself"),
            (takes_unknown, "Nobody"),
            (takes_rest, "by name"),
        ):
            with self.assertRaisesRegex(TypeError, problem):
                tool_schema(handler)

    def test_and_docstring_of_a_function_describe_a_tool(self) -> None:
        def search(
            pattern: str,
            limit: Annotated[int, {"minimum": 1}] = 10,
            kind: Literal["file", "text"] = "text",
            folder: Optional[str] = None,
            *,
            context: ToolContext,
        ) -> None:
            """Searches the project.

            All of it.

            Args:
                pattern: what to look for,
                    as a regular expression
                limit (int): most results

            Returns:
                nothing yet
            """

        ext = Extension("probe", "1")
        ext.tool(search)
        tool = ext._offer.tools["search"]
        self.assertEqual(tool.description, "Searches the project.\n\nAll of it.")
        self.assertEqual(
            tool.schema,
            {
                "type": "object",
                "properties": {
                    "pattern": {
                        "type": "string",
                        "description": "what to look for, as a regular expression",
                    },
                    "limit": {
                        "type": "integer",
                        "minimum": 1,
                        "default": 10,
                        "description": "most results",
                    },
                    "kind": {
                        "type": "string",
                        "enum": ["file", "text"],
                        "default": "text",
                    },
                    "folder": {"type": "string"},
                },
                "required": ["pattern"],
            },
        )


class Arguments(unittest.TestCase):
    def test_are_values_of_the_types_that_the_handler_names(self) -> None:
        got: list[Any] = []
        ext = Extension("probe", "1")

        @ext.tool
        def draw(
            line: Line, scale: float, name: str | None = None, **rest: Any
        ) -> None:
            got.append((line, scale, name, rest))

        with TestHost(ext) as host:
            points = [{"x": 1.0, "y": 2}, {"x": 3, "tags": ["a"]}]
            result = host.call_tool(
                "draw",
                {
                    "line": {"points": points, "colour": "blue"},
                    "scale": 1,
                    "name": None,
                    "more": True,
                },
            )
            self.assertIsNone(result.is_error, result)
            bad = host.call_tool("draw", {"line": {"points": [{}]}, "scale": "1"})
            self.assertRegex(
                str(bad.content), "/line/points/0/x is missing; /scale must"
            )
        line = Line([Point(1, 2.0), Point(3, tags=["a"])], Colour.BLUE)
        self.assertEqual(got, [(line, 1.0, None, {"more": True})])
        self.assertIs(type(got[0][0].points[0].x), int)

    def test_of_unions_tuples_and_maps_are_converted(self) -> None:
        for hint, value, wanted in (
            (Union[Point, str], {"x": 1}, Point(1)),
            (Union[Point, str], "p", "p"),
            (tuple[int, ...], [1.0, 2], (1, 2)),
            (tuple[float, Point], [1, {"x": 1}], (1.0, Point(1))),
            (dict[str, Point], {"a": {"x": 1}}, {"a": Point(1)}),
            (frozenset[str], ["a"], frozenset("a")),
        ):
            convert = converter(hint)
            assert convert is not None
            self.assertEqual(convert(value), wanted)

    def test_are_judged_by_the_keywords_of_json_schema(self) -> None:
        def judge(schema: dict[str, Any], value: Any) -> str | None:
            return check_arguments({"properties": {"v": schema}}, {"v": value})

        for schema, good, bad in (
            ({"type": "integer"}, 1.0, True),
            ({"type": ["string", "null"]}, None, 1),
            ({"minimum": 1, "exclusiveMaximum": 2}, 1, 2),
            ({"multipleOf": 5}, 10, 11),
            ({"minLength": 1, "maxLength": 2}, "a", ""),
            ({"pattern": "^a"}, "ab", "ba"),
            ({"const": 1}, 1, True),
            ({"enum": [0, "a"]}, "a", False),
            ({"items": {"type": "string"}, "maxItems": 2}, ["a"], [1]),
            ({"uniqueItems": True}, [1, True], [1, 1.0]),
            (
                {"additionalProperties": False, "properties": {"a": {}}},
                {"a": 1},
                {"b": 1},
            ),
            ({"anyOf": [{"type": "string"}, {"minimum": 3}]}, 3, 2),
            ({"oneOf": [{"minimum": 1}, {"minimum": 3}]}, 2, 4),
            ({"allOf": [{"minimum": 1}, {"maximum": 3}]}, 2, 4),
            ({"not": {"type": "string"}}, 1, "a"),
        ):
            with self.subTest(schema=schema):
                self.assertIsNone(judge(schema, good))
                self.assertRegex(judge(schema, bad) or "", "^invalid arguments: /v")
        root = {
            "$defs": {"p": {"type": "string"}},
            "properties": {"v": {"$ref": "#/$defs/p"}},
        }
        self.assertIsNone(check_arguments(root, {"v": "a"}))
        self.assertIsNotNone(check_arguments(root, {"v": 1}))


if __name__ == "__main__":
    unittest.main()
