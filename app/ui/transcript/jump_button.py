"""The way back to the end of the conversation, over the last lines while something else is being read."""

from __future__ import annotations

from PySide6.QtCore import Qt
from PySide6.QtWidgets import QPushButton, QWidget

from app.ui.theme import SPACE


class JumpButton(QPushButton):
    """Stands at the bottom of its parent, in the middle, and takes no focus."""

    def __init__(self, parent: QWidget) -> None:
        """Create a hidden button."""
        super().__init__(parent)
        self._host = parent
        self.setObjectName("jumpToLatest")
        self.setFocusPolicy(Qt.FocusPolicy.NoFocus)
        self.setAutoDefault(False)
        self.hide()

    def offer(self, wanted: bool, new: int) -> None:
        """Show or hide it; *new* is how many entries were added since the person looked at the end."""
        self.setVisible(wanted)
        if not wanted:
            return
        self.setText(f"Jump to latest · {new} new" if new else "Jump to latest")
        self.adjustSize()
        self.move((self._host.width() - self.width()) // 2, self._host.height() - self.height() - 2 * SPACE)
