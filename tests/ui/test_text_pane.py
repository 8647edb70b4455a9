"""Agent text in a pane: plain, as high as its lines up to a bound, of any length; and the column it stands in."""

from __future__ import annotations

from collections.abc import Iterator

import pytest
from PySide6.QtCore import Qt
from PySide6.QtWidgets import QApplication, QLabel, QVBoxLayout, QWidget
from pytestqt.qtbot import QtBot

from app.ui.parts import plain_label, push_button
from app.ui.reading_column import ReadingColumn, column_margin
from app.ui.text_pane import TextPane
from app.ui.theme import COLUMN


@pytest.fixture
def pane(qtbot: QtBot) -> Iterator[TextPane]:
    """An empty pane of at most five lines, in a window."""
    window = QWidget()
    window.resize(400, 400)
    qtbot.addWidget(window)
    layout = QVBoxLayout(window)
    layout.addWidget(pane := TextPane("pane", 5))
    layout.addStretch(1)
    window.show()
    yield pane
    window.close()


def test_text_stays_letter_for_letter(pane: TextPane) -> None:
    text = "<b>bold</b> &amp; <img src='file:///x'>\n\ttab"
    pane.set_text(text)
    assert pane.toPlainText() == text
    assert pane.text() == text


def test_it_hides_when_it_has_nothing_to_say(pane: TextPane) -> None:
    pane.set_text("x")
    assert pane.isVisible()
    pane.set_text("")
    assert pane.isHidden()


def test_it_is_as_high_as_its_lines_up_to_the_bound(pane: TextPane) -> None:
    line = pane.fontMetrics().lineSpacing()
    heights = []
    for count in (1, 2, 5, 50):
        pane.set_text("\n".join("x" * count))
        heights.append(pane.sizeHint().height() // line)
    assert heights == [1, 2, 5, 5]
    pane.set_text("word " * 40)
    assert pane.sizeHint().height() > 2 * line
    assert pane.minimumSizeHint().height() < 3 * line


@pytest.mark.parametrize("unit", ["x", "word ", "a\n", "\u05d0\u05d1 ", "\U0001f642", "\u202eab\u2066"])
def test_of_a_text_of_megabytes_the_beginning_and_the_end_are_shown(pane: TextPane, unit: str) -> None:
    text = unit * (5_000_000 // len(unit)) + "\nthe end"
    pane.set_text(text)
    shown = pane.toPlainText()
    assert pane.text() == text
    assert len(shown) < 60_000
    assert pane.blockCount() < 400
    assert max(map(len, shown.split("\n"))) <= 1000
    assert " more characters, shown as you scroll here …\n" in shown
    assert shown.endswith("\nthe end")
    assert len(pane.accessibleName()) <= 1000


def read_on(pane: TextPane, qtbot: QtBot) -> None:
    """Scroll to the note of what is left, and wait until more stands there."""
    before = pane.toPlainText()
    row = next(number for number, line in enumerate(before.split("\n")) if "shown as you scroll" in line)

    def has_come() -> bool:
        # Lines that were never in sight are counted as one row each: the way there is longer than it seems.
        pane.verticalScrollBar().setValue(pane.document().findBlockByNumber(row).firstLineNumber())
        return pane.toPlainText() != before

    qtbot.waitUntil(has_come)


def test_the_rest_is_shown_as_one_scrolls_and_nothing_is_left_out(pane: TextPane, qtbot: QtBot) -> None:
    text = "\n".join(f"line {number}" for number in range(1_000))
    pane.set_text(text)
    assert "line 500" not in pane.toPlainText()
    while "shown as you scroll" in pane.toPlainText():
        read_on(pane, qtbot)
    assert pane.toPlainText() == text


def test_a_line_without_an_end_is_shown_as_one_scrolls(pane: TextPane, qtbot: QtBot) -> None:
    text = "".join(map(str, range(10_000)))
    pane.set_text(text)
    while "shown as you scroll" in pane.toPlainText():
        read_on(pane, qtbot)
    assert pane.toPlainText().replace("\n", "") == text


def test_nothing_is_loaded_that_is_not_in_sight(pane: TextPane, qtbot: QtBot) -> None:
    pane.set_text("a\n" * 100_000)
    shown = pane.toPlainText()
    pane.verticalScrollBar().setValue(pane.verticalScrollBar().maximum())
    qtbot.wait(20)
    assert pane.toPlainText() == shown


def test_blanks_hide_nothing_that_stands_below_them(pane: TextPane, qtbot: QtBot) -> None:
    pane.set_text("first" + "\n" * 500_000 + "harm\n" + "x\n" * 3_000)
    qtbot.waitUntil(lambda: "harm" in pane.toPlainText())
    assert pane.verticalScrollBar().value() == 0
    assert pane.toPlainText().startswith("first\n… 2")


def test_another_text_takes_the_place_of_one_that_is_not_all_shown(pane: TextPane, qtbot: QtBot) -> None:
    pane.set_text("\n" * 1_000_000 + "x")
    pane.set_text("short")
    qtbot.wait(20)
    assert pane.toPlainText() == "short"


def test_it_takes_no_focus(pane: TextPane) -> None:
    pane.set_text("x")
    assert pane.focusPolicy() is Qt.FocusPolicy.NoFocus
    assert pane.isReadOnly()


@pytest.mark.parametrize(("width", "margin"), [(400, 24), (860, 24), (908, 24), (1000, 70), (1860, 500)])
def test_the_column_is_in_the_middle_and_never_too_wide(qtbot: QtBot, width: int, margin: int) -> None:
    column = ReadingColumn()
    qtbot.addWidget(column)
    inside = QLabel("x")
    column.column.addWidget(inside)
    column.resize(width, 100)
    column.show()
    assert column_margin(width) == margin
    qtbot.waitUntil(lambda: (inside.x(), inside.width()) == (margin, width - 2 * margin))
    assert inside.width() <= COLUMN


def test_parts_are_plain_and_press_nothing_by_themselves(qapp: QApplication) -> None:
    label = plain_label("<b>x</b>", role="muted", name="n", wrap=True)
    assert (label.textFormat(), label.objectName()) == (Qt.TextFormat.PlainText, "n")
    button = push_button("Go", "go", role="primary")
    assert not button.autoDefault()
    assert not button.isDefault()
