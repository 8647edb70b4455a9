"""Lines to records, and commands and responses to lines. Nothing here raises for what a peer sends."""

from __future__ import annotations

import json
from typing import Any

import msgspec
from msgspec import Raw, Struct

from app.protocol.commands import Command
from app.protocol.events import Event, SessionEvent
from app.protocol.framing import Line
from app.protocol.leniency import NestedTooDeeplyError, coerce, decode_as, loads
from app.protocol.responses import RESPONSE_DATA, Response
from app.protocol.ui_requests import UiRequest, UiResponse, parse_request

_EXCERPT = 400


class UnknownRecord(Struct, frozen=True):
    """A record of a *kind* that this version does not know; *excerpt* is the start of its line."""

    kind: str
    excerpt: str


class MalformedLine(Struct, frozen=True):
    """A line that is no record: the peer broke the protocol."""

    reason: str
    excerpt: str


class OversizedLine(Struct, frozen=True):
    """A line over the bound was thrown away: it had *size* bytes."""

    size: int


class Noise(Struct, frozen=True):
    """A line before the first record, as wrappers, shells and SSH banners print them: no fault of the agent."""

    excerpt: str


Record = SessionEvent | Response | UiRequest | UnknownRecord | MalformedLine | OversizedLine | Noise


class _WireResponse(Event, tag="response"):
    id: Any = None
    command: str = ""
    success: bool = False
    data: Raw = Raw(b"null")
    error: str = ""


class _WireUiRequest(Event, tag="extension_ui_request"):
    """Only tells the kind; the request itself is read by its own models."""


_decode_known = msgspec.json.Decoder(SessionEvent | _WireResponse | _WireUiRequest).decode


def decode(line: Line) -> Record:
    """Return the record in *line* (without its line end)."""
    try:
        record = _decode_known(line)
    except (ValueError, RecursionError):
        return _decode_leniently(line)
    kind = type(record)
    if kind is _WireResponse:
        return _response(record)
    if kind is _WireUiRequest:
        return _decode_leniently(line)
    return record  # type: ignore[no-any-return]


def encode_command(command: Command, request_id: str) -> bytes:
    """Return the line for *command* with its line end."""
    return _encode({"id": request_id, **msgspec.to_builtins(command)})


def encode_response(response: UiResponse) -> bytes:
    """Return the line for the answer to an extension UI request, with its line end."""
    return _encode(response.model_dump())


def excerpt_of(line: Line) -> str:
    """Return the start of *line* as text, for notices and logs."""
    text = line[:_EXCERPT].decode("utf-8", "replace")
    return text if len(line) <= _EXCERPT else text + "…"


def _encode(value: dict[str, Any]) -> bytes:
    try:
        return msgspec.json.encode(value) + b"\n"
    except UnicodeEncodeError:
        # Half a surrogate pair has no UTF-8; JSON's escapes carry it.
        return json.dumps(value).encode("ascii") + b"\n"


def _decode_leniently(line: Line) -> Record:
    try:
        return _typed(loads(line), line)
    except (NestedTooDeeplyError, RecursionError):
        return _without_data(line)
    except ValueError as error:
        return MalformedLine(f"Not JSON: {error}", excerpt_of(line))


def _without_data(line: Line) -> Record:
    """Return the response in *line*, whose data is too deep to be read (`get_tree` of a long session).

    The command was answered all the same: the agent prints the data last, so what stands before it is enough.
    """
    head, _, _ = line.partition(b',"data":')
    try:
        value = loads(head + b"}")
    except ValueError:
        value = None
    if isinstance(value, dict) and value.get("type") == "response":
        return _response_of_plain(value)
    return MalformedLine("The JSON is nested too deeply.", excerpt_of(line))


def _typed(value: Any, line: Line) -> Record:
    if not isinstance(value, dict):
        return MalformedLine("JSON, but not an object.", excerpt_of(line))
    kind = value.get("type")
    if kind == "extension_ui_request":
        return parse_request(value)
    if kind == "response":
        return _response_of_plain(value)
    if isinstance(kind, str) and kind in _EVENTS:
        return coerce(_EVENTS[kind], value)  # type: ignore[no-any-return]
    return UnknownRecord(str(kind), excerpt_of(line))


_EVENTS: dict[Any, Any] = {event.__struct_config__.tag: event for event in SessionEvent.__args__}


def _response(wire: _WireResponse) -> Response:
    return Response(_as_id(wire.id), wire.command, wire.success, _data(wire), wire.error)


def _data(wire: _WireResponse) -> Struct | None:
    kind = RESPONSE_DATA.get(wire.command)
    if kind is None:
        return None
    try:
        return decode_as(kind, bytes(wire.data))
    except ValueError:
        # Nested too deeply to be read: the command was answered all the same.
        return None


def _response_of_plain(value: dict[str, Any]) -> Response:
    header = coerce(_ResponseHeader, value)
    data_kind = RESPONSE_DATA.get(header.command)
    data = coerce(data_kind, value.get("data")) if data_kind else None
    return Response(_as_id(value.get("id")), header.command, header.success, data, header.error)


class _ResponseHeader(Struct):
    command: str = ""
    success: bool = False
    error: str = ""


def _as_id(value: object) -> str | None:
    # Our ids are strings; any other id was not ours.
    return value if isinstance(value, str) else None
