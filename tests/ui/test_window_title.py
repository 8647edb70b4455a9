"""The window's title: words of others are harmless in it, and our name is always there."""

from __future__ import annotations

import json
from pathlib import Path

import pytest
from PySide6.QtWidgets import QWidget
from pytestqt.qtbot import QtBot

from app.ui.window_title import title_for
from tests.support.replaying import RECORDINGS

B077 = RECORDINGS.parent / "probes" / "B077.jsonl"
TITLES = [json.loads(line).get("title") for line in B077.read_text("utf-8").splitlines()]


def shown(qtbot: QtBot, title: str) -> str:
    """What the window system is told when a window has *title*."""
    widget = QWidget()
    qtbot.addWidget(widget)
    widget.setWindowTitle(title)
    widget.show()
    return widget.windowHandle().title()


@pytest.mark.parametrize(
    ("extension", "session", "folder", "title"),
    [
        ("build", "name", Path("/home/me/project"), "build — Pienza"),
        ("", "name", Path("/home/me/project"), "name — Pienza"),
        ("\u200b", "", Path("/home/me/project"), "project — Pienza"),
        ("", "", Path("/home/me/two\nlines"), "two lines — Pienza"),
        ("", "", Path("/"), "Pienza"),
        ("", "", None, "Pienza"),
        ("<b>x</b> & y", "", None, "<b>x</b> & y — Pienza"),
    ],
)
def test_the_first_that_can_be_read_is_shown(
    qtbot: QtBot, extension: str, session: str, folder: Path | None, title: str
) -> None:
    assert shown(qtbot, title_for(extension, session, folder)) == title


@pytest.mark.parametrize(
    ("raw", "title"),
    [
        (TITLES[0], "[*] build — Pienza"),
        (TITLES[1], "a[*]b — Pienza"),
        (TITLES[2], "line one line two tab — Pienza"),
        (TITLES[3], "red — Pienza"),
        (TITLES[4], "T" * 119 + "… — Pienza"),
    ],
    ids=["mark", "mark inside", "lines", "escapes", "long"],
)
def test_b077_strange_titles_are_shown_harmless(qtbot: QtBot, raw: str, title: str) -> None:
    assert shown(qtbot, title_for(raw, "", None)) == title
