"""One line of our own words that makes way for what stands beside it, and says so by an ellipsis."""

from __future__ import annotations

from PySide6.QtCore import QSize, Qt
from PySide6.QtGui import QPainter, QPaintEvent
from PySide6.QtWidgets import QLabel

_BETWEEN = " · "


class ElidedLabel(QLabel):
    """Plain text that never asks for room; the whole of it is told to screen readers."""

    def __init__(self, role: str, name: str = "") -> None:
        """Create an empty label with the *role* of the style sheet and the object name *name*."""
        super().__init__()
        self.setTextFormat(Qt.TextFormat.PlainText)
        self.setProperty("role", role)
        self.setObjectName(name)

    def shown_text(self) -> str:
        """Return as much of the text as there is room for."""
        return self.fontMetrics().elidedText(self.text(), Qt.TextElideMode.ElideRight, self.width())

    def minimumSizeHint(self) -> QSize:
        """Return no width at all."""
        return QSize(0, super().minimumSizeHint().height())

    def paintEvent(self, event: QPaintEvent) -> None:
        """Paint as much as there is room for."""
        painter = QPainter(self)
        painter.setPen(self.palette().color(self.foregroundRole()))
        painter.drawText(self.rect(), Qt.AlignmentFlag.AlignLeft | Qt.AlignmentFlag.AlignVCenter, self.shown_text())
        painter.end()


class HintLabel(ElidedLabel):
    """Hints in a row, the first the most useful: as many as there is room for, each whole or not at all."""

    def shown_text(self) -> str:
        """Return the hints that fit."""
        hints = self.text().split(_BETWEEN)
        while hints and self.fontMetrics().horizontalAdvance(_BETWEEN.join(hints)) > self.width():
            hints.pop()
        return _BETWEEN.join(hints)
