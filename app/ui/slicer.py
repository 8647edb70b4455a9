"""Work for the GUI thread that would hold it for too long, done a little in each turn of the loop."""

from __future__ import annotations

from collections.abc import Iterator

from PySide6.QtCore import QObject, QTimer, Signal, Slot

PER_TURN = 12_000
"""What is done in one turn: characters of ASCII, or what costs as much."""


class Slicer(QObject):
    """Takes steps of one piece of work, each of which tells its cost; the first turn is taken at once."""

    finished = Signal()
    """All steps are taken. Not told of work that was stopped."""

    def __init__(self, parent: QObject) -> None:
        """Have nothing to do. What is under way ends with *parent*."""
        super().__init__(parent)
        self._work: Iterator[int] | None = None
        self._timer = QTimer(self, interval=0)
        self._timer.timeout.connect(self._on_timer_timeout)

    @property
    def is_busy(self) -> bool:
        """Whether steps are left to be taken."""
        return self._work is not None

    def start(self, work: Iterator[int]) -> None:
        """Do *work*, which yields the cost of each of its steps, in the place of what was under way."""
        self._work = work
        self._timer.start()
        self._on_timer_timeout()

    def stop(self) -> None:
        """Do no more."""
        self._work = None
        self._timer.stop()

    @Slot()
    def _on_timer_timeout(self) -> None:
        work, cost = self._work, 0
        while work is not None and cost < PER_TURN:
            step = next(work, None)
            if work is not self._work:
                # The step itself stopped the work, or started another.
                return
            if step is None:
                self.stop()
                self.finished.emit()
                return
            cost += step
