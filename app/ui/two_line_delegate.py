"""Draws a row of a list as two lines: what it is, and below it, quieter, what is to be said of it."""

from __future__ import annotations

from PySide6.QtCore import QModelIndex, QPersistentModelIndex, QRect, QSize, Qt
from PySide6.QtGui import QPainter, QPalette
from PySide6.QtWidgets import QApplication, QStyle, QStyledItemDelegate, QStyleOptionViewItem, QWidget

from app.ui.theme import SPACE


class TwoLineDelegate(QStyledItemDelegate):
    """The first line is the display role; both are elided, never wrapped."""

    def __init__(self, detail_role: int, parent: QWidget) -> None:
        """Take the second line from *detail_role*."""
        super().__init__(parent)
        self._detail_role = detail_role

    def sizeHint(self, option: QStyleOptionViewItem, index: QModelIndex | QPersistentModelIndex) -> QSize:
        """Return two lines, as wide as the view."""
        return QSize(0, 2 * option.fontMetrics.lineSpacing() + 4 * SPACE)

    def paint(
        self, painter: QPainter, option: QStyleOptionViewItem, index: QModelIndex | QPersistentModelIndex
    ) -> None:
        """Paint the row as the style does, without its text, then both lines."""
        row = QStyleOptionViewItem(option)
        self.initStyleOption(row, index)
        title, row.text = row.text, ""
        style = row.widget.style() if row.widget is not None else QApplication.style()
        style.drawControl(QStyle.ControlElement.CE_ItemViewItem, row, painter, row.widget)
        inside = row.rect.adjusted(2 * SPACE, 2 * SPACE, -2 * SPACE, -2 * SPACE)
        line = row.fontMetrics.lineSpacing()
        self._line(painter, row, QRect(inside.left(), inside.top(), inside.width(), line), title, "Text")
        below = QRect(inside.left(), inside.top() + line, inside.width(), line)
        self._line(painter, row, below, str(index.data(self._detail_role)), "PlaceholderText")

    def _line(self, painter: QPainter, row: QStyleOptionViewItem, area: QRect, text: str, role: str) -> None:
        painter.setFont(row.font)
        painter.setPen(row.palette.color(QPalette.ColorRole[role]))
        elided = row.fontMetrics.elidedText(text, Qt.TextElideMode.ElideRight, area.width())
        painter.drawText(area, Qt.AlignmentFlag.AlignLeft | Qt.AlignmentFlag.AlignVCenter, elided)
