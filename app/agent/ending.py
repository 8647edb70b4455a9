"""Ending an agent in steps, by timers, with nothing of it left behind and nobody waiting."""

from __future__ import annotations

from dataclasses import dataclass

from PySide6.QtCore import QObject, QTimer, Signal, Slot

from app.agent.process_tree import ProcessTree
from app.agent.processes import LOOKS_TO_BE_SURE

SWEEP_INTERVAL_MS = 50
KILL_ROUNDS = 20
"""How often what was killed is looked after; only the system itself can keep a process alive that long."""


@dataclass(frozen=True)
class ShutdownTimes:
    """How long an agent gets, in seconds.

    *grace* is the time to leave after its input was closed, *terminate* the time after it was told to.
    """

    grace: float = 3.0
    terminate: float = 2.0


class Ending(QObject):
    """Ends *tree*, an agent and what it started: a request, then a kill; and sweeps up what outlives the agent.

    The owner closes the agent's input itself, and calls `sweep` when the agent is gone.
    """

    swept = Signal()
    """Nothing of the tree is left, or what is left was killed."""

    def __init__(self, tree: ProcessTree, times: ShutdownTimes, parent: QObject) -> None:
        """Do nothing yet."""
        super().__init__(parent)
        self._tree = tree
        self._times = times
        self._patience = QTimer(self, singleShot=True)
        self._patience.timeout.connect(self._on_patience_timeout)
        self._rounds_left = round(times.terminate * 1000 / SWEEP_INTERVAL_MS) + KILL_ROUNDS
        self._empty_looks = 0
        self._sweeper = QTimer(self, interval=SWEEP_INTERVAL_MS)
        self._sweeper.timeout.connect(self._on_sweeper_timeout)
        self._interrupted = False

    def begin(self, hurry: bool = False) -> None:
        """Give the agent its grace time, or with *hurry* tell it to end at once; kill it when it stays."""
        if hurry:
            self._interrupt()
        elif not self._patience.isActive():
            self._patience.start(round(self._times.grace * 1000))

    def kill(self) -> None:
        """Kill the tree now, and whatever of it turns up later."""
        self._rounds_left = KILL_ROUNDS
        self._tree.kill()

    def release(self) -> None:
        """Kill the tree, with all that is started meanwhile, before this returns; `swept` does not follow."""
        self._patience.stop()
        self._sweeper.stop()
        self._tree.kill_all()

    def sweep(self) -> None:
        """End the rest of the tree now that the agent is gone; `swept` follows, never from within."""
        self._patience.stop()
        self._tree.leader_ended()
        self._sweeper.start()
        self._look()

    def _interrupt(self) -> None:
        if self._interrupted:
            return
        self._interrupted = True
        self._tree.interrupt()
        self._patience.start(round(self._times.terminate * 1000))

    @Slot()
    def _on_patience_timeout(self) -> None:
        if self._interrupted:
            self.kill()
        else:
            self._interrupt()

    def _look(self) -> None:
        """Signal what there is, which may have been started since the last look; the first looks only ask."""
        found = self._tree.interrupt() if self._rounds_left > KILL_ROUNDS else self._tree.kill()
        self._rounds_left -= 1
        self._empty_looks = 0 if found else self._empty_looks + 1

    @Slot()
    def _on_sweeper_timeout(self) -> None:
        self._look()
        if self._empty_looks >= LOOKS_TO_BE_SURE or self._rounds_left <= 0:
            self._sweeper.stop()
            self.swept.emit()
