"""The dialog for `input`: one line of text."""

from __future__ import annotations

import re

from PySide6.QtCore import Slot
from PySide6.QtWidgets import QHBoxLayout, QLineEdit, QToolButton, QWidget

from app.session.plain import one_line
from app.session.questions import Question, Typed
from app.ui.parts import plain_label, push_button
from app.ui.questions.base import QuestionDialog
from app.ui.theme import SPACE

_LONGEST = 10_000_000
_LINE_END = re.compile("\r\n|[\n\r\u2028\u2029]")


class TextInputDialog(QuestionDialog):
    """A line edit; the placeholder is a hint and never an answer, an empty line is one.

    What seems to be a secret is masked until the person wants to see it.
    """

    def __init__(self, question: Question, inert_ms: int, quiet_ms: int, parent: QWidget | None = None) -> None:
        """Build the dialog for *question*."""
        super().__init__(question, inert_ms, quiet_ms, parent)
        self._edit = QLineEdit(self)
        self._edit.setObjectName("answerEdit")
        self._edit.setMaxLength(_LONGEST)
        self._edit.setPlaceholderText(one_line(question.placeholder, 200))
        self._edit.setAccessibleName(one_line(question.title, 200) or "Answer")
        self._edit.setAccessibleDescription(one_line(question.placeholder, 1000))
        self._edit.returnPressed.connect(self._on_accept)
        self._edit.textChanged.connect(self._on_text_changed)
        self.body.addLayout(self._build_row())
        self._lines_row = self._build_lines_row()
        self.body.addWidget(self._lines_row)
        self.hint.setText("Enter answers · Esc cancels")
        self.add_button("Cancel", "cancelButton").clicked.connect(self._on_cancel_clicked)
        self.add_button("Answer", "acceptButton", "primary").clicked.connect(self._on_accept)

    def _build_row(self) -> QHBoxLayout:
        row = QHBoxLayout()
        row.setSpacing(2 * SPACE)
        row.addWidget(self._edit, 1)
        if self.question.is_secret:
            self._edit.setEchoMode(QLineEdit.EchoMode.Password)
            self._reveal = QToolButton(self)
            self._reveal.setObjectName("revealButton")
            self._reveal.setCheckable(True)
            self._reveal.setText("Show")
            self._reveal.setToolTip("Show what is typed")
            self._reveal.toggled.connect(self._on_reveal_toggled)
            row.addWidget(self._reveal)
        return row

    def _build_lines_row(self) -> QWidget:
        row = QWidget(self)
        row.setObjectName("linesRow")
        layout = QHBoxLayout(row)
        layout.setContentsMargins(0, 0, 0, 0)
        layout.setSpacing(2 * SPACE)
        self._lines_label = plain_label(role="warning", wrap=True)
        join = push_button("Join the lines", "joinButton")
        join.clicked.connect(self._on_join_clicked)
        layout.addWidget(self._lines_label, 1)
        layout.addWidget(join)
        row.hide()
        return row

    def wants_letters(self) -> bool:
        """Always: they are the answer, and can be seen before it goes."""
        return True

    def safe_widget(self) -> QWidget:
        """Return the line edit: what is typed there by accident can be seen and changed."""
        return self._edit

    @Slot(str)
    def _on_text_changed(self, text: str) -> None:
        count = len(_LINE_END.split(text))
        self._lines_row.setVisible(count > 1)
        # The edit shows a line break as a blank: nobody would see that it goes out.
        self._lines_label.setText(f"{count} lines of text: they go out with their line breaks.")

    @Slot()
    def _on_join_clicked(self) -> None:
        self._edit.setText(" ".join(line for line in map(str.strip, _LINE_END.split(self._edit.text())) if line))
        self._edit.setFocus()

    @Slot(bool)
    def _on_reveal_toggled(self, revealed: bool) -> None:
        modes = QLineEdit.EchoMode
        self._edit.setEchoMode(modes.Normal if revealed else modes.Password)
        self._reveal.setText("Hide" if revealed else "Show")
        self._reveal.setToolTip("Hide what is typed" if revealed else "Show what is typed")
        self._edit.setFocus()

    @Slot()
    def _on_cancel_clicked(self) -> None:
        self.reject()

    @Slot()
    def _on_accept(self) -> None:
        self.submit(Typed(self._edit.text()))
