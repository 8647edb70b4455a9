"""Markdown of an agent in a QTextDocument: every word stays, only links that may be opened lead anywhere."""

from __future__ import annotations

import re

from PySide6.QtCore import QUrl
from PySide6.QtGui import (
    QColor,
    QTextBlock,
    QTextBlockFormat,
    QTextCharFormat,
    QTextCursor,
    QTextDocument,
    QTextFrameFormat,
    QTextTable,
)

from app.ui.theme import SPACE
from app.ui.transcript.part import Look

_FEATURES = QTextDocument.MarkdownFeature.MarkdownDialectGitHub | QTextDocument.MarkdownFeature.MarkdownNoHTML
_SCHEMES = ("http", "https", "mailto")
# `[name]: address` defines what other blocks mean by a name. Blocks are read one by one, so it would only vanish.
_DEFINITION = re.compile(r"^( {0,3}(?:(?:[>*+-]|\d+[.)]) +)*)\[(?=[^\]\n]+\]:)", re.MULTILINE)
_WORD = re.compile(r"\w")


def read_markdown(document: QTextDocument, text: str, look: Look) -> bool:
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
    """Give every block the look of what it is, code its font and ground, and links that may be opened their colour."""
    tables = [frame for frame in document.rootFrame().childFrames() if isinstance(frame, QTextTable)]
    block = document.begin()
    while block.isValid():
        for run in block.textFormats():
            _dress_run(document, block.position() + run.start, run.length, run.format, look)
        _dress_block(block, look, beside_table=bool(tables))
        block = block.next()
    for table in tables:
        _dress_table(table, look)


def _dress_block(block: QTextBlock, look: Look, beside_table: bool) -> None:
    cursor, style = QTextCursor(block), block.blockFormat()
    if style.hasProperty(QTextBlockFormat.Property.BlockTrailingHorizontalRulerWidth):
        # A rule is drawn in the colour of its own ground.
        rule = QTextBlockFormat()
        rule.setBackground(look.theme.color("line"))
        rule.setLineHeight(1, QTextBlockFormat.LineHeightTypes.FixedHeight.value)
        cursor.mergeBlockFormat(rule)
    elif beside_table and not block.text() and cursor.currentTable() is None:
        # Qt puts empty paragraphs around a table: they would be gaps.
        thin = QTextBlockFormat()
        thin.setLineHeight(1, QTextBlockFormat.LineHeightTypes.FixedHeight.value)
        cursor.mergeBlockFormat(thin)
    if level := style.headingLevel():
        _resize_heading(cursor, level, look)
    if depth := style.property(QTextBlockFormat.Property.BlockQuoteLevel):
        _indent_quote(cursor, depth, look)
    if block.textList() is not None and style.marker() is not QTextBlockFormat.MarkerType.NoMarker:
        _write_task(block, style.marker() is QTextBlockFormat.MarkerType.Checked)


def _indent_quote(cursor: QTextCursor, depth: int, look: Look) -> None:
    margins = QTextBlockFormat()
    margins.setLeftMargin(4 * SPACE * depth)
    margins.setRightMargin(0)
    cursor.mergeBlockFormat(margins)
    quiet = QTextCharFormat()
    quiet.setForeground(look.theme.color("muted"))
    cursor.movePosition(QTextCursor.MoveOperation.EndOfBlock, QTextCursor.MoveMode.KeepAnchor)
    cursor.mergeCharFormat(quiet)


def _write_task(block: QTextBlock, done: bool) -> None:
    """Say in a character whether a task is done: Qt's own boxes look the same in small, and are not copied."""
    style = block.blockFormat()
    style.setMarker(QTextBlockFormat.MarkerType.NoMarker)
    cursor = QTextCursor(block)
    cursor.setBlockFormat(style)
    cursor.insertText("☑ " if done else "☐ ", QTextCharFormat())


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
