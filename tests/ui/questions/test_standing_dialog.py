"""The dialog that makes a standing answer: nothing is chosen for the person, and no accident agrees."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import Any

import pytest
from PySide6.QtCore import QPoint, QPointF, Qt
from PySide6.QtGui import QWheelEvent
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication, QPushButton, QWidget
from pytestqt.qtbot import QtBot

from app.session.decision import Decision
from app.session.question_context import QuestionContext, RunningTool
from app.session.questions import Answer, Chosen, Confirmed, Question, QuestionKind, QuestionState
from app.ui.questions.standing_dialog import StandingDialog
from tests.ui.questions.conftest import MakeQuestion, Stage

SELECT, CONFIRM = QuestionKind.SELECT, QuestionKind.CONFIRM
OPTIONS = ["Allow", "De\u202eny", ""]


class Shown:
    """The dialog on screen, and what was agreed to."""

    def __init__(self, qtbot: QtBot, question: Question, chosen: Answer | None = None, session: str = "s") -> None:
        self.window = QWidget()
        self.agreed: list[tuple[Any, str]] = []
        self.dialog = StandingDialog(question, chosen, session, (60, 40), self.window)
        self.dialog.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose, False)
        self.dialog.agreed.connect(self._on_agreed)
        self.dialog.show()
        self.dialog.activateWindow()
        qtbot.waitUntil(self.dialog.isActiveWindow)
        self._qtbot = qtbot

    def _on_agreed(self, answer: object, session: str) -> None:
        self.agreed.append((answer, session))

    def ready(self) -> Shown:
        self._qtbot.waitUntil(lambda: not self.dialog.guard.is_inert, timeout=5000)
        return self

    def child(self, name: str) -> Any:
        found = self.dialog.findChild(QWidget, name)
        assert found is not None, name
        return found

    def click(self, name: str) -> None:
        QTest.mouseClick(self.child(name), Qt.MouseButton.LeftButton)


Show = Callable[..., Shown]


@pytest.fixture
def show(qtbot: QtBot) -> Iterator[Show]:
    """Show the dialog for a question."""
    all_shown: list[Shown] = []

    def make(question: Question, chosen: Answer | None = None, session: str = "s") -> Shown:
        all_shown.append(Shown(qtbot, question, chosen, session))
        return all_shown[-1]

    yield make
    for shown in all_shown:
        shown.dialog.close()


def ask(kind: QuestionKind = SELECT, **fields: Any) -> Question:
    options = OPTIONS if kind is SELECT else []
    return Question(1, "id", kind, "Run\u00a0it?", "Now.", options=options, **fields)


def past(answer: str, **fields: Any) -> Decision:
    given: dict[str, Any] = {
        "when": 1.0, "session": "", "kind": "select", "title": "Run\u00a0it?", "message": "Now.",
        "options": tuple(OPTIONS), "outcome": "answered", "by": "you", "answer": answer, "seconds": 1.0, "reason": "",
    }  # fmt: skip
    return Decision(**(given | fields))


def test_nothing_is_chosen_and_nothing_can_be_agreed_to_before(show: Show) -> None:
    shown = show(ask()).ready()
    assert shown.dialog.objectName() == "standingDialog"
    assert not shown.dialog.isModal()
    assert shown.child("standingAnswer").currentIndex() == -1
    assert not shown.child("standingAcceptButton").isEnabled()
    for button in shown.dialog.findChildren(QPushButton):
        assert not button.isDefault()
        assert not button.autoDefault()
    assert QApplication.focusWidget() is shown.child("standingAnswer")


def test_the_exact_question_is_shown_with_what_is_not_seen(show: Show) -> None:
    shown = show(ask())
    assert shown.child("standingMatch").text() == "Run\u00a0it?\n\nNow.\n\n• Allow\n• De\u202eny\n• "
    assert "⟨U+202E⟩" in shown.child("standingMatch").toPlainText()
    assert shown.child("standingContext").isHidden()


def test_where_something_runs_it_is_told_that_it_does_not_count(show: Show) -> None:
    context = QuestionContext((RunningTool("c", "bash", "rm -rf /"),))
    assert show(ask(context=context)).child("standingContext").isVisible()


@pytest.mark.parametrize(
    ("kind", "row", "answer"),
    [(SELECT, 0, Chosen(0)), (SELECT, 2, Chosen(2)), (CONFIRM, 0, Confirmed(True)), (CONFIRM, 1, Confirmed(False))],
)
@pytest.mark.parametrize("scope", [0, 1])
def test_what_is_agreed_to_is_what_was_chosen(
    show: Show, kind: QuestionKind, row: int, answer: Answer, scope: int
) -> None:
    shown = show(ask(kind)).ready()
    shown.child("standingAnswer").setCurrentIndex(row)
    shown.child("standingScope").setCurrentIndex(scope)
    shown.click("standingAcceptButton")
    assert shown.agreed == [(answer, ["s", ""][scope])]


def test_what_is_chosen_in_the_question_is_chosen_here(show: Show) -> None:
    shown = show(ask(), Chosen(1))
    assert shown.child("standingAnswer").currentIndex() == 1


def test_the_narrow_scope_comes_first_and_only_where_the_session_is_known(show: Show) -> None:
    texts = [
        [box.itemText(row) for row in range(box.count())]
        for box in (show(ask(), session=session).child("standingScope") for session in ("s", ""))
    ]
    assert texts == [["In this session, until Pienza closes", "In this project"], ["In this project"]]


def test_it_is_inert_at_first(show: Show) -> None:
    shown = show(ask(), Chosen(0))
    shown.click("standingAcceptButton")
    QTest.keyClick(shown.child("standingAcceptButton"), Qt.Key.Key_Space)
    shown.child("standingAcceptButton").click()
    assert shown.agreed == []
    QTest.keyClick(shown.child("standingAnswer"), Qt.Key.Key_Escape)
    assert shown.dialog.isVisible()


def test_enter_agrees_only_where_the_focus_is(show: Show) -> None:
    shown = show(ask(), Chosen(0)).ready()
    for name in ("standingAnswer", "standingScope", "standingMatch"):
        shown.child(name).setFocus()
        QTest.keyClick(shown.child(name), Qt.Key.Key_Return)
    assert (shown.agreed, shown.dialog.isVisible()) == ([], True)
    shown.child("standingAcceptButton").setFocus()
    QTest.keyClick(shown.child("standingAcceptButton"), Qt.Key.Key_Return)
    assert shown.agreed == [(Chosen(0), "s")]


def test_escape_closes_it_and_agrees_to_nothing(show: Show) -> None:
    shown = show(ask(), Chosen(0)).ready()
    QTest.keyClick(shown.dialog, Qt.Key.Key_Escape)
    assert (shown.agreed, shown.dialog.isVisible()) == ([], False)


def test_a_question_that_closed_is_not_agreed_to(show: Show) -> None:
    question = ask()
    shown = show(question, Chosen(0)).ready()
    question.state = QuestionState.EXPIRED
    shown.click("standingAcceptButton")
    assert shown.agreed == []


def test_the_wheel_changes_nothing(show: Show) -> None:
    shown = show(ask(), Chosen(0)).ready()
    box = shown.child("standingAnswer")
    wheel = QWheelEvent(
        QPointF(5, 5), QPointF(box.mapToGlobal(QPoint(5, 5))), QPoint(), QPoint(0, -120),
        Qt.MouseButton.NoButton, Qt.KeyboardModifier.NoModifier, Qt.ScrollPhase.NoScrollPhase, False,
    )  # fmt: skip
    QApplication.sendEvent(box, wheel)
    assert box.currentIndex() == 0


def test_the_dry_run_follows_the_choice(show: Show) -> None:
    shown = show(ask())
    assert "Looking" in shown.child("standingDryRun").text()
    shown.dialog.set_past([past("Allow"), past("Allow"), past("De\u202eny"), past("x", title="Other?")])
    assert shown.child("standingDryRun").text().startswith("It would have answered 3 of the last 4 questions")
    assert shown.child("standingOtherwise").isHidden()
    shown.child("standingAnswer").setCurrentIndex(0)
    assert shown.child("standingOtherwise").text() == "You had decided one of them differently."
    shown.child("standingAnswer").setCurrentIndex(1)
    assert shown.child("standingOtherwise").text() == "You had decided 2 of them differently."


def test_a_problem_is_told(show: Show) -> None:
    shown = show(ask())
    shown.dialog.say("No room.")
    assert shown.child("standingProblem").isVisible()
    shown.dialog.say("")
    assert shown.child("standingProblem").isHidden()


# --- the way there ------------------------------------------------------------------------------------------


def asked(stage: Stage) -> list[bool]:
    told: list[bool] = []
    stage.dialog.always_requested.connect(lambda: told.append(True))
    return told


@pytest.mark.parametrize("kind", list(QuestionKind))
def test_only_what_is_chosen_can_stand(stage: Stage, question: MakeQuestion, kind: QuestionKind) -> None:
    options = ["a"] if kind is SELECT else []
    stage.open(question(kind, options=options))
    can_stand = kind in (SELECT, CONFIRM)
    assert (stage.dialog.can_stand, stage.child("alwaysButton").isVisible()) == (can_stand, can_stand)
    assert not stage.child("alwaysButton").isDefault()
    assert not stage.child("alwaysButton").autoDefault()
    told = asked(stage)
    if can_stand:
        stage.click("alwaysButton")
        assert told == [True]
    assert (stage.answers, stage.cancelled) == ([], [])


def test_a_question_that_is_inert_offers_nothing_always(stage: Stage, question: MakeQuestion) -> None:
    stage.open(question(CONFIRM), ready=False)
    told = asked(stage)
    stage.click("alwaysButton")
    QTest.keyClick(stage.child("alwaysButton"), Qt.Key.Key_Space)
    stage.child("alwaysButton").click()
    assert told == []


def test_a_select_tells_what_is_chosen_so_far(stage: Stage, question: MakeQuestion) -> None:
    dialog = stage.open(question(SELECT, options=["a", "b"]))
    assert dialog.chosen() is None
    stage.key(Qt.Key.Key_2)
    assert dialog.chosen() == Chosen(1)


def test_a_narrow_question_keeps_its_buttons_whole(stage: Stage, question: MakeQuestion) -> None:
    stage.window.setMinimumWidth(0)
    stage.open(question(CONFIRM))
    stage.window.resize(420, 600)
    for name in ("alwaysButton", "cancelButton", "denyButton", "confirmButton"):
        assert stage.child(name).width() >= stage.child(name).sizeHint().width()
