"""Bytes to lines: LF and nothing else ends a line, in any chunking, within the bound."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from app.protocol.framing import LineFramer


def lines_of(framer: LineFramer, data: bytes, size: int) -> list[bytes]:
    """Feed *data* in pieces of *size* bytes."""
    return [line for start in range(0, len(data), size) for line in framer.feed(data[start : start + size])]


def test_lf_ends_a_line_and_one_cr_before_it_is_dropped() -> None:
    framer = LineFramer()
    assert framer.feed(b"one\ntwo\r\nthree\r\r\n\nrest") == [b"one", b"two", b"three\r", b""]
    assert framer.finish() == b"rest"
    assert framer.finish() is None


@pytest.mark.parametrize("separator", ["\u2028", "\u2029", "\u0085", "\x0b", "\x0c", "\x1c", "\x1d", "\x1e", "\r"])
def test_nothing_else_ends_a_line(separator: str) -> None:
    text = f"left{separator}right".encode()
    assert LineFramer().feed(text + b"\n") == [text]


@given(st.lists(st.binary(max_size=30)), st.integers(1, 12))
def test_any_chunking_gives_the_same_lines(parts: list[bytes], size: int) -> None:
    data = b"\n".join(parts)
    framer = LineFramer()
    lines = lines_of(framer, data, size)
    tail = framer.finish()
    expected = [part.removesuffix(b"\r") for part in data.split(b"\n")]
    assert lines == expected[:-1]
    assert tail == (expected[-1] or None)


@pytest.mark.parametrize("size", [1, 3, 100])
def test_each_line_over_the_bound_is_discarded_and_told_once(size: int) -> None:
    framer = LineFramer(limit=5)
    lines = lines_of(framer, b"12345\n12345\r\n123456\nok\n123456\r\n12345678\n1234567890", size)
    assert lines == [b"12345", b"12345", b"ok"]
    assert framer.take_discarded() == [6, 7, 8]
    assert framer.take_discarded() == []
    assert framer.finish() is None
    assert framer.take_discarded() == [10]


def test_the_cr_of_a_line_at_the_bound_may_come_later() -> None:
    framer = LineFramer(limit=5)
    assert framer.feed(b"12345\r") == []
    assert framer.feed(b"\nnext\n") == [b"12345", b"next"]
    assert framer.take_discarded() == []


@given(st.lists(st.binary(max_size=12).filter(lambda part: b"\n" not in part)), st.integers(1, 12), st.integers(1, 9))
def test_any_chunking_keeps_and_discards_the_same_lines(parts: list[bytes], size: int, limit: int) -> None:
    framer = LineFramer(limit)
    lines = lines_of(framer, b"".join(part + b"\n" for part in parts), size)
    kept = [part.removesuffix(b"\r") for part in parts]
    assert lines == [line for line in kept if len(line) <= limit]
    long = [len(part) for part, line in zip(parts, kept, strict=True) if len(line) > limit]
    assert framer.take_discarded() == long


def test_what_is_over_the_bound_is_not_kept_while_it_comes() -> None:
    framer = LineFramer(limit=1_000)
    for _ in range(100):
        assert framer.feed(b"x" * 1_000) == []
        assert len(framer._begun) <= 1_001
    assert framer.feed(b"\nnext\n") == [b"next"]
    assert framer.take_discarded() == [100_000]


def test_a_line_of_fifty_megabytes_arrives_whole() -> None:
    line = b"x" * 50_000_000
    assert lines_of(LineFramer(), line + b"\n", 65_536) == [line]


def test_a_line_that_came_in_pieces_is_not_copied_when_it_ends() -> None:
    framer = LineFramer()
    framer.feed(b"one ")
    begun = framer._begun
    (line,) = framer.feed(b"line\nnext")
    assert line is begun
    assert line == b"one line"
    assert framer.finish() == b"next"


def test_a_bound_must_be_possible() -> None:
    with pytest.raises(ValueError, match="at least one byte"):
        LineFramer(limit=0)
