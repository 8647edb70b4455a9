"""Closed questions are kept to a bound; one that waits keeps every letter."""

from __future__ import annotations

import pytest

from app.protocol.ui_requests import ValueResponse
from app.session.changes import EntryChanged
from app.session.decision import HIDDEN
from app.session.entries import QuestionEntry
from app.session.question_context import NO_CONTEXT
from app.session.questions import KEPT_CLOSED, Chosen, Question, QuestionState, Typed
from tests.unit.session.agent import Agent, of_kind

GIANT = "a" * 300_000


def cards_of(agent: Agent) -> list[Question]:
    """The questions that the transcript tells of."""
    return [entry.question for entry in agent.session.transcript.entries if isinstance(entry, QuestionEntry)]


def storm(agent: Agent, count: int) -> None:
    """Ask and dismiss *count* questions."""
    for _ in range(count):
        agent.session.cancel(agent.ask("confirm"), agent.now)
    agent.show("setTitle")


def test_a_question_that_waits_keeps_every_letter() -> None:
    agent = Agent()
    key = agent.ask("select", title=GIANT, options=["no", GIANT])
    storm(agent, KEPT_CLOSED + 10)
    question = agent.session.questions[key]
    assert (question.title, question.options) == (GIANT, ["no", GIANT])
    agent.session.take_outbox()
    agent.session.answer(key, Chosen(1), agent.now)
    assert agent.session.take_outbox() == [ValueResponse(id=question.request_id, value=GIANT)]


def test_the_giant_texts_of_a_closed_one_are_cut_when_it_was_told() -> None:
    agent = Agent()
    key = agent.ask("select", title=GIANT, options=["o" * 40_000] * 5)
    agent.session.cancel(key, agent.now)
    assert len(agent.session.questions[key].title) == len(GIANT)
    changes = agent.show("setTitle")
    question = agent.session.questions[key]
    assert question.title == f"{'a' * 80_000}\n… 200,000 characters are not shown …\n{'a' * 20_000}"
    assert question.options == ["o" * 40_000] * 2 + ["… 3 more, not shown"]
    assert len(of_kind(changes, EntryChanged)) == 1
    assert of_kind(agent.show("setTitle"), EntryChanged) == []


def test_a_giant_answer_is_cut_when_it_is_on_its_way() -> None:
    agent = Agent()
    key = agent.ask("editor", title="Edit", prefill=GIANT)
    agent.session.answer(key, Typed(GIANT), agent.now)
    assert agent.session.take_outbox()[-1] == ValueResponse(id=agent.session.questions[key].request_id, value=GIANT)
    agent.show("setTitle")
    cut = f"{'a' * 80_000}\n… 200,000 characters are not shown …\n{'a' * 20_000}"
    assert (agent.session.questions[key].answer, agent.session.questions[key].prefill) == (cut, cut)


def test_one_of_usual_size_stays_as_it_is() -> None:
    agent = Agent()
    agent.event("tool_execution_start", toolCallId="t", toolName="bash", args={"command": "ls"})
    key = agent.ask("editor", title="Edit", prefill="text")
    agent.session.answer(key, Typed("text"), agent.now)
    assert of_kind(agent.show("setTitle"), EntryChanged) == []
    question = agent.session.questions[key]
    assert (question.title, question.prefill, question.answer, question.context.count) == ("Edit", "text", "text", 1)


def test_the_last_closed_ones_can_be_looked_up_and_older_ones_are_in_the_transcript() -> None:
    agent = Agent()
    agent.event("tool_execution_start", toolCallId="t", toolName="bash", args={"command": "ls"})
    waiting = agent.ask("confirm", title="Waits")
    first = agent.ask("confirm", title="First", message="m" * 3_000)
    agent.session.cancel(first, agent.now)
    storm(agent, KEPT_CLOSED)
    with pytest.raises(KeyError):
        agent.session.questions[first]
    assert agent.session.questions[first + 1].state is QuestionState.CANCELLED
    assert agent.session.questions[waiting].is_open
    old = cards_of(agent)[1]
    assert (old.title, old.state, old.context) == ("First", QuestionState.CANCELLED, NO_CONTEXT)
    assert old.message == f"{'m' * 1_600}\n… 1,000 characters are not shown …\n{'m' * 400}"
    assert len(cards_of(agent)) == KEPT_CLOSED + 2
    assert agent.session.questions.next_key == KEPT_CLOSED + 3


def test_old_questions_of_a_session_that_was_left_have_no_card() -> None:
    agent = Agent()
    agent.session.cancel(agent.ask("confirm", title="x" * 3_000), agent.now)
    agent.respond("new_session")
    storm(agent, KEPT_CLOSED)
    assert len(cards_of(agent)) == KEPT_CLOSED


def test_a_secret_is_kept_nowhere_when_what_tells_of_it_is_cut() -> None:
    agent = Agent()
    key = agent.ask("input", title="x " * 850 + "your password please " + "x " * 60_000)
    open_one = agent.ask("input", title="x " * 850 + "your password please " + "x " * 60_000)
    agent.session.answer(key, Typed("hunter2"), agent.now)
    agent.session.cancel(open_one, agent.now)
    agent.show("setTitle")
    storm(agent, KEPT_CLOSED + 2)
    assert [one.answer for one in cards_of(agent)[:2]] == [HIDDEN, None]
