"""Words that were meant for the prompt go there: they answer nothing on their way."""

from __future__ import annotations

import pytest
from PySide6.QtCore import Qt
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication

from app.session.questions import Chosen, Confirmed, QuestionKind, Typed
from tests.ui.questions.conftest import MakeQuestion, Stage


def type_words(words: str) -> None:
    """Press the keys of *words*, each where the focus is then."""
    for letter in words:
        focused = QApplication.focusWidget()
        assert focused is not None
        QTest.keyClicks(focused, letter)


@pytest.mark.parametrize("words", ["wait and see", "Ünd 1 Satz", "/model gpt"])
@pytest.mark.parametrize("kind", [QuestionKind.CONFIRM, QuestionKind.SELECT])
def test_a_sentence_that_begins_after_a_pause_goes_to_the_prompt(
    stage: Stage, question: MakeQuestion, kind: QuestionKind, words: str
) -> None:
    stage.open(question(kind, options=["wait", "see", "no"] if kind is QuestionKind.SELECT else []))
    assert QApplication.focusWidget() is stage.dialog.safe_widget()
    type_words(words)
    assert stage.prompt.editor.exact_text() == words
    assert (stage.answers, stage.dialog.chosen()) == ([], None)


def test_what_begins_no_sentence_answers(stage: Stage, question: MakeQuestion) -> None:
    stage.open(question(QuestionKind.CONFIRM))
    stage.key(Qt.Key.Key_Space)
    assert stage.answers == [(1, Confirmed(False))]
    stage.presenter.close(1)
    stage.open(question(QuestionKind.SELECT, options=["a", "b"]))
    stage.key(Qt.Key.Key_2)
    stage.key(Qt.Key.Key_Return)
    assert stage.answers[1:] == [(2, Chosen(1))]


@pytest.mark.parametrize("meant", ["tab", "shortcut", "click"])
def test_from_a_deliberate_move_on_all_keys_are_the_dialogs(stage: Stage, question: MakeQuestion, meant: str) -> None:
    stage.open(question(QuestionKind.SELECT, options=["apple", "banana"]))
    if meant == "tab":
        stage.key(Qt.Key.Key_Down)
    elif meant == "shortcut":
        stage.presenter.focus_question(1)
    else:
        QTest.mouseClick(stage.dialog, Qt.MouseButton.LeftButton, pos=stage.dialog.rect().topLeft())
    options = stage.child("optionList")
    options.setFocus()
    QTest.keyClicks(options, "b")
    assert stage.dialog.chosen() == Chosen(1)
    assert stage.prompt.editor.exact_text() == ""


def test_a_modifier_alone_and_a_shortcut_are_no_words(stage: Stage, question: MakeQuestion) -> None:
    stage.open(question(QuestionKind.CONFIRM))
    stage.key(Qt.Key.Key_Shift)
    type_words("No")
    assert stage.prompt.editor.exact_text() == "No"
    stage.presenter.close(1)
    stage.prompt.editor.take_text()
    stage.open(question(QuestionKind.CONFIRM))
    stage.key(Qt.Key.Key_B, Qt.KeyboardModifier.ControlModifier)
    assert stage.prompt.editor.exact_text() == ""


def test_the_filter_of_a_long_list_takes_letters(stage: Stage, question: MakeQuestion) -> None:
    stage.open(question(QuestionKind.SELECT, options=[f"option {number}" for number in range(20)]))
    type_words("n 1")
    assert stage.child("optionFilter").text() == "n 1"
    stage.key(Qt.Key.Key_Return)
    assert (stage.answers, stage.prompt.editor.exact_text()) == ([], "")


@pytest.mark.parametrize("kind", [QuestionKind.INPUT, QuestionKind.EDITOR])
def test_a_question_for_text_takes_letters(stage: Stage, question: MakeQuestion, kind: QuestionKind) -> None:
    stage.open(question(kind))
    type_words("mine")
    stage.click("acceptButton")
    assert stage.answers == [(1, Typed("mine"))]
