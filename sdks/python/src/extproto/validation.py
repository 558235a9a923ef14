"""Arguments are checked against the tool's schema before its handler sees them.

The keywords of JSON Schema that describe tools are known here; others are not checked.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Mapping
from typing import Any

_MOST = 5

_TYPES: dict[str, Callable[[object], bool]] = {
    "object": lambda value: isinstance(value, dict),
    "array": lambda value: isinstance(value, list),
    "string": lambda value: isinstance(value, str),
    "boolean": lambda value: isinstance(value, bool),
    "null": lambda value: value is None,
    "number": lambda value: _is_number(value),
    "integer": lambda value: _is_number(value)
    and (isinstance(value, int) or float(value).is_integer()),  # type: ignore[arg-type]
}

_BOUNDS: dict[str, tuple[Callable[[Any, Any], bool], str]] = {
    "minimum": (lambda value, bound: value >= bound, "must be at least"),
    "maximum": (lambda value, bound: value <= bound, "must be at most"),
    "exclusiveMinimum": (lambda value, bound: value > bound, "must be more than"),
    "exclusiveMaximum": (lambda value, bound: value < bound, "must be less than"),
}


def check_arguments(schema: Mapping[str, Any], args: object) -> str | None:
    """What is wrong with the arguments, in one line; None where nothing is."""
    told = [
        f"{path or 'the arguments'} {problem}"
        for path, problem in problems(schema, args, "", schema)
    ]
    if not told:
        return None
    more = f"; and {len(told) - _MOST} more" if len(told) > _MOST else ""
    return f"invalid arguments: {'; '.join(told[:_MOST])}{more}"


def problems(
    schema: object, value: object, path: str, root: Mapping[str, Any]
) -> Iterator[tuple[str, str]]:
    """What is wrong with a value: the place and a phrase."""
    if schema is False:
        yield path, "is not allowed"
    if not isinstance(schema, Mapping):
        return
    wanted = _types_of(schema)
    if wanted and not any(_TYPES[name](value) for name in wanted):
        yield path, f"must be {' or '.join(wanted)}"
        return
    if "enum" in schema and not any(_equal(value, one) for one in schema["enum"]):
        yield path, f"must be one of {', '.join(map(repr, schema['enum']))}"
    if "const" in schema and not _equal(value, schema["const"]):
        yield path, f"must be {schema['const']!r}"
    if _is_number(value):
        yield from _number_problems(schema, value, path)
    elif isinstance(value, str):
        yield from _length_problems(schema, value, path, ("minLength", "maxLength"))
        pattern = schema.get("pattern")
        if isinstance(pattern, str) and not _matches(pattern, value):
            yield path, f"must match {pattern}"
    elif isinstance(value, list):
        yield from _array_problems(schema, value, path, root)
    elif isinstance(value, dict):
        yield from _object_problems(schema, value, path, root)
    yield from _combined_problems(schema, value, path, root)


def fits(schema: Mapping[str, Any], value: object) -> bool:
    """Whether a value is one that the schema allows."""
    return next(problems(schema, value, "", schema), None) is None


def with_integers(
    schema: object, value: Any, root: Mapping[str, Any] | None = None
) -> Any:
    """The value with an int for every float that the schema takes for an integer: JSON
    may write it 2.0.
    """
    if not isinstance(schema, Mapping):
        return value
    top = schema if root is None else root
    forms = [one for name in ("anyOf", "oneOf") for one in schema.get(name, [])]
    fitting = (
        one for one in forms if next(problems(one, value, "", top), None) is None
    )
    for inner in (
        _resolved(schema.get("$ref"), top),
        *schema.get("allOf", []),
        next(fitting, None),
    ):
        value = with_integers(inner, value, top)
    if isinstance(value, float):
        wanted = _types_of(schema)
        whole = "integer" in wanted and "number" not in wanted and value.is_integer()
        return int(value) if whole else value
    if isinstance(value, list):
        first, rest = schema.get("prefixItems", []), schema.get("items")
        return [
            with_integers(first[at] if at < len(first) else rest, item, top)
            for at, item in enumerate(value)
        ]
    if isinstance(value, dict):
        known, other = schema.get("properties", {}), schema.get("additionalProperties")
        return {
            name: with_integers(known.get(name, other), item, top)
            for name, item in value.items()
        }
    return value


def _types_of(schema: Mapping[str, Any]) -> list[str]:
    told = schema.get("type", [])
    names = [told] if isinstance(told, str) else told
    return [name for name in names if name in _TYPES]


def _number_problems(
    schema: Mapping[str, Any], value: Any, path: str
) -> Iterator[tuple[str, str]]:
    for keyword, (holds, phrase) in _BOUNDS.items():
        bound = schema.get(keyword)
        if _is_number(bound) and not holds(value, bound):
            yield path, f"{phrase} {bound}"
    step = schema.get("multipleOf")
    if _is_number(step) and step and value % step != 0:
        yield path, f"must be a multiple of {step}"


def _length_problems(
    schema: Mapping[str, Any], value: str | list[Any], path: str, names: tuple[str, str]
) -> Iterator[tuple[str, str]]:
    unit = "characters" if isinstance(value, str) else "items"
    least, most = schema.get(names[0]), schema.get(names[1])
    if isinstance(least, int) and len(value) < least:
        yield path, f"must have at least {least} {unit}"
    if isinstance(most, int) and len(value) > most:
        yield path, f"must have at most {most} {unit}"


def _array_problems(
    schema: Mapping[str, Any], value: list[Any], path: str, root: Mapping[str, Any]
) -> Iterator[tuple[str, str]]:
    yield from _length_problems(schema, value, path, ("minItems", "maxItems"))
    first = schema.get("prefixItems", [])
    for index, item in enumerate(value):
        inner = first[index] if index < len(first) else schema.get("items")
        yield from problems(inner, item, f"{path}/{index}", root)
    if schema.get("uniqueItems") is True and any(
        _equal(item, other) for at, item in enumerate(value) for other in value[:at]
    ):
        yield path, "must not have an item twice"


def _object_problems(
    schema: Mapping[str, Any], value: dict[str, Any], path: str, root: Mapping[str, Any]
) -> Iterator[tuple[str, str]]:
    for name in schema.get("required", []):
        if name not in value:
            yield f"{path}/{name}", "is missing"
    known = schema.get("properties", {})
    other = schema.get("additionalProperties")
    for name, item in value.items():
        if name in known:
            yield from problems(known[name], item, f"{path}/{name}", root)
        elif "patternProperties" not in schema:
            yield from problems(other, item, f"{path}/{name}", root)


def _combined_problems(
    schema: Mapping[str, Any], value: object, path: str, root: Mapping[str, Any]
) -> Iterator[tuple[str, str]]:
    def good(inner: object) -> bool:
        return next(problems(inner, value, path, root), None) is None

    if "$ref" in schema:
        yield from problems(_resolved(schema["$ref"], root), value, path, root)
    for inner in schema.get("allOf", []):
        yield from problems(inner, value, path, root)
    if "anyOf" in schema and not any(map(good, schema["anyOf"])):
        yield path, "fits none of the alternatives"
    if "oneOf" in schema and sum(map(good, schema["oneOf"])) != 1:
        yield path, "must fit exactly one of the alternatives"
    if "not" in schema and good(schema["not"]):
        yield path, "is not allowed"


def _resolved(reference: object, root: Mapping[str, Any]) -> object:
    """The schema that a reference within the same schema names."""
    if not isinstance(reference, str) or not reference.startswith("#"):
        return None
    found: Any = root
    for part in reference[1:].split("/")[1:]:
        name = part.replace("~1", "/").replace("~0", "~")
        found = found.get(name) if isinstance(found, Mapping) else None
    return found


def _matches(pattern: str, value: str) -> bool:
    try:
        return re.search(pattern, value) is not None
    except re.error:
        return True  # An expression of another language: nothing is known of it here.


def _is_number(value: object) -> bool:
    return isinstance(value, (int, float)) and not isinstance(value, bool)


def _equal(a: object, b: object) -> bool:
    return isinstance(a, bool) == isinstance(b, bool) and a == b
