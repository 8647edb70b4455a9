"""Prose of agents: every word is readable, only links that may be opened are links, nothing is loaded."""

from __future__ import annotations

import json

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st
from PySide6.QtCore import QUrl
from PySide6.QtGui import QGuiApplication, QTextDocument
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication, QToolTip

from app.ui.theme import DARK, code_font, text_font
from app.ui.transcript.entry_layout import EntryLayout
from app.ui.transcript.part import make_look
from app.ui.transcript.prose import Document, ProsePart
from app.session.entries import AssistantEntry, Text, TextBlock
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
        "```{}\n{}\n```",
        "~~~\n{}",
        "# {}",
        "> {}",
        "- {}\n  - {}",
        "1. {}",
        "| {} | {} |\n|---|---|\n| {} | {} |",
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
