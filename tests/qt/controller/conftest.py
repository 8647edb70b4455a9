"""A controller with the demo agent or with a small script as its agent."""

from __future__ import annotations

import os
import sys
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest
from pytestqt.qtbot import QtBot

from app.agent.launch import Launch, launch_demo
from app.controller.controller import Controller
from app.session.changes import Change
from app.session.phase import PhaseKind
from app.settings.schema import Settings


class Rig:
    """A controller and all the changes that it told."""

    def __init__(self, qtbot: QtBot, settings: Settings, folder: Path) -> None:
        self.controller = Controller(settings)
        self.controller.changed.connect(self._on_changed)
        self.changes: list[Change] = []
        self.folder = folder
        self._qtbot = qtbot

    def _on_changed(self, batch: list[Change]) -> None:
        self.changes.extend(batch)

    @property
    def session(self):  # type: ignore[no-untyped-def]
        """The controller's session."""
        return self.controller.session

    def start_demo(self) -> None:
        """Start the demo agent and wait until it listens."""
        self.controller.start(launch_demo(self.folder, dict(os.environ), arguments=("--fast",)))
        self.wait(lambda: self.session.run.listening)

    def start_script(self, script: str) -> None:
        """Start *script* as the agent."""
        launch = Launch(sys.executable, ("-c", script), self.folder, dict(os.environ), "The script")
        self.controller.start(launch)

    def wait(self, condition: Callable[[], bool], timeout: int = 10_000) -> None:
        """Wait until *condition* holds."""
        self._qtbot.waitUntil(condition, timeout=timeout)

    def wait_phase(self, kind: PhaseKind) -> None:
        """Wait for the phase *kind*."""
        self.wait(lambda: self.session.phase.kind is kind)

    def of_kind(self, kind: type) -> list[Change]:
        """The changes of *kind*, in their order."""
        return [change for change in self.changes if isinstance(change, kind)]


@pytest.fixture
def settings() -> Settings:
    """Settings with short times."""
    return Settings.model_validate({"agent": {"grace_seconds": 1, "terminate_seconds": 1, "stop_seconds": 2}})


@pytest.fixture
def rig(qtbot: QtBot, settings: Settings, tmp_path: Path) -> Iterator[Rig]:
    """A rig whose agent is ended afterwards."""
    rig = Rig(qtbot, settings, tmp_path)
    yield rig
    with qtbot.waitSignal(rig.controller.shut_down, timeout=10_000):
        rig.controller.shut_down_agent()
    rig.controller.deleteLater()
