"""The dialog for `editor`: text of any length."""

from __future__ import annotations

from PySide6.QtCore import QEvent, QObject, Qt, Signal, Slot
from PySide6.QtGui import QKeyEvent, QKeySequence
from PySide6.QtWidgets import QFrame, QHBoxLayout, QPlainTextEdit, QSizePolicy, QWidget

from app.session.plain import one_line
from app.session.questions import Question, Typed
from app.ui.editable import can_be_edited
from app.ui.find_bar import FindBar
from app.ui.numbered_text_edit import NumberedTextEdit
from app.ui.parts import plain_label, push_button
from app.ui.questions.base import QuestionDialog
from app.ui.questions.changes_pane import ChangesPane
from app.ui.questions.draft_offer import DraftOffer
from app.ui.questions.editor_tools import EditorTools
from app.ui.questions.exact_text import answer_text, with_line_ends
from app.ui.questions.text_filler import TextFiller
from app.ui.theme import SPACE, code_font

_TOO_LONG = (
    "This text has too many lines, or a line too long, to be edited here. It is shown to be read, and answered as it "
    "is. You can change it in an editor of your own."
)
_FILLING = "The text is still coming in. It can be edited in a moment."


class TextEditorDialog(QuestionDialog):
    """A plain text edit; Ctrl+Enter answers. It asks before it throws away what was written."""

    text_changed = Signal()

    def __init__(self, question: Question, inert_ms: int, quiet_ms: int, parent: QWidget | None = None) -> None:
        """Build the dialog for *question*."""
        super().__init__(question, inert_ms, quiet_ms, parent)
        self.tools = self._build_tools()
        self._edit = self._build_edit()
        self._too_long = plain_label(_TOO_LONG, role="warning", wrap=True)
        self._unshown: str | None = None
        self._find_bar = FindBar(self._edit, self)
        self._changes = ChangesPane(self)
        self._changes.installEventFilter(self)
        self.draft_offer = DraftOffer(self)
        self._filler = TextFiller(self._edit)
        self._filler.filled.connect(self._on_filler_filled)
        self._edit.textChanged.connect(self._on_edit_text_changed)
        self.body.addWidget(self.draft_offer)
        self.body.addWidget(self._too_long)
        self.body.addWidget(self.tools)
        self.body.addWidget(self._find_bar)
        self.body.addWidget(self._edit, 1)
        self.body.addWidget(self._changes, 1)
        self._discard_row = self._build_discard_row()
        self.body.addWidget(self._discard_row)
        self._fill()
        self.hint.setText("Ctrl+Enter answers · Esc cancels")
        self._cancel = self.add_button("Cancel", "cancelButton")
        self._cancel.clicked.connect(self._on_cancel_clicked)
        self.add_button("Answer", "acceptButton", "primary").clicked.connect(self._on_accept)

    def _build_edit(self) -> NumberedTextEdit:
        edit = NumberedTextEdit(self)
        edit.setObjectName("answerEdit")
        edit.setTabChangesFocus(True)
        edit.setFont(code_font())
        edit.setMinimumHeight(3 * edit.fontMetrics().lineSpacing())
        edit.setSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Expanding)
        edit.setAccessibleName(one_line(self.question.title, 200) or "Answer")
        edit.installEventFilter(self)
        return edit

    def _build_tools(self) -> EditorTools:
        tools = EditorTools(self)
        tools.find_requested.connect(self._on_find_requested)
        tools.changes_toggled.connect(self._on_changes_toggled)
        tools.wrap_toggled.connect(self._on_wrap_toggled)
        return tools

    def _fill(self) -> None:
        self._is_to_read = not can_be_edited(self.question.prefill)
        self._too_long.setVisible(self._is_to_read)
        if self._is_to_read:
            self._filler.show(self.question.prefill)
        else:
            self._filler.fill(self.question.prefill)
            self._say_when_filling()

    def _say_when_filling(self) -> None:
        if self._filler.is_busy:
            self.tools.say(_FILLING)

    def _build_discard_row(self) -> QFrame:
        row = QFrame()
        row.setObjectName("discardRow")
        layout = QHBoxLayout(row)
        layout.setContentsMargins(0, 0, 0, 0)
        layout.setSpacing(2 * SPACE)
        layout.addWidget(plain_label("Discard what you wrote?", role="warning"), 1)
        self._keep = push_button("Keep editing", "keepButton")
        self._keep.clicked.connect(self._on_keep_clicked)
        discard = push_button("Discard", "discardButton")
        discard.clicked.connect(self._on_discard_clicked)
        layout.addWidget(self._keep)
        layout.addWidget(discard)
        row.hide()
        return row

    def wants_letters(self) -> bool:
        """Always: they are the answer, and can be seen before it goes."""
        return True

    def safe_widget(self) -> QWidget:
        """Return the text edit."""
        return self._edit

    def text(self) -> str:
        """Return what would be answered now."""
        if self._unshown is not None:
            return self._unshown
        if self._filler.is_busy:
            filled_with = self._filler.text
            return with_line_ends(filled_with, self.question.prefill) if self._filler.is_change else filled_with
        return answer_text(self._edit, self.question.prefill)

    def replace_text(self, text: str) -> None:
        """Put *text* in the place of what is there, as one step that can be undone.

        What cannot be edited here is shown to be read, and answered byte for byte. Over a text that is not all there
        yet there is no undo: half of it must never come back.
        """
        self.tools.changes.setChecked(False)
        self._is_to_read = self._is_to_read or not can_be_edited(text)
        if self._is_to_read:
            self._unshown = text
            self._too_long.show()
            self._filler.show(text)
            self.text_changed.emit()
        elif self._filler.is_busy:
            self._filler.fill(text.replace("\r\n", "\n"), is_change=True)
            self._say_when_filling()
            self.text_changed.emit()
        else:
            self._edit.replace_text(text.replace("\r\n", "\n"))

    def has_unsaved_text(self) -> bool:
        """Whether the text differs from what was proposed."""
        is_changed = self._filler.is_change if self._filler.is_busy else self._edit.document().isModified()
        return self._unshown is not None or is_changed

    def reject(self) -> None:
        """Ask first when something was written."""
        if self.guard.is_inert or not self.question.is_open:
            return
        if self.has_unsaved_text() and self._discard_row.isHidden():
            self._discard_row.show()
            self._keep.setFocus()
        elif self._discard_row.isHidden():
            super().reject()
        else:
            self._on_keep_clicked()

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        """Ctrl+Enter answers, although the edit would take it; Ctrl+F finds."""
        if event.type() == QEvent.Type.KeyPress and isinstance(event, QKeyEvent):
            if event.matches(QKeySequence.StandardKey.Find):
                self._on_find_requested()
                return True
            enter = event.key() in (Qt.Key.Key_Return, Qt.Key.Key_Enter)
            if enter and event.modifiers() & Qt.KeyboardModifier.ControlModifier and not event.isAutoRepeat():
                self._on_accept()
                return True
        return super().eventFilter(watched, event)

    @Slot()
    def _on_edit_text_changed(self) -> None:
        # What fills it nobody wrote, and as long as it is not all there it is no text.
        if not self._filler.is_busy:
            self.text_changed.emit()

    @Slot()
    def _on_filler_filled(self) -> None:
        self.tools.unsay(_FILLING)

    @Slot()
    def _on_find_requested(self) -> None:
        self.tools.changes.setChecked(False)
        self._find_bar.open()

    @Slot(bool)
    def _on_changes_toggled(self, shown: bool) -> None:
        self._edit.setVisible(not shown)
        self._changes.setVisible(shown)
        if shown:
            self._find_bar.hide()
            self._changes.show_changes(self.question.prefill, self.text())
            self._changes.setFocus()
        else:
            self._edit.setFocus()

    @Slot(bool)
    def _on_wrap_toggled(self, wraps: bool) -> None:
        modes = QPlainTextEdit.LineWrapMode
        self._edit.setLineWrapMode(modes.WidgetWidth if wraps else modes.NoWrap)

    @Slot()
    def _on_cancel_clicked(self) -> None:
        self.reject()

    @Slot()
    def _on_keep_clicked(self) -> None:
        self._discard_row.hide()
        self._edit.setFocus()

    @Slot()
    def _on_discard_clicked(self) -> None:
        super().reject()

    @Slot()
    def _on_accept(self) -> None:
        self.submit(Typed(self.text()))
