"""Ending an agent in steps, by timers, with nothing of it left behind and nobody waiting."""

from __future__ import annotations

from dataclasses import dataclass

from PySide6.QtCore import QObject, QTimer, Signal, Slot

from app.agent import process_group

SWEEP_INTERVAL_MS = 20


@dataclass(frozen=True)
class ShutdownTimes:
    """How long an agent gets, in seconds.

    *grace* is the time to leave after its input was closed, *terminate* the time after it was told to.
    """

    grace: float = 3.0
    terminate: float = 2.0


class Ending(QObject):
    """Ends the process group of *leader*: a request, then a kill; and sweeps up what outlives the leader.

    The owner closes the leader's input itself, and calls `sweep` when the leader is gone.
    """

    swept = Signal()
    """Nothing of the group is left, or what is left was killed."""

    def __init__(self, leader: int, times: ShutdownTimes, parent: QObject) -> None:
        """Do nothing yet."""
        super().__init__(parent)
        self._leader = leader
        self._times = times
        self._patience = QTimer(self, singleShot=True)
        self._patience.timeout.connect(self._on_patience_timeout)
        self._sweeps_left = 0
        self._sweeper = QTimer(self, interval=SWEEP_INTERVAL_MS)
        self._sweeper.timeout.connect(self._on_sweeper_timeout)
        self._interrupted = False

    def begin(self, hurry: bool = False) -> None:
        """Give the leader its grace time, or with *hurry* tell it to end at once; kill it when it stays."""
        if hurry:
            self._interrupt()
        elif not self._patience.isActive():
            self._patience.start(round(self._times.grace * 1000))

    def sweep(self) -> None:
        """Tell the rest of the group to end now that the leader is gone; `swept` follows, perhaps at once."""
        self._patience.stop()
        if not process_group.has_members(self._leader):
            self.swept.emit()
            return
        process_group.interrupt(self._leader)
        self._sweeps_left = round(self._times.terminate * 1000 / SWEEP_INTERVAL_MS)
        self._sweeper.start()

    def _interrupt(self) -> None:
        if self._interrupted:
            return
        self._interrupted = True
        process_group.interrupt(self._leader)
        self._patience.start(round(self._times.terminate * 1000))

    @Slot()
    def _on_patience_timeout(self) -> None:
        if self._interrupted:
            process_group.kill(self._leader)
        else:
            self._interrupt()

    @Slot()
    def _on_sweeper_timeout(self) -> None:
        self._sweeps_left -= 1
        if process_group.has_members(self._leader):
            if self._sweeps_left > 0:
                return
            process_group.kill(self._leader)
        self._sweeper.stop()
        self.swept.emit()
