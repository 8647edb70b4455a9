"""A proposed text of megabytes: it comes in slices, and what is answered is never half of it."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import pytest
from PySide6.QtCore import Qt
from PySide6.QtTest import QTest
from pytestqt.qtbot import QtBot

from app.session.questions import QuestionKind, Typed
from app.settings.schema import Settings
from app.ui.questions.base import QuestionDialog
from app.ui.questions.text_desk import TextDesk
from app.ui.questions.text_editor import TextEditorDialog
from tests.ui.questions.conftest import MakeQuestion, Stage

EDITOR = QuestionKind.EDITOR
LINES = "".join(f"line {number} \u00a0 \u89e3\r\n" for number in range(20_000))
TOO_MANY = "a\n" * 300_000


@pytest.fixture
def fill(stage: Stage, question: MakeQuestion) -> Callable[[str], TextEditorDialog]:
    """Open an editor with a text, and leave it before more than the first slice is there."""

    def fill(prefill: str) -> TextEditorDialog:
        dialog = stage.open(question(EDITOR, prefill=prefill), ready=False)
        assert isinstance(dialog, TextEditorDialog)
        assert dialog._filler.is_busy
        disarm(dialog)
        return dialog

    return fill


Fill = Callable[[str], TextEditorDialog]


def disarm(dialog: QuestionDialog) -> None:
    """Let *dialog* take an answer at once."""
    dialog.guard.disarm()
    dialog.guard.is_inert = False


def wait_filled(stage: Stage, qtbot: QtBot) -> None:
    dialog = stage.dialog
    assert isinstance(dialog, TextEditorDialog)
    qtbot.waitUntil(lambda: not dialog._filler.is_busy)


def test_it_is_all_there_in_the_end_and_can_be_edited(stage: Stage, fill: Fill, qtbot: QtBot) -> None:
    fill(LINES)
    edit = stage.child("answerEdit")
    assert edit.isReadOnly()
    assert edit.blockCount() < 2_000
    assert stage.child("editorSaid").text().startswith("The text is still coming in.")
    wait_filled(stage, qtbot)
    assert not edit.isReadOnly()
    assert stage.child("editorSaid").text() == ""
    assert edit.exact_text() == LINES.replace("\r\n", "\n")
    assert not edit.document().isUndoAvailable()
    assert (edit.textCursor().position(), edit.verticalScrollBar().value()) == (0, 0)
    edit.setFocus()
    QTest.keyClick(edit, Qt.Key.Key_X)
    disarm(stage.dialog)
    stage.click("acceptButton")
    assert stage.answers == [(1, Typed("x" + LINES))]


def test_an_answer_before_that_is_the_whole_text(stage: Stage, fill: Fill) -> None:
    fill(LINES)
    QTest.keyClick(stage.child("answerEdit"), Qt.Key.Key_X)
    stage.click("acceptButton")
    assert stage.answers == [(1, Typed(LINES))]


def test_what_comes_in_is_nobodys_change(stage: Stage, fill: Fill, qtbot: QtBot) -> None:
    dialog = fill(LINES)
    with qtbot.assertNotEmitted(dialog.text_changed):
        assert not dialog.has_unsaved_text()
        wait_filled(stage, qtbot)
    assert not dialog.has_unsaved_text()
    assert dialog.text() == LINES


def test_what_takes_its_place_meanwhile_brings_no_half_back(stage: Stage, fill: Fill, qtbot: QtBot) -> None:
    dialog = fill(LINES)
    mine = LINES.replace("line", "mine").replace("\r\n", "\n")
    with qtbot.waitSignal(dialog.text_changed):
        dialog.replace_text(mine)
    assert dialog._filler.is_busy
    assert dialog.has_unsaved_text()
    assert dialog.text() == mine.replace("\n", "\r\n")
    wait_filled(stage, qtbot)
    assert dialog.has_unsaved_text()
    assert dialog.text() == mine.replace("\n", "\r\n")
    stage.child("answerEdit").undo()
    assert dialog.text() == mine.replace("\n", "\r\n")


@pytest.mark.parametrize("text", [TOO_MANY, "\u89e3" * 30_000, "x" * 2_000_000, "\n" * 300_000])
def test_what_is_too_much_to_edit_is_read_and_answered_as_it_is(
    stage: Stage, question: MakeQuestion, qtbot: QtBot, text: str
) -> None:
    stage.open(question(EDITOR, prefill=text))
    wait_filled(stage, qtbot)
    edit = stage.child("answerEdit")
    assert edit.isReadOnly()
    assert edit.blockCount() <= 51_000
    assert edit.document().characterCount() < 1_100_000
    assert (" more characters, in an editor of your own" in edit.toPlainText()) is (len(text) > 30_000)
    stage.click("acceptButton")
    assert stage.answers == [(1, Typed(text))]


def test_what_got_too_much_takes_the_place_of_what_is_coming_in(stage: Stage, fill: Fill, qtbot: QtBot) -> None:
    dialog = fill(LINES)
    with qtbot.waitSignal(dialog.text_changed):
        dialog.replace_text(TOO_MANY)
    assert dialog.text() == TOO_MANY
    assert dialog.has_unsaved_text()
    wait_filled(stage, qtbot)
    assert stage.child("answerEdit").isReadOnly()
    assert dialog.text() == TOO_MANY


def test_a_question_may_close_while_its_text_comes_in(stage: Stage, fill: Fill, qtbot: QtBot) -> None:
    dialog = fill(LINES)
    with qtbot.waitSignal(dialog.destroyed):
        stage.presenter.close(1)


def test_what_comes_in_wipes_no_draft(stage: Stage, question: MakeQuestion, qtbot: QtBot, tmp_path: Path) -> None:
    desk = TextDesk(stage.presenter, Settings(), tmp_path, tmp_path)
    first, again = (question(EDITOR, title="Plan", prefill=LINES) for _ in range(2))
    stage.open(first)
    wait_filled(stage, qtbot)
    stage.child("answerEdit").replace_text("mine")
    desk.flush()
    stage.presenter.close(first.key)
    stage.open(again)
    wait_filled(stage, qtbot)
    desk.flush()
    stage.presenter.close(again.key)
    stage.open(question(EDITOR, title="Plan", prefill=LINES))
    stage.click("bringBackButton")
    assert stage.child("answerEdit").exact_text() == "mine"
