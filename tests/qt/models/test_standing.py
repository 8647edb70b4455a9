"""The standing answers in words."""

from __future__ import annotations

from dataclasses import replace

import pytest
from PySide6.QtCore import Qt
from pytestqt.qtbot import QtBot

from app.models.standing import (
    ANSWER_ROLE,
    DETAIL_ROLE,
    StandingModel,
    dry_run_sentence,
    exact_text,
    facts_of,
    otherwise_sentence,
)
from app.session.questions import Chosen, Confirmed, Question, QuestionKind
from app.session.standing import DryRun, StandingAnswer, standing_answer


def allow(number: str = "1", session: str = "") -> StandingAnswer:
    question = Question(1, "i", QuestionKind.SELECT, "Run\nit?", options=["Allow", "Deny"])
    return standing_answer(question, Chosen(0), number=number, session=session, made=1000.0)


def sure(yes: bool, title: str = "Sure?") -> StandingAnswer:
    question = Question(1, "i", QuestionKind.CONFIRM, title, "It is final.")
    return standing_answer(question, Confirmed(yes), number="2", session="", made=1000.0)


def details(model: StandingModel) -> list[str]:
    return [model.index(row).data(DETAIL_ROLE) for row in range(model.rowCount())]


def test_rows_say_what_is_answered_where_and_how_often(qtbot: QtBot) -> None:
    model = StandingModel()
    held = [allow(), allow("2", "s"), allow("3", "t"), replace(sure(True), uses=1), replace(sure(False), paused=True)]
    model.set_answers(held, "s")
    assert model.index(0).data() == "Run it?"
    assert model.index(0).data(Qt.ItemDataRole.AccessibleTextRole) == "Run it?, “Allow” · not used yet · this project"
    assert model.index(0).data(ANSWER_ROLE) == allow()
    assert model.index(0).data(Qt.ItemDataRole.DecorationRole) is None
    assert details(model) == [
        "“Allow” · not used yet · this project",
        "“Allow” · not used yet · this session",
        "“Allow” · not used yet · another session",
        "Yes · used once · this project",
        "Paused · No · not used yet · this project",
    ]
    assert (model.row_of("standing:3"), model.row_of("standing:gone")) == (2, -1)
    assert model.rowCount(model.index(0)) == 0


def test_a_use_resets_nothing(qtbot: QtBot) -> None:
    model = StandingModel()
    model.set_answers([allow()], "")
    with qtbot.assertNotEmitted(model.modelReset), qtbot.waitSignal(model.dataChanged):
        model.set_answers([replace(allow(), uses=1200)], "")
    assert details(model) == ["“Allow” · used 1,200 times · this project"]
    with qtbot.waitSignal(model.modelReset):
        model.set_answers([], "")
    model.set_answers([], "")


def test_one_without_a_title_is_called_by_its_message(qtbot: QtBot) -> None:
    model = StandingModel()
    model.set_answers([sure(True, "")], "")
    assert model.index(0).data() == "It is final."


def test_facts_tell_when(qtbot: QtBot) -> None:
    assert facts_of(allow()).endswith("; not used yet.")
    assert "; used 2 times, last on " in facts_of(replace(allow(), uses=2, last_used=5000.0))


def test_the_exact_text_is_all_that_is_asked() -> None:
    assert exact_text(allow().asked) == "Run\nit?\n\n• Allow\n• Deny"
    assert exact_text(sure(True).asked) == "Sure?\n\nIt is final."


@pytest.mark.parametrize(
    ("run", "sentence", "warning"),
    [
        (DryRun(0, 0, 0), "Nothing was asked in this project before, so there is nothing to try it on.", ""),
        (DryRun(1, 1, 0), "It would have answered the one question that this project has in its log.", ""),
        (DryRun(1, 0, 0), "It would not have answered the one question that this project has in its log.", ""),
        (DryRun(500, 0, 0), "It would have answered none of the last 500 questions of this project.", ""),
        (
            DryRun(9, 3, 1),
            "It would have answered 3 of the last 9 questions of this project.",
            "You had decided one of",
        ),
        (DryRun(9, 3, 2), "It would have answered 3 of the last 9 questions of this project.", "You had decided 2 of"),
    ],
)
def test_the_dry_run_in_words(run: DryRun, sentence: str, warning: str) -> None:
    assert dry_run_sentence(run) == sentence
    assert otherwise_sentence(run).startswith(warning)
    assert bool(otherwise_sentence(run)) == bool(warning)
