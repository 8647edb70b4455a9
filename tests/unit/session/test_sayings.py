"""No prompt is lost: what the transcript does not show yet comes back when the agent dies."""

from __future__ import annotations

from typing import Any

import pytest

from app.protocol.commands import ClearQueue, Command, FollowUp, Prompt, Steer
from app.session.changes import Notified, TextReturned
from tests.unit.session.agent import Agent, of_kind

STARTED, QUEUED, HANDLED = ({"disposition": word} for word in ("started", "queued", "handled"))
ASSISTANT = {"role": "assistant", "content": []}


def user(text: str) -> dict[str, Any]:
    return {"role": "user", "content": [{"type": "text", "text": text}]}


def accepted(agent: Agent, command: Command, data: Any = STARTED) -> str:
    request_id = agent.hear(command)
    agent.respond(type(command).__struct_config__.tag, request_id, data=data)
    return request_id


def returned(agent: Agent) -> list[str]:
    return [change.text for change in of_kind(agent.end(), TextReturned)]


@pytest.mark.parametrize("data", [STARTED, None])
def test_a_prompt_that_was_accepted_comes_back_until_the_transcript_shows_it(data: Any) -> None:
    agent = Agent()
    accepted(agent, Prompt("mine"), data)
    agent.event("agent_start")
    agent.event("message_start", message=user("mine"))
    assert returned(agent) == ["mine"]


@pytest.mark.parametrize("shown_first", [True, False])
def test_what_the_transcript_shows_does_not_come_back(shown_first: bool) -> None:
    agent = Agent()
    if shown_first:
        request_id = agent.hear(Prompt("mine"))
        agent.event("message_end", message=user("mine"))
        agent.respond("prompt", request_id, data=STARTED)
    else:
        accepted(agent, Prompt("mine"))
        agent.event("message_end", message=user("mine"))
    assert returned(agent) == []


def test_one_of_two_equal_prompts_comes_back() -> None:
    agent = Agent()
    accepted(agent, Prompt("mine"))
    accepted(agent, Prompt("mine", streaming_behavior="steer"), QUEUED)
    agent.event("message_end", message=user("mine"))
    assert returned(agent) == ["mine"]


@pytest.mark.parametrize("command", [Prompt("mine", streaming_behavior="steer"), Steer("mine"), FollowUp("mine")])
def test_what_left_the_queue_and_is_not_shown_yet_comes_back(command: Command) -> None:
    agent = Agent()
    agent.event("agent_start")
    agent.event("queue_update", steering=["mine"], followUp=[])
    accepted(agent, command, QUEUED)
    agent.event("message_start", message=ASSISTANT)
    agent.event("queue_update", steering=[], followUp=[])
    assert returned(agent) == ["mine"]


def test_what_comes_back_is_in_the_order_of_the_conversation() -> None:
    agent = Agent()
    accepted(agent, Prompt("first"))
    accepted(agent, FollowUp("later"), QUEUED)
    agent.event("queue_update", steering=["by an extension"], followUp=["later"])
    agent.hear(Steer("unheard"))
    assert returned(agent) == ["first\n\nby an extension\n\nlater\n\nunheard"]


@pytest.mark.parametrize("answer", ["message", "settle"])
def test_words_that_a_template_changed_are_heard_when_the_model_answers_or_the_run_ends(answer: str) -> None:
    agent = Agent()
    accepted(agent, Prompt("/review"))
    agent.event("message_end", message=user("Review all that changed."))
    if answer == "message":
        agent.event("message_start", message=ASSISTANT)
    else:
        agent.event("agent_settled")
    assert returned(agent) == []


def test_an_answer_to_what_was_said_before_hears_nothing_that_was_not_accepted() -> None:
    agent = Agent()
    agent.hear(Steer("mine"))
    agent.event("message_start", message=ASSISTANT)
    assert returned(agent) == ["mine"]


def test_a_run_that_was_over_before_its_prompt_was_answered_has_heard_it() -> None:
    agent = Agent()
    request_id = agent.hear(Prompt("/review"))
    agent.event("agent_settled")
    agent.respond("prompt", request_id, data=STARTED)
    assert returned(agent) == []


@pytest.mark.parametrize(("text", "data"), [("/deploy", HANDLED), ("/deploy", None), ("taken by a hook", HANDLED)])
def test_what_was_done_at_once_does_not_come_back(text: str, data: Any) -> None:
    agent = Agent()
    accepted(agent, Prompt(text), data)
    assert returned(agent) == []


def test_what_came_back_from_the_queue_does_not_come_back_twice() -> None:
    agent = Agent()
    accepted(agent, Steer("mine"), QUEUED)
    agent.event("queue_update", steering=[], followUp=[])
    changes = agent.respond("clear_queue", agent.hear(ClearQueue()), data={"steering": ["mine"], "followUp": []})
    assert of_kind(changes, TextReturned) == [TextReturned("mine")]
    assert returned(agent) == []


@pytest.mark.parametrize("command", [Prompt("mine"), Steer("mine"), FollowUp("mine")])
def test_a_text_comes_back_once_from_an_agent_that_does_not_know_how_to_hear_it(command: Command) -> None:
    agent = Agent()
    name = type(command).__struct_config__.tag
    changes = agent.respond(name, agent.hear(command), success=False, error=f"Unknown command: {name}")
    assert of_kind(changes, TextReturned) == [TextReturned("mine")]
    assert "Unknown command" in of_kind(changes, Notified)[0].message
    assert returned(agent) == []


def test_a_text_that_could_not_be_written_comes_back_once() -> None:
    agent = Agent()
    agent.session.command_refused(agent.hear(Prompt("mine")), "No more input.", agent.now)
    assert returned(agent) == []
