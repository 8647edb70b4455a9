"""The same cases on three agents: the bundled demo agent, pi 1.6.0 and pi 0.73.1, all offline."""

from __future__ import annotations

import os
from collections.abc import Iterator
from pathlib import Path
from typing import Literal

import pytest
from pytestqt.qtbot import QtBot

from app.agent.launch import Launch, launch_demo
from app.agent.link import AgentLink
from app.paths import resource
from app.settings.schema import Settings
from tests.rig import Rig
from tests.support.agents import PiInstall, real_pi
from tests.support.workplace import Workplace

EXTRAS = Path(__file__).parent / "extensions" / "extras.ts"
AgentName = Literal["demo", "1.6.0", "0.73.1"]
AGENTS: tuple[AgentName, ...] = ("demo", "1.6.0", "0.73.1")


@pytest.fixture
def written(monkeypatch: pytest.MonkeyPatch) -> list[bytes]:
    """Every line that went to the agent, in its order."""
    lines: list[bytes] = []
    write = AgentLink.write

    def spy(link: AgentLink, data: bytes) -> bool:
        taken = write(link, data)
        if taken:
            lines.append(data)
        return taken

    monkeypatch.setattr(AgentLink, "write", spy)
    return lines


@pytest.fixture(params=AGENTS)
def agent(request: pytest.FixtureRequest) -> AgentName:
    """The agent under test."""
    name: AgentName = request.param
    return name


@pytest.fixture
def rig(agent: AgentName, qtbot: QtBot, tmp_path: Path, written: list[bytes]) -> Iterator[Rig]:
    """A rig with *agent* running and listening."""
    rig = Rig(qtbot, Settings(), tmp_path)
    workplace = None
    if agent == "demo":
        launch = launch_demo(tmp_path, dict(os.environ), arguments=("--fast",))
    else:
        workplace = Workplace()
        launch = _real_launch(agent, workplace)
    rig.start(launch)
    rig.wait(lambda: bool(rig.session.info.model))
    yield rig
    rig.end()
    if workplace is not None:
        workplace.close()


def _real_launch(version: Literal["1.6.0", "0.73.1"], workplace: Workplace) -> Launch:
    pi = real_pi(version)
    if not isinstance(pi, PiInstall):
        pytest.skip(f"NO CONTRACT TEST ON PI {version}: {pi.reason}")
    program, *arguments = [*pi.command, *workplace.arguments(resource("extensions/playground.ts"), EXTRAS)]
    environment = {**os.environ, **workplace.environment}
    return Launch(program, tuple(arguments), workplace.project, environment, f"pi {version}")
