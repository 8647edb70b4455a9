"""What the person changed in a proposed text, to be looked at before it is sent."""

from __future__ import annotations

from PySide6.QtGui import QBrush, QColor, QTextBlockFormat, QTextCharFormat, QTextCursor
from PySide6.QtWidgets import QFrame, QPlainTextEdit, QWidget

from app.session.readable import readable_lines
from app.session.text_changes import ChangedLine, LineKind, changes_between
from app.ui.theme import Theme, code_font, theme_in_use

_MARKS = {LineKind.SAME: "  ", LineKind.ADDED: "+ ", LineKind.REMOVED: "− ", LineKind.GAP: "⋯ "}


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
        self.hide()

    def show_changes(self, before: str, after: str) -> None:
        """Show what makes *after* of *before*."""
        changes = changes_between(before, after)
        theme = theme_in_use()
        self.clear()
        if not changes:
            self.setPlainText("Nothing is changed." if before == after else "Only line ends are changed.")
            return
        cursor = QTextCursor(self.document())
        for number, line in enumerate(changes):
            block, letters = _formats(line, theme)
            if number:
                cursor.insertBlock()
            cursor.setBlockFormat(block)
            cursor.insertText(_MARKS[line.kind] + readable_lines(line.text).replace("\n", "\u2028"), letters)
        self.moveCursor(QTextCursor.MoveOperation.Start)


def _formats(line: ChangedLine, theme: Theme) -> tuple[QTextBlockFormat, QTextCharFormat]:
    block, letters = QTextBlockFormat(), QTextCharFormat()
    if line.kind in (LineKind.ADDED, LineKind.REMOVED):
        block.setBackground(QBrush(QColor(theme.added if line.kind is LineKind.ADDED else theme.removed)))
    if line.kind is LineKind.GAP:
        letters.setForeground(QBrush(QColor(theme.muted)))
    return block, letters
