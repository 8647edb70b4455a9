"""A row that offers what was written to the same question before."""

from __future__ import annotations

from PySide6.QtCore import Signal, Slot
from PySide6.QtWidgets import QFrame, QHBoxLayout, QWidget

from app.ui.parts import plain_label, push_button
from app.ui.theme import SPACE

_OFFER = "What you wrote to this question before is still here."


class DraftOffer(QFrame):
    """Tells what the person wants; it hides once they have said it."""

    brought_back = Signal()
    forgotten = Signal()

    def __init__(self, parent: QWidget) -> None:
        """Build the row, hidden."""
        super().__init__(parent)
        self.setObjectName("draftOffer")
        layout = QHBoxLayout(self)
        layout.setContentsMargins(0, 0, 0, 0)
        layout.setSpacing(2 * SPACE)
        layout.addWidget(plain_label(_OFFER, role="muted", wrap=True), 1)
        bring_back = push_button("Bring it back", "bringBackButton")
        bring_back.clicked.connect(self._on_bring_back_clicked)
        forget = push_button("Forget it", "forgetButton")
        forget.clicked.connect(self._on_forget_clicked)
        layout.addWidget(bring_back)
        layout.addWidget(forget)
        self.hide()

    @Slot()
    def _on_bring_back_clicked(self) -> None:
        self.hide()
        self.brought_back.emit()

    @Slot()
    def _on_forget_clicked(self) -> None:
        self.hide()
        self.forgotten.emit()
