"""Agent text to be read: plain, selectable, as high as its lines up to a bound, then it scrolls."""

from __future__ import annotations

from collections.abc import Iterator

from PySide6.QtCore import QSize, Qt
from PySide6.QtGui import QFont, QFontMetrics, QResizeEvent, QTextCharFormat, QTextCursor, QTextOption
from PySide6.QtWidgets import QFrame, QPlainTextEdit, QSizePolicy, QWidget

from app.session.pieces import LONGEST, MOST_LINES, cost_of, end_of, pieces
from app.session.readable import readable_text
from app.ui.slice_loader import SliceLoader, Write

_SHOWN_END = 1_000
"""How much of the end of a long text is shown from the start, in characters: harm likes to stand there."""
_END_LINES = 50


class TextPane(QPlainTextEdit):
    """A label that never grows past *most_lines* and never takes anything for markup.

    Text of any length is safe: long lines are broken for display, and of a long text the beginning and the end are
    shown, the rest as one scrolls there. What is not seen in the text is made visible.
    """

    def __init__(self, name: str, most_lines: int, parent: QWidget | None = None, *, font: QFont | None = None) -> None:
        """Create an empty pane with the object name *name*."""
        super().__init__(parent)
        if font is not None:
            self.setFont(font)
        self._most_lines = most_lines
        self._text = ""
        self.setObjectName(name)
        self.setReadOnly(True)
        self.setFrameShape(QFrame.Shape.NoFrame)
        self.setProperty("role", "pane")
        self.setTextInteractionFlags(Qt.TextInteractionFlag.TextSelectableByMouse)
        self.setFocusPolicy(Qt.FocusPolicy.NoFocus)
        self.setWordWrapMode(QTextOption.WrapMode.WrapAtWordBoundaryOrAnywhere)
        self.setSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Maximum)
        self.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        self.document().setDocumentMargin(0)
        self.loader = SliceLoader(self)

    def text(self) -> str:
        """Return the whole text as it was given."""
        return self._text

    def set_text(self, text: str) -> None:
        """Show *text*; an empty pane hides itself."""
        self._text = text
        end = "" if _fits(text) else end_of(text, _SHOWN_END, _END_LINES)
        self.loader.show(_writer(text[: len(text) - len(end)]), readable_text(end))
        self.setAccessibleName(self.toPlainText()[:1000])
        self.setVisible(bool(text))
        self.updateGeometry()

    def sizeHint(self) -> QSize:
        """Return the height of the wrapped lines, at most the bound."""
        return QSize(200, self._height())

    def minimumSizeHint(self) -> QSize:
        """Return room for two lines, so that a small window keeps its buttons."""
        line = QFontMetrics(self.font()).lineSpacing()
        return QSize(80, min(self._height(), 2 * line + 2))

    def resizeEvent(self, event: QResizeEvent) -> None:
        """Wrap anew, and ask for the height that this takes."""
        super().resizeEvent(event)
        if event.size().width() != event.oldSize().width():
            self.updateGeometry()

    def _height(self) -> int:
        line = QFontMetrics(self.font()).lineSpacing()
        # The document counts its wrapped lines; only up to the bound matters.
        lines = min(self._most_lines, max(1, round(self.document().size().height())))
        return lines * line + 2


def _fits(text: str) -> bool:
    return len(text) <= LONGEST and cost_of(text) <= LONGEST and text.count("\n") < MOST_LINES


def _writer(text: str) -> Write:
    def write(cursor: QTextCursor) -> Iterator[str]:
        left = len(text)
        for piece in pieces(text):
            cursor.insertText(readable_text(piece), QTextCharFormat())
            left -= len(piece)
            if left:
                yield f"… {left:,} more characters, shown as you scroll here …"

    return write
