"""The program around the window: drafts, settings, faults, the demo in the place of a missing pi."""

from __future__ import annotations

import shlex
import sys
from pathlib import Path

import pytest
from PySide6.QtCore import QObject, Qt
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QPushButton
from pytestqt.qtbot import QtBot

from app.main import create, create_application
from app.program import Program
from app.session.changes import EditorTextSet, TextReturned
from app.session.phase import PhaseKind
from app.session.questions import QuestionState
from app.ui.theme import DARK
from tests.e2e.conftest import App, Play


def test_a_draft_is_there_again_at_the_next_start(play: Play) -> None:
    app = play("B016")
    app.wait(app.settled)
    app.window.prompt.editor.set_text("not\u00a0sent yet")
    app.close()
    again = play("B016")
    assert again.window.prompt.editor.exact_text() == "not\u00a0sent yet"
    again.window.prompt.editor.clear()
    again.close()
    third = play("B016")
    assert third.window.prompt.editor.toPlainText() == ""


def test_the_scheme_of_the_settings_is_applied(play: Play, pienza_home: Path) -> None:
    (pienza_home / "settings" / "settings.json").write_text('{"appearance": {"scheme": "dark"}}')
    app = play("B016")
    app.wait(lambda: app.window.palette().window().color().name() == DARK.background)


def test_broken_settings_are_told_and_kept_aside(play: Play, pienza_home: Path) -> None:
    (pienza_home / "settings" / "settings.json").write_text("{")
    app = play("B016")
    app.wait(lambda: any("settings.broken.json" in toast for toast in app.toasts))


def test_a_fault_of_ours_is_one_notice_and_one_row_in_the_log(
    play: Play, pienza_home: Path, caplog: pytest.LogCaptureFixture
) -> None:
    app = play("B016")
    app.wait(app.settled)
    try:
        raise RuntimeError("a fault of ours")
    except RuntimeError as error:
        sys.excepthook(type(error), error, error.__traceback__)
    assert any("a fault of ours" in toast for toast in app.toasts)
    assert "RuntimeError: a fault of ours" in (pienza_home / "logs" / "pienza.log").read_text()
    caplog.clear()


def test_without_pi_the_demo_agent_serves_and_the_window_says_so(
    play: Play, home: Path, qtbot: object, tmp_path: Path
) -> None:
    app = App(qtbot, "", tmp_path / "no.log")  # type: ignore[arg-type]
    app.wait(lambda: app.session.info.model == "Demo")
    assert app.window.banner._sentence.text() == "pi was not found. The demo agent serves in its place."
    app.close()


def test_a_folder_that_went_is_one_sentence_without_a_choice_of_pi(
    home: Path, qtbot: QtBot, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    (folder := tmp_path / "project").mkdir()
    monkeypatch.chdir(folder)
    window = create(["--demo"])
    folder.rmdir()
    window.show()
    qtbot.waitUntil(window.banner.isVisible)
    assert window.banner._sentence.text() == f"The folder {folder} does not exist."
    buttons = [button.text() for button in window.banner.findChildren(QPushButton) if button.isVisible()]
    assert buttons == ["Start again"]
    program = window.findChild(Program)
    assert isinstance(program, Program)
    assert program.controller.session.transcript.entries == []
    folder.mkdir()
    window.banner.action_requested.emit("restart")
    qtbot.waitUntil(lambda: program.controller.session.phase.kind is PhaseKind.IDLE, timeout=20_000)
    assert not window.banner.isVisible()
    window.close()
    qtbot.waitUntil(lambda: program.controller._link is None, timeout=20_000)
    window.deleteLater()


@pytest.mark.parametrize(
    ("arguments", "said"),
    [
        (["--demo", "--continue"], "The demo agent keeps no sessions: --continue means nothing to it."),
        (
            ["--agent", "none-such", "--session", "x"],
            "The agent's command runs as it stands: write --session into it, if it knows that.",
        ),
    ],
)
def test_a_session_that_the_agent_will_not_hear_of_is_told(qtbot: QtBot, arguments: list[str], said: str) -> None:
    window = create(arguments)
    window.show()
    qtbot.waitUntil(lambda: said in [toast.message for toast in window.toasts.toasts])
    program = window.findChild(Program)
    assert isinstance(program, Program)
    window.close()
    qtbot.waitUntil(lambda: program.controller._link is None, timeout=20_000)
    window.deleteLater()


def test_the_application_has_one_loop_for_its_whole_life() -> None:
    application = create_application([])
    loop = application._pienza_loop  # type: ignore[attr-defined]
    assert create_application([]) is application
    assert application._pienza_loop is loop  # type: ignore[attr-defined]

    async def answer() -> int:
        return 42

    assert loop.run_until_complete(answer()) == 42


def test_wrong_arguments_end_with_a_sentence(capsys: pytest.CaptureFixture[str]) -> None:
    with pytest.raises(SystemExit):
        create(["--agent", "x", "--demo"])
    assert "not allowed with" in capsys.readouterr().err


def test_the_program_is_found_beneath_the_window(play: Play) -> None:
    app = play("B016")
    assert isinstance(app.window.findChild(QObject, "program"), Program)


def test_a_banner_with_an_offer_goes_when_the_agent_is_back(play: Play) -> None:
    app = play("B028")
    app.wait(app.window.banner.isVisible)
    app.window.banner.action_requested.emit("restart")
    app.wait(lambda: not app.window.banner.isVisible())
    app.wait(lambda: app.session.run.listening)


DEAF_COMMAND = """
import json, sys
for line in sys.stdin:
    record = json.loads(line)
    if record["type"] == "prompt":
        continue
    reply = {"type": "response", "command": record["type"], "success": True, "id": record.get("id")}
    print(json.dumps(reply), flush=True)
"""


def test_stop_says_what_goes_on_and_offers_a_new_start(play: Play) -> None:
    app = play("deaf", command=shlex.join([sys.executable, "-c", DEAF_COMMAND]))
    app.wait(app.settled)
    app.prompt("/never-ends")
    app.wait(lambda: app.session.phase.kind is PhaseKind.COMMAND)
    app.window.prompt.stopped.emit()
    app.wait(app.window.banner.isVisible)
    sentence = "The agent does not stop: a command of an extension ends only by itself."
    assert app.window.banner._sentence.text() == sentence
    app.window.banner.action_requested.emit("restart")
    app.wait(lambda: not app.window.banner.isVisible())
    app.wait(app.settled)


def test_a_question_in_its_own_window_has_the_keys_of_the_main_window(play: Play) -> None:
    app = play("B039")
    dialog = app.ready()
    dialog.pop_out_requested.emit()
    app.wait(dialog.isWindow)
    app.ready().activateWindow()
    app.wait(dialog.isActiveWindow)
    QTest.keyClick(dialog, Qt.Key.Key_L, Qt.KeyboardModifier.ControlModifier)
    app.wait(app.window.prompt.editor.hasFocus)
    QTest.keyClick(app.window.prompt.editor, Qt.Key.Key_J, Qt.KeyboardModifier.ControlModifier)
    app.wait(dialog.isActiveWindow)
    QTest.keyClick(dialog, Qt.Key.Key_Period, Qt.KeyboardModifier.ControlModifier)
    app.wait(lambda: not dialog.question.is_open)
    assert dialog.question.state is QuestionState.STOPPED


@pytest.mark.parametrize("text", ["x" * 1_000_001, "a\n" * 10_000, "\u05d0 " * 20_000])
def test_a_text_that_is_too_long_for_the_prompt_is_told(play: Play, qtbot: QtBot, text: str) -> None:
    app = play("B016")
    app.wait(app.settled)
    app.window.prompt.editor.set_text("mine")
    app.program.controller.changed.emit([EditorTextSet(text)])
    assert any("too long a text" in toast for toast in app.toasts)
    assert app.window.prompt.editor.exact_text() == "mine"


def test_a_window_that_is_closed_before_anything_began_is_gone(qtbot: QtBot) -> None:
    window = create(["--demo"])
    window.show()
    window.close()
    assert not window.isVisible()
    assert window.findChild(Program) is None
    window.deleteLater()


def test_a_giant_text_that_comes_back_waits_in_the_history(play: Play, qtbot: QtBot) -> None:
    app = play("B016")
    app.wait(app.settled)
    editor = app.window.prompt.editor
    editor.set_text("mine")
    giant = "a\n" * 200_000
    app.program.controller.changed.emit([TextReturned(giant)])
    assert any("came back" in toast for toast in app.toasts)
    assert editor.exact_text() == "mine"
    QTest.keyClick(editor, Qt.Key.Key_Up)
    assert editor.exact_text() == giant
