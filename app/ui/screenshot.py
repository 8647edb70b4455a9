"""A picture of the window: lets the demo agent work up to its first question, saves what is on screen, and closes."""

from __future__ import annotations

import sys
from pathlib import Path
from typing import TYPE_CHECKING

from PySide6.QtCore import QObject, QTimer, Slot

from app.exit_code import fail
from app.session.phase import PhaseKind

if TYPE_CHECKING:
    from app.controller.controller import Controller
    from app.controller.ending import Ending
    from app.ui.main_window import MainWindow

_SETTLE_MS = 700
_LONGEST_MS = 20_000
_PROMPT = "Make the greeting friendlier, and ask me before you do anything risky."


class Screenshot(QObject):
    """Waits until the agent asks something or is done, then saves the window to *file* and closes it."""

    def __init__(self, window: MainWindow, controller: Controller, file: Path) -> None:
        """Begin to watch *controller*; the demo agent is given something to do."""
        super().__init__(window)
        self._window = window
        self._controller = controller
        self._file = file
        self._sent = False
        self._settle = QTimer(self, singleShot=True, interval=_SETTLE_MS)
        self._settle.timeout.connect(self._on_due)
        self._longest = QTimer(self, singleShot=True, interval=_LONGEST_MS)
        self._longest.timeout.connect(self._on_longest_timeout)
        self._longest.start()
        controller.changed.connect(self._on_controller_changed)
        controller.agent_ended.connect(self._on_controller_agent_ended)

    @Slot(list)
    def _on_controller_changed(self, batch: list[object]) -> None:
        kind = self._controller.session.phase.kind
        if kind is PhaseKind.IDLE and not self._sent:
            self._sent = True
            launch = self._controller.launch
            if launch is not None and launch.is_demo:
                self._controller.send_prompt(_PROMPT)
        if kind in (PhaseKind.ASKING, PhaseKind.IDLE):
            self._settle.start()
        else:
            self._settle.stop()

    @Slot(object)
    def _on_controller_agent_ended(self, ending: Ending) -> None:
        # What ended without a word may not be an agent at all.
        if ending.expected and not ending.unheard:
            self._on_due()
        else:
            self._finish(f"No picture was made: {ending.sentence}", saved=False)

    @Slot()
    def _on_longest_timeout(self) -> None:
        if self._controller.session.run.listening:
            self._on_due()
        else:
            seconds = _LONGEST_MS // 1000
            self._finish(f"No picture was made: the agent said nothing in {seconds} seconds.", saved=False)

    @Slot()
    def _on_due(self) -> None:
        saved = self._window.grab().save(str(self._file))
        self._finish(f"Saved {self._file.resolve()}" if saved else f"{self._file} could not be written.", saved)

    def _finish(self, said: str, saved: bool) -> None:
        self._settle.stop()
        self._longest.stop()
        self._controller.changed.disconnect(self._on_controller_changed)
        self._controller.agent_ended.disconnect(self._on_controller_agent_ended)
        print(said, file=sys.stderr)
        if not saved:
            fail()
        # The program ends when the agent has ended in order.
        self._window.close()
