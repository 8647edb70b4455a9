"""What the person changed in a proposed text, to be looked at before it is sent."""

from __future__ import annotations

from collections.abc import Iterator
from functools import partial

from PySide6.QtGui import QBrush, QColor, QTextBlockFormat, QTextCharFormat, QTextCursor
from PySide6.QtWidgets import QFrame, QPlainTextEdit, QWidget

from app.session.pieces import LONGEST, cost_of, pieces
from app.session.readable import readable_lines
from app.session.text_changes import ChangedLine, LineKind, changes_between
from app.ui.slice_loader import SliceLoader
from app.ui.theme import Theme, code_font, theme_in_use

_MARKS = {LineKind.SAME: "  ", LineKind.ADDED: "+ ", LineKind.REMOVED: "− ", LineKind.GAP: "⋯ "}

_OF_LINE = 30


class ChangesPane(QPlainTextEdit):
    """Shows removed and added lines with a mark and a colour, and a little of what stands around."""

    def __init__(self, parent: QWidget) -> None:
        """Create the pane, hidden and empty."""
        super().__init__(parent)
        self.setObjectName("changesPane")
        self.setAccessibleName("Changes")
        self.setReadOnly(True)
        self.setFont(code_font())
        self.setFrameShape(QFrame.Shape.NoFrame)
        self._loader = SliceLoader(self)
        self.hide()

    def show_changes(self, before: str, after: str) -> None:
        """Show what makes *after* of *before*."""
        changes = changes_between(before, after)
        if changes:
            self._loader.show(partial(_write, changes))
        else:
            self._loader.show(_nothing, "Nothing is changed." if before == after else "Only line ends are changed.")


def _nothing(cursor: QTextCursor) -> Iterator[str]:
    return iter(())


def _write(changes: list[ChangedLine], cursor: QTextCursor) -> Iterator[str]:
    """Write *changes* at *cursor*, about as much in a step as a long line costs."""
    theme, cost = theme_in_use(), 0
    for number, line in enumerate(changes):
        block, letters = _formats(line, theme)
        if number:
            cursor.insertBlock()
        cursor.setBlockFormat(block)
        cursor.insertText(_MARKS[line.kind], letters)
        for piece in pieces(line.text, whole_runs=False):
            if cost + cost_of(piece) > LONGEST and cost:
                yield "… more, shown as you scroll here …"
                cost = 0
            cost += cost_of(piece) + _OF_LINE
            cursor.insertText(readable_lines(piece).replace("\n", "\u2028"), letters)


def _formats(line: ChangedLine, theme: Theme) -> tuple[QTextBlockFormat, QTextCharFormat]:
    block, letters = QTextBlockFormat(), QTextCharFormat()
    if line.kind in (LineKind.ADDED, LineKind.REMOVED):
        block.setBackground(QBrush(QColor(theme.added if line.kind is LineKind.ADDED else theme.removed)))
    if line.kind is LineKind.GAP:
        letters.setForeground(QBrush(QColor(theme.muted)))
    return block, letters
