"""Each dialog answers exactly: the right kind of answer, once, and from stored data."""

from __future__ import annotations

import pytest
from PySide6.QtCore import QEvent, QModelIndex, Qt
from PySide6.QtGui import QKeyEvent
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication, QLabel, QWidget
from pytestqt.qtbot import QtBot

from app.session.questions import Chosen, Confirmed, QuestionKind, Typed
from tests.ui.questions.conftest import MakeQuestion, Stage


def choose(stage: Stage, row: int) -> None:
    """Click the option *row* of the list on screen."""
    view = stage.child("optionList")
    rectangle = view.visualRect(view.model().index(row, 0, QModelIndex()))
    QTest.mouseClick(view.viewport(), Qt.MouseButton.LeftButton, pos=rectangle.center())


def test_yes_and_no_of_a_confirm(stage: Stage, question: MakeQuestion) -> None:
    first = question(QuestionKind.CONFIRM, message="Really?")
    stage.open(first)
    stage.click("confirmButton")
    stage.presenter.close(first.key)
    second = question(QuestionKind.CONFIRM)
    stage.open(second)
    stage.click("denyButton")
    assert stage.answers == [(first.key, Confirmed(True)), (second.key, Confirmed(False))]
    assert stage.cancelled == []


def test_the_dialog_carries_its_stable_names(stage: Stage, question: MakeQuestion) -> None:
    dialog = stage.open(question(QuestionKind.SELECT, "Pick", options=["a"], message="why"))
    assert dialog.objectName() == "questionDialog"
    assert dialog.property("requestId") == "id-1"
    assert dialog.property("method") == "select"
    assert stage.child("questionTitle").text() == "Pick"
    assert stage.child("questionMessage").text() == "why"


@pytest.mark.parametrize("request_id", [2**64, -(10**30), 1.5, True, [1, [2]], {"a": 1}, ""])
def test_a_question_of_any_id_is_shown_and_answered(stage: Stage, question: MakeQuestion, request_id: object) -> None:
    asked = question(QuestionKind.CONFIRM)
    asked.request_id = request_id
    dialog = stage.open(asked)
    assert dialog.property("requestId") == str(request_id)
    stage.click("confirmButton")
    assert stage.answers == [(asked.key, Confirmed(True))]


@pytest.mark.parametrize(
    "options",
    [
        ["same", "same", "", " ", "  padded  ", "cafe\u0301", "caf\u00e9", "10\u00a0km", "10 km"],
        ["1", "01", "tab\there", "-", "\u200b", "None", "null", "cancelled"],
        ["a\u2028b", "half \ud83d pair", "line\nbreak"],
    ],
)
def test_every_option_answers_by_its_index(stage: Stage, question: MakeQuestion, options: list[str]) -> None:
    stage.open(question(QuestionKind.SELECT, options=options))
    for row in range(len(options)):
        stage.child("optionList").scrollTo(stage.child("optionList").model().index(row, 0, QModelIndex()))
        choose(stage, row)
        stage.click("acceptButton")
    assert stage.answers == [(1, Chosen(row)) for row in range(len(options))]


def test_nothing_is_chosen_before_the_person_moves(stage: Stage, question: MakeQuestion) -> None:
    stage.open(question(QuestionKind.SELECT, options=["Allow", "Deny"]))
    stage.key(Qt.Key.Key_Return)
    stage.click("acceptButton")
    assert stage.answers == []
    stage.key(Qt.Key.Key_Down)
    stage.key(Qt.Key.Key_Return)
    assert stage.answers == [(1, Chosen(0))]


def test_digits_choose_and_enter_answers(stage: Stage, question: MakeQuestion) -> None:
    stage.open(question(QuestionKind.SELECT, options=["a", "b", "c"]))
    stage.key(Qt.Key.Key_3)
    assert stage.answers == []
    stage.key(Qt.Key.Key_Return)
    assert stage.answers == [(1, Chosen(2))]


@pytest.mark.parametrize("text", ["²", "٣", "0", ""])
def test_a_key_that_is_no_number_of_an_option_chooses_nothing(stage: Stage, question: MakeQuestion, text: str) -> None:
    stage.open(question(QuestionKind.SELECT, options=["a", "b", "c"]))
    event = QKeyEvent(QEvent.Type.KeyPress, Qt.Key.Key_unknown, Qt.KeyboardModifier.NoModifier, text)
    QApplication.sendEvent(stage.child("optionList"), event)
    assert not stage.child("acceptButton").isEnabled()
    assert stage.answers == []


def test_the_filter_narrows_five_thousand_options_and_keeps_their_index(stage: Stage, question: MakeQuestion) -> None:
    stage.open(question(QuestionKind.SELECT, options=[f"option {i}" for i in range(5000)]))
    view = stage.child("optionList")
    QTest.keyClicks(view, "o")
    assert stage.window.focusWidget() is stage.child("optionFilter")
    QTest.keyClicks(stage.child("optionFilter"), "ption 4321")
    assert view.model().rowCount(QModelIndex()) == 1
    stage.key(Qt.Key.Key_Down)
    stage.key(Qt.Key.Key_Return)
    assert stage.answers == [(1, Chosen(4321))]


def test_an_option_that_does_not_fit_can_be_read_to_its_end(stage: Stage, question: MakeQuestion) -> None:
    options = ["kubectl " + "x" * 600 + f" {i:03d}" for i in range(3)]
    stage.open(question(QuestionKind.SELECT, options=options))
    choose(stage, 1)
    assert stage.child("optionDetail").text() == options[1]
    assert stage.child("optionDetail").isVisible()
    shown = stage.child("optionList").model().index(1, 0, QModelIndex()).data()
    assert shown.endswith("001")


def test_nothing_to_choose_can_only_be_cancelled(stage: Stage, question: MakeQuestion) -> None:
    stage.open(question(QuestionKind.SELECT, options=[]))
    assert not stage.child("acceptButton").isEnabled()
    stage.click("cancelButton")
    assert stage.cancelled == [1]


def test_an_empty_line_is_an_answer_and_the_placeholder_is_none(stage: Stage, question: MakeQuestion) -> None:
    stage.open(question(QuestionKind.INPUT, placeholder="not an answer"))
    stage.click("acceptButton")
    assert stage.answers == [(1, Typed(""))]


def test_typed_text_is_answered_with_enter(stage: Stage, question: MakeQuestion) -> None:
    stage.open(question(QuestionKind.INPUT))
    QTest.keyClicks(stage.child("answerEdit"), "a & <b>")
    stage.key(Qt.Key.Key_Return)
    assert stage.answers == [(1, Typed("a & <b>"))]


@pytest.mark.parametrize(
    "prefill",
    [
        "Subject\n\nBody  \n",
        "crlf\r\nlines\r\n",
        "mixed\r\nends\n",
        "no-break\u00a0space, line\u2028separator, paragraph\u2029separator",
        "half \ud83d pair",
        "tab\tand trailing spaces   ",
        "",
    ],
)
def test_an_unchanged_text_goes_back_byte_for_byte(stage: Stage, question: MakeQuestion, prefill: str) -> None:
    stage.open(question(QuestionKind.EDITOR, prefill=prefill))
    stage.click("acceptButton")
    assert stage.answers == [(1, Typed(prefill))]


def test_an_edited_text_keeps_its_line_ends_and_odd_spaces(stage: Stage, question: MakeQuestion) -> None:
    stage.open(question(QuestionKind.EDITOR, prefill="a\u00a0b\r\nc\u2028d\r\n"))
    QTest.keyClicks(stage.child("answerEdit"), "x")
    QTest.keyClick(stage.child("answerEdit"), Qt.Key.Key_Return, Qt.KeyboardModifier.ControlModifier)
    assert stage.answers == [(1, Typed("xa\u00a0b\r\nc\u2028d\r\n"))]


def test_a_cleared_text_is_the_empty_answer(stage: Stage, question: MakeQuestion) -> None:
    stage.open(question(QuestionKind.EDITOR, prefill="remove me"))
    stage.child("answerEdit").selectAll()
    QTest.keyClick(stage.child("answerEdit"), Qt.Key.Key_Delete)
    stage.click("acceptButton")
    assert stage.answers == [(1, Typed(""))]


def test_five_megabytes_and_one_endless_line_open_and_go_back(
    stage: Stage, question: MakeQuestion, qtbot: QtBot
) -> None:
    lines = "0123456789 abcdefghij klmnop\n" * 175_000
    first = question(QuestionKind.EDITOR, prefill=lines)
    stage.open(first)
    qtbot.waitUntil(lambda: not stage.child("answerEdit").isReadOnly())
    stage.click("acceptButton")
    stage.presenter.close(first.key)
    endless = "var a=1;" * 131_072
    second = question(QuestionKind.EDITOR, prefill=endless)
    stage.open(second)
    assert stage.child("answerEdit").isReadOnly()
    stage.click("acceptButton")
    assert [answer == Typed(text) for (_, answer), text in zip(stage.answers, (lines, endless), strict=True)] == [
        True,
        True,
    ]


def test_a_secret_is_masked_until_the_person_wants_to_see_it(stage: Stage, question: MakeQuestion) -> None:
    stage.open(question(QuestionKind.INPUT, "Password:"))
    edit = stage.child("answerEdit")
    QTest.keyClicks(edit, "hunter2")
    assert edit.displayText() != "hunter2"
    stage.click("revealButton")
    assert edit.displayText() == "hunter2"
    assert QApplication.focusWidget() is edit
    stage.click("revealButton")
    assert edit.displayText() != "hunter2"
    stage.key(Qt.Key.Key_Return)
    assert stage.answers == [(1, Typed("hunter2"))]


def test_an_ordinary_line_is_not_masked(stage: Stage, question: MakeQuestion) -> None:
    stage.open(question(QuestionKind.INPUT, "Branch"))
    QTest.keyClicks(stage.child("answerEdit"), "main")
    assert stage.child("answerEdit").displayText() == "main"
    assert stage.dialog.findChild(QWidget, "revealButton") is None


def test_several_pasted_lines_are_told_and_go_out_as_they_are(stage: Stage, question: MakeQuestion) -> None:
    stage.open(question(QuestionKind.INPUT))
    edit, row = stage.child("answerEdit"), stage.child("linesRow")
    assert not row.isVisible()
    QApplication.clipboard().setText("one\r\ntwo\n three")
    edit.paste()
    assert row.isVisible()
    assert "3 lines" in row.findChild(QLabel).text()
    stage.key(Qt.Key.Key_Return)
    assert stage.answers == [(1, Typed("one\r\ntwo\n three"))]


def test_pasted_lines_can_be_joined(stage: Stage, question: MakeQuestion) -> None:
    stage.open(question(QuestionKind.INPUT))
    QApplication.clipboard().setText("one\ntwo\n")
    stage.child("answerEdit").paste()
    stage.click("joinButton")
    assert not stage.child("linesRow").isVisible()
    assert QApplication.focusWidget() is stage.child("answerEdit")
    stage.key(Qt.Key.Key_Return)
    assert stage.answers == [(1, Typed("one two"))]
