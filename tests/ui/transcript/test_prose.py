"""Prose of agents: every word is readable, only links that may be opened are links, nothing is loaded."""

from __future__ import annotations

import json

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st
from PySide6.QtCore import QPoint, Qt
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication, QToolTip

from app.session.entries import AssistantEntry, Text, TextBlock
from app.ui.theme import DARK, code_font, text_font
from app.ui.transcript.entry_layout import EntryLayout
from app.ui.transcript.part import make_look
from app.ui.transcript.prose import ProsePart
from tests.support.replaying import RECORDINGS
from tests.ui.transcript.conftest import Stage

PROBES = RECORDINGS.parent / "probes"
WORD = st.text("abcdefghijklmnopqrstuvwxyzäß漢", min_size=2, max_size=8)
FRAMES = st.sampled_from(
    [
        "{}",
        "<b>{}</b>",
        "List<{}>",
        "a < {}",
        "![{}](file:///y)",
        "![{}](https://example.com/p.png)",
        "[{}](javascript:alert(1))",
        "[{}]: https://example.com/",
        "[^{}]: note",
        "- [x]: {}",
        "**{}**",
        "`{}`",
        "`![{}](y)`",
        "\n```{}\n{}\n```\n",
        "\n~~~\n{}\n",
        "# {}",
        "> {}",
        "- {}\n  - {}",
        "1. {}",
        "\n\n| {} | {} |\n|---|---|\n| {} | {} |\n\n",
        "<!-- {} -->",
        "<script>{}</script>",
        "---\n{}: {}\n---",
        "&lt;{}&gt;",
        "\\*{}\\*",
        "    {}",
        "{}\n===",
        "~~{}~~",
        "<div title='{}'>",
    ]
)


def plain(markdown: str) -> str:
    """What is read of *markdown* in the transcript."""
    layout = EntryLayout(AssistantEntry(blocks=[TextBlock(Text([markdown]))]), lambda position: False)
    layout.lay_out(600, make_look(DARK, text_font(), code_font()))
    return layout.plain()


@settings(max_examples=150, deadline=None, suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(st.lists(st.tuples(FRAMES, WORD, st.sampled_from(["\n", "\n\n", " "])), min_size=1, max_size=8))
def test_every_word_can_be_read(qapp: QApplication, pieces: list[tuple[str, str, str]]) -> None:
    text = "".join(frame.replace("{}", word) + gap for frame, word, gap in pieces)
    read = plain(text)
    for _, word, _ in pieces:
        assert word in read, text


@pytest.mark.parametrize(
    ("markdown", "read"),
    [
        ("![](file:///etc/passwd)", "![](file:///etc/passwd)"),
        ("[](https://a.b/)", "[](https://a.b/)"),
        ("[^1]: note", "[^1]: note"),
        ("`![a](b)`", "![a](b)"),
        ("wow! [a](b)", "wow! a"),
        ("[a]: https://a.b/", "[a]: https://a.b/"),
        ("> - [a]: c", "[a]: c"),
        ("- [ ] open\n- [x] `done`", "☐ open\n☑ done"),
        ("> quote\n>> deeper", "quote\ndeeper"),
        ("two ![a](b) in ![c](d) one", "two a in c one"),
    ],
)
def test_nothing_of_the_source_becomes_a_hole(qapp: QApplication, markdown: str, read: str) -> None:
    assert plain(markdown).strip() == read


def test_plain_text_is_no_markup(qapp: QApplication) -> None:
    for text in ("# <b>not</b> [a](https://b.c/)", "***", "…"):
        part = ProsePart(text, markdown=False)
        part.lay_out(600, make_look(DARK, text_font(), code_font()))
        assert part.plain() == text


def test_b090_only_links_that_may_be_opened_are_links(stage: Stage) -> None:
    records = [json.loads(line) for line in (PROBES / "B090.jsonl").read_text("utf-8").splitlines()]
    text = next(record["message"]["content"][0]["text"] for record in records if record["type"] == "message_end")
    stage.say(text)
    links = stage.actions()
    assert set(links) == {
        "https://example.com/",
        "mailto:a@example.com",
        "https://evil.example/",
        "https://auto.example/",
    }
    for words in ("readme", "script", "unc", "js", "custom", "<a href='file:///tmp/run-me.desktop'>html link</a>"):
        assert words in stage.text
    stage.click(links["https://evil.example/"])
    assert stage.links == ["https://evil.example/"]


def test_the_empty_paragraphs_around_a_table_take_no_room(qapp: QApplication) -> None:
    look = make_look(DARK, text_font(), code_font())
    table, line = ProsePart("| a |\n|---|\n| 1 |"), ProsePart("a")
    assert table.lay_out(600, look) < 4 * line.lay_out(600, look) + 16


def test_a_link_says_at_once_where_it_leads(stage: Stage) -> None:
    stage.say("[https://bank.example/](https://evil.example/?a=1&b=<i>)")
    (target, place), *_ = stage.actions().items()
    assert target == "https://evil.example/?a=1&b=<i>"
    QTest.mouseMove(stage.view.viewport(), place)
    stage.wait(lambda: QToolTip.text() == "<span>https://evil.example/?a=1&amp;b=&lt;i&gt;</span>")
    QTest.mouseMove(stage.view.viewport(), QPoint(2, 2))
    stage.wait(lambda: stage.view.viewport().toolTip() == "")
    assert stage.links == []


def test_only_a_whole_click_opens_a_link(stage: Stage) -> None:
    stage.say("[a](https://a.example/) and [b](https://b.example/)")
    links, left = stage.actions(), Qt.MouseButton.LeftButton
    viewport = stage.view.viewport()
    QTest.mousePress(viewport, left, pos=links["https://a.example/"])
    QTest.mouseRelease(viewport, left, pos=links["https://b.example/"])
    QTest.mousePress(viewport, left, pos=QPoint(2, 2))
    QTest.mouseRelease(viewport, left, pos=links["https://b.example/"])
    QTest.mouseClick(viewport, Qt.MouseButton.RightButton, pos=links["https://a.example/"])
    assert stage.links == []
    stage.click(links["https://b.example/"])
    assert stage.links == ["https://b.example/"]
