"""A standing answer answers exactly its question, never free text, never twice, and not without end."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import hypothesis.strategies as st
import pytest
from hypothesis import given

from app.protocol.ui_requests import ConfirmedResponse, UiResponse, ValueResponse
from app.session.decision import Decision, decision_of
from app.session.questions import Chosen, Confirmed, Question, QuestionKind, QuestionState
from app.session.standing import (
    MOST_ANSWERS,
    MOST_USES,
    USES_SECONDS,
    Asked,
    DryRun,
    Scope,
    StandingAnswer,
    StandingAnswers,
    asked_of,
    dry_run,
    standing_answer,
    why_not,
    words_of,
)
from tests.unit.session.agent import Agent

SELECT, CONFIRM = QuestionKind.SELECT, QuestionKind.CONFIRM


def select(title: str = "Run it?", options: tuple[str, ...] = ("Allow", "Deny"), **fields: Any) -> Question:
    return Question(1, "id", SELECT, title, options=list(options), **fields)


def confirm(title: str = "Sure?", message: str = "", **fields: Any) -> Question:
    return Question(1, "id", CONFIRM, title, message, **fields)


def stand(question: Question, answer: Chosen | Confirmed, number: str = "1", session: str = "") -> StandingAnswer:
    return standing_answer(question, answer, number=number, session=session, made=7.0)


def holding(*answers: StandingAnswer) -> StandingAnswers:
    held = StandingAnswers()
    for answer in answers:
        held.add(answer)
    return held


# --- what can be one ----------------------------------------------------------------------------------------


def test_an_answer_says_what_it_answers_and_how() -> None:
    allow, yes = stand(select(), Chosen(0)), stand(confirm(message="m"), Confirmed(True), session="s")
    assert (allow.id, allow.scope, allow.answer, allow.words) == ("standing:1", Scope.PROJECT, Chosen(0), "Allow")
    assert (yes.scope, yes.session, yes.answer, yes.words) == (Scope.SESSION, "s", Confirmed(True), "yes")
    assert stand(confirm(), Confirmed(False)).words == "no"
    assert yes.asked == asked_of(confirm(message="m")) == Asked(CONFIRM, "Sure?", "m", ())
    assert words_of(yes.asked, Confirmed(False)) == "no"


@pytest.mark.parametrize(
    ("question", "problem"),
    [
        (Question(1, "i", QuestionKind.INPUT, "Name?"), "Free text never has a standing answer."),
        (Question(1, "i", QuestionKind.EDITOR, "Text?"), "Free text never has a standing answer."),
        (select(options=()), "The options do not fit the question."),
        (confirm(options=["a"]), "The options do not fit the question."),
        (confirm(title=" ", message="\n"), "A question without words cannot be told from others."),
        (confirm(title="t" * 20_001), "The question is too long to be agreed to for ever."),
        (select(options=("o",) * 201), "The question is too long to be agreed to for ever."),
        (select(options=("a", "\ud83d")), "The question holds halves of characters."),
        (select(), ""),
        (confirm(), ""),
    ],
)
def test_why_a_question_cannot_have_one_is_told(question: Question, problem: str) -> None:
    assert why_not(question) == problem
    if problem:
        answer = Confirmed(True) if question.kind is CONFIRM else Chosen(0)
        with pytest.raises(ValueError, match=problem[1:-1]):
            stand(question, answer)


@pytest.mark.parametrize(
    ("fields", "problem"),
    [
        ({"id": "you"}, "its id"),
        ({"session": "s"}, "a session is named"),
        ({"scope": Scope.SESSION}, "a session is named"),
        ({"choice": 2}, "does not have the option"),
        ({"choice": -1}, "does not have the option"),
        ({"choice": None}, "does not fit"),
        ({"yes": True}, "does not fit"),
        ({"uses": -1}, "counts or times"),
        ({"last_used": float("nan")}, "counts or times"),
        ({"made": 1e300}, "counts or times"),
        ({"kind": CONFIRM, "options": ()}, "does not fit"),
        ({"kind": CONFIRM, "options": (), "choice": None}, "does not fit"),
    ],
)
def test_what_is_no_answer_is_refused(fields: dict[str, Any], problem: str) -> None:
    with pytest.raises(ValueError, match=problem):
        replace(stand(select(), Chosen(0)), **fields)


# --- exactly this -------------------------------------------------------------------------------------------

WORDS = st.text(st.sampled_from("aA \u00a0\u200be\u0301é\n"), max_size=3)
QUESTIONS = st.builds(
    Question,
    st.just(1),
    st.just("id"),
    st.sampled_from(QuestionKind),
    WORDS,
    message=WORDS,
    options=st.lists(WORDS, max_size=3),
    state=st.sampled_from([QuestionState.OPEN, QuestionState.OPEN, QuestionState.EXPIRED]),
)
SESSIONS = st.sampled_from(["", "s", "t"])


@st.composite
def answers(draw: st.DrawFn) -> StandingAnswer:
    """One that can be, for any question that can have one."""
    question = draw(QUESTIONS.filter(lambda one: not why_not(one)))
    choices = st.builds(Chosen, st.integers(0, max(0, len(question.options) - 1)))
    answer = draw(choices if question.kind is SELECT else st.builds(Confirmed, st.booleans()))
    return stand(question, answer, draw(st.sampled_from("123456")), draw(SESSIONS))


@given(st.lists(answers(), max_size=6), QUESTIONS, SESSIONS)
def test_only_what_is_asked_exactly_is_answered(held: list[StandingAnswer], question: Question, session: str) -> None:
    found = holding(*held).match(question, session)
    if found is None:
        return
    assert question.is_open
    assert question.kind in (SELECT, CONFIRM)
    assert (found.title, found.message, list(found.options)) == (question.title, question.message, question.options)
    assert found.session in ("", session)
    if isinstance(found.answer, Chosen):
        assert question.options[found.answer.index] == found.words


METHODS = st.sampled_from(["select", "confirm", "input", "editor"])
TITLES = st.sampled_from(["Run?", "run?", "Run? ", "Run\u00a0?"])
OPTIONS = st.sampled_from([["Yes", "No"], ["No", "Yes"], ["Yes", "No", ""], []])


@given(st.lists(st.tuples(METHODS, TITLES, OPTIONS, st.booleans()), max_size=8))
def test_exactly_one_response_goes_out_for_what_it_answers_and_none_for_the_rest(
    asked: list[tuple[str, str, list[str], bool]],
) -> None:
    held = holding(
        stand(select("Run?", ("Yes", "No")), Chosen(0), "1"), stand(confirm("Run?"), Confirmed(True), "2", session="s")
    )
    agent = Agent()
    for method, title, options, person_is_first in asked:
        fields = {"options": options} if method == "select" else {}
        key = agent.ask(method, title=title, **fields)
        question = agent.session.questions[key]
        found = held.match(question, "s")
        if person_is_first:
            agent.session.cancel(key, agent.now)
            agent.session.take_outbox()
            assert held.match(question, "s") is None
        if found is not None:
            for _ in range(2):
                agent.session.answer(key, found.answer, agent.now, found.id)
        sent = [item for item in agent.session.take_outbox() if isinstance(item, UiResponse)]
        exact = (method, title) == ("confirm", "Run?") or (method, title, options) == ("select", "Run?", ["Yes", "No"])
        if not exact or person_is_first:
            assert sent == []
            assert question.decided_by == ""
        else:
            response = (
                ConfirmedResponse(id=question.request_id, confirmed=True)
                if method == "confirm"
                else ValueResponse(id=question.request_id, value="Yes")
            )
            assert sent == [response]
            assert found is not None
            assert decision_of(question, "", 0.0, agent.now).by == question.decided_by == found.id


# --- which one, how often -----------------------------------------------------------------------------------


def test_the_answer_of_the_session_goes_before_that_of_the_project() -> None:
    held = holding(stand(select(), Chosen(0), "1"), stand(select(), Chosen(1), "2", session="s"))
    found = [held.match(select(), session) for session in ("s", "t")]
    assert [one.words if one else None for one in found] == ["Deny", "Allow"]


def test_while_nobody_knows_the_session_only_what_holds_in_all_is_given() -> None:
    assert holding(stand(select(), Chosen(1), "2", session="s")).match(select(), "") is None
    both = holding(stand(select(), Chosen(0), "1"), stand(select(), Chosen(1), "2", session="s"))
    assert both.match(select(), "") is None
    found = holding(stand(select(), Chosen(0), "1")).match(select(), "")
    assert found is not None
    assert found.id == "standing:1"


def test_a_new_answer_to_the_same_takes_the_place_of_the_old_one() -> None:
    held = holding(stand(select(), Chosen(0), "1"), stand(select("Other?"), Chosen(0), "2"))
    held.add(stand(select(), Chosen(1), "3"))
    assert [one.id for one in held.all] == ["standing:2", "standing:3"]


def test_there_is_a_bound() -> None:
    held = holding(*(stand(select(str(number)), Chosen(0), str(number)) for number in range(MOST_ANSWERS)))
    with pytest.raises(ValueError, match="Revoke one first"):
        held.add(stand(select("one more"), Chosen(0), "x"))
    held.add(stand(select("0"), Chosen(1), "y"))
    assert len(held.all) == MOST_ANSWERS


def test_one_that_is_revoked_answers_no_more() -> None:
    answer = stand(select(), Chosen(0))
    held = holding(answer)
    assert held.remove(answer.id) == answer
    assert held.remove(answer.id) is None
    assert held.match(select(), "") is None


def test_uses_are_counted() -> None:
    held = holding(stand(select(), Chosen(0)))
    held.use("standing:1", 1.0, 1000.0)
    used = held.use("standing:1", 2.0, 1001.0)
    assert (used.uses, used.last_used, used.paused) == (2, 1001.0, False)
    assert held.all == [used]


def test_uses_of_elsewhere_are_added() -> None:
    held = holding(stand(select(), Chosen(0)))
    held.count("standing:1", 3, 5.0)
    held.count("standing:1", 1, None, True)
    held.count("standing:1", 1, 6.0)
    held.count("standing:gone", 1, 6.0)
    assert [(one.uses, one.last_used, one.paused) for one in held.all] == [(5, 6.0, True)]


def test_one_that_is_used_too_often_is_paused_until_it_is_resumed() -> None:
    held = holding(stand(select(), Chosen(0)), stand(select(), Chosen(1), "2", session="s"))
    for number in range(MOST_USES - 1):
        assert not held.use("standing:2", USES_SECONDS * number / MOST_USES, 0.0).paused
    assert held.use("standing:2", USES_SECONDS, 0.0).paused
    assert held.match(select(), "s") is None, "the other one must not step in"
    held.resume("standing:2")
    held.resume("standing:gone")
    assert held.match(select(), "s") is not None
    assert not held.use("standing:2", USES_SECONDS, 0.0).paused


def test_many_uses_over_a_long_time_pause_nothing() -> None:
    held = holding(stand(select(), Chosen(0)))
    for number in range(5 * MOST_USES):
        assert not held.use("standing:1", number * USES_SECONDS / (MOST_USES - 2), 0.0).paused


def test_what_is_read_anew_of_the_project_leaves_the_sessions_alone() -> None:
    held = holding(stand(select(), Chosen(0)), stand(select("s?"), Chosen(0), "2", session="s"))
    held.use("standing:1", 0.0, 0.0)
    held.replace_project([stand(select("new?"), Chosen(0), "3")])
    assert [one.id for one in held.all] == ["standing:3", "standing:2"]


# --- the dry run --------------------------------------------------------------------------------------------


def past(question: Question, answer: str | bool | None, by: str = "", **fields: Any) -> Decision:
    question.state = fields.pop("state", QuestionState.ANSWERED)
    question.answer, question.closed_at, question.decided_by = answer, 1.0, by
    return decision_of(question, "", 0.0, 1.0)


def test_the_dry_run_counts_what_was_decided_otherwise() -> None:
    log = [
        past(select(), "Allow"),
        past(select(), "Deny"),
        past(select(), None, state=QuestionState.CANCELLED),
        past(select(), None, state=QuestionState.EXPIRED),
        past(select(), "Deny", by="standing:9"),
        past(select("Other?"), "Deny"),
        past(confirm("Run it?"), True),
    ]
    assert dry_run(asked_of(select()), "Allow", log) == DryRun(7, 5, 2)
    assert dry_run(asked_of(select()), None, log) == DryRun(7, 5, 0)
    assert dry_run(asked_of(confirm("Run it?")), "yes", log) == DryRun(7, 1, 0)
    assert dry_run(asked_of(select()), "Allow", []) == DryRun(0, 0, 0)
