"""Writes each question that closes into the answer log."""

from __future__ import annotations

import time
from typing import TYPE_CHECKING

from PySide6.QtCore import QObject, Slot

from app.controller.answer_log import AnswerLog
from app.session.changes import Change, QuestionClosed
from app.session.decision import decision_of

if TYPE_CHECKING:
    from app.controller.controller import Controller


class AnswerRecorder(QObject):
    """Listens to one controller."""

    def __init__(self, controller: Controller, log: AnswerLog) -> None:
        """Write what closes in the session of *controller* into *log*."""
        super().__init__(controller)
        self._session = controller.session
        self._log = log
        controller.changed.connect(self._on_controller_changed)

    @Slot(list)
    def _on_controller_changed(self, batch: list[Change]) -> None:
        info = self._session.info
        for change in batch:
            if isinstance(change, QuestionClosed):
                question = self._session.questions[change.key]
                session = info.session_name or info.session_file
                self._log.add(decision_of(question, session, time.time(), time.monotonic()))
