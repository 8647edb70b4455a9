"""What the agent said of itself, as a button of the status bar that leads to where it is changed."""

from __future__ import annotations

from PySide6.QtGui import QAction
from PySide6.QtWidgets import QToolButton, QWidget

from app.ui.actions.window_actions import keys_of


class StatusButton(QToolButton):
    """Shows plain text."""

    def __init__(self, name: str, what: str, parent: QWidget) -> None:
        """Create it empty, with the object name *name*; *what* says to a screen reader what its text is of."""
        super().__init__(parent)
        self.setObjectName(name)
        self._what = what
        self._shown = ""
        self.hide()

    def text(self) -> str:
        """Return the text on screen."""
        return self._shown

    def setText(self, text: str) -> None:
        """Show *text*, of one line."""
        self._shown = text
        # An ampersand is a character of a model's name, no shortcut.
        super().setText(text.replace("&", "&&"))
        self.setAccessibleName(f"{self._what}: {text}")

    def bind(self, action: QAction) -> None:
        """Let a click do *action*, and the tool tip say so."""
        text, keys = action.text().removesuffix("…"), keys_of(action)
        self.setToolTip(f"{text} ({keys})" if keys else text)
        self.clicked.connect(action.trigger)
