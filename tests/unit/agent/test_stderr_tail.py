"""The kept end of the error stream: bounded, plain, readable."""

from __future__ import annotations

from hypothesis import given
from hypothesis import strategies as st

from app.agent.stderr_tail import LIMIT, LINE_LIMIT, StderrTail


def tail_of(*pieces: bytes, limit: int = LIMIT) -> str:
    tail = StderrTail(limit)
    for piece in pieces:
        tail.feed(piece)
    return tail.text


def test_escape_codes_and_control_characters_are_left_out() -> None:
    coloured = b"\x1b[1;31mError\x1b[0m: \x1b]8;;http://x\x1b\\file\x1b]8;;\x07 \x1b7gone\x00\x07\ttab"
    assert tail_of(coloured) == "Error: file gone\ttab"


def test_a_code_that_is_not_finished_takes_no_text_of_the_next_line() -> None:
    assert tail_of(b"\x1b]0;title\nnext\x1b[3") == "\nnext"


def test_carriage_returns_leave_what_a_terminal_would_show() -> None:
    assert tail_of(b"10 %\r50 %\r\ndone\r") == "50 %\ndone"


def test_only_the_last_lines_are_kept_and_the_first_of_them_is_whole() -> None:
    lines = b"".join(b"line %03d \xc3\xa9\n" % number for number in range(100))
    assert tail_of(lines, limit=40) == "line 097 é\nline 098 é\nline 099 é\n"


def test_a_long_line_is_cut() -> None:
    assert tail_of(b"x" * (LINE_LIMIT + 1)) == "x" * LINE_LIMIT + "…"


def test_a_flood_stays_bounded() -> None:
    tail = StderrTail()
    tail.feed(b"\x1b[31m" + b"x" * 5_000_000)
    for number in range(50_000):
        tail.feed(b"\x1b[2m[%06d]\x1b[0m a line of average length, nothing more\n" % number)
    assert len(tail._tail) <= 2 * LIMIT
    assert "\x1b" not in tail.text
    assert tail.text.endswith("[049999] a line of average length, nothing more\n")


@given(st.lists(st.binary(max_size=50)), st.integers(1, 64))
def test_the_tail_depends_on_the_bytes_and_not_on_how_they_are_cut(pieces: list[bytes], limit: int) -> None:
    whole = b"".join(pieces)
    if len(whole) <= limit:
        assert tail_of(*pieces, limit=limit) == tail_of(whole, limit=limit)
    assert len(tail_of(*pieces, limit=limit).encode()) <= 4 * limit
