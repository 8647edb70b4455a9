"""I8: what the window costs while nothing happens."""

from __future__ import annotations

import time

from tests.bench.figure import Figure, measure
from tests.bench.stage import Stage, python


def _percent(seconds: float) -> float:
    stages = [Stage(), Stage()]
    try:
        for stage in stages:
            stage.start(*python("-m", "app.demo"))
            stage.run_until(lambda stage=stage: stage.controller.session.run.listening, 10)
        stages[0].run_until(lambda: False, 1.0)
        # The loop of the measurement itself would wake up: one timer, once, is all that runs.
        before = time.process_time()
        _sleep_in_loop(seconds)
        return (time.process_time() - before) / seconds * 100
    finally:
        for stage in stages:
            stage.close()


def _sleep_in_loop(seconds: float) -> None:
    from PySide6.QtCore import QEventLoop, QTimer

    loop = QEventLoop()
    QTimer.singleShot(round(seconds * 1000), loop.quit)
    loop.exec()


def idle_cpu(quick: bool) -> Figure:
    """I8: per cent of one core, with two windows that have an idle agent each."""
    title = "idle CPU, two sessions"
    return measure("I8", title, 0.1, "%", 1 if quick else 3, lambda: _percent(1.0 if quick else 10.0))
