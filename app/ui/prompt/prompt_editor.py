"""The prompt editor: what the person says to the agent."""

from __future__ import annotations

from PySide6.QtCore import QSize, Qt, QTimer, Signal, Slot
from PySide6.QtGui import QFontMetrics, QInputMethodEvent, QKeyEvent, QTextCursor
from PySide6.QtWidgets import QFrame, QSizePolicy, QWidget

from app.ui.exact_text_edit import ExactTextEdit
from app.ui.prompt.history import PromptHistory

_LEAST_LINES = 2
_UNREAD_MS = 500
"""How long nobody can have read a text that was put here, in milliseconds; as long as a new question is inert."""
_MOST_UNDONE = 5_000_000
"""How much of what extensions put here can be undone, in characters: Qt keeps all of it, without a bound."""


class PromptEditor(ExactTextEdit):
    """A plain text edit that grows with its lines, sends with Enter, and remembers what was sent.

    It never loses text: what an extension puts here can be undone, what comes back is added to what stands here.
    """

    submitted = Signal(str)
    """The person wants to send this text."""
    follow_up_submitted = Signal(str)
    """The person wants to send this text for when the agent would stop."""
    height_changed = Signal()

    def __init__(self, parent: QWidget | None = None) -> None:
        """Create an empty editor."""
        super().__init__(parent)
        self.setObjectName("promptEditor")
        self.setAccessibleName("Prompt")
        self.setPlaceholderText("Ask, or type / for a command")
        self.setFrameShape(QFrame.Shape.NoFrame)
        self.setProperty("role", "bare")
        self.setTabChangesFocus(True)
        self.setSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Maximum)
        self.setVerticalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAsNeeded)
        self.document().setDocumentMargin(0)
        self.send_with_control = False
        self._history = PromptHistory()
        self._foreign_text: str | None = None
        self._unread_timer = QTimer(self, singleShot=True, interval=_UNREAD_MS)
        self._put_size = 0
        self._composing = False
        self._most_height = 10_000
        self._height = 0
        self.textChanged.connect(self._on_text_changed)
        self._on_text_changed()

    # --- text -------------------------------------------------------------------------------------------

    def take_text(self) -> str:
        """Return the text and clear the editor; the text joins the history."""
        text = self.exact_text()
        self._history.add(text)
        self.replace_text("")
        return text

    def set_text(self, text: str) -> None:
        """Put *text* in the place of what stands here; undo and the history bring that back. Takes no focus.

        The history keeps what the person wrote, not what an extension did.
        """
        if not self.holds_foreign_text:
            self._history.add(self.exact_text())
        self._put_size += len(text)
        if self._put_size > _MOST_UNDONE:
            self.document().clearUndoRedoStacks()
            self._put_size = len(text)
        self.replace_text(text)

    def set_foreign_text(self, text: str) -> None:
        """Put *text*, which an extension wrote, in the place of what stands here, as `set_text` does.

        It `is_unread` for a moment: an Enter may be on its way to what stood here before.
        """
        self.set_text(text)
        self._foreign_text = text
        self._unread_timer.start()

    @property
    def is_unread(self) -> bool:
        """Whether the text came only just now, and not from the person: nobody can mean to send it."""
        return self._unread_timer.isActive()

    @property
    def holds_foreign_text(self) -> bool:
        """Whether what stands here was written by an extension, and not touched since."""
        return self._foreign_text is not None and self._foreign_text == self.exact_text()

    def give_back(self, text: str) -> None:
        """Put *text*, which did not reach the agent, before what has been typed since."""
        current = self.exact_text()
        self.replace_text(f"{text}\n\n{current}" if current.strip() else text)

    def remember(self, text: str) -> None:
        """Let *text* be the newest of the history, and leave what stands here."""
        self._history.add(text)

    # --- size -------------------------------------------------------------------------------------------

    def set_most_height(self, pixels: int) -> None:
        """Grow to at most *pixels* high."""
        self._most_height = pixels
        self._grow()

    def sizeHint(self) -> QSize:
        """Return the height of the text, within the bounds."""
        return QSize(240, self._wanted_height())

    def minimumSizeHint(self) -> QSize:
        """Return the room that the editor always keeps."""
        return QSize(120, QFontMetrics(self.font()).lineSpacing() * _LEAST_LINES)

    def _wanted_height(self) -> int:
        line = QFontMetrics(self.font()).lineSpacing()
        lines = max(_LEAST_LINES, round(self.document().size().height()))
        return max(_LEAST_LINES * line, min(lines * line + 4, self._most_height))

    def _grow(self) -> None:
        height = self._wanted_height()
        if height != self._height:
            self._height = height
            self.updateGeometry()
            self.height_changed.emit()

    @Slot()
    def _on_text_changed(self) -> None:
        self._foreign_text = None
        self._note_text()
        self._grow()

    def _note_text(self) -> None:
        # What an input method composes is not in the document yet, and is being typed all the same.
        self.setProperty("hasText", self._composing or not self.document().isEmpty())

    # --- keys -------------------------------------------------------------------------------------------

    def inputMethodEvent(self, event: QInputMethodEvent) -> None:
        """Note whether an input method composes: its Enter accepts a candidate and sends nothing."""
        self._composing = bool(event.preeditString())
        self._note_text()
        super().inputMethodEvent(event)

    def keyPressEvent(self, event: QKeyEvent) -> None:
        """Enter sends, Alt+Enter follows up, Shift+Enter breaks the line, Up and Down walk the history."""
        key, plain = event.key(), _modifiers(event) == Qt.KeyboardModifier.NoModifier
        if key in (Qt.Key.Key_Return, Qt.Key.Key_Enter) and not self._composing:
            self._enter(event)
        elif not (plain and key in (Qt.Key.Key_Up, Qt.Key.Key_Down) and self._walk(key == Qt.Key.Key_Up)):
            super().keyPressEvent(event)

    def _enter(self, event: QKeyEvent) -> None:
        modifiers = _modifiers(event)
        control = modifiers == Qt.KeyboardModifier.ControlModifier
        plain = modifiers == Qt.KeyboardModifier.NoModifier
        if event.isAutoRepeat() and not modifiers & Qt.KeyboardModifier.ShiftModifier:
            return
        if modifiers == Qt.KeyboardModifier.AltModifier:
            self.follow_up_submitted.emit(self.exact_text())
        elif control or (plain and not self.send_with_control):
            self.submitted.emit(self.exact_text())
        else:
            self.textCursor().insertText("\n")
            self.ensureCursorVisible()

    def _walk(self, back: bool) -> bool:
        """Show the next text of the history when the cursor is at the edge; False when it is not."""
        cursor = self.textCursor()
        moved = cursor.movePosition(QTextCursor.MoveOperation.Up if back else QTextCursor.MoveOperation.Down)
        if moved or cursor.hasSelection():
            return False
        text = self._history.previous(self.exact_text()) if back else self._history.next()
        if text is None:
            return False
        self.replace_text(text)
        return True


def _modifiers(event: QKeyEvent) -> Qt.KeyboardModifier:
    """Return the modifiers of *event*; the keypad's Enter is no other Enter."""
    return event.modifiers() & ~Qt.KeyboardModifier.KeypadModifier
