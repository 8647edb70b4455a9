"""Draws a pick in one row: the text, quieter its detail, and at the right its note."""

from __future__ import annotations

from PySide6.QtCore import QModelIndex, QPersistentModelIndex, QRect, QSize, Qt
from PySide6.QtGui import QPainter, QPalette
from PySide6.QtWidgets import QApplication, QStyle, QStyledItemDelegate, QStyleOptionViewItem

from app.models.picks import DETAIL_ROLE, NOTE_ROLE
from app.ui.theme import SPACE

_INSET = 3 * SPACE


class PickDelegate(QStyledItemDelegate):
    """The text goes before the detail where both do not fit; the note always stays."""

    def sizeHint(self, option: QStyleOptionViewItem, index: QModelIndex | QPersistentModelIndex) -> QSize:
        """Return one roomy line."""
        return QSize(0, option.fontMetrics.lineSpacing() + 3 * SPACE)

    def paint(
        self, painter: QPainter, option: QStyleOptionViewItem, index: QModelIndex | QPersistentModelIndex
    ) -> None:
        """Paint the row as the style does, without its text, then the three parts."""
        row = QStyleOptionViewItem(option)
        self.initStyleOption(row, index)
        text, row.text = row.text, ""
        style = row.widget.style() if row.widget is not None else QApplication.style()
        style.drawControl(QStyle.ControlElement.CE_ItemViewItem, row, painter, row.widget)
        area = row.rect.adjusted(_INSET, 0, -_INSET, 0)
        area.setRight(self._part(painter, row, area, str(index.data(NOTE_ROLE)), quiet=True, right=True))
        area.setLeft(self._part(painter, row, area, text))
        self._part(painter, row, area, str(index.data(DETAIL_ROLE)), quiet=True)

    def _part(
        self, painter: QPainter, row: QStyleOptionViewItem, area: QRect, text: str, quiet: bool = False,
        right: bool = False,
    ) -> int:  # fmt: skip
        """Draw *text* at one end of *area*; return where the rest of it begins, or ends."""
        painter.setFont(row.font)
        role = QPalette.ColorRole.PlaceholderText if quiet else QPalette.ColorRole.Text
        painter.setPen(row.palette.color(role))
        elided = row.fontMetrics.elidedText(text, Qt.TextElideMode.ElideRight, max(0, area.width()))
        side = Qt.AlignmentFlag.AlignRight if right else Qt.AlignmentFlag.AlignLeft
        painter.drawText(area, side | Qt.AlignmentFlag.AlignVCenter, elided)
        used = row.fontMetrics.horizontalAdvance(elided) + (_INSET if elided else 0)
        return area.right() - used if right else area.left() + used
