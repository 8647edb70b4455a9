"""A row that offers what was written to the same question before."""

from __future__ import annotations

from PySide6.QtCore import Signal, Slot
from PySide6.QtGui import QResizeEvent
from PySide6.QtWidgets import QBoxLayout, QFrame, QWidget

from app.ui.button_row import ButtonRow
from app.ui.parts import plain_label, push_button
from app.ui.theme import SPACE

_OFFER = "What you wrote to this question before is still here."
_NARROW = 90 * SPACE
"""In pixels."""


class DraftOffer(QFrame):
    """Tells what the person wants; it hides once they have said it."""

    brought_back = Signal()
    forgotten = Signal()

    def __init__(self, parent: QWidget) -> None:
        """Build the row, hidden."""
        super().__init__(parent)
        self.setObjectName("draftOffer")
        layout = self._row = QBoxLayout(QBoxLayout.Direction.LeftToRight, self)
        layout.setContentsMargins(0, 0, 0, 0)
        layout.setSpacing(2 * SPACE)
        layout.addWidget(plain_label(_OFFER, role="muted", wrap=True), 1)
        bring_back = push_button("Bring it back", "bringBackButton")
        bring_back.clicked.connect(self._on_bring_back_clicked)
        forget = push_button("Forget it", "forgetButton")
        forget.clicked.connect(self._on_forget_clicked)
        buttons = ButtonRow(self)
        buttons.add_button(bring_back)
        buttons.add_button(forget)
        layout.addWidget(buttons)
        self.hide()

    def resizeEvent(self, event: QResizeEvent) -> None:
        """Put the words over the buttons where they would have no room beside them."""
        directions = QBoxLayout.Direction
        narrow = event.size().width() < _NARROW
        self._row.setDirection(directions.TopToBottom if narrow else directions.LeftToRight)
        super().resizeEvent(event)

    @Slot()
    def _on_bring_back_clicked(self) -> None:
        self.hide()
        self.brought_back.emit()

    @Slot()
    def _on_forget_clicked(self) -> None:
        self.hide()
        self.forgotten.emit()
