"""Text of any length in a plain text edit that is only read: what comes into sight is loaded, a piece a turn."""

from __future__ import annotations

from collections.abc import Callable, Iterator

from PySide6.QtCore import QEvent, QObject, QPoint, QTimer, Slot
from PySide6.QtGui import QColor, QTextBlockFormat, QTextCharFormat, QTextCursor
from PySide6.QtWidgets import QPlainTextEdit

from app.ui.theme import theme_in_use

Write = Callable[[QTextCursor], Iterator[str]]
"""Writes one piece at the cursor a step, and yields a note of what is left; it ends with the last piece."""


class SliceLoader(QObject):
    """Shows the beginning, a note of what is left, and the end. As the note comes into sight, more stands above it."""

    def __init__(self, edit: QPlainTextEdit) -> None:
        """Load into *edit*."""
        super().__init__(edit)
        self._edit = edit
        self._gap = QTextCursor(edit.document())
        self._work: Iterator[str] | None = None
        self._note_size = 0
        self._note_row = 0
        self._has_end = False
        self._timer = QTimer(self, singleShot=True, interval=0)
        self._timer.timeout.connect(self._on_timer_timeout)
        bar = edit.verticalScrollBar()
        bar.valueChanged.connect(self._on_bar_value_changed)
        bar.rangeChanged.connect(self._on_bar_range_changed)
        edit.setUndoRedoEnabled(False)
        edit.installEventFilter(self)

    def show(self, write: Write, end: str = "") -> None:
        """Show what *write* writes in the place of everything, and *end* after it."""
        self._edit.setPlainText(end)
        self._gap = QTextCursor(self._edit.document())
        self._note_size = 0
        self._has_end = bool(end)
        self._work = work = write(self._gap)
        self._load(work)
        self._edit.moveCursor(QTextCursor.MoveOperation.Start)

    def _load(self, work: Iterator[str]) -> None:
        gap = self._gap
        gap.beginEditBlock()
        gap.setPosition(gap.position() + self._note_size, QTextCursor.MoveMode.KeepAnchor)
        gap.removeSelectedText()
        note = next(work, "")
        if note:
            self._put_note(note)
        else:
            self._work = None
        gap.endEditBlock()
        self._timer.start()

    def _put_note(self, note: str) -> None:
        gap, quiet = self._gap, QTextCharFormat()
        quiet.setForeground(QColor(theme_in_use().muted))
        start = gap.position()
        if gap.positionInBlock():
            gap.insertBlock(QTextBlockFormat(), quiet)
        self._note_row = gap.blockNumber()
        gap.insertText(note, quiet)
        if self._has_end:
            gap.insertBlock(QTextBlockFormat(), QTextCharFormat())
        self._note_size = gap.position() - start
        gap.setPosition(start)

    def _is_note_in_sight(self) -> bool:
        edit = self._edit
        top = edit.cursorForPosition(QPoint(0, 0)).blockNumber()
        bottom = edit.cursorForPosition(QPoint(0, edit.viewport().height() - 1)).blockNumber()
        return edit.isVisible() and top <= self._note_row <= bottom

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        """Look again when there is more room."""
        if event.type() in (QEvent.Type.Show, QEvent.Type.Resize):
            self._look()
        return False

    def _look(self) -> None:
        if self._work is not None:
            self._timer.start()

    @Slot()
    def _on_timer_timeout(self) -> None:
        if self._work is not None and self._is_note_in_sight():
            self._load(self._work)

    @Slot(int)
    def _on_bar_value_changed(self, value: int) -> None:
        self._look()

    @Slot(int, int)
    def _on_bar_range_changed(self, least: int, most: int) -> None:
        self._look()
