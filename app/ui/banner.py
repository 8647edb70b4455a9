"""One line that needs the person: what happened to the agent, and what can be done about it."""

from __future__ import annotations

from PySide6.QtCore import Qt, Signal, Slot
from PySide6.QtWidgets import QFrame, QHBoxLayout, QPushButton, QSizePolicy, QToolButton, QVBoxLayout, QWidget

from app.ui.parts import push_button
from app.ui.text_pane import TextPane
from app.ui.theme import SPACE, code_font

_SENTENCE_LINES = 4
_DETAIL_LINES = 10


class Banner(QFrame):
    """A sentence with one or two actions and foldable detail. Hidden until `show_message`."""

    action_requested = Signal(str)
    """The name of the action whose button was pressed."""

    def __init__(self, parent: QWidget | None = None) -> None:
        """Create a hidden banner."""
        super().__init__(parent)
        self.setObjectName("banner")
        self.setProperty("role", "quiet")
        self.setSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Maximum)
        self._sentence = TextPane("bannerSentence", _SENTENCE_LINES, self)
        self._detail = TextPane("bannerDetail", _DETAIL_LINES, self, font=code_font())
        self._detail_button = push_button("Details", "bannerDetailButton")
        self._detail_button.setCheckable(True)
        self._detail_button.toggled.connect(self._on_detail_button_toggled)
        self._close = QToolButton()
        self._close.setText("✕")
        self._close.setAccessibleName("Close this message")
        self._close.clicked.connect(self.hide)
        self._actions = QHBoxLayout()
        self._actions.setSpacing(2 * SPACE)
        self._lay_out()
        self.hide()

    def _lay_out(self) -> None:
        row = QHBoxLayout()
        row.setSpacing(2 * SPACE)
        row.addWidget(self._sentence, 1)
        row.addWidget(self._detail_button)
        row.addLayout(self._actions)
        row.addWidget(self._close, 0, Qt.AlignmentFlag.AlignTop)
        layout = QVBoxLayout(self)
        layout.setContentsMargins(3 * SPACE, 2 * SPACE, 2 * SPACE, 2 * SPACE)
        layout.setSpacing(2 * SPACE)
        layout.addLayout(row)
        layout.addWidget(self._detail)

    def show_message(self, sentence: str, detail: str, actions: dict[str, str]) -> None:
        """Show *sentence*; *actions* maps names to button texts, *detail* is shown on demand."""
        while (item := self._actions.takeAt(0)) is not None:
            if (old := item.widget()) is not None:
                old.deleteLater()
        for name, text in actions.items():
            button = push_button(text, f"bannerAction:{name}")
            button.setProperty("action", name)
            button.clicked.connect(self._on_action_clicked)
            self._actions.addWidget(button)
        self._detail.set_text(detail)
        self._detail.hide()
        self._detail_button.setChecked(False)
        self._detail_button.setVisible(bool(detail.strip()))
        self.show()
        self._sentence.set_text(sentence)

    @Slot(bool)
    def _on_detail_button_toggled(self, checked: bool) -> None:
        self._detail.setVisible(checked)

    @Slot()
    def _on_action_clicked(self) -> None:
        button = self.sender()
        # An ellipsis promises a further step, which may be broken off: then this is still to be done.
        if isinstance(button, QPushButton) and not button.text().endswith("…"):
            self.hide()
        self.action_requested.emit(str(button.property("action")))
