"""Cells of a terminal: wide characters, marks that join, and tabs."""

from __future__ import annotations

import json

import pytest
from hypothesis import given
from hypothesis import strategies as st

from app.session.ansi import plain_text
from app.session.cells import TAB, clusters, expand_tabs, text_width
from tests.support.replaying import RECORDINGS

PROBES = RECORDINGS.parent / "probes"


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
        ("👍🏽", 2),
        ("🇩🇪🇫🇷", 4),
        ("🇩", 1),
        ("\u1112\u1161\u11ab\u1100\u1173\u11af", 4),
        ("", 0),
    ],
)
def test_a_text_takes_its_cells(text: str, width: int) -> None:
    assert text_width(text) == width


def test_what_is_drawn_as_one_stays_together() -> None:
    assert list(clusters("ae\u0301👩\u200d💻b")) == [("a", 1), ("e\u0301", 1), ("👩\u200d💻", 2), ("b", 1)]
    assert list(clusters("👍🏽🇩🇪🇫x")) == [("👍🏽", 2), ("🇩🇪", 2), ("🇫", 1), ("x", 1)]
    assert list(clusters("")) == []


@given(st.text())
def test_clusters_are_the_text(text: str) -> None:
    assert "".join(cluster for cluster, _ in clusters(text)) == text
    assert text_width(text) == sum(width for _, width in clusters(text))


def test_b071_the_lines_of_a_box_take_the_same_cells() -> None:
    lines = json.loads((PROBES / "B071.jsonl").read_text("utf-8").splitlines()[0])["widgetLines"]
    assert [text_width(plain_text(line)) for line in lines[:5]] == [26] * 5


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


@given(st.text(st.sampled_from("a\t漢")), st.integers(0, 20))
def test_what_follows_a_tab_begins_at_a_stop(text: str, column: int) -> None:
    expanded = expand_tabs(text + "\t", column)
    assert "\t" not in expanded
    assert (column + text_width(expanded)) % TAB == 0
