"""Drafts of what is written to an editor question, and the person's own editor."""

from __future__ import annotations

import stat
from collections.abc import Callable
from pathlib import Path

import pytest
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication, QPlainTextEdit
from pytestqt.qtbot import QtBot

from app.session.questions import Question, QuestionKind, QuestionState, Typed
from app.settings.schema import Settings
from app.ui.questions.text_desk import TextDesk
from tests.ui.questions.conftest import MakeQuestion, Stage

EDITOR = QuestionKind.EDITOR


@pytest.fixture
def settings() -> Settings:
    return Settings()


@pytest.fixture
def desk(stage: Stage, settings: Settings, tmp_path: Path) -> TextDesk:
    """The desk of the stage; its state is in `tmp_path`."""
    return TextDesk(stage.presenter, settings, tmp_path, Path("/project"))


def drafts(folder: Path) -> list[str]:
    return [path.read_text() for path in (folder / "answer-drafts").glob("*.txt")]


def write(stage: Stage, text: str) -> None:
    QTest.keyClicks(stage.child("answerEdit"), text)


def close(stage: Stage, question: Question, state: QuestionState) -> None:
    question.state = state
    stage.presenter.close(question.key)


def write_and_lose(stage: Stage, question: Question, text: str) -> None:
    stage.open(question)
    write(stage, text)
    close(stage, question, QuestionState.WITHDRAWN)


def test_a_draft_is_written_while_typing(
    desk: TextDesk, stage: Stage, question: MakeQuestion, qtbot: QtBot, tmp_path: Path
) -> None:
    stage.open(question(EDITOR, prefill="old"))
    assert not stage.child("draftOffer").isVisible()
    write(stage, "new ")
    qtbot.waitUntil(lambda: drafts(tmp_path) == ["new old"])


def test_a_draft_that_was_not_sent_is_offered_to_the_same_question(
    desk: TextDesk, stage: Stage, question: MakeQuestion, tmp_path: Path
) -> None:
    write_and_lose(stage, question(EDITOR, prefill="old"), "new ")
    stage.open(question(EDITOR, prefill="old"))
    assert stage.child("draftOffer").isVisible()
    assert stage.child("answerEdit").toPlainText() == "old"
    stage.click("bringBackButton")
    assert stage.child("answerEdit").toPlainText() == "new old"
    assert QApplication.focusWidget() is stage.child("answerEdit")
    assert not stage.child("draftOffer").isVisible()
    stage.click("acceptButton")
    assert stage.answers == [(2, Typed("new old"))]


@pytest.mark.parametrize("other", [{"title": "Other"}, {"prefill": "other"}])
def test_another_question_is_offered_nothing(
    desk: TextDesk, stage: Stage, question: MakeQuestion, other: dict[str, str]
) -> None:
    write_and_lose(stage, question(EDITOR, prefill="old"), "new ")
    stage.open(question(EDITOR, **({"prefill": "old"} | other)))
    assert not stage.child("draftOffer").isVisible()


@pytest.mark.parametrize("state", [QuestionState.ANSWERED, QuestionState.CANCELLED])
def test_a_draft_goes_once_the_person_is_through(
    desk: TextDesk, stage: Stage, question: MakeQuestion, state: QuestionState, tmp_path: Path
) -> None:
    write_and_lose(stage, question(EDITOR), "new")
    asked = question(EDITOR)
    stage.open(asked)
    stage.click("bringBackButton")
    close(stage, asked, state)
    assert drafts(tmp_path) == []


def test_a_draft_can_be_forgotten(desk: TextDesk, stage: Stage, question: MakeQuestion, tmp_path: Path) -> None:
    write_and_lose(stage, question(EDITOR), "new")
    stage.open(question(EDITOR))
    stage.click("forgetButton")
    assert not stage.child("draftOffer").isVisible()
    assert drafts(tmp_path) == []
    desk.flush()
    assert drafts(tmp_path) == []


def test_what_was_taken_back_by_undo_is_no_draft(
    desk: TextDesk, stage: Stage, question: MakeQuestion, tmp_path: Path
) -> None:
    stage.open(question(EDITOR, prefill="old"))
    write(stage, "n")
    desk.flush()
    assert drafts(tmp_path) == ["nold"]
    stage.child("answerEdit").undo()
    desk.flush()
    assert drafts(tmp_path) == []


def test_the_end_of_the_program_writes_the_draft_down(
    desk: TextDesk, stage: Stage, question: MakeQuestion, tmp_path: Path
) -> None:
    asked = question(EDITOR)
    stage.open(asked)
    write(stage, "half a thought")
    desk.flush()
    stage.presenter.stop_showing()
    close(stage, asked, QuestionState.CANCELLED)
    assert drafts(tmp_path) == ["half a thought"]


def test_a_disk_that_takes_nothing_takes_nothing_from_the_person(
    desk: TextDesk, stage: Stage, question: MakeQuestion, tmp_path: Path, caplog: pytest.LogCaptureFixture
) -> None:
    (tmp_path / "answer-drafts").write_text("no folder")
    stage.open(question(EDITOR))
    write(stage, "text")
    desk.flush()
    assert "could not be saved" in caplog.text
    caplog.clear()
    assert "takes no draft" in stage.child("editorSaid").text()
    stage.click("acceptButton")
    assert stage.answers == [(1, Typed("text"))]


# --- the person's own editor ---------------------------------------------------------------------------------


def script(folder: Path, lines: str) -> str:
    path = folder / "my-editor"
    path.write_text(f"#!/bin/sh\n{lines}\n")
    path.chmod(path.stat().st_mode | stat.S_IXUSR)
    return f"'{path}'"


def edit_says(stage: Stage, text: str) -> Callable[[], bool]:
    edit: QPlainTextEdit = stage.child("answerEdit")
    return lambda: edit.toPlainText() == text


def test_what_is_saved_in_the_persons_editor_comes_in_and_is_not_sent(
    desk: TextDesk, stage: Stage, question: MakeQuestion, settings: Settings, qtbot: QtBot, tmp_path: Path
) -> None:
    settings.editor.command = script(tmp_path, 'echo more >> "$1"')
    asked = question(EDITOR, title="Edit: the plan!", prefill="old")
    stage.open(asked)
    stage.click("externalButton")
    qtbot.waitUntil(edit_says(stage, "oldmore"))
    assert stage.child("editorSaid").text() == "Taken over from your editor."
    assert stage.answers == []
    (file,) = (tmp_path / "editor").iterdir()
    assert file.name.startswith("edit-the-plan-")
    stage.click("acceptButton")
    assert stage.answers == [(1, Typed("oldmore"))]
    close(stage, asked, QuestionState.ANSWERED)
    assert not file.exists()


def test_an_editor_that_replaces_the_file_is_followed(
    desk: TextDesk, stage: Stage, question: MakeQuestion, settings: Settings, qtbot: QtBot, tmp_path: Path
) -> None:
    settings.editor.command = script(tmp_path, "")
    stage.open(question(EDITOR, prefill="old"))
    stage.click("externalButton")
    (file,) = (tmp_path / "editor").iterdir()
    for text in ("one", "two"):
        beside = tmp_path / "beside"
        beside.write_text(text + "\n")
        beside.replace(file)
        qtbot.waitUntil(edit_says(stage, text))
    stage.child("answerEdit").undo()
    assert edit_says(stage, "one")()


def test_a_line_too_long_for_the_dialog_can_be_changed_outside(
    desk: TextDesk, stage: Stage, question: MakeQuestion, settings: Settings, qtbot: QtBot, tmp_path: Path
) -> None:
    settings.editor.command = script(tmp_path, 'printf x >> "$1"')
    long = "a" * 500_001
    stage.open(question(EDITOR, prefill=long))
    stage.click("externalButton")
    qtbot.waitUntil(lambda: stage.child("editorSaid").text() == "Taken over from your editor.")
    stage.click("acceptButton")
    assert stage.answers == [(1, Typed(long + "x"))]


def test_a_text_that_got_too_long_outside_is_answered_as_it_is(
    desk: TextDesk, stage: Stage, question: MakeQuestion, settings: Settings, qtbot: QtBot, tmp_path: Path
) -> None:
    settings.editor.command = script(tmp_path, "")
    stage.open(question(EDITOR, prefill="old"))
    stage.click("externalButton")
    (file,) = (tmp_path / "editor").iterdir()
    long = "a" * 500_001
    file.write_text(long)
    qtbot.waitUntil(stage.child("answerEdit").isReadOnly)
    assert stage.dialog.has_unsaved_text()
    stage.click("acceptButton")
    assert stage.answers == [(1, Typed(long))]


def test_an_editor_that_is_not_there_is_told(
    desk: TextDesk, stage: Stage, question: MakeQuestion, settings: Settings, tmp_path: Path
) -> None:
    settings.editor.command = "no-such-editor"
    stage.open(question(EDITOR))
    stage.click("externalButton")
    assert stage.child("editorSaid").text() == "The editor “no-such-editor” is not on this machine."


def test_an_editor_that_does_not_start_is_told_and_leaves_no_file(
    desk: TextDesk, stage: Stage, question: MakeQuestion, settings: Settings, tmp_path: Path
) -> None:
    broken = tmp_path / "broken"
    broken.write_text("#!/no/such/shell\n")
    broken.chmod(0o755)
    settings.editor.command = str(broken)
    stage.open(question(EDITOR))
    stage.click("externalButton")
    assert stage.child("editorSaid").text() == f"The editor “{broken}” could not be started."
    assert list((tmp_path / "editor").iterdir()) == []


def test_what_is_no_text_is_not_taken_over(
    desk: TextDesk, stage: Stage, question: MakeQuestion, settings: Settings, qtbot: QtBot, tmp_path: Path
) -> None:
    settings.editor.command = script(tmp_path, r'printf "\377" > "$1"')
    stage.open(question(EDITOR, prefill="old"))
    stage.click("externalButton")
    qtbot.waitUntil(lambda: "not UTF-8" in stage.child("editorSaid").text())
    assert stage.child("answerEdit").toPlainText() == "old"
