"""Cells of a terminal: wide characters, marks that join, and tabs."""

from __future__ import annotations

import pytest

from app.session.cells import clusters, expand_tabs, text_width


@pytest.mark.parametrize(
    ("text", "width"),
    [
        ("ascii", 5),
        ("漢字", 4),
        ("ﾊﾝ", 2),
        ("e\u0301", 1),
        ("👨\u200d👩\u200d👧", 2),
        ("☁\ufe0f", 2),
        ("\u200b", 0),
        ("┌─┐", 3),
        ("", 0),
    ],
)
def test_a_text_takes_its_cells(text: str, width: int) -> None:
    assert text_width(text) == width


def test_what_is_drawn_as_one_stays_together() -> None:
    assert list(clusters("ae\u0301👩\u200d💻b")) == [("a", 1), ("e\u0301", 1), ("👩\u200d💻", 2), ("b", 1)]
    assert list(clusters("")) == []


@pytest.mark.parametrize(
    ("text", "column", "expanded"),
    [
        ("a\tb", 0, "a       b"),
        ("\t", 7, " "),
        ("a\t\tb", 0, "a               b"),
        ("aaaaaaaa\tb", 0, "aaaaaaaa        b"),
        ("漢\tb", 0, "漢      b"),
        ("none", 3, "none"),
    ],
)
def test_a_tab_goes_to_the_next_stop(text: str, column: int, expanded: str) -> None:
    assert expand_tabs(text, column) == expanded
