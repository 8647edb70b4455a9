"""The life of an agent: what ends with it, what comes back, and commands that failed."""

from __future__ import annotations

from typing import Any

import pytest

from app.protocol.commands import Bash, FollowUp, GetTree, NewSession, Prompt, SetModel, Steer
from app.session.changes import Notified, Severity, SurfaceReset, TextReturned
from app.session.entries import ShellEntry, ToolState, UserEntry
from app.session.phase import PhaseKind
from app.session.questions import QuestionState
from app.session.surface import Surface
from tests.unit.session.agent import Agent, cards, of_kind


def test_a_new_agent_begins_with_a_clean_surface_and_the_old_transcript() -> None:
    agent = Agent()
    agent.event("message_end", message={"role": "user", "content": "hello"})
    agent.show("setStatus", statusKey="a", statusText="1")
    agent.event("queue_update", steering=["x"])
    agent.end()
    agent.session.agent_started(agent.now)
    assert agent.session.surface == Surface()
    assert agent.session.queue.steering == []
    assert isinstance(agent.session.transcript.entries[0], UserEntry)
    assert agent.session.phase.kind is PhaseKind.STARTING


def test_an_end_loses_questions_stops_tools_and_returns_what_never_arrived() -> None:
    agent = Agent()
    agent.event("agent_start")
    agent.event("tool_execution_start", toolCallId="t", toolName="bash")
    key = agent.ask("confirm")
    agent.hear(Prompt("one"))
    agent.hear(SetModel("a", "b"))
    agent.hear(Prompt("two"))
    changes = agent.end("The agent ended with exit code 3.")
    assert of_kind(changes, TextReturned) == [TextReturned("one\n\ntwo")]
    assert agent.session.questions[key].state is QuestionState.LOST
    assert agent.session.transcript.running_tools == []
    assert (cards(agent)[-1].title, cards(agent)[-1].detail) == ("The agent ended with exit code 3.", "the tail")
    assert agent.session.phase.kind is PhaseKind.ENDED
    assert not agent.session.phase.is_busy


def test_a_command_that_could_not_be_written_gives_its_text_back() -> None:
    agent = Agent()
    prompt, other = agent.hear(Steer("mine")), agent.hear(GetTree())
    changes = agent.session.command_refused(prompt, "No more input.", agent.now)
    assert of_kind(changes, TextReturned) == [TextReturned("mine")]
    changes = agent.session.command_refused(other, "No more input.", agent.now)
    assert of_kind(changes, TextReturned) == []
    assert of_kind(changes, Notified) == [Notified("No more input.", Severity.ERROR, from_extension=False)]


def test_a_switch_that_could_not_be_written_leaves_everything_as_it_was() -> None:
    agent = Agent()
    agent.show("setStatus", statusKey="old", statusText="1")
    changes = agent.session.command_refused(agent.hear(NewSession()), "No more input.", agent.now)
    assert SurfaceReset() in changes
    assert agent.session.surface.status == {"old": "1"}


def test_a_shell_command_that_could_not_be_written_has_failed() -> None:
    agent = Agent()
    agent.session.command_refused(agent.hear(Bash("make")), "No more input.", agent.now)
    (entry,) = agent.session.transcript.entries
    assert isinstance(entry, ShellEntry)
    assert (entry.state, entry.output.text, agent.session.shells) == (ToolState.FAILED, "No more input.", {})


def test_a_shell_command_ends_with_its_agent() -> None:
    agent = Agent()
    request_id = agent.hear(Bash("make"))
    agent.event("bash_execution_update", id=request_id, delta="half")
    agent.end()
    entry = agent.session.transcript.entries[0]
    assert isinstance(entry, ShellEntry)
    assert (entry.state, entry.output.text) == (ToolState.STOPPED, "half")


@pytest.mark.parametrize("command", [Steer("mine"), FollowUp("mine"), Prompt("mine")])
def test_what_was_said_and_not_accepted_comes_back_when_the_agent_dies(command: Any) -> None:
    agent = Agent()
    agent.event("agent_start")
    agent.hear(command)
    agent.event("queue_update", steering=["mine", "mine"], followUp=[])
    assert of_kind(agent.end(), TextReturned) == [TextReturned("mine\n\nmine")]


def test_a_switch_that_died_with_its_agent_restores_nothing_later() -> None:
    agent = Agent()
    agent.show("setStatus", statusKey="old", statusText="1")
    agent.hear(NewSession())
    agent.end()
    agent.session.agent_started(agent.now)
    agent.respond("clone", data={"cancelled": True})
    assert agent.session.surface == Surface()


@pytest.mark.parametrize("command", [Prompt("mine"), Steer("mine"), FollowUp("mine")])
def test_a_prompt_that_was_refused_comes_back_with_the_reason(command: Any) -> None:
    agent = Agent()
    name = type(command).__struct_config__.tag
    changes = agent.respond(name, agent.hear(command), success=False, error="Agent is already processing")
    assert of_kind(changes, TextReturned) == [TextReturned("mine")]
    assert "already processing" in of_kind(changes, Notified)[0].message


def test_a_failure_without_a_reason_is_told_all_the_same() -> None:
    agent = Agent()
    changes = agent.respond("set_model", success=False) + agent.respond("", success=False)
    assert [change.message for change in of_kind(changes, Notified)] == [
        "set model: The agent gave no reason.",
        "A command failed: The agent gave no reason.",
    ]


def test_what_the_agent_does_not_know_is_remembered_and_no_error() -> None:
    agent = Agent()
    changes = agent.respond("get_tree", success=False, error="Unknown command: get_tree")
    changes += agent.say({"type": "response", "success": False, "error": "Unknown command: undefined"})
    assert agent.session.unsupported == {"get_tree"}
    assert of_kind(changes, Notified) == []
