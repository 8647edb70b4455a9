"""The dialog for `input`: one line of text."""

from __future__ import annotations

from PySide6.QtCore import Slot
from PySide6.QtWidgets import QLineEdit, QWidget

from app.session.plain import one_line
from app.session.questions import Question, Typed
from app.ui.questions.base import QuestionDialog

_LONGEST = 10_000_000


class TextInputDialog(QuestionDialog):
    """A line edit; the placeholder is a hint and never an answer, an empty line is one."""

    def __init__(self, question: Question, inert_ms: int, quiet_ms: int, parent: QWidget | None = None) -> None:
        """Build the dialog for *question*."""
        super().__init__(question, inert_ms, quiet_ms, parent)
        self._edit = QLineEdit()
        self._edit.setObjectName("answerEdit")
        self._edit.setMaxLength(_LONGEST)
        self._edit.setPlaceholderText(one_line(question.placeholder, 200))
        self._edit.setAccessibleName(one_line(question.title, 200) or "Answer")
        self._edit.setAccessibleDescription(one_line(question.placeholder, 1000))
        self._edit.returnPressed.connect(self._on_accept)
        self.body.addWidget(self._edit)
        self.hint.setText("Enter answers · Esc cancels")
        self.add_button("Cancel", "cancelButton").clicked.connect(self._on_cancel_clicked)
        self.add_button("Answer", "acceptButton", "primary").clicked.connect(self._on_accept)

    def safe_widget(self) -> QWidget:
        """Return the line edit: what is typed there by accident can be seen and changed."""
        return self._edit

    @Slot()
    def _on_cancel_clicked(self) -> None:
        self.reject()

    @Slot()
    def _on_accept(self) -> None:
        self.submit(Typed(self._edit.text()))
