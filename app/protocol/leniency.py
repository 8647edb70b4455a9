"""Reading what does not fit: JSON that breaks its type becomes the nearest typed value, never an exception.

The agent adds fields and kinds with nearly every release, error paths send the least complete records, and forks
send others. So where the strict decoder refuses, each field is taken by itself: a value of the wrong type counts
as absent, an unknown tag becomes the union's unknown member.
"""

from __future__ import annotations

import json
import math
import types
from typing import Any, TypeVar, Union, cast, get_args, get_origin, get_type_hints

import msgspec
from msgspec import NODEFAULT, Struct

from app.protocol.framing import Line
from app.protocol.messages import UNKNOWN

T = TypeVar("T")
_ABSENT = object()


class NestedTooDeeplyError(ValueError):
    """JSON that no reader here can follow to its end."""


def loads(line: Line) -> Any:
    """Return the JSON value of *line*; raises ValueError for what is no JSON, NestedTooDeeplyError for what is deep.

    Bytes that are not UTF-8 become U+FFFD, and escaped halves of surrogate pairs are kept (JavaScript sends both).
    Numbers that are not finite are no JSON, but some writers print them: they read as null.
    """
    try:
        return msgspec.json.decode(line)
    except (ValueError, RecursionError):
        pass
    try:
        text = line.decode("utf-8", "replace")
        return json.loads(text, parse_float=_finite, parse_constant=_nothing)
    except RecursionError as error:
        raise NestedTooDeeplyError("The JSON is nested too deeply.") from error


def decode_as(kind: type[T], line: Line) -> T | None:
    """Return the JSON of *line* as *kind*, taking what fits; None when nothing does. Raises ValueError for no JSON."""
    try:
        return msgspec.json.decode(line, type=kind)
    except (ValueError, RecursionError):
        return cast(T | None, coerce(kind, loads(line)))


def coerce(kind: Any, value: Any) -> Any:
    """Return the plain JSON *value* as *kind*, taking what fits; None when nothing does."""
    result = _coerce(kind, value)
    return None if result is _ABSENT else result


def _finite(text: str) -> float | None:
    number = float(text)
    return number if math.isfinite(number) else None


def _nothing(_name: str) -> None:
    """Stand for NaN and the infinities."""


def _coerce(kind: Any, value: Any) -> Any:
    if value is None:
        return _ABSENT
    try:
        return msgspec.convert(value, kind)
    except (ValueError, RecursionError):
        pass
    origin = get_origin(kind)
    if origin in (Union, types.UnionType):
        return _coerce_union(get_args(kind), value)
    if origin is list and isinstance(value, list):
        items = (_coerce(get_args(kind)[0], item) for item in value)
        return [item for item in items if item is not _ABSENT]
    if isinstance(kind, type) and issubclass(kind, Struct) and isinstance(value, dict):
        return _coerce_struct(kind, value)
    return _ABSENT


def _coerce_union(members: tuple[Any, ...], value: Any) -> Any:
    tagged = [member for member in members if isinstance(member, type) and issubclass(member, Struct)]
    if tagged and isinstance(value, dict):
        return _coerce_struct(_member(tagged, value), value)
    for member in members:
        result = _coerce(member, value) if member not in tagged else _ABSENT
        if result is not _ABSENT:
            return result
    return _ABSENT


def _member(members: list[Any], value: dict[str, Any]) -> Any:
    by_tag = {member.__struct_config__.tag: member for member in members}
    tag = value.get(members[0].__struct_config__.tag_field)
    return by_tag.get(tag if isinstance(tag, str) else UNKNOWN, by_tag.get(UNKNOWN, members[0]))


def _coerce_struct(kind: Any, value: dict[str, Any]) -> Any:
    hints = get_type_hints(kind)
    given: dict[str, Any] = {}
    for field in msgspec.structs.fields(kind):
        result = _coerce(hints[field.name], value.get(field.encode_name))
        if result is not _ABSENT:
            given[field.name] = result
        elif field.default is NODEFAULT and field.default_factory is NODEFAULT:
            return _ABSENT
    if kind.__struct_config__.tag == UNKNOWN:
        given["kind"] = str(value.get(kind.__struct_config__.tag_field, ""))
    return kind(**given)
