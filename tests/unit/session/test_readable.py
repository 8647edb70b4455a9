"""Long text fit for display: every word is kept, every line can be laid out."""

from __future__ import annotations

from hypothesis import given
from hypothesis import strategies as st

from app.session.readable import readable_lines, readable_text
from app.session.revealed import reveal


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
    letters = [letter for letter in text if letter.isalnum() and reveal(letter, code=True).text == letter]
    shown = iter(readable_lines(text))
    assert all(letter in shown for letter in letters)


@given(st.text(st.sampled_from("a \u202e\u200b\t\n\x1b\x85\u3164\U000e0041")))
def test_nothing_unseen_is_left_for_display(text: str) -> None:
    assert not set(readable_text(text)) & set("\u202e\u200b\x1b\x85\u3164\U000e0041")


def test_blank_runs_are_folded_where_a_text_is_only_read() -> None:
    text = "ls\r\n" + "\r\n" * 120 + "rm" + " " * 300 + "-rf"
    assert readable_text(text) == "ls\n… 120 blank lines …\nrm … 300 blanks … -rf"
    assert readable_lines(text) == text.replace("\r\n", "\n")
