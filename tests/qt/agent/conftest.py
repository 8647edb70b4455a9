"""A link with an ear, and waiting for both."""

from __future__ import annotations

import os
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest
from PySide6.QtCore import QCoreApplication, QObject, Slot
from pytestqt.qtbot import QtBot

from app.agent import AgentLink, Launch, Outcome, ShutdownTimes


class Ear(QObject):
    """Keeps what a link says."""

    def __init__(self, link: AgentLink) -> None:
        super().__init__(link)
        self.pieces: list[bytes] = []
        self.outcomes: list[Outcome] = []
        self.failures: list[str] = []
        link.bytes_received.connect(self._on_link_bytes_received)
        link.stopped.connect(self._on_link_stopped)
        link.write_failed.connect(self._on_link_write_failed)

    @property
    def output(self) -> bytes:
        return b"".join(self.pieces)

    @Slot(bytes)
    def _on_link_bytes_received(self, piece: bytes) -> None:
        assert not self.outcomes, "output after the end"
        self.pieces.append(piece)

    @Slot(Outcome)
    def _on_link_stopped(self, outcome: Outcome) -> None:
        self.outcomes.append(outcome)

    @Slot(str)
    def _on_link_write_failed(self, sentence: str) -> None:
        self.failures.append(sentence)


class Harness:
    """A link, an ear, and waiting for both."""

    def __init__(self, qtbot: QtBot, folder: Path, times: ShutdownTimes | None = None, write_limit: int = 1 << 26):
        self.qtbot = qtbot
        self.folder = folder
        self.link = AgentLink(times, write_limit)
        self.ear = Ear(self.link)

    def launch(self, program: str, *arguments: str, folder: Path | None = None) -> None:
        self.link.start(Launch(program, arguments, folder or self.folder, dict(os.environ), "The agent"))

    def python(self, script: str, *arguments: str) -> None:
        self.launch(sys.executable, "-c", script, *arguments)

    def wait_output(self, output: bytes) -> None:
        self.qtbot.waitUntil(lambda: output in self.ear.output, timeout=10_000)

    def outcome(self) -> Outcome:
        """Wait for the end, let everything that is still on its way arrive, and return the one outcome."""
        self.qtbot.waitUntil(lambda: bool(self.ear.outcomes), timeout=10_000)
        QCoreApplication.sendPostedEvents()
        assert len(self.ear.outcomes) == 1
        assert not self.link.is_running
        return self.ear.outcomes[0]


@pytest.fixture
def harness(qtbot: QtBot, tmp_path: Path) -> Iterator[Harness]:
    made = Harness(qtbot, tmp_path)
    yield made
    if made.link.is_running:
        made.link.kill()
        qtbot.waitUntil(lambda: not made.link.is_running, timeout=10_000)
