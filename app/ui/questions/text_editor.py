"""The dialog for `editor`: text of any length."""

from __future__ import annotations

from PySide6.QtCore import QEvent, QObject, Qt, Slot
from PySide6.QtGui import QKeyEvent
from PySide6.QtWidgets import QFrame, QHBoxLayout, QSizePolicy, QWidget

from app.session.plain import one_line
from app.session.questions import Question, Typed
from app.session.readable import readable_lines
from app.ui.exact_text_edit import ExactTextEdit, has_line_longer_than
from app.ui.parts import plain_label, push_button
from app.ui.questions.base import QuestionDialog
from app.ui.questions.exact_text import answer_text
from app.ui.theme import SPACE, code_font

_LONGEST_LINE = 500_000
"""In characters: each key in a longer line would take more than a tenth of a second."""
_TOO_LONG = "This text has a line too long to be edited here. It is shown to be read, and answered as it is."


class TextEditorDialog(QuestionDialog):
    """A plain text edit; Ctrl+Enter answers. It asks before it throws away what was written."""

    def __init__(self, question: Question, inert_ms: int, quiet_ms: int, parent: QWidget | None = None) -> None:
        """Build the dialog for *question*."""
        super().__init__(question, inert_ms, quiet_ms, parent)
        self._edit = ExactTextEdit()
        self._edit.setObjectName("answerEdit")
        self._edit.setTabChangesFocus(True)
        self._edit.setFont(code_font())
        self._edit.setMinimumHeight(3 * self._edit.fontMetrics().lineSpacing())
        self._edit.setSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Expanding)
        self._edit.setAccessibleName(one_line(question.title, 200) or "Answer")
        self._fill()
        self._edit.installEventFilter(self)
        self.body.addWidget(self._edit, 1)
        self._discard_row = self._build_discard_row()
        self.body.addWidget(self._discard_row)
        self.hint.setText("Ctrl+Enter answers · Esc cancels")
        self._cancel = self.add_button("Cancel", "cancelButton")
        self._cancel.clicked.connect(self._on_cancel_clicked)
        self.add_button("Answer", "acceptButton", "primary").clicked.connect(self._on_accept)

    def _fill(self) -> None:
        prefill = self.question.prefill
        if has_line_longer_than(prefill, _LONGEST_LINE):
            self._edit.setReadOnly(True)
            self._edit.setPlainText(readable_lines(prefill))
            self.body.addWidget(plain_label(_TOO_LONG, role="warning", wrap=True))
        else:
            self._edit.setPlainText(prefill)
        self._edit.document().setModified(False)

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

    def safe_widget(self) -> QWidget:
        """Return the text edit."""
        return self._edit

    def has_unsaved_text(self) -> bool:
        """Whether the text differs from what was proposed."""
        return self._edit.document().isModified()

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
        """Ctrl+Enter answers, although the edit would take it."""
        if event.type() == QEvent.Type.KeyPress and isinstance(event, QKeyEvent):
            enter = event.key() in (Qt.Key.Key_Return, Qt.Key.Key_Enter)
            if enter and event.modifiers() & Qt.KeyboardModifier.ControlModifier and not event.isAutoRepeat():
                self._on_accept()
                return True
        return super().eventFilter(watched, event)

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
        self.submit(Typed(answer_text(self._edit, self.question.prefill)))
