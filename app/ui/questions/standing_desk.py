"""Joins the standing answers to what the person sees of them: "Always…", its dialog, and the dock."""

from __future__ import annotations

import time
import uuid

from PySide6.QtCore import QObject, Slot
from PySide6.QtGui import QAction

from app.controller.answer_log import AnswerLog
from app.controller.controller import Controller
from app.controller.standing import StandingKeeper
from app.models.standing import StandingModel
from app.session.decision import Decision
from app.session.questions import Chosen, Confirmed
from app.session.standing import standing_answer
from app.ui.main_window import MainWindow
from app.ui.questions.base import QuestionDialog
from app.ui.questions.presenter import QuestionPresenter
from app.ui.questions.standing_dialog import StandingDialog


class StandingDesk(QObject):
    """Serves *window*; one dialog at a time."""

    def __init__(
        self,
        window: MainWindow,
        presenter: QuestionPresenter,
        controller: Controller,
        keeper: StandingKeeper,
        log: AnswerLog,
    ) -> None:
        """Connect all of them."""
        super().__init__(window)
        self._window = window
        self._presenter = presenter
        self._controller = controller
        self._keeper = keeper
        self._log = log
        self._dialog: StandingDialog | None = None
        self._model = StandingModel(self)
        window.standing.set_model(self._model)
        window.standing.revoke_requested.connect(keeper.revoke)
        window.standing.resume_requested.connect(keeper.resume)
        window.standing.undo_requested.connect(keeper.undo)
        window.standing_dock.visibilityChanged.connect(self._on_dock_visibility_changed)
        keeper.changed.connect(self._on_keeper_changed)
        log.recalled.connect(self._on_log_recalled)
        log.failed.connect(self._on_log_failed)
        presenter.dialog_made.connect(self._on_presenter_dialog_made)
        presenter.waiting_changed.connect(self._on_presenter_waiting_changed)
        self._always = QAction("Always answer this question…", self)
        self._always.setEnabled(False)
        self._always.triggered.connect(self._on_always_triggered)
        window.close_requested.connect(self._close_dialog)
        # The menu of the window shows what can be done with the question on screen.
        window.question_column.addAction(self._always)

    # --- the question -----------------------------------------------------------------------------------

    @Slot(object)
    def _on_presenter_dialog_made(self, dialog: QuestionDialog) -> None:
        dialog.always_requested.connect(self._on_always_triggered)

    @Slot()
    def _on_presenter_waiting_changed(self) -> None:
        dialog = self._presenter.current
        self._always.setEnabled(dialog is not None and dialog.can_stand)

    @Slot()
    def _on_always_triggered(self) -> None:
        asking = self._presenter.current
        if asking is None or not asking.can_stand or asking.guard.is_inert or not asking.question.is_open:
            return
        self._close_dialog()
        settings = self._presenter.settings
        times = settings.inert_milliseconds, settings.quiet_milliseconds
        session = self._controller.session.sure_id
        dialog = StandingDialog(asking.question, asking.chosen(), session, times, asking.window())
        dialog.agreed.connect(self._on_dialog_agreed)
        dialog.finished.connect(self._on_dialog_finished)
        asking.question_closed.connect(dialog.reject)
        self._dialog = dialog
        dialog.show()
        self._log.recall()

    @Slot()
    def _close_dialog(self) -> None:
        if self._dialog is not None:
            self._dialog.reject()

    @Slot(list)
    def _on_log_recalled(self, decisions: list[Decision]) -> None:
        if self._dialog is not None:
            self._dialog.set_past(decisions)

    @Slot(str)
    def _on_log_failed(self, sentence: str) -> None:
        if self._dialog is not None:
            self._dialog.say(sentence)

    @Slot(object, str)
    def _on_dialog_agreed(self, answer: Chosen | Confirmed, session: str) -> None:
        dialog = self._dialog
        if dialog is None:
            return
        if session and session != self._controller.session.sure_id:
            dialog.say("The session is another one now. Nothing was kept.")
            return
        question = dialog.question
        standing = standing_answer(question, answer, number=uuid.uuid4().hex[:12], session=session, made=time.time())
        problem = self._keeper.add(standing)
        if problem:
            dialog.say(problem)
            return
        # This time it is the person who answers.
        self._controller.answer(question.key, answer)
        self._close_dialog()

    @Slot()
    def _on_dialog_finished(self) -> None:
        self._dialog = None

    # --- the dock ---------------------------------------------------------------------------------------

    @Slot(bool)
    def _on_dock_visibility_changed(self, visible: bool) -> None:
        if visible:
            self._show()

    @Slot()
    def _on_keeper_changed(self) -> None:
        if self._window.standing_dock.isVisible():
            self._show()

    def _show(self) -> None:
        self._model.set_answers(self._keeper.all, self._controller.session.sure_id)
        self._window.standing.set_revoked(self._keeper.revoked)
