"""How what was said while the agent works is delivered."""

from __future__ import annotations

from typing import Literal

from PySide6.QtCore import QObject, Slot

from app.controller.session_desk import SessionDesk
from app.models.picks import Pick
from app.session.info import Info
from app.ui.actions.window_actions import WindowActions
from app.ui.picker.picker import Picker

_WORDS = {
    "one-at-a-time": ("One at a time", "each is answered before the next"),
    "all": ("All at once", "as one message after another, answered together"),
}


class QueueActions(QObject):
    """Offers both modes, for what steers and for what follows."""

    def __init__(self, actions: WindowActions, picker: Picker, desk: SessionDesk, info: Info) -> None:
        """Serve *actions* for the session that *info* is of."""
        super().__init__(picker)
        self._picker = picker
        self._desk = desk
        self._info = info
        actions.bind({"pickSteering": self._on_steering_triggered, "pickFollowUp": self._on_follow_up_triggered})

    @Slot()
    def _on_steering_triggered(self) -> None:
        self._picker.offer("How steering arrives", self._steer, _picks(self._info.steering_mode))

    @Slot()
    def _on_follow_up_triggered(self) -> None:
        self._picker.offer("How follow-ups arrive", self._follow_up, _picks(self._info.follow_up_mode))

    def _steer(self, mode: str) -> None:
        self._desk.steer_by(_mode(mode))

    def _follow_up(self, mode: str) -> None:
        self._desk.follow_up_by(_mode(mode))


def _picks(used: str) -> list[Pick]:
    return [Pick(mode, text, detail, "in use" if mode == used else "") for mode, (text, detail) in _WORDS.items()]


def _mode(mode: str) -> Literal["all", "one-at-a-time"]:
    return "all" if mode == "all" else "one-at-a-time"
