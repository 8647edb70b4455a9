"""The answer log as a list, with a search, a filter and an export."""

from __future__ import annotations

from PySide6.QtCore import Qt, QTimer, Signal, Slot
from PySide6.QtWidgets import QFrame, QHBoxLayout, QLineEdit, QListView, QVBoxLayout, QWidget

from app.models.answer_log import DETAIL_ROLE, AnswerLogModel
from app.ui.choice_box import ChoiceBox
from app.ui.parts import plain_label, push_button
from app.ui.theme import SPACE
from app.ui.two_line_delegate import TwoLineDelegate

_OUTCOMES = {
    "All": "",
    "Answered": "answered",
    "Cancelled": "cancelled",
    "Stopped": "stopped",
    "Not in time": "expired",
    "Withdrawn": "withdrawn",
    "Agent gone": "lost",
    "Not sent": "unsent",
}
_PAUSE_MS = 120
"""A search begins when the typing pauses."""


class AnswerLogList(QWidget):
    """Asks for rows and shows what comes."""

    search_requested = Signal(str, str)
    """The words, and the outcome ("" for any)."""
    export_requested = Signal()

    def __init__(self, parent: QWidget | None = None) -> None:
        """Show nothing until `set_model`."""
        super().__init__(parent)
        self._words = QLineEdit()
        self._words.setObjectName("answerLogSearch")
        self._words.setPlaceholderText("Search answers")
        self._words.setAccessibleName("Search answers")
        self._words.setClearButtonEnabled(True)
        self._outcome = ChoiceBox()
        self._outcome.setObjectName("answerLogFilter")
        self._outcome.setAccessibleName("Which answers")
        self._outcome.addItems(list(_OUTCOMES))
        export = push_button("Export…", "answerLogExport")
        export.clicked.connect(self._on_export_clicked)
        self._list = self._build_list()
        self._said = plain_label(role="muted", name="answerLogSaid", wrap=True)
        self._timer = QTimer(self, singleShot=True, interval=_PAUSE_MS)
        self._timer.timeout.connect(self.refresh)
        self._words.textChanged.connect(self._timer.start)
        self._outcome.currentIndexChanged.connect(self._timer.start)
        tools = QHBoxLayout()
        tools.setSpacing(2 * SPACE)
        tools.addWidget(self._outcome, 1)
        tools.addWidget(export)
        layout = QVBoxLayout(self)
        layout.setContentsMargins(2 * SPACE, 2 * SPACE, 2 * SPACE, 2 * SPACE)
        layout.setSpacing(2 * SPACE)
        layout.addWidget(self._words)
        layout.addLayout(tools)
        layout.addWidget(self._list, 1)
        layout.addWidget(self._said)

    def _build_list(self) -> QListView:
        view = QListView()
        view.setObjectName("answerLogList")
        view.setAccessibleName("Answers, the newest first")
        view.setFrameShape(QFrame.Shape.NoFrame)
        view.setProperty("role", "options")
        view.setUniformItemSizes(True)
        view.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        view.setItemDelegate(TwoLineDelegate(DETAIL_ROLE, view))
        return view

    def set_model(self, model: AnswerLogModel) -> None:
        """Show *model*."""
        self._list.setModel(model)

    def say(self, sentence: str) -> None:
        """Show *sentence* below the list."""
        self._said.setText(sentence)

    @Slot()
    def refresh(self) -> None:
        """Ask for the rows again."""
        self.search_requested.emit(self._words.text(), _OUTCOMES[self._outcome.currentText()])

    @Slot()
    def _on_export_clicked(self) -> None:
        self.export_requested.emit()
