"""What an edit holds comes back exactly, and a long line is laid out in a way that is linear."""

from __future__ import annotations

from collections.abc import Callable

import pytest
from PySide6.QtCore import QMimeData
from PySide6.QtGui import QTextOption
from pytestqt.qtbot import QtBot

from app.ui.exact_text_edit import LONG_LINE, ExactTextEdit, has_line_longer_than

BY_WORDS = QTextOption.WrapMode.WrapAtWordBoundaryOrAnywhere
ANYWHERE = QTextOption.WrapMode.WrapAnywhere
LONG = "x" * (LONG_LINE + 1)


@pytest.fixture
def edit(qtbot: QtBot) -> ExactTextEdit:
    """An edit on screen."""
    edit = ExactTextEdit()
    qtbot.addWidget(edit)
    edit.show()
    return edit


def paste(edit: ExactTextEdit, text: str) -> None:
    """Insert *text* as the clipboard does."""
    data = QMimeData()
    data.setText(text)
    edit.insertFromMimeData(data)


WAYS: dict[str, Callable[[ExactTextEdit], None]] = {
    "code": lambda edit: edit.setPlainText(LONG),
    "replacing": lambda edit: edit.replace_text("short\n" + LONG),
    "paste": lambda edit: paste(edit, LONG),
    "small steps": lambda edit: [paste(edit, "y" * 500) for _ in range(41)] and None,
}


@pytest.mark.parametrize("way", WAYS)
def test_a_long_line_is_not_searched_for_the_ends_of_words(edit: ExactTextEdit, way: str) -> None:
    assert edit.wordWrapMode() is BY_WORDS
    WAYS[way](edit)
    assert edit.wordWrapMode() is ANYWHERE
    edit.textCursor().insertText("and on")
    assert edit.wordWrapMode() is ANYWHERE


def test_undo_and_redo_wrap_as_the_text_needs(edit: ExactTextEdit) -> None:
    edit.replace_text(LONG)
    edit.replace_text("short")
    assert edit.wordWrapMode() is BY_WORDS
    edit.undo()
    assert edit.wordWrapMode() is ANYWHERE
    assert edit.exact_text() == LONG
    edit.redo()
    assert edit.wordWrapMode() is BY_WORDS


def test_many_short_lines_wrap_at_words(edit: ExactTextEdit) -> None:
    edit.setPlainText("a line of words\n" * LONG_LINE)
    assert edit.wordWrapMode() is BY_WORDS


@pytest.mark.parametrize("text", ["", "a\u00a0b", "line\u2028separator", "\n\n", "e\u0301\U0001f642\u200b\t"])
def test_text_comes_back_as_it_is(edit: ExactTextEdit, text: str) -> None:
    edit.replace_text(text)
    assert edit.exact_text() == text


@pytest.mark.parametrize(("text", "is_long"), [("", False), ("abc", False), ("abcd", True), ("abc\nabc", False)])
def test_what_a_long_line_is(text: str, is_long: bool) -> None:
    assert has_line_longer_than(text, 3) is is_long
