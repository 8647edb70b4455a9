"""A row of a question's dialog that tells how often the very same is asked, and dismisses them all."""

from __future__ import annotations

from PySide6.QtCore import Signal, Slot
from PySide6.QtWidgets import QFrame, QHBoxLayout, QWidget

from app.ui.parts import plain_label, push_button
from app.ui.theme import SPACE


class SameRow(QFrame):
    """There is no way to answer them all at once, on purpose: only to say no to all."""

    cancel_requested = Signal()

    def __init__(self, parent: QWidget) -> None:
        """Build the row, hidden."""
        super().__init__(parent)
        self.setObjectName("sameRow")
        self._label = plain_label(role="warning", name="sameCount", wrap=True)
        self._button = push_button("Cancel all of these", "cancelSameButton")
        self._button.clicked.connect(self._on_button_clicked)
        layout = QHBoxLayout(self)
        layout.setContentsMargins(0, 0, 0, 0)
        layout.setSpacing(2 * SPACE)
        layout.addWidget(self._label, 1)
        layout.addWidget(self._button)
        self.hide()

    def set_count(self, count: int) -> None:
        """Tell that the same question waits *count* times; once is nothing to tell."""
        self._label.setText(f"This very question waits {count} times.")
        self.setVisible(count > 1)

    @Slot()
    def _on_button_clicked(self) -> None:
        self.cancel_requested.emit()
