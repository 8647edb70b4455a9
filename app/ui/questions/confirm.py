"""The dialog for `confirm`: yes or no."""

from __future__ import annotations

from PySide6.QtCore import Slot
from PySide6.QtWidgets import QWidget

from app.session.questions import Confirmed, Question
from app.ui.questions.base import QuestionDialog


class ConfirmDialog(QuestionDialog):
    """Yes, no, or dismissed; No has the focus."""

    def __init__(self, question: Question, inert_ms: int, quiet_ms: int, parent: QWidget | None = None) -> None:
        """Build the dialog for *question*."""
        super().__init__(question, inert_ms, quiet_ms, parent)
        self.hint.setText("Tab chooses · Esc cancels")
        self.add_button("Cancel", "cancelButton").clicked.connect(self._on_cancel_clicked)
        self._deny = self.add_button("No", "denyButton")
        self._deny.clicked.connect(self._on_deny_clicked)
        self.add_button("Yes", "confirmButton", "primary").clicked.connect(self._on_confirm_clicked)

    def safe_widget(self) -> QWidget:
        """Return the No button."""
        return self._deny

    @Slot()
    def _on_cancel_clicked(self) -> None:
        self.reject()

    @Slot()
    def _on_deny_clicked(self) -> None:
        self.submit(Confirmed(False))

    @Slot()
    def _on_confirm_clicked(self) -> None:
        self.submit(Confirmed(True))
