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


@pytest.mark.timeout(20)
def test_a_line_of_megabytes_is_shown_broken_and_cut(pane: TextPane) -> None:
    text = "x" * 5_000_000 + "the end"
    pane.set_text(text)
    shown = pane.toPlainText()
    assert max(map(len, shown.split("\n"))) <= 1000
    assert "\n… 4,800,007 characters are not shown …\n" in shown
    assert shown.endswith("the end")
    assert pane.text() == text
    assert len(pane.accessibleName()) <= 1000


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
