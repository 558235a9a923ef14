"""Type hints to JSON Schema, and arguments of JSON to values of those types."""

from __future__ import annotations

import dataclasses
import enum
import types
import typing
from collections.abc import Callable, Mapping, Sequence
from typing import Any

from ._generated.codec import JsonObject
from .validation import fits

Convert = Callable[[Any], Any]

_PLAIN: dict[object, str] = {
    str: "string",
    int: "integer",
    float: "number",
    bool: "boolean",
    type(None): "null",
}
_LISTS = (list, tuple, set, frozenset)


def schema_of(hint: object, outer: tuple[type, ...] = ()) -> JsonObject:
    """The schema of a type; raises `TypeError` where it has none."""
    if hint in (Any, object):
        return {}
    if hint is None:
        return {"type": "null"}
    plain = _PLAIN.get(hint) if isinstance(hint, type) else None
    if plain is not None:
        return {"type": plain}
    origin, args = typing.get_origin(hint), typing.get_args(hint)
    if origin is typing.Annotated:
        return _annotated(schema_of(args[0], outer), args[1:])
    if origin is typing.Literal:
        return _enumerated(list(args))
    if _is_union(origin):
        return {"anyOf": [schema_of(one, outer) for one in args]}
    if _is_list(hint, origin):
        return _array(hint, origin, args, outer)
    if (origin or hint) in (dict, Mapping, typing.Mapping):
        values = schema_of(args[1], outer) if len(args) == 2 else {}
        return {
            "type": "object",
            **({"additionalProperties": values} if values else {}),
        }
    if isinstance(hint, type):
        if issubclass(hint, enum.Enum):
            return _enumerated([member.value for member in hint])
        if hint in outer:
            raise TypeError(f"{hint.__name__} contains itself")
        if dataclasses.is_dataclass(hint) or typing.is_typeddict(hint):
            return _record(hint, (*outer, hint))
    raise TypeError(f"{_name(hint)} has no form in JSON Schema")


def converter(hint: object) -> Convert | None:
    """What makes a value of the type from JSON that fits its schema; None where the
    value is one already.
    """
    origin, args = typing.get_origin(hint), typing.get_args(hint)
    if hint is int:
        return int  # 1.0 is an integer in JSON.
    if hint is float:
        return float
    if origin is typing.Annotated:
        return converter(args[0])
    if _is_union(origin):
        return _union_converter(args)
    if _is_list(hint, origin):
        made = origin if origin in _LISTS else hint if hint in _LISTS else list
        return _list_converter(typing.cast(Callable[[Any], Any], made), args)
    if (origin or hint) in (dict, Mapping, typing.Mapping):
        inner = converter(args[1]) if len(args) == 2 else None
        if inner is None:
            return None
        return lambda value: {name: inner(item) for name, item in value.items()}
    if isinstance(hint, type):
        if issubclass(hint, enum.Enum):
            return hint
        if dataclasses.is_dataclass(hint):
            return _record_converter(hint)
    return None


def without_none(hint: object) -> object | None:
    """`T` of `T | None`; None for any other type."""
    if typing.get_origin(hint) is typing.Annotated:
        inner, *notes = typing.get_args(hint)
        bare = without_none(inner)
        if bare is None:
            return None
        parts = (bare, *notes)
        noted: object = typing.Annotated[parts]
        return noted
    args = typing.get_args(hint)
    if not _is_union(typing.get_origin(hint)) or type(None) not in args:
        return None
    rest = tuple(one for one in args if one is not type(None))
    return typing.Union[rest]


def _annotated(schema: JsonObject, notes: Sequence[object]) -> JsonObject:
    """`Annotated[T, "what it is", {"minimum": 1}]`."""
    for note in notes:
        if isinstance(note, str):
            schema = {**schema, "description": note}
        elif isinstance(note, Mapping):
            schema = {**schema, **note}
    return schema


def _enumerated(values: list[Any]) -> JsonObject:
    kinds = {_PLAIN.get(type(value)) for value in values}
    if None in kinds:
        raise TypeError("values of an enumeration have to be strings, numbers or bools")
    kind = kinds.pop() if len(kinds) == 1 else None
    return {**({"type": kind} if kind else {}), "enum": values}


def _array(
    hint: object, origin: object, args: Sequence[Any], outer: tuple[type, ...]
) -> JsonObject:
    items = [one for one in args if one is not Ellipsis]
    made = origin or hint
    if made is tuple and items and Ellipsis not in args:
        count = len(items)
        first = [schema_of(one, outer) for one in items]
        return {
            "type": "array",
            "prefixItems": first,
            "minItems": count,
            "maxItems": count,
        }
    inner = schema_of(items[0], outer) if items else {}
    unique = {"uniqueItems": True} if made in (set, frozenset) else {}
    return {"type": "array", **({"items": inner} if inner else {}), **unique}


def _record(hint: type, outer: tuple[type, ...]) -> JsonObject:
    hints = typing.get_type_hints(hint, include_extras=True)
    if dataclasses.is_dataclass(hint):
        required = [field.name for field in _fields(hint) if _is_required(field)]
        names = [field.name for field in _fields(hint)]
    else:
        required = sorted(getattr(hint, "__required_keys__", ()), key=list(hints).index)
        names = list(hints)
    schema: JsonObject = {
        "type": "object",
        "properties": {name: schema_of(hints[name], outer) for name in names},
    }
    if required:
        schema["required"] = required
    return schema


def _fields(hint: type) -> list[dataclasses.Field[Any]]:
    return [field for field in dataclasses.fields(hint) if field.init]


def _is_required(field: dataclasses.Field[Any]) -> bool:
    missing = dataclasses.MISSING
    return field.default is missing and field.default_factory is missing


def _union_converter(args: Sequence[object]) -> Convert:
    members = [(schema_of(one), converter(one)) for one in args]

    def convert(value: Any) -> Any:
        for schema, inner in members:
            if fits(schema, value):
                return value if inner is None else inner(value)
        return value

    return convert


def _list_converter(made: Callable[[Any], Any], args: Sequence[object]) -> Convert:
    if made is tuple and args and Ellipsis not in args:
        each = [converter(one) for one in args]
        return lambda value: tuple(
            item if inner is None else inner(item) for inner, item in zip(each, value)
        )
    inner = converter(args[0]) if args else None
    return lambda value: made(value if inner is None else map(inner, value))


def _record_converter(hint: type) -> Convert:
    hints = typing.get_type_hints(hint, include_extras=True)
    inner = {field.name: converter(hints[field.name]) for field in _fields(hint)}

    def convert(value: Mapping[str, Any]) -> Any:
        held = {name: made for name, made in inner.items() if name in value}
        return hint(
            **{
                name: value[name] if made is None else made(value[name])
                for name, made in held.items()
            }
        )

    return convert


def _is_union(origin: object) -> bool:
    return origin is typing.Union or origin is types.UnionType


def _is_list(hint: object, origin: object) -> bool:
    return (origin or hint) in (*_LISTS, Sequence, typing.Sequence)


def _name(hint: object) -> str:
    return hint.__name__ if isinstance(hint, type) else str(hint)
