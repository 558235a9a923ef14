"""What the signature and the docstring of a handler say about it."""

from __future__ import annotations

import inspect
import re
import typing
from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

from . import programming_errors as expect
from ._generated.codec import JsonObject, to_text
from .handlers import ToolContext
from .hints import Convert, converter, schema_of, without_none
from .validation import check_arguments, with_integers

Handler = Callable[..., Any]


class InvalidArguments(ValueError):
    """The arguments of a call do not fit the tool's schema."""


@dataclass(slots=True)
class Tool:
    """A tool as it is offered."""

    name: str
    description: str
    schema: JsonObject
    call: Callable[[JsonObject, ToolContext], Any]


def accepting(handler: Handler, most: int) -> Callable[..., Any]:
    """The handler, called with as many of the values as it has parameters for."""
    count = _positional(handler)
    if count >= most:
        return handler
    return lambda *values: handler(*values[:count])


def summary(function: Handler) -> str:
    """The docstring without what it says about parameters."""
    return _split_docstring(function)[0]


def tool_of(
    handler: Handler,
    *,
    name: str | None,
    description: str | None,
    schema: JsonObject | None,
    validate: bool,
) -> Tool:
    """The tool that a function makes. With a schema of its own the function takes the
    arguments as one dict; without one it takes each by name.
    """
    own_name = name or str(getattr(handler, "__name__", ""))
    expect.tool_name(own_name)
    said = summary(handler) if description is None else description
    if schema is not None:
        expect.object_schema(own_name, schema)
        return Tool(own_name, said, schema, _with_schema(handler, schema, validate))
    parameters = _Parameters(handler, own_name)
    return Tool(own_name, said, parameters.schema, parameters.caller(validate))


def _with_schema(
    handler: Handler, schema: JsonObject, validate: bool
) -> Callable[[JsonObject, ToolContext], Any]:
    handle = accepting(handler, 2)

    def call(args: JsonObject, context: ToolContext) -> Any:
        if validate:
            args = _checked(schema, args)
        return handle(args, context)

    return call


class _Parameters:
    """The parameters of a function: the properties of its schema."""

    def __init__(self, handler: Handler, name: str) -> None:
        self._handler = handler
        self._context: str | None = None
        self._converters: dict[str, Convert] = {}
        self._nullable: set[str] = set()
        self._names: set[str] = set()
        self._any = False
        described = _split_docstring(handler)[1]
        hints = _hints(handler, name)
        properties: JsonObject = {}
        required: list[str] = []
        for parameter in inspect.signature(handler).parameters.values():
            hint = hints.get(parameter.name, Any)
            if hint is ToolContext:
                self._context = parameter.name
            elif parameter.kind is parameter.VAR_KEYWORD:
                self._any = True
            elif parameter.kind in (
                parameter.POSITIONAL_ONLY,
                parameter.VAR_POSITIONAL,
            ):
                raise TypeError(
                    f"the tool {name} takes arguments by name: {parameter} cannot be one"
                )
            else:
                described_as = described.get(parameter.name)
                properties[parameter.name] = self._property(parameter, hint, name)
                if described_as:
                    properties[parameter.name].setdefault("description", described_as)
                if parameter.default is parameter.empty:
                    required.append(parameter.name)
        self.schema: JsonObject = {"type": "object", "properties": properties}
        if required:
            self.schema["required"] = required

    def _property(
        self, parameter: inspect.Parameter, hint: object, tool: str
    ) -> JsonObject:
        name, default = parameter.name, parameter.default
        self._names.add(name)
        bare = without_none(hint) if default is None else None
        if bare is not None:
            # It may be left out: that a model writes null instead is no mistake.
            self._nullable.add(name)
        wanted = hint if bare is None else bare
        try:
            schema = schema_of(wanted)
            made = converter(wanted)
        except TypeError as error:
            raise TypeError(
                f"the parameter {name} of the tool {tool}: {error}; "
                "use another type, or give the tool a schema="
            ) from error
        if made is not None:
            self._converters[name] = made
        if default is not parameter.empty and default is not None:
            try:
                to_text(default)
            except ValueError:
                pass  # It is a value of Python that JSON does not have.
            else:
                schema = {**schema, "default": default}
        return schema

    def caller(self, validate: bool) -> Callable[[JsonObject, ToolContext], Any]:
        """The function, called with arguments from JSON."""
        handler, context_name = self._handler, self._context

        def call(args: JsonObject, context: ToolContext) -> Any:
            given = {
                name: value
                for name, value in args.items()
                if not (value is None and name in self._nullable)
            }
            if validate:
                given = _checked(self.schema, given)
            values = {
                name: (
                    self._converters[name](value) if name in self._converters else value
                )
                for name, value in given.items()
                if self._any or name in self._names
            }
            if context_name is not None:
                values[context_name] = context
            return handler(**values)

        return call


def _checked(schema: JsonObject, args: JsonObject) -> Any:
    problem = check_arguments(schema, args)
    if problem is not None:
        raise InvalidArguments(problem)
    return with_integers(schema, args)


def _hints(handler: Handler, name: str) -> dict[str, Any]:
    try:
        return typing.get_type_hints(handler, include_extras=True)
    except NameError as error:
        raise TypeError(
            f"the type hints of the tool {name} name something that is not known where "
            f"its module begins: {error}"
        ) from error
    except TypeError:
        return {}  # An object that is called, without hints of its own.


def _positional(handler: Handler) -> int:
    try:
        parameters = inspect.signature(handler).parameters.values()
    except (TypeError, ValueError):
        return 99
    kinds = [parameter.kind for parameter in parameters]
    if inspect.Parameter.VAR_POSITIONAL in kinds:
        return 99
    return sum(
        kind
        in (inspect.Parameter.POSITIONAL_ONLY, inspect.Parameter.POSITIONAL_OR_KEYWORD)
        for kind in kinds
    )


_SECTION = re.compile(r"^(Args|Arguments|Parameters):\s*$", re.MULTILINE)
_OTHER = re.compile(r"^\w[\w ]*:\s*$")
_ENTRY = re.compile(r"^\s+\*{0,2}(\w+)(?:\s*\([^)]*\))?:\s*(.*)$")


def _split_docstring(function: Handler) -> tuple[str, dict[str, str]]:
    """The text of a docstring, and what its `Args:` say of each parameter."""
    doc = inspect.getdoc(function) or ""
    section = _SECTION.search(doc)
    if section is None:
        return doc.strip(), {}
    described: dict[str, str] = {}
    last = ""
    for line in doc[section.end() :].splitlines():
        entry = _ENTRY.match(line)
        if _OTHER.match(line):
            break
        if entry:
            last = entry[1]
            described[last] = entry[2].strip()
        elif last and line.strip():
            described[last] = f"{described[last]} {line.strip()}".strip()
    return doc[: section.start()].strip(), described
