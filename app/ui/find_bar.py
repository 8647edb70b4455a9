"""Finding words in a text edit: as one types, forward and back, with a count."""

from __future__ import annotations

from PySide6.QtCore import QEvent, QObject, Qt, Signal, Slot
from PySide6.QtGui import QKeyEvent, QTextCursor, QTextDocument
from PySide6.QtWidgets import QHBoxLayout, QLineEdit, QToolButton, QWidget

from app.ui.exact_text_edit import ExactTextEdit
from app.ui.parts import plain_label
from app.ui.theme import SPACE

_ENTER = (Qt.Key.Key_Return, Qt.Key.Key_Enter)


class FindBar(QWidget):
    """Searches *edit*, without regard to case. Enter goes on, Shift+Enter back, Escape closes the bar only."""

    closed = Signal()

    def __init__(self, edit: ExactTextEdit, parent: QWidget) -> None:
        """Build the bar, hidden."""
        super().__init__(parent)
        self.setObjectName("findBar")
        self._edit = edit
        self._words = QLineEdit(self)
        self._words.setObjectName("findWords")
        self._words.setPlaceholderText("Find")
        self._words.setAccessibleName("Find")
        self._words.installEventFilter(self)
        self._words.textChanged.connect(self._on_words_text_changed)
        self._count = plain_label(role="muted", name="findCount")
        layout = QHBoxLayout(self)
        layout.setContentsMargins(0, 0, 0, 0)
        layout.setSpacing(SPACE)
        layout.addWidget(self._words, 1)
        layout.addSpacing(SPACE)
        layout.addWidget(self._count)
        layout.addSpacing(SPACE)
        for text, name, slot in (
            ("‹", "Find previous", self._on_previous_clicked),
            ("›", "Find next", self._on_next_clicked),
            ("×", "Close", self._on_close_clicked),
        ):
            button = QToolButton(self)
            button.setText(text)
            button.setToolTip(name)
            button.setAccessibleName(name)
            button.clicked.connect(slot)
            layout.addWidget(button)
        self.hide()

    def open(self) -> None:
        """Show the bar with what is selected as its words, ready to be typed over."""
        selected = self._edit.textCursor().selectedText()
        self.show()
        if selected and "\u2029" not in selected:
            self._words.setText(selected)
        self._words.selectAll()
        self._words.setFocus()
        self._tell_count()

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        """Take Enter and Escape before the dialog around the bar does."""
        if event.type() != QEvent.Type.KeyPress or not isinstance(event, QKeyEvent):
            return super().eventFilter(watched, event)
        if event.key() in _ENTER:
            self._find(backward=bool(event.modifiers() & Qt.KeyboardModifier.ShiftModifier))
        elif event.key() == Qt.Key.Key_Escape:
            self._on_close_clicked()
        else:
            return False
        return True

    def _find(self, backward: bool = False, cursor: QTextCursor | None = None) -> None:
        """Select the next place, from the other end of the text on when there is none."""
        words = self._words.text()
        flags = QTextDocument.FindFlag.FindBackward if backward else QTextDocument.FindFlag(0)
        document = self._edit.document()
        found = document.find(words, cursor or self._edit.textCursor(), flags) if words else QTextCursor()
        if words and found.isNull():
            start = QTextCursor(document)
            start.movePosition(QTextCursor.MoveOperation.End if backward else QTextCursor.MoveOperation.Start)
            found = document.find(words, start, flags)
        if not found.isNull():
            self._edit.setTextCursor(found)
        self._tell_count()

    def _tell_count(self) -> None:
        words = self._words.text().lower()
        if not words:
            self._count.setText("")
            return
        text = self._edit.document().toRawText().lower()
        count = text.count(words)
        cursor = self._edit.textCursor()
        here = text.count(words, 0, cursor.selectionEnd()) if cursor.hasSelection() else 0
        self._count.setText(f"{max(here, 1)} of {count}" if count else "not found")

    @Slot(str)
    def _on_words_text_changed(self, text: str) -> None:
        # What is found already may go on to fit: look from its beginning.
        cursor = self._edit.textCursor()
        cursor.setPosition(cursor.selectionStart())
        self._find(cursor=cursor)

    @Slot()
    def _on_previous_clicked(self) -> None:
        self._find(backward=True)

    @Slot()
    def _on_next_clicked(self) -> None:
        self._find()

    @Slot()
    def _on_close_clicked(self) -> None:
        self.hide()
        self._edit.setFocus()
        self.closed.emit()
