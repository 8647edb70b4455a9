"""A plain text edit that gives back just what it holds, and lays out lines of any length in linear time."""

from __future__ import annotations

from PySide6.QtCore import Slot
from PySide6.QtGui import QTextCursor, QTextOption
from PySide6.QtWidgets import QPlainTextEdit, QWidget

LONG_LINE = 20_000
"""From here on, in characters, looking for the ends of words makes Qt's layout slow (300,000 without a space: 2 s)."""

_PARAGRAPH = "\u2029"
_BY_WORDS = QTextOption.WrapMode.WrapAtWordBoundaryOrAnywhere
_ANYWHERE = QTextOption.WrapMode.WrapAnywhere


class ExactTextEdit(QPlainTextEdit):
    """Wraps at words, and anywhere while it holds a line longer than `LONG_LINE`.

    `toPlainText` turns no-break spaces into spaces and line separators into line ends: `exact_text` does not.
    """

    def __init__(self, parent: QWidget | None = None) -> None:
        """Create an empty edit."""
        super().__init__(parent)
        self.setWordWrapMode(_BY_WORDS)
        # Told before the text is laid out, whatever changed it: typing, paste, undo, or code.
        self.document().contentsChange.connect(self._on_document_contents_change)

    def exact_text(self) -> str:
        """Return the text as it is, with line feeds between its lines."""
        return self.document().toRawText().replace(_PARAGRAPH, "\n")

    def replace_text(self, text: str) -> None:
        """Put *text* in the place of everything, as one step that can be undone, with the cursor at its end."""
        cursor = QTextCursor(self.document())
        cursor.select(QTextCursor.SelectionType.Document)
        cursor.insertText(text)
        self.moveCursor(QTextCursor.MoveOperation.End)

    @Slot(int, int, int)
    def _on_document_contents_change(self, position: int, removed: int, added: int) -> None:
        document = self.document()
        if added > LONG_LINE:
            is_long = has_line_longer_than(self.exact_text(), LONG_LINE)
        else:
            # The wrap of the rest is kept: what was typed changes one line, or a few.
            ends = (document.findBlock(position), document.findBlock(position + added))
            is_long = any(block.length() > LONG_LINE for block in ends)
            is_long |= self.wordWrapMode() is _ANYWHERE and document.characterCount() > LONG_LINE
        mode = _ANYWHERE if is_long else _BY_WORDS
        if mode is not self.wordWrapMode():
            self.setWordWrapMode(mode)


def has_line_longer_than(text: str, limit: int) -> bool:
    """Whether *text* has a line of more than *limit* characters."""
    return len(text) > limit and max(map(len, text.split("\n"))) > limit
