"""A combo box whose arrow has the colour of the theme: a style sheet leaves it without one."""

from __future__ import annotations

from PySide6.QtCore import QPointF
from PySide6.QtGui import QPainter, QPaintEvent, QPalette, QPen
from PySide6.QtWidgets import QComboBox

from app.ui.theme import SPACE


class ChoiceBox(QComboBox):
    """Draws a small chevron at its right end."""

    def paintEvent(self, event: QPaintEvent) -> None:
        """Paint the box, then the chevron."""
        super().paintEvent(event)
        painter = QPainter(self)
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        painter.setPen(QPen(self.palette().color(QPalette.ColorRole.PlaceholderText), 1.5))
        middle = QPointF(self.width() - 4 * SPACE, self.height() / 2)
        half = SPACE
        points = [middle + QPointF(-half, -half / 2), middle + QPointF(0, half / 2), middle + QPointF(half, -half / 2)]
        painter.drawPolyline(points)
        painter.end()
