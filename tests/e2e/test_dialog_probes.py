"""Probes of the type dialog, answered by clicks and keys as a person gives them."""

from __future__ import annotations

import json

from PySide6.QtCore import QModelIndex, Qt
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QPushButton

from app.session.phase import PhaseKind
from app.session.questions import Chosen, Confirmed, QuestionState, Typed
from tests.e2e.conftest import PROBES, App, Play


def choose(app: App, row: int) -> None:
    """Click the option *row* and answer."""
    view = app.child("optionList")
    index = view.model().index(row, 0, QModelIndex())
    view.scrollTo(index)
    QTest.mouseClick(view.viewport(), Qt.MouseButton.LeftButton, pos=view.visualRect(index).center())
    app.click("acceptButton")


def states(app: App) -> list[QuestionState]:
    """How the questions stand, in their order."""
    return [app.session.questions[key].state for key in range(1, app.session.questions.next_key)]


def test_b028_questions_close_with_their_agent(play: Play) -> None:
    app = play("B028")
    app.wait(lambda: app.session.questions.next_key == 3)
    app.wait(lambda: app.session.phase.kind is PhaseKind.ENDED)
    assert states(app) == [QuestionState.LOST, QuestionState.LOST]
    assert app.dialog is None
    assert app.window.banner.isVisible()
    assert "3" in app.window.banner._sentence.text()
    assert "simulated crash" in app.window.banner._detail.text()
    assert app.answers() == []
    app.program.controller.restart()
    app.wait(lambda: app.session.questions.next_key == 5)
    assert app.ready().question.is_open


def test_b030_a_question_at_start_is_shown_and_never_said_to_be_applied(play: Play) -> None:
    app = play("B030")
    app.wait(lambda: app.dialog is not None)
    assert app.dialog is not None
    assert "cannot hear an answer yet" in app.child("questionNotice").text()
    assert app.child("countdown").text()
    app.click("confirmButton")
    app.wait(lambda: app.toasts == ["start hook resolved: false"])
    app.wait(lambda: app.session.run.listening)
    assert app.session.phase.kind is not PhaseKind.ENDED


def test_b039_exact_shapes(play: Play) -> None:
    app = play("B039")
    app.click("confirmButton")
    app.click("denyButton")
    QTest.keyClick(app.child("denyButton"), Qt.Key.Key_Escape)
    app.wait(lambda: len(app.answers()) == 3)
    QTest.keyClicks(app.child("answerEdit"), "abc")
    app.click("acceptButton")
    choose(app, 1)
    app.wait(lambda: len(app.answers()) == 5)
    head = {"type": "extension_ui_response"}
    assert app.answers() == [
        {**head, "id": "d1", "confirmed": True},
        {**head, "id": "d2", "confirmed": False},
        {**head, "id": "d3", "cancelled": True},
        {**head, "id": "d4", "value": "abc"},
        {**head, "id": "d5", "value": "2"},
    ]


def test_b041_four_at_once_each_under_its_own_id(play: Play) -> None:
    app = play("B041")
    app.wait(lambda: len(app.program.binding.presenter.waiting) == 4)
    assert app.child("questionPlace").text() == "1 of 4"
    controller = app.program.controller
    controller.answer(3, Chosen(1))
    controller.cancel(2)
    controller.answer(1, Confirmed(True))
    controller.answer(4, Typed("done"))
    app.wait(lambda: len(app.answers()) == 4)
    assert [(answer["id"], *list(answer.values())[2:]) for answer in app.answers()] == [
        ("q3", "BSD"),
        ("q2", True),
        ("q1", True),
        ("q4", "done"),
    ]


def test_b042_keys_meant_for_the_prompt_answer_nothing(play: Play) -> None:
    app = play("B042")
    editor = app.window.prompt.editor
    editor.setFocus()
    typed = ""
    while app.dialog is None:
        QTest.keyClicks(editor, "yes 1 2 ")
        QTest.keyClick(editor, Qt.Key.Key_Return, Qt.KeyboardModifier.ShiftModifier)
        typed += "yes 1 2 \n"
        app.turn()
    QTest.keyClicks(editor, "yes 1 2")
    app.ready()
    QTest.keyClicks(editor, "!")
    assert editor.toPlainText() == typed + "yes 1 2!"
    assert states(app)[0] is QuestionState.OPEN
    assert app.answers() == []


def test_b045_every_dialog_fits_and_can_be_read(play: Play) -> None:
    app = play("B045")
    app.window.resize(1024, 600)
    app.wait(lambda: len(app.program.binding.presenter.waiting) >= 3)
    for _ in app.program.binding.presenter.waiting:
        dialog = app.ready()
        assert app.window.size().height() == 600
        for button in dialog.findChildren(QPushButton):
            if button.isVisible():
                corner = button.mapTo(app.window, button.rect().bottomRight())
                assert app.window.rect().contains(corner)
        assert dialog.findChild(object, "questionTitle").text() == dialog.question.title
        app.click("cancelButton")


def test_b047_long_options_answer_byte_for_byte(play: Play) -> None:
    app = play("B047")
    options = app.ready().question.options
    view = app.child("optionList")
    for row, option in enumerate(options):
        index = view.model().index(row, 0, QModelIndex())
        view.scrollTo(index)
        QTest.mouseClick(view.viewport(), Qt.MouseButton.LeftButton, pos=view.visualRect(index).center())
        assert app.child("optionDetail").text() == ("" if option == "Deny" else option)
    choose(app, 5)
    app.wait(lambda: len(app.answers()) == 1)
    assert app.answers() == [{"type": "extension_ui_response", "id": "d1", "value": options[5]}]


def test_b049_every_odd_option_goes_back_unchanged(play: Play) -> None:
    options = json.loads((PROBES / "B049.jsonl").read_text(encoding="utf-8"))["options"]
    rows = (1, 2, 3, 4, 6, 7, 13)
    for count, row in enumerate(rows, start=1):
        app = play("B049")
        choose(app, row)
        app.wait(lambda app=app, count=count: len(app.answers()) == count)
        app.close()
    assert [answer["value"] for answer in app.answers()] == [options[row] for row in rows]


def test_b051_each_closes_at_its_deadline_and_writes_nothing(play: Play) -> None:
    app = play("B051")
    app.wait(lambda: states(app)[:2] == [QuestionState.EXPIRED, QuestionState.EXPIRED])
    assert states(app)[2] is QuestionState.OPEN
    assert app.ready().question.title == "One minute"
    assert app.answers() == []


def test_b053_every_way_out_is_one_cancelled(play: Play) -> None:
    app = play("B053")
    app.wait(lambda: len(app.program.binding.presenter.waiting) == 4)
    QTest.keyClick(app.child("denyButton"), Qt.Key.Key_Escape)
    app.wait(lambda: len(app.answers()) == 1)
    app.ready().close()
    app.wait(lambda: len(app.answers()) == 2)
    app.ready()
    app.window.close()
    app.wait(lambda: app.program.controller._link is None)
    assert [(answer["id"], answer["cancelled"]) for answer in app.answers()] == [
        ("d1", True),
        ("d2", True),
        ("d3", True),
        ("d4", True),
    ]


def test_b059_an_empty_answer_is_no_cancellation(play: Play) -> None:
    app = play("B059")
    app.click("acceptButton")
    app.click("acceptButton")
    app.child("answerEdit").selectAll()
    QTest.keyClick(app.child("answerEdit"), Qt.Key.Key_Delete)
    app.click("acceptButton")
    app.click("cancelButton")
    app.wait(lambda: len(app.answers()) == 4)
    assert [list(answer.values())[2] for answer in app.answers()] == ["", "", "", True]
    assert list(app.answers()[3])[2] == "cancelled"


def test_b061_megabytes_go_through_the_editor_unchanged(play: Play) -> None:
    app = play("B061")
    proposed: list[str] = []
    # What is closed is kept cut: it is looked at as it goes out.
    went_out: list[object] = []
    for _ in range(2):
        question = app.ready().question
        proposed.append(question.prefill)
        app.program.controller.changed.connect(lambda changes, asked=question: went_out.append(asked.answer))
        assert app.child("cancelButton").isEnabled()
        app.click("acceptButton")
    assert [text in went_out for text in proposed] == [True, True]
    assert len(proposed[0]) > 4_000_000


def test_b092_ampersands_are_shown_and_bind_no_key(play: Play) -> None:
    app = play("B092")
    app.ready()
    for key in (Qt.Key.Key_A, Qt.Key.Key_D, Qt.Key.Key_F):
        QTest.keyClick(app.child("optionList"), key, Qt.KeyboardModifier.AltModifier)
    assert states(app)[0] is QuestionState.OPEN
    assert app.child("questionTitle").toPlainText() == "R&D && more"
    assert app.child("optionList").model().index(0, 0, QModelIndex()).data() == "&Allow"
    app.wait(lambda: app.toasts == ["a & b && c"])
    assert app.window.windowTitle().startswith("Q&A")
    choose(app, 0)
    app.wait(lambda: len(app.answers()) == 1)
    assert app.answers()[0]["value"] == "&Allow"


def test_b088_markup_is_letters_everywhere(play: Play) -> None:
    app = play("B088")
    app.wait(lambda: bool(app.toasts))
    assert app.child("questionTitle").toPlainText().startswith("<b>Trusted</b>")
    assert app.toasts[0].startswith("<b>bold</b> <a href=")
    app.wait(lambda: any("<b>status</b>" in text for text in app.status.values()))
