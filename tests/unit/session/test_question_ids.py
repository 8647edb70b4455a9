"""An answer goes to the question that it was given to: an agent may ask twice under one id."""

from __future__ import annotations

from typing import Any

import pytest

from app.protocol.commands import Abort
from app.protocol.ui_requests import ValueResponse
from app.session.questions import Chosen, Confirmed, QuestionState
from tests.unit.session.agent import Agent


@pytest.mark.parametrize("wire_id", ["x", 5, 2**70, ["a"], {"a": 1}])
def test_a_question_under_the_id_of_one_that_waits_takes_its_place(wire_id: Any) -> None:
    agent = Agent()
    first, other = agent.ask("confirm", wire_id), agent.ask("confirm", "other")
    second = agent.ask("select", wire_id, options=["a", "b"])
    # An answer to the first would be taken for one to the second.
    assert agent.session.questions[first].state is QuestionState.WITHDRAWN
    agent.session.answer(first, Confirmed(True), agent.now)
    assert agent.session.take_outbox() == []
    agent.session.answer(second, Chosen(1), agent.now)
    assert agent.session.take_outbox() == [ValueResponse(id=wire_id, value="b")]
    assert agent.session.questions[other].is_open


def test_questions_without_an_id_each_wait() -> None:
    agent = Agent()
    keys = [agent.session.questions.next_key + number for number in range(2)]
    agent.say(*[{"type": "extension_ui_request", "id": None, "method": "confirm"}] * 2)
    assert [question.key for question in agent.session.questions.open] == keys
    for key in keys:
        agent.session.cancel(key, agent.now)
    assert agent.session.questions.open == []


def test_a_question_that_seemed_over_is_not_freed_under_the_id_of_its_successor() -> None:
    agent = Agent()
    agent.event("agent_start")
    first = agent.ask("confirm", "x")
    agent.now += 1
    agent.event("agent_settled")
    assert agent.session.questions[first].state is QuestionState.WITHDRAWN
    second = agent.ask("confirm", "x")
    agent.session.answer(second, Confirmed(True), agent.now)
    agent.session.take_outbox()
    agent.session.stop(agent.now)
    assert [item for item in agent.session.take_outbox() if not isinstance(item, Abort)] == []
