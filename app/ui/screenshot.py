"""A picture of the window: lets the demo agent work up to its first question, saves what is on screen, and quits."""

from __future__ import annotations

import sys
from pathlib import Path
from typing import TYPE_CHECKING

from PySide6.QtCore import QCoreApplication, QObject, QTimer, Slot

from app.session.phase import PhaseKind

if TYPE_CHECKING:
    from app.controller.controller import Controller
    from app.ui.main_window import MainWindow

_SETTLE_MS = 700
_LONGEST_MS = 20_000
_PROMPT = "Make the greeting friendlier, and ask me before you do anything risky."


class Screenshot(QObject):
    """Waits until the agent asks something or is done, then saves the window to *file*."""

    def __init__(self, window: MainWindow, controller: Controller, file: Path) -> None:
        """Begin to watch *controller*; the demo agent is given something to do."""
        super().__init__(window)
        self._window = window
        self._controller = controller
        self._file = file
        self._sent = False
        self._settle = QTimer(self, singleShot=True, interval=_SETTLE_MS)
        self._settle.timeout.connect(self._on_due)
        longest = QTimer(self, singleShot=True, interval=_LONGEST_MS)
        longest.timeout.connect(self._on_due)
        longest.start()
        controller.changed.connect(self._on_controller_changed)
        controller.agent_ended.connect(self._on_due)

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

    @Slot()
    def _on_due(self) -> None:
        self._controller.changed.disconnect(self._on_controller_changed)
        saved = self._window.grab().save(str(self._file))
        print(f"Saved {self._file.resolve()}" if saved else f"{self._file} could not be written.", file=sys.stderr)
        self._window.close()
        if not saved:
            QCoreApplication.exit(1)
