"""Words are found as one types, from any place, in both directions, and counted."""

from __future__ import annotations

import pytest
from PySide6.QtCore import Qt
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication, QLabel, QLineEdit, QVBoxLayout, QWidget
from pytestqt.qtbot import QtBot

from app.ui.exact_text_edit import ExactTextEdit
from app.ui.find_bar import FindBar

TEXT = "One fish\ntwo fish\nred FISH\nblue dog"


class Page:
    """A text with a find bar, and what is found."""

    def __init__(self, qtbot: QtBot) -> None:
        self.window = QWidget()
        qtbot.addWidget(self.window)
        self.edit = ExactTextEdit(self.window)
        self.edit.setPlainText(TEXT)
        self.bar = FindBar(self.edit, self.window)
        layout = QVBoxLayout(self.window)
        layout.addWidget(self.bar)
        layout.addWidget(self.edit)
        self.window.show()
        self.window.activateWindow()
        qtbot.waitUntil(self.window.isActiveWindow)
        self.words = self.bar.findChild(QLineEdit, "findWords")
        self.count = self.bar.findChild(QLabel, "findCount")

    def found(self) -> tuple[int, str]:
        """The line of what is selected, and its words."""
        cursor = self.edit.textCursor()
        return cursor.blockNumber(), cursor.selectedText()


@pytest.fixture
def page(qtbot: QtBot) -> Page:
    """A page with the bar open."""
    page = Page(qtbot)
    page.bar.open()
    return page


def test_words_are_found_and_counted_as_they_are_typed(page: Page) -> None:
    QTest.keyClicks(page.words, "fi")
    assert page.found() == (0, "fi")
    QTest.keyClicks(page.words, "sh")
    assert page.found() == (0, "fish")
    assert page.count.text() == "1 of 3"


def test_enter_goes_on_and_begins_again_at_the_end(page: Page) -> None:
    QTest.keyClicks(page.words, "fish")
    lines = []
    for _ in range(3):
        QTest.keyClick(page.words, Qt.Key.Key_Return)
        lines.append((*page.found(), page.count.text()))
    assert lines == [(1, "fish", "2 of 3"), (2, "FISH", "3 of 3"), (0, "fish", "1 of 3")]


def test_shift_enter_goes_back(page: Page) -> None:
    QTest.keyClicks(page.words, "fish")
    QTest.keyClick(page.words, Qt.Key.Key_Return, Qt.KeyboardModifier.ShiftModifier)
    assert page.found() == (2, "FISH")


def test_what_is_not_there_says_so_and_moves_nothing(page: Page) -> None:
    QTest.keyClicks(page.words, "cat")
    assert page.count.text() == "not found"
    assert page.found() == (0, "")
    page.words.clear()
    assert page.count.text() == ""


def test_the_selection_is_what_is_looked_for(page: Page) -> None:
    cursor = page.edit.textCursor()
    cursor.setPosition(4)
    cursor.movePosition(cursor.MoveOperation.EndOfWord, cursor.MoveMode.KeepAnchor)
    page.edit.setTextCursor(cursor)
    page.bar.open()
    assert page.words.text() == "fish"
    assert page.count.text() == "1 of 3"


def test_escape_closes_the_bar_and_goes_back_to_the_text(page: Page, qtbot: QtBot) -> None:
    with qtbot.waitSignal(page.bar.closed):
        QTest.keyClick(page.words, Qt.Key.Key_Escape)
    assert not page.bar.isVisible()
    assert QApplication.focusWidget() is page.edit
