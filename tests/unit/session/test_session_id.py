"""Which session it is: told by the agent, doubted while an extension may have gone to another one."""

from __future__ import annotations

import pytest

from app.protocol.commands import NewSession, Prompt
from app.session.changes import HistoryWanted, StateWanted, TranscriptReset
from app.session.entries import QuestionEntry, UserEntry
from tests.unit.session.agent import Agent, of_kind


def told(agent: Agent, session_id: str) -> list[object]:
    return [*agent.respond("get_state", data={"sessionId": session_id})]


@pytest.fixture
def agent() -> Agent:
    """An agent in the session "a", with a message."""
    agent = Agent()
    told(agent, "a")
    agent.event("message_end", message={"role": "user", "content": "hello"})
    return agent


def test_a_question_of_a_slash_command_makes_the_session_doubtful_until_it_is_told(agent: Agent) -> None:
    agent.hear(Prompt("/deploy"))
    agent.ask("confirm")
    assert agent.session.sure_id == ""
    told(agent, "a")
    assert agent.session.sure_id == "a"
    assert isinstance(agent.session.transcript.entries[0], UserEntry)


def test_many_questions_ask_for_the_state_once(agent: Agent) -> None:
    agent.hear(Prompt("/deploy"))
    ask = {"type": "extension_ui_request", "method": "confirm"}
    changes = [change for number in range(5) for change in agent.say({**ask, "id": str(number)})]
    assert len(of_kind(changes, StateWanted)) == 1


def test_a_question_of_a_tool_leaves_the_session_sure(agent: Agent) -> None:
    agent.event("agent_start")
    agent.ask("confirm")
    assert agent.session.sure_id == "a"


@pytest.mark.parametrize("success", [True, False])
def test_the_end_of_a_slash_command_asks_for_the_state(agent: Agent, success: bool) -> None:
    changes = agent.respond("prompt", agent.hear(Prompt("/deploy")), success=success, error="no")
    assert of_kind(changes, StateWanted)
    assert agent.session.sure_id == ""


def test_a_session_to_which_an_extension_went_takes_the_place_of_the_old_one(agent: Agent) -> None:
    agent.hear(Prompt("/deploy"))
    key = agent.ask("confirm")
    changes = told(agent, "b")
    assert HistoryWanted() in changes
    assert TranscriptReset() in changes
    (card,) = agent.session.transcript.entries
    assert isinstance(card, QuestionEntry)
    assert agent.session.questions[key].is_open
    agent.respond("get_messages", data={"messages": [{"role": "user", "content": "of b"}]})
    assert [type(entry) for entry in agent.session.transcript.entries] == [UserEntry, QuestionEntry]


def test_what_is_told_while_a_session_is_left_says_nothing_of_an_extension(agent: Agent) -> None:
    switch = agent.hear(NewSession())
    assert HistoryWanted() not in told(agent, "b")
    agent.respond("new_session", switch, data={"cancelled": False})
    assert HistoryWanted() not in told(agent, "b")
    assert agent.session.sure_id == "b"


def test_a_new_process_with_another_session_leaves_the_transcript(agent: Agent) -> None:
    agent.end()
    agent.session.agent_started(agent.now)
    assert HistoryWanted() not in told(agent, "b")
    assert isinstance(agent.session.transcript.entries[0], UserEntry)
