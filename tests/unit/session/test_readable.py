"""Long text fit for display: every word is kept, every line can be laid out."""

from __future__ import annotations

from hypothesis import given
from hypothesis import strategies as st

from app.session.readable import readable_lines


def test_long_lines_are_broken_and_controls_are_shown() -> None:
    assert readable_lines("short\r\n\x1b[31m\x00\x7f") == "short\n␛[31m␀␡"
    lines = readable_lines("x" * 2500 + "\n" + "y" * 1000).split("\n")
    assert [len(line) for line in lines] == [1000, 1000, 500, 1000]


def test_what_needs_nothing_stays_as_it_is() -> None:
    text = "one\ttab\n" + "y" * 1000
    assert readable_lines(text) == text
    assert readable_lines("") == ""


@given(st.text())
def test_no_word_is_lost_for_display(text: str) -> None:
    letters = [letter for letter in text if letter.isalnum()]
    assert [letter for letter in readable_lines(text) if letter.isalnum()] == letters
