"""Framing: LF and nothing else ends a record."""

from __future__ import annotations

import io
import os

from hypothesis import given
from hypothesis import strategies as st

from app.demo.wire import Wire, encode, read_lines


def lines_of(data: bytes) -> list[bytes]:
    reading, writing = os.pipe()
    try:
        os.write(writing, data)
        os.close(writing)
        lines: list[bytes] = []
        read_lines(reading, lines.append)
        return lines
    finally:
        os.close(reading)


def test_lines_end_with_lf_or_crlf_and_the_last_one_with_nothing() -> None:
    assert lines_of(b"one\ntwo\r\n\nlast\r") == [b"one", b"two", b"", b"last"]
    assert lines_of(b"") == []


@given(st.lists(st.binary(max_size=20).filter(lambda line: not set(line) & set(b"\r\n"))))
def test_every_line_is_read_as_it_was_written(lines: list[bytes]) -> None:
    assert lines_of(b"".join(line + b"\n" for line in lines)) == lines


def test_records_keep_separators_and_escape_half_pairs() -> None:
    assert encode({"a": "ü\u2028"}) == '{"a":"ü\u2028"}\n'.encode()
    assert encode({"a": "\ud83d"}) == b'{"a":"\\ud83d"}\n'


def test_nothing_is_written_once_the_client_is_gone() -> None:
    class Broken(io.BytesIO):
        def flush(self) -> None:
            raise BrokenPipeError

    stream = Broken()
    wire = Wire(stream)
    wire.write({"a": 1})
    wire.write({"b": 2})
    assert stream.getvalue() == b'{"a":1}\n'
