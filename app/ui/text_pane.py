"""Agent text to be read: plain, selectable, as high as its lines up to a bound, then it scrolls."""

from __future__ import annotations

from PySide6.QtCore import QSize, Qt
from PySide6.QtGui import QFont, QFontMetrics, QResizeEvent, QTextOption
from PySide6.QtWidgets import QFrame, QPlainTextEdit, QSizePolicy, QWidget

from app.session.bounds import bounded
from app.session.readable import readable_text

_LIMIT = 200_000
"""How much is shown, in characters: what is longer is cut in its middle, and says so."""
_SHOWN_END = 50_000


class TextPane(QPlainTextEdit):
    """A label that never grows past *most_lines* and never takes anything for markup.

    Lines of any length are safe: they are broken for display, which costs Qt's layout nothing. What is not seen in
    the text is made visible.
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

    def text(self) -> str:
        """Return the whole text as it was given."""
        return self._text

    def set_text(self, text: str) -> None:
        """Show *text*; an empty pane hides itself."""
        self._text = text
        shown = readable_text(bounded(text, _LIMIT, _SHOWN_END))
        self.setPlainText(shown)
        self.setAccessibleName(shown[:1000])
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
