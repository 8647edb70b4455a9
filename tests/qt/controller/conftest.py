"""A controller with the demo agent or with a small script as its agent."""

from __future__ import annotations

import os
import sys
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest
from pytestqt.qtbot import QtBot

from app.agent.launch import Launch, launch_demo
from app.settings.schema import Settings
from tests.rig import Rig

StartScript = Callable[[str], None]


@pytest.fixture
def rig(qtbot: QtBot, tmp_path: Path) -> Iterator[Rig]:
    """A rig with short times, whose agent is ended afterwards."""
    agent = {"grace_seconds": 1, "terminate_seconds": 1, "stop_seconds": 2}
    rig = Rig(qtbot, Settings.model_validate({"agent": agent}), tmp_path)
    yield rig
    rig.end()


@pytest.fixture
def demo(rig: Rig) -> Rig:
    """The rig with the demo agent running."""
    rig.start(launch_demo(rig.folder, dict(os.environ), arguments=("--fast",)))
    return rig


@pytest.fixture
def start_script(rig: Rig) -> StartScript:
    """Start a script as the rig's agent."""

    def start(script: str) -> None:
        rig.controller.start(Launch(sys.executable, ("-c", script), rig.folder, dict(os.environ), "The script"))

    return start
