/** The Python that does not depend on the model: reading with places in errors, and JSON in and out. */

/** The module `codec`, from its imports on. */
export const codecText = `from __future__ import annotations

import json
import math
import re
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Any, NoReturn, Protocol, TypeAlias, TypeVar

JsonObject: TypeAlias = dict[str, Any]
"""An object of JSON, as \`json.loads\` gives it."""

T = TypeVar("T")
Read: TypeAlias = Callable[[object], T]
"""Reads a value of JSON; raises \`Mismatch\`."""


class Encodable(Protocol):
    """What has a form in JSON."""

    def to_json(self) -> JsonObject:
        """Its form in JSON."""


@dataclass(slots=True)
class UnknownFrame:
    """A frame of a type, or of a variant of a known type, that this version does not
    know.
    """

    type: str
    variant: str | None
    """What told the variant; None where the type itself is unknown."""
    value: JsonObject
    raw: str
    """The line as it came; encoding gives it again."""

    def to_json(self) -> JsonObject:
        """Its form in JSON."""
        return self.value


@dataclass(slots=True)
class UnknownMember:
    """A member of a union that this version does not know."""

    tag: str
    """What tells it from the others."""
    value: JsonObject
    """The object as it came."""

    def to_json(self) -> JsonObject:
        """Its form in JSON."""
        return self.value


class DecodeError(ValueError):
    """A line that is not a frame, with the place that is wrong."""

    def __init__(
        self,
        code: str,
        problem: str,
        *,
        path: str = "",
        frame: str | None = None,
        value: JsonObject | None = None,
    ) -> None:
        place = f"{path} " if path else ""
        super().__init__(f"{frame}: {place}{problem}" if frame else f"{place}{problem}")
        self.code = code
        """EXT_NOT_JSON, EXT_NOT_OBJECT, EXT_NO_TYPE or EXT_INVALID_FRAME."""
        self.frame = frame
        """Qualified name of the frame; None where it is not known."""
        self.path = path
        """JSON Pointer to the value, or to the place where it is missing."""
        self.value = value
        """The object, where the line was one: it may tell which request it was."""


class Mismatch(Exception):
    """A value that is not what it has to be; \`path\` grows on the way out."""

    def __init__(self, expected: str, actual: object) -> None:
        super().__init__(expected)
        self.expected = expected
        self.actual = actual
        self.path = ""

    def below(self, name: str | int) -> Mismatch:
        """The same, seen from the object or array that has the value."""
        self.path = f"/{name}{self.path}"
        return self

    def __str__(self) -> str:
        actual = "missing" if self.actual is MISSING else brief(self.actual)
        return f"is {actual}: expected {self.expected}"


class Unlisted(Exception):
    """A frame whose tag no shape has."""


class _Missing:
    """Stands where there is no value."""


MISSING = _Missing()


def brief(value: object) -> str:
    """A value in an error: short, whatever it is."""
    if isinstance(value, dict):
        return "an object"
    if isinstance(value, list):
        return "an array"
    text = json.dumps(value, ensure_ascii=False)
    return text if len(text) <= 60 else f"{text[:57]}..."


def text(value: object) -> str:
    """Expects a string."""
    if isinstance(value, str):
        return value
    raise Mismatch("a string", value)


def non_empty(value: object) -> str:
    """Expects a string with at least one character."""
    if isinstance(value, str) and value:
        return value
    raise Mismatch("a non-empty string", value)


def integer(value: object) -> int:
    """Expects a number without a fraction."""
    if isinstance(value, int) and not isinstance(value, bool):
        return value
    if isinstance(value, float) and value.is_integer():
        return int(value)
    raise Mismatch("an integer", value)


def number(value: object) -> float:
    """Expects a number."""
    if isinstance(value, (int, float)) and not isinstance(value, bool):
        return value
    raise Mismatch("a number", value)


def flag(value: object) -> bool:
    """Expects true or false."""
    if isinstance(value, bool):
        return value
    raise Mismatch("true or false", value)


def anything(value: object) -> Any:
    """Expects any value."""
    if value is MISSING:
        raise Mismatch("a JSON value", value)
    return value


def json_object(value: object) -> JsonObject:
    """Expects an object, whatever is in it."""
    if isinstance(value, dict):
        return value
    raise Mismatch("an object", value)


def json_object_or_none(value: object) -> JsonObject | None:
    """Expects an object or null."""
    if value is None or isinstance(value, dict):
        return value
    raise Mismatch("an object or null", value)


def items(read: Read[T]) -> Read[list[T]]:
    """Expects an array, and reads its items."""

    def read_items(value: object) -> list[T]:
        if not isinstance(value, list):
            raise Mismatch("an array", value)
        found: list[T] = []
        for index, item in enumerate(value):
            try:
                found.append(read(item))
            except Mismatch as problem:
                raise problem.below(index)
        return found

    return read_items


class Fields:
    """Takes the known fields out of an object; what is left are the unknown ones."""

    __slots__ = ("_left",)

    def __init__(self, value: object) -> None:
        self._left = dict(json_object(value))

    def required(self, name: str, read: Read[T]) -> T:
        """A field that has to be there."""
        try:
            return read(self._left.pop(name, MISSING))
        except Mismatch as problem:
            raise problem.below(name)

    def optional(self, name: str, read: Read[T]) -> T | None:
        """A field that may be missing or null."""
        if self._left.get(name) is None:
            self._left.pop(name, None)
            return None
        return self.required(name, read)

    def defaulted(self, name: str, read: Read[T], otherwise: object) -> T:
        """A field that has a value of its own where it is missing or null."""
        if self._left.get(name) is None:
            self._left[name] = otherwise
        return self.required(name, read)

    def constant(self, name: str, expected: str | bool) -> None:
        """A field that has this value and no other."""
        value = self._left.pop(name, MISSING)
        if value != expected or type(value) is not type(expected):
            raise Mismatch(json.dumps(expected), value).below(name)

    def rest(self) -> JsonObject:
        """The fields that nobody asked for."""
        return self._left


def with_extra(out: JsonObject, extra: JsonObject) -> JsonObject:
    """Adds the unknown fields after the known ones."""
    for name, value in extra.items():
        out.setdefault(name, value)
    return out


def tag_of(value: object, tag: str) -> tuple[JsonObject, str]:
    """The object and the string that tells which member of a union it is."""
    body = json_object(value)
    try:
        return body, text(body.get(tag, MISSING))
    except Mismatch as problem:
        raise problem.below(tag)


def tagged(
    tag: str,
    shapes: Mapping[str, Read[T]],
    *,
    default: str | None = None,
    failure: Read[T] | None = None,
) -> Read[T]:
    """Reads the shape of a frame that its tag tells."""

    def read_shape(value: object) -> T:
        body = json_object(value)
        if failure is not None and body.get("success") is False:
            return failure(body)
        if default is not None and body.get(tag) in (None, ""):
            body = {**body, tag: default}
        body, told = tag_of(body, tag)
        shape = shapes.get(told)
        if shape is None:
            raise Unlisted(told)
        return shape(body)

    return read_shape


class Unreadable(ValueError):
    """What may be JSON, but is more than Python can hold."""


def parse(line: str) -> object:
    """The value of a text in JSON; raises \`ValueError\`."""
    try:
        return json.loads(line, parse_constant=_no_constant, parse_float=_float)
    except (json.JSONDecodeError, Unreadable):
        raise
    except RecursionError as error:
        raise Unreadable("is nested too deeply to be read") from error
    except ValueError as error:
        # An integer with more digits than Python converts at once.
        raise Unreadable("has an integer with too many digits to be read") from error


def _no_constant(name: str) -> NoReturn:
    raise json.JSONDecodeError(f"{name} is not JSON", name, 0)


def _float(digits: str) -> float:
    value = float(digits)
    if math.isinf(value):
        raise Unreadable(f"has a number that is too large to be read: {digits[:40]}")
    return value


_TOKEN = re.compile(r'"[^"\\\\]*(?:\\\\.[^"\\\\]*)*"|[][{}:,]')


def outer_strings(line: str) -> JsonObject:
    """The fields of an object that are strings, however deep the others are: they may
    tell which request it was.
    """
    found: JsonObject = {}
    depth = 0
    key: str | None = None
    before = last = ""
    for match in _TOKEN.finditer(line):
        token = match.group()
        if token in "[{":
            depth += 1
        elif token in "]}":
            depth -= 1
        elif depth == 1 and token == ":":
            key = last
        elif depth == 1 and token[0] == '"' and before == ":" and key is not None:
            found[_unquoted(key)] = _unquoted(token)
        before = token
        if token[0] == '"':
            last = token
    return found


def _unquoted(token: str) -> str:
    try:
        return str(json.loads(token, strict=False))
    except ValueError:
        return token


def decode(side: str, line: str, readers: Mapping[str, Read[T]]) -> T | UnknownFrame:
    """Decodes a line of a side; raises \`DecodeError\`."""
    try:
        value = parse(line)
    except Unreadable as error:
        raise DecodeError(
            "EXT_NOT_JSON", str(error), value=outer_strings(line)
        ) from error
    except ValueError as error:
        problem = "is not JSON: expected one JSON object on one line"
        raise DecodeError("EXT_NOT_JSON", problem) from error
    if not isinstance(value, dict):
        problem = f"is {brief(value)}: expected a JSON object"
        raise DecodeError("EXT_NOT_OBJECT", problem)
    kind = value.get("type", MISSING)
    if not isinstance(kind, str):
        problem = str(Mismatch("a string that names the frame", kind))
        raise DecodeError("EXT_NO_TYPE", problem, path="/type", value=value)
    read = readers.get(kind)
    if read is None:
        return UnknownFrame(kind, None, value, line)
    try:
        return read(value)
    except Unlisted as told:
        return UnknownFrame(kind, str(told), value, line)
    except Mismatch as wrong:
        raise DecodeError(
            "EXT_INVALID_FRAME",
            str(wrong),
            path=wrong.path,
            frame=f"{side}.{kind}",
            value=value,
        ) from None


def encode(frame: Encodable) -> str:
    """The line of a frame; raises \`ValueError\` where it has no form in JSON."""
    if isinstance(frame, UnknownFrame):
        return frame.raw
    return to_text(frame.to_json())


def to_text(value: object) -> str:
    """A value in JSON, on one line."""
    try:
        line = _encoder.encode(value)
    except (TypeError, RecursionError) as error:
        raise ValueError(f"it has no form in JSON: {error}") from error
    if line.isascii():
        return line
    try:
        line.encode()
    except UnicodeEncodeError:
        # Half of a surrogate pair has no form in UTF-8, but it has an escape.
        return json.dumps(value, allow_nan=False, separators=(",", ":"))
    return line


_encoder = json.JSONEncoder(ensure_ascii=False, allow_nan=False, separators=(",", ":"))
`;
