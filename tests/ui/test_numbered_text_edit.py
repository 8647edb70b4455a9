"""The numbers stand beside their lines and make room for themselves."""

from __future__ import annotations

from PySide6.QtGui import QImage
from pytestqt.qtbot import QtBot

from app.ui.numbered_text_edit import NumberedTextEdit


def painted_rows(edit: NumberedTextEdit) -> list[int]:
    """The rows of pixels in which something stands beside the text."""
    image = edit._numbers.grab().toImage().convertToFormat(QImage.Format.Format_RGB32)
    empty = image.pixel(0, 0)
    return [y for y in range(image.height()) if any(image.pixel(x, y) != empty for x in range(image.width()))]


def groups(rows: list[int]) -> int:
    """How many runs of neighbouring rows there are."""
    return sum(row - 1 not in rows for row in rows)


def test_each_line_has_one_number_however_it_wraps(qtbot: QtBot) -> None:
    edit = NumberedTextEdit()
    qtbot.addWidget(edit)
    edit.resize(200, 600)
    edit.setPlainText("short\n" + "words " * 60 + "\nlast")
    edit.show()
    assert edit.document().size().height() > 5
    assert groups(painted_rows(edit)) == 3


def test_more_lines_need_more_room(qtbot: QtBot) -> None:
    edit = NumberedTextEdit()
    qtbot.addWidget(edit)
    edit.show()
    before = edit.viewportMargins().left()
    edit.setPlainText("\n" * 12_000)
    assert edit.numbers_width() > before
    assert edit.viewportMargins().left() == edit.numbers_width()
    qtbot.waitUntil(lambda: edit._numbers.width() == edit.numbers_width())


def test_the_numbers_follow_the_text(qtbot: QtBot) -> None:
    edit = NumberedTextEdit()
    qtbot.addWidget(edit)
    edit.resize(200, 200)
    edit.setPlainText("\n".join("x" for _ in range(500)))
    edit.show()
    before = edit._numbers.grab().toImage()
    edit.verticalScrollBar().setValue(300)
    qtbot.waitUntil(lambda: edit._numbers.grab().toImage() != before)
