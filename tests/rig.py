"""A controller on a real agent process, with all that it told and all that it wrote."""

from __future__ import annotations

import json
from collections.abc import Callable
from pathlib import Path
from typing import Any, TypeVar

from pytestqt.qtbot import QtBot

from app.agent.launch import Launch
from app.controller.controller import Controller
from app.controller.ending import Ending
from app.session.changes import Change, Notified
from app.session.phase import PhaseKind
from app.session.session import Session
from app.settings.schema import Settings

C = TypeVar("C")


class Rig:
    """*changes* and *endings* in their order; *folder* is where the agent works."""

    def __init__(self, qtbot: QtBot, settings: Settings, folder: Path) -> None:
        self.controller = Controller(settings)
        self.controller.changed.connect(self._on_changed)
        self.controller.agent_ended.connect(self._on_ended)
        self.changes: list[Change] = []
        self.endings: list[Ending] = []
        self.folder = folder
        self._qtbot = qtbot

    def _on_changed(self, batch: list[Change]) -> None:
        self.changes.extend(batch)

    def _on_ended(self, ending: Ending) -> None:
        self.endings.append(ending)

    @property
    def session(self) -> Session:
        """The controller's session."""
        return self.controller.session

    def start(self, launch: Launch) -> None:
        """Start *launch* and wait until it listens."""
        self.controller.start(launch)
        self.wait(lambda: self.session.run.listening, 30_000)

    def wait(self, condition: Callable[[], bool], timeout: int = 20_000) -> None:
        """Wait until *condition* holds; *timeout* in milliseconds."""
        self._qtbot.waitUntil(condition, timeout=timeout)

    def wait_phase(self, kind: PhaseKind) -> None:
        """Wait for the phase *kind*."""
        self.wait(lambda: self.session.phase.kind is kind)

    def run(self, prompt: str) -> None:
        """Send *prompt* and wait until it is done."""
        assert self.controller.send_prompt(prompt)
        self.wait_phase(PhaseKind.IDLE)

    def ask(self, prompt: str, count: int = 1) -> list[int]:
        """Send *prompt*, wait for *count* open questions and return their keys."""
        assert self.controller.send_prompt(prompt)
        self.wait(lambda: len(self.session.questions.open) == count)
        return [question.key for question in self.session.questions.open]

    def of_kind(self, kind: type[C]) -> list[C]:
        """The changes of *kind*, in their order."""
        return [change for change in self.changes if isinstance(change, kind)]

    def told(self) -> list[str]:
        """What extensions told in passing, in its order."""
        return [change.message for change in self.of_kind(Notified) if change.from_extension]

    def end(self) -> None:
        """End the agent and wait until it is gone."""
        with self._qtbot.waitSignal(self.controller.shut_down, timeout=20_000):
            self.controller.shut_down_agent()
        self.controller.deleteLater()


def answers_in(lines: list[bytes]) -> list[dict[str, Any]]:
    """The answers to extension UI requests among the written *lines*."""
    records = [json.loads(line) for line in lines]
    return [record for record in records if record["type"] == "extension_ui_response"]
