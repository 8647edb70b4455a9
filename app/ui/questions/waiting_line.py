"""The line that stands for a question in the main window while the question has a window of its own."""

from __future__ import annotations

from PySide6.QtCore import Signal
from PySide6.QtWidgets import QFrame, QHBoxLayout, QWidget

from app.ui.parts import plain_label, push_button
from app.ui.theme import SPACE


class WaitingLine(QFrame):
    """Says that a question waits, and brings it to the front on demand. Hidden at first."""

    show_requested = Signal()

    def __init__(self, parent: QWidget | None = None) -> None:
        """Create a hidden line."""
        super().__init__(parent)
        self.setObjectName("questionWaiting")
        self.setProperty("role", "quiet")
        button = push_button("Show it", "questionWaitingButton")
        button.setAccessibleName("Show the question")
        button.setToolTip("Ctrl+J")
        button.clicked.connect(self.show_requested)
        row = QHBoxLayout(self)
        row.setContentsMargins(3 * SPACE, 2 * SPACE, 2 * SPACE, 2 * SPACE)
        row.setSpacing(2 * SPACE)
        row.addWidget(plain_label("A question waits in a window of its own.", name="questionWaitingText"), 1)
        row.addWidget(button)
        self.hide()
