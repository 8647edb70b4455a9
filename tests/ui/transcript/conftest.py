"""A transcript on screen, with entries that a test adds and changes as the session would."""

from __future__ import annotations

from collections.abc import Callable, Iterator

import pytest
from PySide6.QtCore import QPoint, Qt
from PySide6.QtTest import QTest
from pytestqt.qtbot import QtBot

from app.session.entries import AssistantEntry, Entry, Text, TextBlock, UserEntry
from app.ui.theme import DARK
from app.ui.transcript.transcript_view import TranscriptView

WIDTH, HEIGHT = 900, 600


class Stage:
    """A view of *entries*; *links* and *questions* are what was clicked."""

    def __init__(self, qtbot: QtBot) -> None:
        self.entries: list[Entry] = []
        self.links: list[str] = []
        self.questions: list[int] = []
        self.view = TranscriptView(DARK)
        self.view.link_activated.connect(self.links.append)
        self.view.question_activated.connect(self.questions.append)
        self.view.resize(WIDTH, HEIGHT)
        self.view.set_entries(self.entries)
        self._qtbot = qtbot
        qtbot.addWidget(self.view)
        self.view.show()
        qtbot.waitExposed(self.view)

    def add(self, *entries: Entry) -> None:
        """Add *entries* one by one."""
        for entry in entries:
            self.entries.append(entry)
            self.view.entry_added(len(self.entries) - 1)

    def fill(self, count: int) -> None:
        """Put *count* messages of the person in the place of everything."""
        self.entries[:] = [UserEntry(f"Message number {number}") for number in range(count)]
        self.view.reset()

    def say(self, markdown: str) -> AssistantEntry:
        """Add a message of the model with *markdown*."""
        entry = AssistantEntry(blocks=[TextBlock(Text([markdown]))], indices=[0], streaming=False)
        self.add(entry)
        return entry

    def changed(self, index: int = -1) -> None:
        """Tell that the entry at *index* changed."""
        self.view.entry_changed(index % len(self.entries), 0)

    @property
    def text(self) -> str:
        """What can be read."""
        return self.view.visible_text()

    def top(self, index: int) -> int:
        """Where the entry at *index* is in the viewport; fails when it is not in view."""
        self.view.visible_text()
        return dict(self.view._in_view(self.view._scroll_top()))[index]

    def wheel_up(self, steps: int = 10) -> None:
        """Scroll up as the wheel does."""
        bar = self.view.verticalScrollBar()
        self.view.visible_text()
        bar.setValue(bar.value() - steps * bar.singleStep())

    def wait(self, condition: Callable[[], bool]) -> None:
        """Wait until *condition* holds."""
        self._qtbot.waitUntil(condition, timeout=5000)

    def click(self, position: QPoint) -> None:
        """Click at *position* of the viewport."""
        QTest.mouseClick(self.view.viewport(), Qt.MouseButton.LeftButton, pos=position)

    def head(self, index: int) -> QPoint:
        """A place on the first line of the entry at *index*."""
        return QPoint(self.view._margin() + 20, self.top(index) + 8)

    def actions(self) -> dict[str, QPoint]:
        """The links in view: each target with a place where it can be clicked."""
        self.view.visible_text()
        found: dict[str, QPoint] = {}
        for y in range(0, self.view.viewport().height(), 4):
            for x in range(0, self.view.viewport().width(), 4):
                action = self.view._action_at(QPoint(x, y))
                if action is not None and action[2].target:
                    found.setdefault(action[2].target, QPoint(x, y))
        return found


@pytest.fixture
def stage(qtbot: QtBot) -> Iterator[Stage]:
    """An empty transcript on screen."""
    stage = Stage(qtbot)
    yield stage
    stage.view.hide()
