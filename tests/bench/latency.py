"""I6: from the moment a question was printed to the moment it is painted, while 250 deltas a second stream."""

from __future__ import annotations

import statistics
import time

from PySide6.QtCore import QCoreApplication, QEvent, QObject

from app.ui.questions.base import QuestionDialog
from tests.bench.figure import Figure, measure
from tests.bench.stage import Stage, python


class _PaintWatch(QObject):
    """Notes when each question dialog is painted for the first time, and cancels it."""

    def __init__(self, stage: Stage) -> None:
        super().__init__()
        self._stage = stage
        self.delays: list[float] = []
        self._seen: set[int] = set()

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        if event.type() == QEvent.Type.Paint and isinstance(watched, QuestionDialog):
            question = watched.question
            if question.key not in self._seen:
                self._seen.add(question.key)
                self.delays.append((time.monotonic() - float(question.title)) * 1000)
        return False


def _once(quick: bool) -> float:
    stage = Stage()
    watch = _PaintWatch(stage)
    application = QCoreApplication.instance()
    assert application is not None
    application.installEventFilter(watch)
    try:
        stage.start(*python("-m", "tests.bench.paced_agent", "2" if quick else "10", "250", "0.4"))
        while not stage.run_until(lambda: stage.settled, 0.2):
            for question in stage.controller.session.questions.open:
                if question.key in watch._seen:
                    stage.controller.cancel(question.key)
        return statistics.quantiles(watch.delays, n=20)[-1]
    finally:
        application.removeEventFilter(watch)
        stage.close()


def question_latency(quick: bool) -> Figure:
    """I6: the 95th percentile in milliseconds."""
    title = "question printed to painted, 250 deltas a second, p95"
    return measure("I6", title, 50.0, "ms", 1 if quick else 3, lambda: _once(quick))
