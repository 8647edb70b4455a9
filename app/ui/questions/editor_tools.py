"""The row of tools above a long text: find, changes, wrapping, an editor of the person's own."""

from __future__ import annotations

from PySide6.QtCore import Qt, Signal, Slot
from PySide6.QtWidgets import QToolButton, QVBoxLayout, QWidget

from app.ui.button_row import ButtonRow
from app.ui.elided_label import ElidedLabel


class EditorTools(QWidget):
    """Buttons that only tell what is wanted, and a line that says what is going on."""

    find_requested = Signal()
    changes_toggled = Signal(bool)
    wrap_toggled = Signal(bool)
    external_requested = Signal()

    def __init__(self, parent: QWidget) -> None:
        """Build the row; lines wrap, changes are hidden."""
        super().__init__(parent)
        self.setObjectName("editorTools")
        self._said = ElidedLabel("muted", "editorSaid")
        self._row = ButtonRow(self, self._said)
        layout = QVBoxLayout(self)
        layout.setContentsMargins(0, 0, 0, 0)
        layout.addWidget(self._row)
        find = self._button("Find", "findButton", "Find in the text (Ctrl+F)")
        find.clicked.connect(self._on_find_clicked)
        self.changes = self._button("Changes", "changesButton", "Show what you changed", checkable=True)
        self.changes.toggled.connect(self.changes_toggled)
        wrap = self._button("Wrap", "wrapButton", "Wrap long lines", checkable=True)
        wrap.setChecked(True)
        wrap.toggled.connect(self.wrap_toggled)
        self.external = self._button("Open in editor", "externalButton", "Open the text in your own editor")
        self.external.clicked.connect(self._on_external_clicked)

    def _button(self, text: str, name: str, tip: str, checkable: bool = False) -> QToolButton:
        button = QToolButton(self)
        button.setText(text)
        button.setObjectName(name)
        button.setToolTip(tip)
        button.setCheckable(checkable)
        button.setFocusPolicy(Qt.FocusPolicy.TabFocus)
        self._row.add_button(button)
        return button

    def say(self, sentence: str) -> None:
        """Show *sentence* at the left of the buttons."""
        self._said.setText(sentence)

    def unsay(self, sentence: str) -> None:
        """Say *sentence* no more, if it is what is said."""
        if self._said.text() == sentence:
            self._said.clear()

    @Slot()
    def _on_find_clicked(self) -> None:
        self.find_requested.emit()

    @Slot()
    def _on_external_clicked(self) -> None:
        self.external_requested.emit()
