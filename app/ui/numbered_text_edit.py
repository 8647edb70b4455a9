"""A text edit with line numbers at its left."""

from __future__ import annotations

from PySide6.QtCore import QRect, QSize, Qt, Slot
from PySide6.QtGui import QPainter, QPaintEvent, QPalette, QResizeEvent
from PySide6.QtWidgets import QWidget

from app.ui.exact_text_edit import ExactTextEdit
from app.ui.theme import SPACE

_LEAST_DIGITS = 2


class NumberedTextEdit(ExactTextEdit):
    """Numbers the lines of the text, not the rows that they wrap into."""

    def __init__(self, parent: QWidget | None = None) -> None:
        """Create an empty edit."""
        super().__init__(parent)
        self._numbers = _Numbers(self)
        self.blockCountChanged.connect(self._on_block_count_changed)
        self.updateRequest.connect(self._on_update_request)
        self._on_block_count_changed(1)

    def numbers_width(self) -> int:
        """Return the width of the numbers with what is around them, in device-independent pixels."""
        digits = max(_LEAST_DIGITS, len(str(self.blockCount())))
        return digits * self.fontMetrics().horizontalAdvance("0") + 4 * SPACE

    def resizeEvent(self, event: QResizeEvent) -> None:
        """Keep the numbers as high as the text."""
        super().resizeEvent(event)
        inside = self.contentsRect()
        self._numbers.setGeometry(QRect(inside.left(), inside.top(), self.numbers_width(), inside.height()))

    def paint_numbers(self, painter: QPainter, around: QRect) -> None:
        """Paint the numbers of the lines that begin or go on inside of *around*."""
        painter.setPen(self.palette().color(QPalette.ColorRole.PlaceholderText))
        block = self.firstVisibleBlock()
        place = self.blockBoundingGeometry(block).translated(self.contentOffset())
        width, height = self.numbers_width() - 2 * SPACE, self.fontMetrics().lineSpacing()
        top, bottom = place.top(), float(around.bottom())
        while block.isValid() and top <= bottom:
            number = str(block.blockNumber() + 1)
            painter.drawText(0, round(top), width, height, Qt.AlignmentFlag.AlignRight, number)
            top += self.blockBoundingRect(block).height()
            block = block.next()

    @Slot(int)
    def _on_block_count_changed(self, count: int) -> None:
        self.setViewportMargins(self.numbers_width(), 0, 0, 0)

    @Slot(QRect, int)
    def _on_update_request(self, area: QRect, scrolled: int) -> None:
        if scrolled:
            self._numbers.scroll(0, scrolled)
        else:
            self._numbers.update(0, area.y(), self._numbers.width(), area.height())


class _Numbers(QWidget):
    def __init__(self, edit: NumberedTextEdit) -> None:
        super().__init__(edit)
        self._edit = edit
        self.setFont(edit.font())

    def sizeHint(self) -> QSize:
        return QSize(self._edit.numbers_width(), 0)

    def paintEvent(self, event: QPaintEvent) -> None:
        painter = QPainter(self)
        painter.setFont(self._edit.font())
        self._edit.paint_numbers(painter, event.rect())
