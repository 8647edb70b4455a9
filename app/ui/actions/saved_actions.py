"""Opening a session that was saved in this project."""

from __future__ import annotations

import time
from pathlib import Path

from PySide6.QtCore import QObject, Signal, Slot

from app.controller.controller import Controller
from app.controller.saved_sessions import SavedSessions
from app.models.picks import Pick
from app.session.saved import SavedSession, ago
from app.ui.actions.window_actions import WindowActions
from app.ui.picker.picker import Picker

_NONE = "No session is saved here. An agent on another machine keeps its own there."


class SavedActions(QObject):
    """Lists the files beside that of the session that is open."""

    told = Signal(str)
    """A sentence for the person."""

    def __init__(self, actions: WindowActions, picker: Picker, controller: Controller) -> None:
        """Serve *actions* for the session of *controller*."""
        super().__init__(picker)
        self._picker = picker
        self._controller = controller
        self._saved = SavedSessions(self)
        self._saved.listed.connect(self._on_saved_listed)
        self._wanted = 0
        controller.shut_down.connect(self._saved.close)
        actions.bind({"openSaved": self._on_open_saved_triggered})

    @Slot()
    def _on_open_saved_triggered(self) -> None:
        self._wanted = self._picker.offer("Open a saved session", self._open)
        file = self._controller.session.info.session_file
        if file:
            self._saved.look(Path(file).parent)
        else:
            self._picker.fill(self._wanted, [], empty="This agent does not save its sessions.")

    @Slot(list)
    def _on_saved_listed(self, sessions: list[SavedSession]) -> None:
        now, here = time.time(), self._controller.session.info.session_file
        picks = [
            Pick(session.path, session.title, session.prompt if session.name else "",
                 "open" if session.path == here else ago(now - session.changed))
            for session in sessions
        ]  # fmt: skip
        self._picker.fill(self._wanted, picks, here, _NONE)

    def _open(self, path: str) -> None:
        if path == self._controller.session.info.session_file:
            return
        # pi takes a file that is gone for a wish to begin an empty session there.
        if Path(path).is_file():
            self._controller.open_session(path)
        else:
            self.told.emit("That session is not there any more.")
