"""Standing answers in the whole program: made in a question, given, told, listed, revoked, kept."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

from PySide6.QtCore import Qt
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QListView, QToolButton, QWidget

from app.models.answer_log import DETAIL_ROLE
from app.session.questions import QuestionState
from app.ui.questions.standing_dialog import StandingDialog
from tests.e2e.conftest import App, Play


def ask(app: App, text: str) -> int:
    """Let the agent ask with *text* ("select what"); returns the key of its question."""
    key = app.session.questions.next_key
    app.prompt(text)
    app.wait(lambda: app.session.questions.next_key > key)
    return key


def child(app: App, name: str) -> Any:
    found = app.window.findChild(QWidget, name)
    assert found is not None, name
    return found


def always(app: App) -> StandingDialog:
    """Press "Always…" in the question on screen, and return its dialog when it takes input."""
    QTest.mouseClick(app.child("alwaysButton"), Qt.MouseButton.LeftButton)
    dialog = child(app, "standingDialog")
    assert isinstance(dialog, StandingDialog)
    app.wait(lambda: not dialog.guard.is_inert)
    return dialog


def agree(app: App, row: int, scope: str) -> None:
    """Let the question on screen be answered always by its option in *row*."""
    dialog = always(app)
    child(app, "standingAnswer").setCurrentIndex(row)
    box = child(app, "standingScope")
    box.setCurrentIndex([box.itemText(index)[:13] for index in range(box.count())].index(scope))
    QTest.mouseClick(child(app, "standingAcceptButton"), Qt.MouseButton.LeftButton)
    app.wait(lambda: not dialog.question.is_open)
    app.wait(lambda: app.window.findChild(QWidget, "standingDialog") is None)


def state(app: App, key: int) -> tuple[QuestionState, str | bool | None, bool]:
    question = app.session.questions[key]
    return question.state, question.answer, bool(question.decided_by)


def rows(app: App, name: str) -> list[str]:
    view = child(app, name)
    assert isinstance(view, QListView)
    indices = [view.model().index(row, 0) for row in range(view.model().rowCount())]
    return [f"{index.data()} | {index.data(DETAIL_ROLE)}" for index in indices]


def test_what_was_agreed_to_is_answered_from_then_on_and_nothing_else(play: Play) -> None:
    app = play("standing")
    app.wait(app.settled)
    first = ask(app, "select ls")
    agree(app, 0, "In this proje")
    assert state(app, first) == (QuestionState.ANSWERED, "Allow", False), "this time the person answered"
    again = ask(app, "select ls")
    app.wait(lambda: not app.session.questions[again].is_open)
    assert state(app, again) == (QuestionState.ANSWERED, "Allow", True)
    app.wait(lambda: len(app.answers()) == 2)
    other = ask(app, "select ls -l")
    text = ask(app, "input ls")
    app.turn()
    assert [app.session.questions[key].is_open for key in (other, text)] == [True, True]
    app.window.answer_log_dock.show()
    app.wait(lambda: len(rows(app, "answerLogList")) == 2)
    assert [row.endswith("standing answer") for row in rows(app, "answerLogList")] == [True, False]
    assert [answer["value"] for answer in app.answers()] == ["Allow", "Allow"]


def test_the_dock_lists_revokes_and_brings_back(play: Play) -> None:
    app = play("standing")
    app.wait(app.settled)
    ask(app, "confirm rm")
    agree(app, 0, "In this proje")
    app.window.standing_dock.show()
    app.wait(lambda: rows(app, "standingList") == ["Run rm? | Yes · not used yet · this project"])
    ask(app, "confirm rm")
    app.wait(lambda: rows(app, "standingList") == ["Run rm? | Yes · used once · this project"])
    QTest.mouseClick(child(app, "standingRevoke"), Qt.MouseButton.LeftButton)
    assert rows(app, "standingList") == []
    key = ask(app, "confirm rm")
    app.click("denyButton")
    assert state(app, key) == (QuestionState.ANSWERED, False, False)
    QTest.mouseClick(child(app, "standingUndo"), Qt.MouseButton.LeftButton)
    assert rows(app, "standingList") == ["Run rm? | Yes · used once · this project"]
    key = ask(app, "confirm rm")
    app.wait(lambda: state(app, key) == (QuestionState.ANSWERED, True, True))


def test_that_of_the_project_is_kept_and_that_of_the_session_is_not(play: Play, pienza_home: Path) -> None:
    app = play("standing")
    app.wait(app.settled)
    ask(app, "confirm rm")
    agree(app, 0, "In this proje")
    ask(app, "confirm ls")
    agree(app, 0, "In this sessi")
    key = ask(app, "confirm ls")
    app.wait(lambda: state(app, key)[2])
    key = ask(app, "confirm rm")
    app.wait(lambda: state(app, key)[2])
    app.close()
    (file,) = (pienza_home / "state" / "standing").iterdir()
    assert [(row["title"], row["uses"]) for row in json.loads(file.read_text())["answers"]] == [("Run rm?", 1)]
    later = play("standing")
    later.wait(later.settled)
    key = ask(later, "confirm rm")
    later.wait(lambda: state(later, key)[2])
    key = ask(later, "confirm ls")
    later.ready()
    assert later.session.questions[key].is_open


def test_the_dry_run_tells_what_it_would_have_done(play: Play) -> None:
    app = play("standing")
    app.wait(app.settled)
    for text, button in (("confirm rm", "confirmButton"), ("confirm rm", "denyButton"), ("confirm ls", "denyButton")):
        ask(app, text)
        app.click(button)
    ask(app, "confirm rm")
    dialog = always(app)
    app.wait(lambda: "2 of the last 3 questions" in child(app, "standingDryRun").text())
    child(app, "standingAnswer").setCurrentIndex(0)
    assert "one of them differently" in child(app, "standingOtherwise").text()
    dialog.reject()
    assert app.session.questions.has_open


def test_a_question_that_closes_takes_its_dialog_along(play: Play) -> None:
    app = play("standing")
    app.wait(app.settled)
    key = ask(app, "confirm rm")
    always(app)
    app.program.controller.cancel(key)
    app.wait(lambda: app.window.findChild(QWidget, "standingDialog") is None)


def test_the_dialog_goes_with_the_window(play: Play) -> None:
    app = play("standing")
    app.wait(app.settled)
    ask(app, "confirm rm")
    dialog = always(app)
    app.window.close()
    assert not dialog.isVisible()


def test_the_menu_leads_to_both(play: Play) -> None:
    app = play("standing")
    app.wait(app.settled)
    button = child(app, "menuButton")
    assert isinstance(button, QToolButton)

    def entries() -> dict[str, bool]:
        button.menu().aboutToShow.emit()
        return {action.text(): action.isEnabled() for action in button.menu().actions()}

    assert entries()["Always answer this question…"] is False
    assert entries()["Standing answers"] is True
    ask(app, "confirm rm")
    app.ready()
    app.wait(lambda: entries()["Always answer this question…"])
    (action,) = [one for one in button.menu().actions() if one.text().startswith("Always answer")]
    action.trigger()
    assert child(app, "standingDialog").isVisible()
    child(app, "standingDialog").reject()


def test_a_broken_file_is_told_and_answers_nothing(play: Play, pienza_home: Path) -> None:
    app = play("standing")
    app.wait(app.settled)
    ask(app, "confirm rm")
    agree(app, 0, "In this proje")
    (file,) = (pienza_home / "state" / "standing").iterdir()
    file.write_text("{")
    key = ask(app, "confirm rm")
    app.wait(lambda: any("standing answers are not valid" in toast for toast in app.toasts))
    assert app.session.questions[key].is_open
    assert file.with_name(f"{file.stem}.broken.json").read_text() == "{"
