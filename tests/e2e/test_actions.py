"""What can be done with a session, through the window: by the palette, by keys, by the status bar."""

from __future__ import annotations

import shlex
import sys
from pathlib import Path

import pytest
from PySide6.QtCore import Qt
from PySide6.QtGui import QAction, QGuiApplication
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication, QLineEdit, QListView, QToolButton

import app
from app.session.entries import AssistantEntry, NoticeEntry, NoticeKind, UserEntry
from app.session.phase import PhaseKind
from app.ui.actions.table import ACTIONS
from app.ui.picker.picker import Picker
from tests.e2e.conftest import App, Play


class Actions:
    """A program on the demo agent, and its picker."""

    def __init__(self, program: App) -> None:
        self.app = program
        self.picker = program.window.findChild(Picker)
        self.app.wait(lambda: bool(self.app.session.info.model))

    def run(self, name: str) -> None:
        self.app.window.findChild(QAction, name).trigger()

    def pick(self, text: str) -> None:
        """Wait until *text* is offered, and pick it by typing."""
        self.app.wait(lambda: any(text in row for row in self.rows))
        edit = self.picker.findChild(QLineEdit)
        edit.clear()
        QTest.keyClicks(edit, text)
        QTest.keyClick(edit, Qt.Key.Key_Return)

    def write(self, text: str) -> None:
        """Write *text* into the line that is asked for."""
        edit = self.picker.findChild(QLineEdit)
        edit.clear()
        QTest.keyClicks(edit, text)
        QTest.keyClick(edit, Qt.Key.Key_Return)

    def say(self, text: str) -> None:
        """Send *text* and wait until it is answered."""
        self.app.program.controller.send_prompt(text)
        self.app.wait(lambda: any(isinstance(entry, UserEntry) for entry in self.app.session.transcript.entries))
        self.app.wait(lambda: self.app.session.phase.kind is PhaseKind.IDLE)

    @property
    def rows(self) -> list[str]:
        model = self.picker.findChild(QListView).model()
        return [str(model.index(row, 0).data()) for row in range(model.rowCount())]

    @property
    def told(self) -> list[str]:
        return [toast.message for toast in self.app.window.toasts.toasts]


@pytest.fixture
def actions(play: Play, monkeypatch: pytest.MonkeyPatch) -> Actions:
    monkeypatch.setenv("PYTHONPATH", str(Path(app.__file__).parents[1]))
    return Actions(play("demo", command=shlex.join([sys.executable, "-m", "app.demo", "--fast"])))


def test_the_palette_offers_all_that_can_be_done_and_does_it(actions: Actions) -> None:
    actions.run("showPalette")
    # All but itself, and the retry that there is none of to give up.
    assert len(actions.rows) == len(ACTIONS) - 2
    actions.pick("Choose the thinking level")
    actions.pick("high")
    actions.app.wait(lambda: actions.app.session.info.thinking_level == "high")
    actions.run("showPalette")
    assert actions.rows[0] == "Choose the thinking level"


def test_the_sheet_shows_what_has_keys(actions: Actions) -> None:
    actions.run("showKeys")
    assert actions.rows[0] == "New session"
    assert len(actions.rows) == sum(bool(spec.keys) for spec in ACTIONS) - 1


def test_the_model_is_chosen_from_the_status_bar(actions: Actions) -> None:
    QTest.mouseClick(actions.app.window.findChild(QToolButton, "modelButton"), Qt.MouseButton.LeftButton)
    actions.pick("Demo Small")
    actions.app.wait(lambda: actions.app.session.info.model_id == "demo-small")
    actions.run("nextModel")
    actions.app.wait(lambda: actions.app.session.info.model_id == "demo")


def test_how_messages_arrive_is_chosen(actions: Actions) -> None:
    actions.run("pickSteering")
    actions.pick("All at once")
    actions.app.wait(lambda: actions.app.session.info.steering_mode == "all")
    actions.run("pickFollowUp")
    actions.pick("All at once")
    actions.app.wait(lambda: actions.app.session.info.follow_up_mode == "all")


def test_the_session_is_named(actions: Actions) -> None:
    actions.run("nameSession")
    actions.write("  Release 1.4 ")
    actions.app.wait(lambda: actions.app.session.info.session_name == "Release 1.4")


def test_a_fork_brings_the_text_of_its_message_back(actions: Actions) -> None:
    actions.run("forkSession")
    actions.app.wait(lambda: actions.picker.findChild(QListView).model().rowCount() == 0)
    actions.say("say 3")
    actions.run("forkSession")
    actions.pick("say 3")
    actions.app.wait(lambda: actions.app.window.prompt.editor.exact_text() == "say 3")
    assert not any(isinstance(entry, AssistantEntry) for entry in actions.app.session.transcript.entries)


def test_the_last_answer_is_copied(actions: Actions) -> None:
    actions.run("copyLastAnswer")
    actions.app.wait(lambda: "There is no answer yet." in actions.told)
    actions.say("say 3")
    QGuiApplication.clipboard().clear()
    actions.run("copyLastAnswer")
    actions.app.wait(lambda: bool(QGuiApplication.clipboard().text()))


def test_the_context_is_compacted(actions: Actions) -> None:
    actions.say("say 3")
    actions.run("compactContext")
    actions.write("Keep names.")
    entries = actions.app.session.transcript.entries
    actions.app.wait(
        lambda: any(isinstance(entry, NoticeEntry) and entry.kind is NoticeKind.COMPACTION for entry in entries)
    )


def test_the_switch_shows_what_the_agent_is_set_to(actions: Actions) -> None:
    switch = actions.app.window.findChild(QAction, "compactItself")
    actions.app.wait(switch.isChecked)
    switch.trigger()
    actions.app.wait(lambda: actions.app.session.info.compacts_itself is False)
    assert not switch.isChecked()


def test_a_question_takes_no_key_from_who_looks_for_an_action(actions: Actions) -> None:
    actions.run("showPalette")
    edit = actions.picker.findChild(QLineEdit)
    actions.app.program.controller.send_prompt("/p-confirm")
    actions.app.wait(lambda: actions.app.program.binding.presenter.current is not None)
    dialog = actions.app.program.binding.presenter.current
    assert dialog is not None
    actions.app.wait(lambda: not dialog.guard.is_inert)
    assert QApplication.focusWidget() is edit
    assert actions.picker.isVisible()


def test_what_only_an_agent_can_do_is_not_offered_without_one(actions: Actions) -> None:
    link = actions.app.program.controller._link
    assert link is not None
    link.stop()
    actions.app.wait(lambda: actions.app.session.phase.kind is PhaseKind.ENDED)
    actions.run("showPalette")
    assert "New session" not in actions.rows
    assert "Start the agent again" in actions.rows


def test_a_session_that_is_gone_is_not_begun_anew(actions: Actions, tmp_path: Path) -> None:
    header = '{"type": "session", "id": "a", "cwd": "/p"}\n'
    prompt = '{"type": "message", "message": {"role": "user", "content": "old work"}}\n'
    saved = tmp_path / "saved.jsonl"
    saved.write_text(header + prompt)
    actions.app.session.info.session_file = str(tmp_path / "here.jsonl")
    actions.run("openSaved")
    actions.app.wait(lambda: actions.rows == ["old work"])
    saved.unlink()
    actions.pick("old work")
    actions.app.wait(lambda: "That session is not there any more." in actions.told)
