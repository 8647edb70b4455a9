"""The menu of a message."""

from __future__ import annotations

from PySide6.QtCore import Qt, Slot
from PySide6.QtGui import QGuiApplication
from PySide6.QtWidgets import QMenu, QWidget


class CopyMenu(QMenu):
    """Offers to copy *text*; deletes itself when it closes."""

    def __init__(self, text: str, parent: QWidget) -> None:
        """Hold *text*."""
        super().__init__(parent)
        self.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
        self._text = text
        self.addAction("Copy message").triggered.connect(self._on_copy_triggered)

    @Slot()
    def _on_copy_triggered(self) -> None:
        QGuiApplication.clipboard().setText(self._text)
