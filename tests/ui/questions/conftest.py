"""A reading column with a prompt, in which questions are presented as in the real window."""

from __future__ import annotations

import time
from collections.abc import Callable, Iterator
from typing import Any

import pytest
from PySide6.QtCore import Qt
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QVBoxLayout, QWidget
from pytestqt.qtbot import QtBot

from app.session.questions import Answer, Question, QuestionKind
from app.settings.schema import QuestionSettings
from app.ui.prompt.prompt_panel import PromptPanel
from app.ui.questions.base import QuestionDialog
from app.ui.questions.presenter import QuestionPresenter
from app.ui.reading_column import ReadingColumn

MakeQuestion = Callable[..., Question]


class Stage:
    """The presenter and what it told: *answers* and *cancelled* in their order."""

    def __init__(self, qtbot: QtBot, settings: QuestionSettings) -> None:
        self.window = QWidget()
        self.window.resize(900, 600)
        qtbot.addWidget(self.window)
        self.prompt = PromptPanel()
        column, prompt_column = ReadingColumn(), ReadingColumn()
        prompt_column.column.addWidget(self.prompt)
        layout = QVBoxLayout(self.window)
        layout.addStretch(1)
        layout.addWidget(column)
        layout.addWidget(prompt_column)
        self.presenter = QuestionPresenter(column.column, self.prompt.editor, settings, self.window)
        self.presenter.answered.connect(self._on_answered)
        self.presenter.cancelled.connect(self._on_cancelled)
        self.answers: list[tuple[int, Answer]] = []
        self.cancelled: list[int] = []
        self._qtbot = qtbot
        self.window.show()
        self.window.activateWindow()
        qtbot.waitUntil(self.window.isActiveWindow)
        self.prompt.editor.setFocus()

    def _on_answered(self, key: int, answer: Answer) -> None:
        self.answers.append((key, answer))

    def _on_cancelled(self, key: int) -> None:
        self.cancelled.append(key)

    @property
    def dialog(self) -> QuestionDialog:
        """The dialog on screen."""
        assert self.presenter.current is not None
        return self.presenter.current

    def open(self, question: Question, ready: bool = True) -> QuestionDialog:
        """Open *question*; with *ready* wait until its dialog takes input."""
        self.presenter.open(question)
        if ready:
            self.wait_ready()
        return self.dialog

    def wait_ready(self) -> None:
        """Wait until the dialog on screen takes input."""
        self._qtbot.waitUntil(lambda: not self.dialog.guard.is_inert, timeout=5000)

    def child(self, name: str) -> Any:
        """The widget *name* of the dialog on screen."""
        found = self.dialog.findChild(QWidget, name)
        assert found is not None, name
        return found

    def click(self, name: str) -> None:
        """Click the widget *name* of the dialog on screen."""
        QTest.mouseClick(self.child(name), Qt.MouseButton.LeftButton)

    def key(self, key: Qt.Key, modifiers: Qt.KeyboardModifier = Qt.KeyboardModifier.NoModifier) -> None:
        """Press *key* where the focus is."""
        focused = self.window.focusWidget()
        assert focused is not None
        QTest.keyClick(focused, key, modifiers)


@pytest.fixture
def stage(qtbot: QtBot) -> Iterator[Stage]:
    """A stage with short guard times; what they hold back is the same."""
    stage = Stage(qtbot, QuestionSettings(inert_milliseconds=60, quiet_milliseconds=40))
    yield stage
    stage.presenter.stop_showing()
    for question_key in list(stage.presenter._waiting):
        stage.presenter.close(question_key)


@pytest.fixture
def question() -> MakeQuestion:
    """Make a question of a kind, with the next key."""
    keys = iter(range(1, 10_000))

    def make(kind: QuestionKind, title: str = "Title", timeout: float | None = None, **fields: Any) -> Question:
        now = time.monotonic()
        key = next(keys)
        deadline = None if timeout is None else now + timeout
        return Question(key, f"id-{key}", kind, title, timeout=timeout, opened_at=now, deadline=deadline, **fields)

    return make
