"""One conversation: ids, responses in any order, noise, and the end."""

from __future__ import annotations

import json
from typing import Any

import pytest

from app.protocol.codec import MalformedLine, Noise, OversizedLine
from app.protocol.commands import ClearQueue, GetState, GetTree
from app.protocol.connection import Connection
from app.protocol.events import AgentStart
from app.protocol.responses import Response
from app.protocol.ui_requests import CancelledResponse, NotifyRequest
from tests.support.replaying import RECORDINGS

PROBES = RECORDINGS.parent / "probes"


def line(**fields: Any) -> bytes:
    """Return a record as a line."""
    return json.dumps(fields).encode() + b"\n"


def test_responses_find_their_command_in_any_order() -> None:
    connection = Connection()
    first, data = connection.send(GetState())
    second, _ = connection.send(GetState())
    assert json.loads(data)["id"] == first != second
    assert connection.outstanding == 2
    records = connection.receive_data(
        line(type="response", id=second, command="get_state", success=True)
        + line(type="response", id=first, command="get_state", success=True)
    )
    assert [record.id for record in records if isinstance(record, Response)] == [second, first]
    assert connection.outstanding == 0


def test_a_response_without_an_id_belongs_to_the_oldest_command_of_its_name() -> None:
    connection = Connection()
    connection.send(ClearQueue())
    first, _ = connection.send(GetTree())
    second, _ = connection.send(GetTree())
    answer = line(type="response", command="get_tree", success=False, error="Unknown command: get_tree")
    records = connection.receive_data(answer + answer + answer)
    assert [record.id for record in records if isinstance(record, Response)] == [first, second, None]
    assert connection.outstanding == 1


def test_text_before_the_first_record_is_noise_and_after_it_malformed() -> None:
    connection = Connection()
    records = connection.receive_data(b"Now using node v24\n\n  \n" + line(type="agent_start") + b"oops\n")
    assert [type(record) for record in records] == [Noise, AgentStart, MalformedLine]


def test_the_last_line_may_lack_its_lf() -> None:
    connection = Connection()
    connection.send(GetState())
    assert connection.receive_data(line(type="agent_start")[:-1]) == []
    assert connection.end_of_stream() == [AgentStart()]
    assert connection.outstanding == 0
    assert connection.end_of_stream() == []


def test_each_line_that_is_too_long_is_one_notice() -> None:
    connection = Connection(line_limit=40)
    assert connection.receive_data(b"x" * 100) == []
    records = connection.receive_data(b"x" * 100 + b"\n" + line(type="agent_start") + b"y" * 50 + b"\n" + b"z" * 60)
    assert records == [AgentStart(), OversizedLine(200), OversizedLine(50)]
    assert connection.end_of_stream() == [OversizedLine(60)]


@pytest.mark.parametrize("probe", ["B001", "B009", "B011", "B013", "B018", "B083"])
def test_a_probe_in_pieces_of_any_size_is_never_malformed(probe: str) -> None:
    data = (PROBES / f"{probe}.jsonl").read_bytes()
    whole = Connection().receive_data(data)
    assert len(whole) == data.count(b"\n")
    assert not [record for record in whole if isinstance(record, MalformedLine | Noise | OversizedLine)]
    connection = Connection()
    pieces = [record for byte in data for record in connection.receive_data(bytes([byte]))]
    assert pieces == whole


def test_b014_bytes_that_are_not_utf8_lose_no_other_record() -> None:
    notify = b'{"type":"extension_ui_request","id":"n","method":"notify","message":"%s"}\n'
    data = notify % b"latin \xe9 and \xff\xfe" + notify % b"cut \xf0\x9f\x98" + b"\xc3\n" + notify % b"still reading"
    records = Connection().receive_data(data)
    assert [record.message for record in records if isinstance(record, NotifyRequest)] == [
        "latin \ufffd and \ufffd\ufffd",
        "cut \ufffd",
        "still reading",
    ]
    assert [type(record) for record in records].count(MalformedLine) == 1


def test_an_answer_is_one_line() -> None:
    assert Connection().respond(CancelledResponse(id="d1")) == (
        b'{"type":"extension_ui_response","id":"d1","cancelled":true}\n'
    )
