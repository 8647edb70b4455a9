"""What a row of the answer log says of a question."""

from __future__ import annotations

from typing import Any

import pytest

from app.session.decision import HIDDEN, decision_of
from app.session.questions import Question, QuestionKind, QuestionState


def closed(state: QuestionState, kind: QuestionKind = QuestionKind.SELECT, **fields: Any) -> Question:
    given = {"title": "Go?", "opened_at": 100.0, "closed_at": 104.5} | fields
    return Question(1, "id", kind, state=state, **given)


def test_a_row_has_what_was_asked_and_what_came_of_it() -> None:
    question = closed(QuestionState.ANSWERED, message="m", options=["Yes", "No"], answer="Yes")
    decision = decision_of(question, "work", 1000.0, 105.0)
    assert (decision.when, decision.seconds, decision.session) == (999.5, 4.5, "work")
    assert (decision.kind, decision.title, decision.message, decision.options) == ("select", "Go?", "m", ("Yes", "No"))
    assert (decision.outcome, decision.by, decision.answer, decision.reason) == ("answered", "you", "Yes", "")


@pytest.mark.parametrize(
    ("state", "by"),
    [
        (QuestionState.ANSWERED, "you"),
        (QuestionState.CANCELLED, "you"),
        (QuestionState.UNSENT, "you"),
        (QuestionState.STOPPED, "stop"),
        (QuestionState.EXPIRED, "clock"),
        (QuestionState.WITHDRAWN, "agent"),
        (QuestionState.LOST, "agent"),
    ],
)
def test_who_or_what_decided_is_told(state: QuestionState, by: str) -> None:
    decision = decision_of(closed(state, reason="why"), "", 1000.0, 105.0)
    assert (decision.by, decision.outcome, decision.answer, decision.reason) == (by, state.value, None, "why")


@pytest.mark.parametrize("state", [QuestionState.ANSWERED, QuestionState.UNSENT])
def test_a_standing_answer_is_told_by_its_id(state: QuestionState) -> None:
    assert decision_of(closed(state, decided_by="standing:1"), "", 0.0, 105.0).by == "standing:1"


@pytest.mark.parametrize(("answer", "words"), [(True, "yes"), (False, "no"), ("", "")])
def test_every_answer_can_be_read(answer: str | bool, words: str) -> None:
    assert decision_of(closed(QuestionState.ANSWERED, answer=answer), "", 0.0, 105.0).answer == words


def test_a_secret_is_kept_nowhere() -> None:
    question = closed(QuestionState.ANSWERED, QuestionKind.INPUT, title="Your API key?", answer="sk-123")
    assert decision_of(question, "", 0.0, 105.0).answer == HIDDEN


def test_what_is_kept_has_bounds() -> None:
    question = closed(QuestionState.ANSWERED, title="t" * 20_001, options=["o"] * 5000, answer="\ud83d")
    decision = decision_of(question, "", 0.0, 105.0)
    assert decision.title == "t" * 20_000 + "… (20,001 characters)"
    assert len(decision.options) == 200
    assert decision.answer == "?"
    giants = decision_of(closed(QuestionState.CANCELLED, options=["o" * 19_999] * 200), "", 0.0, 105.0)
    assert giants.options == ("o" * 19_999,) * 5


def test_a_question_without_an_end_ends_now() -> None:
    assert decision_of(closed(QuestionState.LOST, closed_at=None), "", 1000.0, 101.0).seconds == 1.0
