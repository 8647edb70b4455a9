"""A list to pick from by typing: it picks once, only what is seen, and gives the focus back."""

from __future__ import annotations

import pytest
from PySide6.QtCore import QEvent, Qt
from PySide6.QtGui import QKeyEvent
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication, QLabel, QLineEdit, QListView, QPlainTextEdit, QWidget
from pytestqt.qtbot import QtBot

from app.models.picks import Pick
from app.ui.picker.picker import Picker

FRUIT = [Pick("a", "Apple", "round"), Pick("b", "Banana", note="Ctrl+B"), Pick("p", "Pineapple", words="ananas")]


class Table:
    """A window with an edit in it and a picker over it."""

    def __init__(self, qtbot: QtBot) -> None:
        self.window = QWidget()
        qtbot.addWidget(self.window)
        self.window.resize(800, 600)
        self.other = QPlainTextEdit(self.window)
        self.picker = Picker(self.window)
        self.picked: list[str] = []
        self.window.show()
        self.window.activateWindow()
        qtbot.waitUntil(self.window.isActiveWindow)
        self.other.setFocus()

    def offer(self, picks: list[Pick] | None = FRUIT) -> int:
        return self.picker.offer("Fruit", self.picked.append, picks)

    @property
    def edit(self) -> QLineEdit:
        return self.picker.findChild(QLineEdit)

    @property
    def rows(self) -> list[str]:
        model = self.picker.findChild(QListView).model()
        return [str(model.index(row, 0).data()) for row in range(model.rowCount())]

    @property
    def empty(self) -> str:
        label = self.picker.findChild(QLabel, "pickerEmpty")
        return label.text() if label.isVisible() else ""

    def press(self, *keys: Qt.Key) -> None:
        for key in keys:
            QTest.keyClick(self.edit, key)


@pytest.fixture
def table(qtbot: QtBot) -> Table:
    return Table(qtbot)


def test_typing_narrows_and_enter_picks_what_is_marked(table: Table) -> None:
    table.offer()
    QTest.keyClicks(table.edit, "an")
    assert table.rows == ["Banana", "Pineapple"]
    table.press(Qt.Key.Key_Down, Qt.Key.Key_Return)
    assert table.picked == ["p"]
    assert table.picker.isHidden()
    assert QApplication.focusWidget() is table.other


def test_words_at_the_beginning_come_first_and_each_word_counts(table: Table) -> None:
    table.offer([Pick("1", "Rename it"), Pick("2", "Name it")])
    QTest.keyClicks(table.edit, "name")
    assert table.rows == ["Name it", "Rename it"]
    QTest.keyClicks(table.edit, " rena")
    assert table.rows == ["Rename it"]


def test_the_marks_go_round_and_pages_stop_at_the_ends(table: Table) -> None:
    table.offer()
    table.press(Qt.Key.Key_Up, Qt.Key.Key_Return)
    table.offer()
    table.press(Qt.Key.Key_PageDown, Qt.Key.Key_Down, Qt.Key.Key_Return)
    table.offer()
    table.press(Qt.Key.Key_Down, Qt.Key.Key_PageUp, Qt.Key.Key_Return)
    assert table.picked == ["p", "a", "a"]


def test_escape_picks_nothing_and_a_held_enter_neither(table: Table) -> None:
    table.offer()
    repeat = QKeyEvent(QEvent.Type.KeyPress, Qt.Key.Key_Return, Qt.KeyboardModifier.NoModifier, "", True)
    QApplication.sendEvent(table.edit, repeat)
    table.press(Qt.Key.Key_Escape)
    assert (table.picked, table.picker.isHidden()) == ([], True)
    assert QApplication.focusWidget() is table.other


def test_a_click_picks(table: Table) -> None:
    table.offer()
    view = table.picker.findChild(QListView)
    place = view.visualRect(view.model().index(1, 0)).center()
    QTest.mouseClick(view.viewport(), Qt.MouseButton.LeftButton, pos=place)
    assert table.picked == ["b"]


def test_who_goes_elsewhere_leaves_it(table: Table) -> None:
    table.offer()
    table.other.setFocus()
    assert table.picker.isHidden()
    assert table.picked == []


def test_what_comes_late_is_put_in_only_while_it_is_waited_for(table: Table) -> None:
    first = table.offer(None)
    assert (table.rows, table.empty) == ([], "One moment…")
    table.press(Qt.Key.Key_Return)
    assert table.picked == []
    table.picker.fill(first, FRUIT, "b")
    table.press(Qt.Key.Key_Return)
    assert table.picked == ["b"]
    table.picker.fill(first, FRUIT)
    assert table.picker.isHidden()
    second = table.offer(None)
    table.picker.fill(first, FRUIT)
    assert table.rows == []
    table.picker.fill(second, [], empty="No fruit.")
    assert table.empty == "No fruit."


def test_where_nothing_is_found_it_says_so(table: Table) -> None:
    table.offer()
    QTest.keyClicks(table.edit, "zzz")
    assert table.empty == "Nothing is found."
    table.press(Qt.Key.Key_Return)
    assert table.picked == []


def test_a_line_is_asked_for(table: Table) -> None:
    table.picker.ask("Name", "A name", "old", table.picked.append)
    assert not table.picker.findChild(QListView).isVisible()
    QTest.keyClicks(table.edit, "new")
    table.press(Qt.Key.Key_Return)
    assert table.picked == ["new"]


def test_it_stays_inside_of_a_small_window(table: Table) -> None:
    table.offer([Pick(str(number), f"Row {number}") for number in range(100)])
    table.window.resize(480, 400)
    assert table.window.rect().contains(table.picker.geometry())
    assert "Apple, round" in str(table_spoken(table))


def table_spoken(table: Table) -> list[str]:
    table.offer()
    model = table.picker.findChild(QListView).model()
    return [str(model.index(row, 0).data(Qt.ItemDataRole.AccessibleTextRole)) for row in range(model.rowCount())]
