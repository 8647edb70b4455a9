"""The standing answers as a list: read whole, revoked, brought back, resumed."""

from __future__ import annotations

from PySide6.QtCore import QModelIndex, Qt, Signal, Slot
from PySide6.QtGui import QAction, QKeySequence
from PySide6.QtWidgets import QFrame, QHBoxLayout, QListView, QVBoxLayout, QWidget

from app.models.standing import ANSWER_ROLE, DETAIL_ROLE, StandingModel, exact_text, facts_of
from app.session.plain import one_line
from app.session.standing import StandingAnswer
from app.ui.button_row import ButtonRow
from app.ui.parts import plain_label, push_button
from app.ui.text_pane import TextPane
from app.ui.theme import SPACE
from app.ui.two_line_delegate import TwoLineDelegate

_DETAIL_LINES = 10
_EMPTY = "There are no standing answers. “Always…” in a question makes one."


class StandingList(QWidget):
    """Shows a StandingModel, and tells what the person wants."""

    revoke_requested = Signal(str)
    """The id of the one that is to hold no more."""
    resume_requested = Signal(str)
    """The id of a paused one."""
    undo_requested = Signal()

    def __init__(self, parent: QWidget | None = None) -> None:
        """Show nothing until `set_model`."""
        super().__init__(parent)
        self._model: StandingModel | None = None
        self._key, self._row = "", 0
        self._list = self._build_list()
        self._revoke = self._build_action("Revoke", QKeySequence(Qt.Key.Key_Delete), self._on_revoke_triggered)
        self._resume = self._build_action("Resume", QKeySequence("Ctrl+R"), self._on_resume_triggered)
        self._undo = self._build_action("Undo revoke", QKeySequence.StandardKey.Undo, self.undo_requested.emit)
        self._empty = plain_label(_EMPTY, role="muted", name="standingEmpty", wrap=True)
        self._detail = TextPane("standingDetail", _DETAIL_LINES, self)
        self._facts = plain_label(role="muted", name="standingFacts", wrap=True)
        self._paused = plain_label(
            "Paused, because it was given very often in a short time. Until you resume it, you are asked.",
            role="warning",
            name="standingPaused",
            wrap=True,
        )
        self._said = plain_label(role="muted", name="standingSaid", wrap=True)
        self._revoke_button = push_button("Revoke", "standingRevoke")
        self._revoke_button.clicked.connect(self._revoke.trigger)
        self._resume_button = push_button("Resume", "standingResume")
        self._resume_button.clicked.connect(self._resume.trigger)
        self._undo_button = push_button("Undo", "standingUndo")
        self._undo_button.clicked.connect(self._undo.trigger)
        self._lay_out()
        self.set_revoked(None)
        self._show_current()

    def _build_list(self) -> QListView:
        view = QListView()
        view.setObjectName("standingList")
        view.setAccessibleName("Standing answers")
        view.setFrameShape(QFrame.Shape.NoFrame)
        view.setProperty("role", "options")
        view.setUniformItemSizes(True)
        view.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        view.setItemDelegate(TwoLineDelegate(DETAIL_ROLE, view))
        view.setContextMenuPolicy(Qt.ContextMenuPolicy.ActionsContextMenu)
        return view

    def _build_action(self, text: str, keys: QKeySequence | QKeySequence.StandardKey, slot: object) -> QAction:
        action = QAction(text, self._list)
        action.setShortcut(keys)
        action.setAutoRepeat(False)
        action.setShortcutContext(Qt.ShortcutContext.WidgetShortcut)
        action.triggered.connect(slot)
        self._list.addAction(action)
        return action

    def _lay_out(self) -> None:
        undo = QHBoxLayout()
        undo.setSpacing(2 * SPACE)
        undo.addWidget(self._said, 1)
        undo.addWidget(self._undo_button)
        buttons = ButtonRow(self)
        buttons.add_button(self._resume_button)
        buttons.add_button(self._revoke_button)
        layout = QVBoxLayout(self)
        layout.setContentsMargins(2 * SPACE, 2 * SPACE, 2 * SPACE, 2 * SPACE)
        layout.setSpacing(2 * SPACE)
        layout.addWidget(self._empty, 0, Qt.AlignmentFlag.AlignTop)
        layout.addWidget(self._list, 1)
        for widget in (self._detail, self._facts, self._paused):
            layout.addWidget(widget)
        layout.addWidget(buttons)
        layout.addLayout(undo)

    def set_model(self, model: StandingModel) -> None:
        """Show *model*."""
        self._model = model
        self._list.setModel(model)
        self._list.selectionModel().currentChanged.connect(self._on_current_changed)
        model.modelReset.connect(self._on_model_reset)
        model.dataChanged.connect(self._show_current)
        self._on_model_reset()

    def set_revoked(self, answer: StandingAnswer | None) -> None:
        """Say that *answer* was revoked and can be brought back; None is nothing to say."""
        title = "" if answer is None else one_line(answer.title or answer.message, 60)
        self._said.setText(f"“{title}” is revoked.")
        for widget in (self._said, self._undo_button):
            widget.setVisible(answer is not None)
        self._undo.setEnabled(answer is not None)

    def _current(self) -> StandingAnswer | None:
        found = self._list.currentIndex().data(ANSWER_ROLE)
        return found if isinstance(found, StandingAnswer) else None

    @Slot()
    def _show_current(self) -> None:
        answer = self._current()
        paused = answer is not None and answer.paused
        self._detail.set_text("" if answer is None else exact_text(answer.asked))
        self._facts.setText("" if answer is None else facts_of(answer))
        self._facts.setVisible(answer is not None)
        self._paused.setVisible(paused)
        self._resume_button.setVisible(paused)
        self._resume.setEnabled(paused)
        self._revoke.setEnabled(answer is not None)
        self._revoke_button.setEnabled(answer is not None)

    @Slot(QModelIndex, QModelIndex)
    def _on_current_changed(self, _current: QModelIndex, _before: QModelIndex) -> None:
        answer = self._current()
        if answer is not None:
            self._key, self._row = answer.id, self._list.currentIndex().row()
        self._show_current()

    @Slot()
    def _on_model_reset(self) -> None:
        if self._model is None:
            return
        empty = self._model.rowCount() == 0
        self._empty.setVisible(empty)
        self._list.setVisible(not empty)
        self._revoke_button.setVisible(not empty)
        row = self._model.row_of(self._key)
        # Where the one that was chosen is gone, what took its place is chosen.
        self._list.setCurrentIndex(self._model.index(min(self._row, self._model.rowCount() - 1) if row < 0 else row))
        self._show_current()

    @Slot()
    def _on_revoke_triggered(self) -> None:
        if (answer := self._current()) is not None:
            self.revoke_requested.emit(answer.id)

    @Slot()
    def _on_resume_triggered(self) -> None:
        if (answer := self._current()) is not None:
            self.resume_requested.emit(answer.id)
