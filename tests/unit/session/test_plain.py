"""Text for one-line places, and long text fit for display."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from app.session.plain import one_line, window_title
from app.session.readable import readable_lines


@pytest.mark.parametrize(
    ("text", "line"),
    [
        ("line one\nline two\r\n\ttab", "line one line two tab"),
        ("a\u2028b\u2029c\u0085d", "a b c d"),
        ("\x1b]0;x\x07\x1b[31mred\x1b[0m", "red"),
        ("safe \u202etxt.exe\u202c", "safe txt.exe"),
        ("  padded  ", "padded"),
        ("x" * 30, "x" * 9 + "…"),
        ("", ""),
    ],
)
def test_a_text_becomes_one_harmless_line(text: str, line: str) -> None:
    assert one_line(text, 10 if len(text) == 30 else 100) == line


@given(st.text(), st.integers(2, 50))
def test_a_line_keeps_its_bound(text: str, limit: int) -> None:
    line = one_line(text, limit)
    assert len(line) <= limit
    assert "\n" not in line


@pytest.mark.parametrize(
    ("raw", "title"), [("[*] build", "[*] build"), ("\u200b", ""), ("   ", ""), ("T" * 5000, "T" * 119 + "…")]
)
def test_a_title_is_short_and_can_be_read(raw: str, title: str) -> None:
    assert window_title(raw) == title


def test_long_lines_are_broken_and_controls_are_shown() -> None:
    assert readable_lines("short\r\n\x1b[31m\x00\x7f") == "short\n␛[31m␀␡"
    lines = readable_lines("x" * 2500 + "\n" + "y" * 1000).split("\n")
    assert [len(line) for line in lines] == [1000, 1000, 500, 1000]


@given(st.text())
def test_no_word_is_lost_for_display(text: str) -> None:
    letters = [letter for letter in text if letter.isalnum()]
    assert [letter for letter in readable_lines(text) if letter.isalnum()] == letters
