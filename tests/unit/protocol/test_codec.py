"""Lines to records: everything of both versions is typed, nothing that a peer sends raises."""

from __future__ import annotations

import json
from typing import Any

import msgspec
import pytest
from hypothesis import given
from hypothesis import strategies as st

from app.protocol import codec, commands, events, messages, responses
from app.protocol.codec import MalformedLine, UnknownRecord, decode, encode_command, encode_response
from app.protocol.leniency import loads
from app.protocol.ui_requests import (
    _REQUESTS,
    CancelledResponse,
    ConfirmedResponse,
    InputRequest,
    SelectRequest,
    ValueResponse,
)
from tests.support.replaying import RECORDINGS, rows

EVENTS = {
    "agent_start", "agent_end", "agent_settled", "turn_start", "turn_end", "message_start", "message_update",
    "message_end", "tool_execution_start", "tool_execution_update", "tool_execution_end", "queue_update",
    "entry_appended", "session_info_changed", "thinking_level_changed", "compaction_start", "compaction_end",
    "auto_retry_start", "auto_retry_end", "summarization_retry_scheduled", "summarization_retry_attempt_start",
    "summarization_retry_finished", "bash_execution_update", "extension_error",
}  # fmt: skip
COMMANDS = {
    "prompt", "steer", "follow_up", "abort", "clear_queue", "new_session", "get_state", "set_model", "cycle_model",
    "get_available_models", "set_thinking_level", "cycle_thinking_level", "get_available_thinking_levels",
    "set_steering_mode", "set_follow_up_mode", "compact", "set_auto_compaction", "set_auto_retry", "abort_retry",
    "bash", "abort_bash", "get_session_stats", "export_html", "switch_session", "fork", "clone",
    "get_fork_messages", "get_entries", "get_tree", "get_last_assistant_text", "set_session_name", "get_messages",
    "get_commands",
}  # fmt: skip
METHODS = sorted(_REQUESTS)
FIELDS = [
    "id", "title", "message", "options", "timeout", "placeholder", "prefill", "notifyType", "statusKey", "statusText",
    "widgetKey", "widgetLines", "widgetPlacement", "text",
]  # fmt: skip
LINES = [row.line for path in sorted(RECORDINGS.glob("*/*.jsonl")) for row in rows(path) if row.direction == "out"]
SHORT = [line for line in LINES if len(line) < 3_000]
# Whole numbers beyond what a float holds, and halves of surrogate pairs: JSON carries both.
ANYTHING = st.recursive(
    st.none()
    | st.booleans()
    | st.integers()
    | st.integers(10**308, 10**400)
    | st.floats()
    | st.text()
    | st.text(st.characters(categories=["Cs"])),
    lambda inner: st.lists(inner, max_size=4) | st.dictionaries(st.text(), inner, max_size=4),
    max_leaves=12,
)


def line_of(value: Any) -> bytes:
    """Return *value* as the agent would print it."""
    return json.dumps(value).encode()


@pytest.mark.parametrize("name", sorted(EVENTS))
def test_every_event_is_typed_with_nothing_but_its_type(name: str) -> None:
    record = decode(line_of({"type": name}))
    assert type(record).__struct_config__.tag == name


def test_every_command_is_typed() -> None:
    assert {kind.__struct_config__.tag for kind in commands.AnyCommand.__args__} == COMMANDS
    assert set(responses.RESPONSE_DATA) <= COMMANDS


def test_a_command_leaves_out_what_it_does_not_say() -> None:
    assert json.loads(encode_command(commands.Prompt("hi"), "1")) == {"id": "1", "type": "prompt", "message": "hi"}
    steering = commands.Prompt("hi", [messages.ImageContent("AA", "image/png")], "steer")
    assert json.loads(encode_command(steering, "2")) == {
        "id": "2",
        "type": "prompt",
        "message": "hi",
        "images": [{"type": "image", "data": "AA", "mimeType": "image/png"}],
        "streamingBehavior": "steer",
    }
    assert commands.command_name(steering) == "prompt"


def test_a_line_ends_with_one_lf_and_holds_none() -> None:
    line = encode_command(commands.Prompt("a\nb\u2028c"), "1")
    assert line.endswith(b"\n")
    assert line.count(b"\n") == 1


@pytest.mark.parametrize("wire_id", ["uuid-1", 7, None, {"odd": [1]}])
def test_an_answer_has_exactly_three_keys_and_echoes_its_id(wire_id: Any) -> None:
    head = {"type": "extension_ui_response", "id": wire_id}
    assert json.loads(encode_response(ValueResponse(id=wire_id, value=""))) == {**head, "value": ""}
    assert json.loads(encode_response(ConfirmedResponse(id=wire_id, confirmed=False))) == {**head, "confirmed": False}
    assert json.loads(encode_response(CancelledResponse(id=wire_id))) == {**head, "cancelled": True}


def test_half_a_surrogate_pair_comes_in_and_goes_out() -> None:
    request = decode(rb'{"type":"extension_ui_request","id":"1","method":"select","options":["a\ud83d","b"]}')
    assert isinstance(request, SelectRequest)
    line = encode_response(ValueResponse(id="1", value=request.options[0]))
    assert rb"a\ud83d" in line
    assert json.loads(line)["value"] == "a\ud83d"


def test_bytes_that_are_not_utf8_become_replacement_characters() -> None:
    record = decode(b'{"type":"bash_execution_update","id":"1","delta":"latin \xe9"}')
    assert record == events.BashExecutionUpdate("1", "latin \ufffd")


@pytest.mark.parametrize("line", [b"not json", b"[1,2]", b"null", b'"text"', b"3", b"\xc3", b"[" * 100_000, b"{"])
def test_a_line_that_is_no_record_is_malformed(line: bytes) -> None:
    record = decode(line)
    assert isinstance(record, MalformedLine)
    assert len(record.excerpt) <= 401


@pytest.mark.parametrize("kind", ["brand_new", "", None, 3, ["list"], {"a": 1}])
def test_a_record_of_an_unknown_type_is_unknown(kind: Any) -> None:
    record = decode(line_of({"type": kind, "payload": 1}))
    assert isinstance(record, UnknownRecord)
    assert record.kind == str(kind)


def test_an_unknown_role_block_and_step_keep_their_names() -> None:
    message = {"role": "oracle", "content": [{"type": "hologram"}, {"type": "text", "text": "seen"}, 5]}
    record = decode(line_of({"type": "message_end", "message": message}))
    assert isinstance(record, events.MessageEnd)
    assert record.message == messages.UnknownMessage(
        "oracle", [messages.UnknownContent("hologram"), messages.TextContent("seen")]
    )
    step = decode(line_of({"type": "message_update", "assistantMessageEvent": {"type": "hum", "contentIndex": 2}}))
    assert step == events.MessageUpdate(events.UnknownDelta(2, "hum"))


def test_what_breaks_its_type_counts_as_absent() -> None:
    record = decode(line_of({"type": "tool_execution_end", "toolCallId": "t", "toolName": None, "isError": "yes"}))
    assert record == events.ToolExecutionEnd("t")
    message = {"role": "assistant", "content": None, "errorMessage": "quota", "usage": {"output": 4, "cost": 1}}
    end = decode(line_of({"type": "message_end", "message": message}))
    assert isinstance(end, events.MessageEnd)
    assert isinstance(end.message, messages.AssistantMessage)
    assert (end.message.content, end.message.error_message) == ("", "quota")


def test_a_response_is_typed_by_its_command() -> None:
    line = {"type": "response", "id": "1", "command": "get_state", "success": True, "data": {"isStreaming": True}}
    record = decode(line_of(line))
    assert isinstance(record, responses.Response)
    assert record.data == responses.SessionState(is_streaming=True)


@pytest.mark.parametrize(
    ("fields", "data"),
    [
        ({"command": "cycle_thinking_level", "data": None}, None),
        ({"command": "get_last_assistant_text", "data": {}}, responses.LastText()),
        ({"command": "abort", "data": {"ignored": 1}}, None),
        ({"command": "prompt", "data": {"disposition": 5}}, responses.Accepted()),
        ({"command": "prompt", "data": "nonsense"}, None),
        ({"command": "no_such_command", "data": 1}, None),
    ],
)
def test_odd_data_of_a_response_is_nothing_or_its_default(fields: dict[str, Any], data: object) -> None:
    for extra in ({}, {"error": 5}):
        record = decode(line_of({"type": "response", "id": "1", "success": True, **fields, **extra}))
        assert isinstance(record, responses.Response)
        assert record.data == data


def test_ids_that_are_not_ours_are_none() -> None:
    for wire_id in (5, None, ["x"]):
        record = decode(line_of({"type": "response", "id": wire_id, "command": "abort", "success": "maybe"}))
        assert isinstance(record, responses.Response)
        assert record.id is None
        assert not record.success


@pytest.mark.parametrize("depth", [200, 900, 990, 1_010, 5_000, 100_000])
def test_a_tree_of_any_depth_answers_its_command(depth: int) -> None:
    deep = b'[{"children":' * depth + b"[]" + b"}]" * depth
    record = decode(b'{"id":"1","type":"response","command":"get_tree","success":true,"data":{"tree":' + deep + b"}}")
    assert isinstance(record, responses.Response)
    assert (record.id, record.command, record.success) == ("1", "get_tree", True)
    if depth in (200, 100_000):
        # In between it depends on how deep this Python lets C code call itself.
        assert (record.data is None) == (depth == 100_000)


@pytest.mark.parametrize(
    "place",
    [
        b'{"type":%s}',
        b'{"type":"message_end","message":{"role":%s}}',
        b'{"type":"message_end","message":{"role":"user","content":[{"type":%s}]}}',
        b'{"type":"tool_execution_start","toolName":5,"args":%s}',
        b'{"type":"extension_ui_request","id":%s,"method":"confirm"}',
        b'{"type":"extension_ui_request","id":1,"method":"select","title":%s,"options":[%s]}',
        b'{"type":"odd","data":{"more":1,"data":%s}}',
    ],
)
def test_no_depth_of_nesting_raises(place: bytes) -> None:
    for depth in [*range(1, 900, 60), *range(900, 1_020), 5_000]:
        deep = b"[" * depth + b"]" * depth
        assert decode(place.replace(b"%s", deep)) is not None


def test_an_unreadable_datum_answers_its_command_all_the_same() -> None:
    wire = codec._WireResponse("1", "get_tree", True, msgspec.Raw(b"[" * 100_000))
    assert codec._response(wire) == responses.Response("1", "get_tree", True, None)


def test_every_recorded_line_of_both_versions_is_known() -> None:
    strange = [line for line in LINES if isinstance(decode(line.encode()), UnknownRecord | MalformedLine)]
    assert strange == []


def test_every_recorded_line_fits_its_type_without_leniency() -> None:
    """What real agents of both versions print is declared as they print it, lone surrogates aside."""
    for line in LINES:
        codec._decode_known(line.encode())


def test_of_two_equal_keys_the_last_one_counts() -> None:
    assert decode(b'{"type":"bash_execution_update","id":"1","id":"2"}') == events.BashExecutionUpdate("2")


@given(st.binary(max_size=200))
def test_no_bytes_raise(line: bytes) -> None:
    assert decode(line) is not None


@given(st.dictionaries(st.text(), ANYTHING, max_size=5), st.sampled_from([*sorted(EVENTS), "response", "x"]))
def test_no_object_raises(fields: dict[str, Any], kind: str) -> None:
    assert decode(line_of({**fields, "type": kind})) is not None


@given(st.sampled_from(METHODS), st.dictionaries(st.sampled_from(FIELDS), ANYTHING))
def test_a_request_keeps_its_method_whatever_its_fields_hold(method: str, fields: dict[str, Any]) -> None:
    record = decode(line_of({**fields, "type": "extension_ui_request", "method": method}))
    assert type(record) is _REQUESTS[method]


@given(ANYTHING)
def test_an_answer_echoes_any_id(wire_id: Any) -> None:
    request = decode(line_of({"type": "extension_ui_request", "id": wire_id, "method": "input"}))
    assert isinstance(request, InputRequest)
    answer = json.loads(encode_response(ValueResponse(id=request.id, value="")))
    assert answer["id"] == loads(line_of(wire_id))


@given(st.sampled_from(SHORT), st.data())
def test_a_recorded_line_with_a_field_broken_never_raises(line: str, data: st.DataObject) -> None:
    record = json.loads(line)
    holder: Any = record
    while True:
        keys = sorted(holder) if isinstance(holder, dict) else range(len(holder))
        key = data.draw(st.sampled_from(list(keys)))
        inner = holder[key]
        if not (isinstance(inner, dict | list) and inner and data.draw(st.booleans())):
            break
        holder = inner
    if data.draw(st.booleans()) and isinstance(holder, dict):
        del holder[key]
    else:
        holder[key] = data.draw(ANYTHING)
    assert decode(line_of(record)) is not None
