"""A prose part: one QTextDocument for one block of markdown, or for plain text. Loads nothing, runs nothing."""

from __future__ import annotations

import re
from math import ceil
from typing import Any

from PySide6.QtCore import QPoint, QPointF, QRect, QRectF, QUrl
from PySide6.QtGui import (
    QAbstractTextDocumentLayout,
    QColor,
    QPainter,
    QPalette,
    QTextBlockFormat,
    QTextCharFormat,
    QTextCursor,
    QTextDocument,
    QTextFrameFormat,
    QTextOption,
    QTextTable,
)

from app.ui.theme import SPACE
from app.ui.transcript.part import Action, ActionKind, Look

_FEATURES = QTextDocument.MarkdownFeature.MarkdownDialectGitHub | QTextDocument.MarkdownFeature.MarkdownNoHTML
_SCHEMES = ("http", "https", "mailto")
_IMAGE = re.compile(r"!(?=\[)")


class _Document(QTextDocument):
    """A document that never fetches: pictures of agents come as data, by another way, or not at all."""

    def loadResource(self, kind: int, name: QUrl | str) -> Any:
        """Return nothing for every address."""
        return None


class ProsePart:
    """*text* as markdown, or with *markdown* off as it stands."""

    def __init__(self, text: str, markdown: bool = True, muted: bool = False) -> None:
        """Hold *text*; the document is made when it is first laid out."""
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

    def _make(self, look: Look) -> _Document:
        document = _Document()
        document.setUndoRedoEnabled(False)
        document.setDocumentMargin(0)
        document.setDefaultFont(look.text)
        option = QTextOption()
        option.setWrapMode(QTextOption.WrapMode.WrapAtWordBoundaryOrAnywhere)
        document.setDefaultTextOption(option)
        if self._markdown:
            # An image would be an empty hole: its mark is taken off, so that its words stay readable as a link.
            document.setMarkdown(_IMAGE.sub("", self._text), _FEATURES)
            _dress(document, look)
        else:
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


def _dress(document: QTextDocument, look: Look) -> None:
    """Give code its font and ground, headings calm sizes, and links that may be opened their colour."""
    block = document.begin()
    while block.isValid():
        cursor = QTextCursor(block)
        if block.blockFormat().hasProperty(QTextBlockFormat.Property.BlockTrailingHorizontalRulerWidth):
            # A rule is drawn in the colour of its own ground.
            rule = QTextBlockFormat()
            rule.setBackground(look.theme.color("line"))
            cursor.mergeBlockFormat(rule)
        if level := block.blockFormat().headingLevel():
            _resize_heading(cursor, level, look)
        for run in block.textFormats():
            _dress_run(document, block.position() + run.start, run.length, run.format, look)
        block = block.next()
    for frame in document.rootFrame().childFrames():
        if isinstance(frame, QTextTable):
            _dress_table(frame, look)


def _resize_heading(cursor: QTextCursor, level: int, look: Look) -> None:
    cursor.select(QTextCursor.SelectionType.BlockUnderCursor)
    size = QTextCharFormat()
    size.setProperty(QTextCharFormat.Property.FontSizeAdjustment, max(0, 3 - level))
    cursor.mergeCharFormat(size)
    spacing = QTextBlockFormat()
    spacing.setBottomMargin(look.text_metrics.lineSpacing() / 4)
    cursor.mergeBlockFormat(spacing)


def _dress_table(table: QTextTable, look: Look) -> None:
    style = table.format()
    style.setBorderBrush(look.theme.color("line"))
    style.setBorderStyle(QTextFrameFormat.BorderStyle.BorderStyle_Solid)
    style.setBorderCollapse(True)
    style.setCellPadding(SPACE)
    table.setFormat(style)


def _dress_run(document: QTextDocument, position: int, length: int, style: QTextCharFormat, look: Look) -> None:
    if not (style.fontFixedPitch() or style.isAnchor()):
        return
    dressed = QTextCharFormat()
    if style.fontFixedPitch():
        dressed.setFontFamilies([look.code.family()])
        dressed.setBackground(look.theme.color("code"))
    if style.isAnchor():
        scheme = QUrl(style.anchorHref()).scheme().lower()
        allowed = scheme in _SCHEMES
        dressed.setForeground(look.theme.color("accent") if allowed else QColor(look.theme.text))
        dressed.setFontUnderline(allowed)
        if not allowed:
            dressed.setAnchor(False)
            dressed.setAnchorHref("")
    cursor = QTextCursor(document)
    cursor.setPosition(position)
    cursor.setPosition(position + length, QTextCursor.MoveMode.KeepAnchor)
    cursor.mergeCharFormat(dressed)
