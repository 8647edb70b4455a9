"""No accident can approve (product row A5): real keys and clicks at the wrong moment."""

from __future__ import annotations

from PySide6.QtCore import QEvent, QPoint, Qt
from PySide6.QtGui import QInputMethodEvent, QKeyEvent
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication
from pytestqt.qtbot import QtBot

from app.session.questions import Confirmed, QuestionKind
from app.settings.schema import QuestionSettings
from tests.ui.questions.conftest import MakeQuestion, Stage

ALL_KEYS = (Qt.Key.Key_Return, Qt.Key.Key_Enter, Qt.Key.Key_Space, Qt.Key.Key_1, Qt.Key.Key_Y, Qt.Key.Key_Escape)


def test_a_new_question_takes_neither_keys_nor_clicks(stage: Stage, question: MakeQuestion) -> None:
    stage.open(question(QuestionKind.CONFIRM), ready=False)
    for name in ("confirmButton", "denyButton", "cancelButton"):
        stage.child(name).setFocus()
        for key in ALL_KEYS:
            QTest.keyClick(stage.child(name), key)
        stage.click(name)
    assert (stage.answers, stage.cancelled) == ([], [])
    assert stage.dialog.guard.is_inert


def test_it_stays_inert_while_keys_go_to_the_prompt(qtbot: QtBot, question: MakeQuestion) -> None:
    stage = Stage(qtbot, QuestionSettings(inert_milliseconds=1, quiet_milliseconds=10_000))
    stage.open(question(QuestionKind.CONFIRM), ready=False)
    QTest.keyClicks(stage.prompt.editor, "yes 1 2")
    qtbot.waitUntil(lambda: stage.dialog.guard._timer.remainingTime() > 5_000)
    assert stage.dialog.guard.is_inert
    QTest.keyClick(stage.prompt.editor, Qt.Key.Key_Return, Qt.KeyboardModifier.ShiftModifier)
    stage.click("confirmButton")
    assert (stage.answers, stage.cancelled) == ([], [])
    assert stage.prompt.editor.toPlainText() == "yes 1 2\n"
    stage.presenter.close(1)


def test_it_stays_inert_while_an_input_method_composes_in_the_prompt(qtbot: QtBot, question: MakeQuestion) -> None:
    stage = Stage(qtbot, QuestionSettings(inert_milliseconds=1, quiet_milliseconds=10_000))
    stage.open(question(QuestionKind.CONFIRM), ready=False)
    QApplication.sendEvent(stage.prompt.editor, QInputMethodEvent("にほ", []))
    qtbot.waitUntil(lambda: stage.dialog.guard._timer.remainingTime() > 5_000)
    assert stage.dialog.guard.is_inert
    stage.presenter.close(1)


def test_an_input_method_puts_nothing_into_a_question_that_is_inert(stage: Stage, question: MakeQuestion) -> None:
    stage.open(question(QuestionKind.INPUT), ready=False)
    composed = QInputMethodEvent("", [])
    composed.setCommitString("日本")
    QApplication.sendEvent(stage.child("answerEdit"), composed)
    assert stage.child("answerEdit").text() == ""


def test_a_key_held_since_before_never_answers(stage: Stage, question: MakeQuestion) -> None:
    stage.open(question(QuestionKind.CONFIRM))
    assert QApplication.focusWidget() is stage.child("denyButton")
    for name in ("confirmButton", "denyButton"):
        for key in (Qt.Key.Key_Return, Qt.Key.Key_Space):
            repeat = QKeyEvent(QEvent.Type.KeyPress, key, Qt.KeyboardModifier.NoModifier, "", True)
            QApplication.sendEvent(stage.child(name), repeat)
    assert stage.answers == []
    stage.key(Qt.Key.Key_Return)
    assert stage.answers == [(1, Confirmed(False))]


def test_a_click_that_began_before_the_dialog_was_ready_is_dropped(stage: Stage, question: MakeQuestion) -> None:
    stage.open(question(QuestionKind.CONFIRM), ready=False)
    button = stage.child("confirmButton")
    QTest.mousePress(button, Qt.MouseButton.LeftButton, pos=QPoint(5, 5))
    stage.wait_ready()
    QTest.mouseRelease(button, Qt.MouseButton.LeftButton, pos=QPoint(5, 5))
    assert stage.answers == []


def test_the_safe_choice_gets_the_focus_and_no_button_is_the_default(stage: Stage, question: MakeQuestion) -> None:
    stage.open(question(QuestionKind.CONFIRM))
    assert QApplication.focusWidget() is stage.child("denyButton")
    for name in ("confirmButton", "denyButton", "cancelButton"):
        assert not stage.child(name).isDefault()
        assert not stage.child(name).autoDefault()


def test_the_focus_is_not_taken_from_who_writes_a_prompt(stage: Stage, question: MakeQuestion) -> None:
    QTest.keyClicks(stage.prompt.editor, "half a prompt")
    stage.open(question(QuestionKind.CONFIRM))
    assert QApplication.focusWidget() is stage.prompt.editor
    assert stage.prompt.editor.toPlainText() == "half a prompt"
    stage.presenter.focus_current()
    assert QApplication.focusWidget() is stage.child("denyButton")


def test_the_focus_is_not_taken_from_an_input_method_that_composes(stage: Stage, question: MakeQuestion) -> None:
    QApplication.sendEvent(stage.prompt.editor, QInputMethodEvent("にほ", []))
    stage.open(question(QuestionKind.CONFIRM))
    assert QApplication.focusWidget() is stage.prompt.editor
    QApplication.sendEvent(stage.prompt.editor, QInputMethodEvent("", []))
    stage.presenter.close(1)
    stage.open(question(QuestionKind.CONFIRM))
    assert QApplication.focusWidget() is stage.child("denyButton")


def test_the_second_question_is_inert_anew(stage: Stage, question: MakeQuestion) -> None:
    first = question(QuestionKind.CONFIRM)
    stage.open(first)
    stage.presenter.open(question(QuestionKind.CONFIRM))
    stage.click("confirmButton")
    stage.presenter.close(first.key)
    stage.click("confirmButton")
    stage.key(Qt.Key.Key_Return)
    assert stage.answers == [(first.key, Confirmed(True))]


def test_escape_cancels_the_question_and_nothing_else(stage: Stage, question: MakeQuestion) -> None:
    stage.open(question(QuestionKind.SELECT, options=["a"]))
    stage.key(Qt.Key.Key_Escape)
    assert (stage.answers, stage.cancelled) == ([], [1])


def test_no_letter_of_an_option_becomes_a_shortcut(stage: Stage, question: MakeQuestion) -> None:
    stage.open(question(QuestionKind.SELECT, "R&D && more", options=["&Allow", "&Deny", "Save & quit"]))
    for key in (Qt.Key.Key_A, Qt.Key.Key_D, Qt.Key.Key_S):
        stage.key(key, Qt.KeyboardModifier.AltModifier)
    assert (stage.answers, stage.cancelled) == ([], [])
    assert stage.child("questionTitle").toPlainText() == "R&D && more"
