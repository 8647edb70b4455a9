"""The options of a select as a list model: rows are indices, and what is drawn is never what is answered."""

from __future__ import annotations

from typing import Any

from PySide6.QtCore import QAbstractListModel, QModelIndex, QPersistentModelIndex, QSize, Qt
from PySide6.QtWidgets import QStyledItemDelegate, QStyleOptionViewItem, QWidget

from app.session.plain import one_line
from app.session.revealed import reveal
from app.ui.theme import SPACE

_SHOWN_HALF = 400
_EMPTY = "(empty)"
_NUMBERED = 9


class OptionModel(QAbstractListModel):
    """Shows *options*; the display is one harmless line, the tool of choice is the row."""

    def __init__(self, options: list[str], parent: QWidget | None = None) -> None:
        """Show *options* in their order; equal ones stay apart."""
        super().__init__(parent)
        self._options = options

    def rowCount(self, parent: QModelIndex | QPersistentModelIndex = QModelIndex()) -> int:  # noqa: B008
        """Return how many options there are."""
        return 0 if parent.isValid() else len(self._options)

    def data(self, index: QModelIndex | QPersistentModelIndex, role: int = Qt.ItemDataRole.DisplayRole) -> Any:
        """Return the one-line display, or the whole option for screen readers and the filter."""
        option = self._options[index.row()]
        if role == Qt.ItemDataRole.DisplayRole:
            return display_of(option)
        if role in (Qt.ItemDataRole.AccessibleTextRole, Qt.ItemDataRole.UserRole):
            return option or _EMPTY
        return None


class NumberedDelegate(QStyledItemDelegate):
    """Draws the digit that chooses each of the first nine rows before its text."""

    def initStyleOption(self, option: QStyleOptionViewItem, index: QModelIndex | QPersistentModelIndex) -> None:
        """Put the digit before the text."""
        super().initStyleOption(option, index)
        number = str(index.row() + 1) if index.row() < _NUMBERED else " "
        option.text = f"{number}   {option.text}"

    def sizeHint(self, option: QStyleOptionViewItem, index: QModelIndex | QPersistentModelIndex) -> QSize:
        """Return rows that are easy to hit."""
        size = super().sizeHint(option, index)
        return QSize(size.width(), max(size.height(), option.fontMetrics.lineSpacing() + 3 * SPACE))


def display_of(option: str) -> str:
    """Return *option* as one line: both ends are kept, because options often differ in their last words."""
    if not option:
        return _EMPTY
    if option.isspace():
        return f"({len(option)} blank character{'s' if len(option) > 1 else ''})"
    if len(option) > 2 * _SHOWN_HALF:
        option = option[:_SHOWN_HALF] + " … " + option[-_SHOWN_HALF:]
    shown = one_line(reveal(option).text, 2 * _SHOWN_HALF + 8)
    return shown if shown.strip() else f"({len(option)} invisible character{'s' if len(option) > 1 else ''})"
