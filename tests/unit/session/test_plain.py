"""Text for one-line places, and long text fit for display."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from app.session.plain import one_line, window_title


@pytest.mark.parametrize(
    ("text", "line"),
    [
        ("line one\nline two\r\n\ttab", "line one line two tab"),
        ("a\u2028b\u2029c\u0085d", "a b c d"),
        ("\x1b]0;x\x07\x1b[31mred\x1b[0m", "red"),
        ("safe \u202etxt.exe\u202c", "safe txt.exe"),
        ("a\u061c\u2066b\u2069\ufeff", "ab"),
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
    assert not set("\x1b\n\r\t\x00\u202e\u2028") & set(line)


@pytest.mark.timeout(20)
def test_of_a_huge_text_only_the_start_is_read() -> None:
    assert one_line(" " * 100_000_000 + "x", 10) == ""


@pytest.mark.parametrize(
    ("raw", "title"), [("[*] build", "[*] build"), ("\u200b", ""), ("   ", ""), ("T" * 5000, "T" * 119 + "…")]
)
def test_a_title_is_short_and_can_be_read(raw: str, title: str) -> None:
    assert window_title(raw) == title
