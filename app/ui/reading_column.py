"""The reading column: everything that is read or written has the same edges, so that the eye never jumps."""

from __future__ import annotations

from PySide6.QtGui import QResizeEvent
from PySide6.QtWidgets import QVBoxLayout, QWidget

from app.ui.theme import COLUMN, SPACE

_MARGIN = 6 * SPACE


def column_margin(width: int) -> int:
    """Return the space left and right of the column in a widget of *width* device-independent pixels."""
    return max(_MARGIN, (width - COLUMN) // 2)


class ReadingColumn(QWidget):
    """Centres what is put into `column`, at most `theme.COLUMN` wide."""

    def __init__(self, parent: QWidget | None = None) -> None:
        """Create an empty column."""
        super().__init__(parent)
        self.column = QVBoxLayout(self)
        self.column.setContentsMargins(_MARGIN, 0, _MARGIN, 0)
        self.column.setSpacing(2 * SPACE)

    def resizeEvent(self, event: QResizeEvent) -> None:
        """Keep the column in the middle."""
        margin = column_margin(event.size().width())
        self.column.setContentsMargins(margin, 0, margin, 0)
        super().resizeEvent(event)
