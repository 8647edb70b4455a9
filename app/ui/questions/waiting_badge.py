"""How many questions wait: a button in the status bar, and the number on the program's icon."""

from __future__ import annotations

from PySide6.QtGui import QGuiApplication
from PySide6.QtWidgets import QToolButton, QWidget


class WaitingBadge(QToolButton):
    """Hidden while nothing waits."""

    def __init__(self, parent: QWidget | None = None) -> None:
        """Build the button, hidden."""
        super().__init__(parent)
        self.setObjectName("waitingBadge")
        self.setToolTip("Show the questions that wait (Ctrl+Shift+J)")
        self._count = 0
        self.hide()

    def set_count(self, count: int) -> None:
        """Tell that *count* questions wait."""
        if count == self._count:
            return
        self._count = count
        self.setText("1 question" if count == 1 else f"{count} questions")
        self.setAccessibleName(f"{self.text()} waiting")
        self.setVisible(count > 0)
        application = QGuiApplication.instance()
        if isinstance(application, QGuiApplication):
            application.setBadgeNumber(count)
