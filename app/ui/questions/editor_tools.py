"""The row of tools above a long text: find, changes, wrapping, an editor of the person's own."""

from __future__ import annotations

from PySide6.QtCore import Qt, Signal, Slot
from PySide6.QtWidgets import QHBoxLayout, QToolButton, QWidget

from app.ui.parts import plain_label
from app.ui.theme import SPACE


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
        self._said = plain_label(role="muted", name="editorSaid")
        self._row = QHBoxLayout(self)
        self._row.setContentsMargins(0, 0, 0, 0)
        self._row.setSpacing(SPACE)
        self._row.addWidget(self._said, 1)
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
        self._row.addWidget(button)
        return button

    def say(self, sentence: str) -> None:
        """Show *sentence* at the left of the buttons."""
        self._said.setText(sentence)

    @Slot()
    def _on_find_clicked(self) -> None:
        self.find_requested.emit()

    @Slot()
    def _on_external_clicked(self) -> None:
        self.external_requested.emit()
