"""A prose part: one QTextDocument for one block of markdown, or for plain text. Loads nothing, runs nothing."""

from __future__ import annotations

from math import ceil
from typing import Any

from PySide6.QtCore import QPoint, QPointF, QRect, QRectF, QUrl
from PySide6.QtGui import QAbstractTextDocumentLayout, QPainter, QPalette, QTextDocument, QTextOption

from app.ui.theme import SPACE
from app.ui.transcript.markdown_document import read_markdown
from app.ui.transcript.part import Action, ActionKind, Look

_INDENT = 6 * SPACE


class _Document(QTextDocument):
    """A document that never fetches: pictures of agents come as data, by another way, or not at all."""

    def loadResource(self, kind: int, name: QUrl | str) -> Any:
        """Return nothing for every address."""
        return None


class ProsePart:
    """*text* as markdown, or with *markdown* off as it stands."""

    def __init__(self, text: str, markdown: bool = True, muted: bool = False, joins_above: bool = False) -> None:
        """Hold *text*; the document is made when it is first laid out."""
        self.joins_above = joins_above
        self._text = text
        self._markdown = markdown
        self._muted = muted
        self._document: _Document | None = None
        self._look: Look | None = None
        self._width = -1
        self._height = 0

    def lay_out(self, width: int, look: Look) -> int:
        """Return the height for *width*."""
        if self._document is None or self._look is not look:
            self._document = self._make(look)
            self._look, self._width = look, -1
        if width != self._width:
            self._width = width
            self._document.setTextWidth(width)
            self._height = ceil(self._document.size().height())
        return self._height

    def guess_height(self, width: int, look: Look) -> int:
        """Return about how high it is for *width*, at the cost of counting letters."""
        letters = max(1, width // max(1, look.text_metrics.averageCharWidth()))
        rows = sum(1 + len(line) // letters for line in self._text.split("\n"))
        return rows * look.text_metrics.lineSpacing()

    def _make(self, look: Look) -> _Document:
        document = _Document()
        document.setUndoRedoEnabled(False)
        document.setDocumentMargin(0)
        document.setDefaultFont(look.text)
        document.setIndentWidth(_INDENT)
        option = QTextOption()
        option.setWrapMode(QTextOption.WrapMode.WrapAtWordBoundaryOrAnywhere)
        document.setDefaultTextOption(option)
        if not self._markdown or not read_markdown(document, self._text, look):
            document.setPlainText(self._text)
        return document

    def paint(self, painter: QPainter, area: QRect, clip: QRect, look: Look) -> None:
        """Paint the document."""
        if self._document is None:
            return
        context = QAbstractTextDocumentLayout.PaintContext()
        palette = QPalette()
        palette.setColor(QPalette.ColorRole.Text, look.theme.color("muted" if self._muted else "text"))
        context.palette = palette
        context.clip = QRectF(clip.translated(-area.topLeft()))
        painter.save()
        painter.translate(area.topLeft())
        painter.setClipRect(context.clip)
        self._document.documentLayout().draw(painter, context)
        painter.restore()

    def plain(self) -> str:
        """Return the words."""
        return self._document.toPlainText() if self._document is not None else self._text

    def action_at(self, position: QPoint) -> Action | None:
        """Return the link at *position*."""
        if self._document is None:
            return None
        anchor = self._document.documentLayout().anchorAt(QPointF(position))
        return Action(ActionKind.LINK, anchor) if anchor else None
