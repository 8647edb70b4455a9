"""A label that breaks any text to its width and shows a bounded number of lines of it."""

from __future__ import annotations

from PySide6.QtCore import QPointF, QSize, Qt
from PySide6.QtGui import QPainter, QPaintEvent, QTextLayout, QTextOption
from PySide6.QtWidgets import QLabel, QSizePolicy

_ELLIPSIS = "…"


class ClampedLabel(QLabel):
    """Plain text; a word that is wider than the label is broken too, and what is left out is told by an ellipsis."""

    def __init__(self, text: str, most_lines: int) -> None:
        """Show *text* on at most *most_lines* lines, and an ellipsis on one more when that is not all."""
        super().__init__()
        self._most_lines = most_lines
        self.setTextFormat(Qt.TextFormat.PlainText)
        self.setText(text)
        policy = QSizePolicy(QSizePolicy.Policy.Ignored, QSizePolicy.Policy.Preferred)
        policy.setHeightForWidth(True)
        self.setSizePolicy(policy)

    def hasHeightForWidth(self) -> bool:
        """Return True: a narrow label is a high one."""
        return True

    def heightForWidth(self, width: int) -> int:
        """Return the height of the lines in *width*, both in device-independent pixels."""
        return sum(layout.lineCount() for layout in self._layouts(width)) * self.fontMetrics().lineSpacing()

    def sizeHint(self) -> QSize:
        """Return the present width and its height."""
        return QSize(self.width(), self.heightForWidth(self.width()))

    def minimumSizeHint(self) -> QSize:
        """Return room for one line of any width."""
        return QSize(0, self.fontMetrics().lineSpacing())

    def paintEvent(self, event: QPaintEvent) -> None:
        """Paint the lines from the top."""
        painter = QPainter(self)
        painter.setPen(self.palette().color(self.foregroundRole()))
        top = 0
        for layout in self._layouts(self.width()):
            layout.draw(painter, QPointF(0, top))
            top += layout.lineCount() * self.fontMetrics().lineSpacing()
        painter.end()

    def _layouts(self, width: int) -> list[QTextLayout]:
        layouts: list[QTextLayout] = []
        room, is_whole = self._most_lines, True
        for paragraph in self.text().split("\n"):
            if room == 0:
                is_whole = False
                break
            layout, is_whole = self._laid_out(paragraph, width, room)
            layouts.append(layout)
            room -= layout.lineCount()
        if not is_whole:
            layouts.append(self._laid_out(_ELLIPSIS, width, 1)[0])
        return layouts

    def _laid_out(self, paragraph: str, width: int, most: int) -> tuple[QTextLayout, bool]:
        """Return the first *most* lines of *paragraph*, and whether they hold all of it."""
        option = QTextOption()
        option.setWrapMode(QTextOption.WrapMode.WrapAtWordBoundaryOrAnywhere)
        layout = QTextLayout(paragraph, self.font(), self)
        layout.setTextOption(option)
        layout.beginLayout()
        for number in range(most):
            line = layout.createLine()
            if not line.isValid():
                break
            line.setLineWidth(width)
            line.setPosition(QPointF(0, number * self.fontMetrics().lineSpacing()))
        layout.endLayout()
        last = layout.lineAt(layout.lineCount() - 1)
        return layout, last.textStart() + last.textLength() >= _qt_length(paragraph)


def _qt_length(text: str) -> int:
    """Return how many UTF-16 units *text* has: Qt counts those."""
    return len(text) + sum(character > "\uffff" for character in text)
