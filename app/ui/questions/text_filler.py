"""Fills a text edit with a text of megabytes in slices: the window goes on, and nobody edits half of it."""

from __future__ import annotations

from collections.abc import Iterator

from PySide6.QtCore import QObject, Signal, Slot
from PySide6.QtGui import QTextCursor

from app.session.pieces import cost_of, pieces
from app.session.readable import readable_lines
from app.ui.exact_text_edit import ExactTextEdit
from app.ui.slicer import Slicer

_MOST_READ = 1_000_000
"""What is shown to be read, in characters of ASCII; a line costs as much as some of them."""
_OF_LINE = 20


class TextFiller(QObject):
    """While it fills, the edit takes no keys, and `text` is what it is being filled with."""

    filled = Signal()

    def __init__(self, edit: ExactTextEdit) -> None:
        """Fill *edit*."""
        super().__init__(edit)
        self.text = ""
        self.is_change = False
        """Whether the text that it is being filled with is the person's, and not what was proposed."""
        self._edit = edit
        self._is_to_read = False
        self._slicer = Slicer(self)
        self._slicer.finished.connect(self._on_slicer_finished)

    @property
    def is_busy(self) -> bool:
        """Whether there is only a part of the text yet."""
        return self._slicer.is_busy

    def fill(self, text: str, *, is_change: bool = False) -> None:
        """Put *text* in the place of everything, to be edited once it is all there; undo brings nothing back."""
        self.text, self.is_change, self._is_to_read = text, is_change, False
        self._start(self._write(text))

    def show(self, text: str) -> None:
        """Show *text* to be read, up to a bound, with everything in it that is not seen."""
        self.text, self.is_change, self._is_to_read = text, False, True
        self._start(self._write_readable(text))

    def _start(self, work: Iterator[int]) -> None:
        self._edit.setReadOnly(True)
        self._edit.setUndoRedoEnabled(False)
        self._slicer.start(work)

    def _cursor(self) -> QTextCursor:
        """Return a cursor in the edit, which is empty now."""
        self._edit.clear()
        return QTextCursor(self._edit.document())

    def _put(self, cursor: QTextCursor, text: str) -> None:
        is_first = cursor.atStart()
        cursor.insertText(text)
        if is_first:
            # What is inserted at the place of the edit's own cursor takes it along.
            self._edit.moveCursor(QTextCursor.MoveOperation.Start)

    def _write(self, text: str) -> Iterator[int]:
        cursor = self._cursor()
        for piece in pieces(text, whole_runs=False):
            self._put(cursor, piece)
            yield _cost(piece)

    def _write_readable(self, text: str) -> Iterator[int]:
        cursor, cost, left = self._cursor(), 0, len(text)
        for piece in pieces(text, whole_runs=False):
            if cost > _MOST_READ:
                self._put(cursor, f"\n… {left:,} more characters, in an editor of your own")
                return
            self._put(cursor, readable_lines(piece))
            left -= len(piece)
            cost += _cost(piece)
            yield _cost(piece)

    @Slot()
    def _on_slicer_finished(self) -> None:
        self._edit.setUndoRedoEnabled(True)
        self._edit.setReadOnly(self._is_to_read)
        self._edit.document().setModified(self.is_change)
        self.filled.emit()


def _cost(piece: str) -> int:
    return cost_of(piece) + _OF_LINE * piece.count("\n")
