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
# `[name]: address` defines what other blocks mean by a name. Blocks are read one by one, so it would only vanish.
_DEFINITION = re.compile(r"^( {0,3}(?:(?:[>*+-]|\d+[.)]) +)*)\[(?=[^\]\n]+\]:)", re.MULTILINE)
_WORD = re.compile(r"\w")


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
        if not self._markdown or not _read_markdown(document, self._text, look):
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


def _read_markdown(document: QTextDocument, text: str, look: Look) -> bool:
    """Read *text* into *document*; False when nothing can be read of it, as of a link without words."""
    # The line feed keeps Qt from taking lines between two rules for data about the document, which it hides.
    document.setMarkdown("\n" + _DEFINITION.sub(r"\1\\[", text), _FEATURES)
    _replace_images(document)
    _dress(document, look)
    return bool(_WORD.search(document.toPlainText())) or not _WORD.search(text)


def _replace_images(document: QTextDocument) -> None:
    """Put a link with the words of each image in its place: an image that is never loaded would be an empty hole."""
    images: list[tuple[int, int, str, str]] = []
    block = document.begin()
    while block.isValid():
        for run in block.textFormats():
            if run.format.isImageFormat():
                source = str(run.format.property(QTextCharFormat.Property.ImageName))
                words = str(run.format.property(QTextCharFormat.Property.ImageAltText) or source)
                images.append((block.position() + run.start, run.length, source, words))
        block = block.next()
    # From the end: what is put in moves only what follows.
    for position, length, source, words in reversed(images):
        link = QTextCharFormat()
        link.setAnchor(True)
        link.setAnchorHref(source)
        _select(document, position, length).insertText(words, link)


def _select(document: QTextDocument, position: int, length: int) -> QTextCursor:
    cursor = QTextCursor(document)
    cursor.setPosition(position)
    cursor.setPosition(position + length, QTextCursor.MoveMode.KeepAnchor)
    return cursor


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
    _select(document, position, length).mergeCharFormat(dressed)
