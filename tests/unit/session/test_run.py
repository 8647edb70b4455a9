"""The phase follows events, and an agent that does not say when it is done is asked."""

from __future__ import annotations

from typing import Any

import pytest

from app.protocol.commands import Bash, GetTree, Prompt
from app.session.changes import AskState, Change, PhaseChanged
from app.session.phase import Phase, PhaseKind
from tests.unit.session.agent import Agent, of_kind


def test_the_phase_follows_a_run() -> None:
    agent = Agent(listening=False)
    seen = [agent.session.phase.kind]

    def note(changes: list[Change]) -> None:
        if PhaseChanged() in changes:
            seen.append(agent.session.phase.kind)

    note(agent.respond("get_state"))
    request_id = agent.hear(Prompt("go"))
    seen.append(agent.session.phase.kind)
    note(agent.respond("prompt", request_id, data={"disposition": "started"}))
    note(agent.event("message_start", message={"role": "assistant", "content": []}))
    note(agent.step("thinking_delta", delta="hm"))
    note(agent.step("text_delta", 1, delta="so"))
    note(agent.step("toolcall_start", 2, id="t", toolName="bash"))
    note(agent.event("tool_execution_start", toolCallId="t", toolName="bash"))
    key = agent.ask("confirm")
    seen.append(agent.session.phase.kind)
    note(agent.session.cancel(key, agent.now))
    note(agent.event("tool_execution_end", toolCallId="t"))
    note(agent.event("compaction_start", reason="threshold"))
    note(agent.event("compaction_end", reason="threshold", result={"summary": "s"}))
    note(agent.session.stop(agent.now))
    note(agent.event("agent_settled"))
    assert seen == [
        PhaseKind.STARTING, PhaseKind.IDLE, PhaseKind.SENDING, PhaseKind.WAITING, PhaseKind.THINKING,
        PhaseKind.ANSWERING, PhaseKind.PREPARING, PhaseKind.TOOL, PhaseKind.ASKING, PhaseKind.TOOL,
        PhaseKind.PREPARING, PhaseKind.COMPACTING, PhaseKind.PREPARING, PhaseKind.STOPPING, PhaseKind.IDLE,
    ]  # fmt: skip


def test_the_phase_outside_of_a_run() -> None:
    agent = Agent()
    agent.event("compaction_start", reason="manual")
    assert agent.session.phase.kind is PhaseKind.COMPACTING
    agent.event("compaction_end", reason="manual", errorMessage="nothing to compact")
    slash = agent.hear(Prompt("/command"))
    assert agent.session.phase.kind is PhaseKind.COMMAND
    agent.respond("prompt", slash, data={"disposition": "handled"})
    agent.hear(GetTree())
    assert agent.session.phase.kind is PhaseKind.IDLE
    agent.hear(Bash("ls"))
    assert agent.session.phase == Phase(PhaseKind.SHELL, "ls", agent.now)
    assert agent.session.phase.is_busy


def test_a_retry_has_its_end() -> None:
    agent = Agent()
    agent.event("agent_start")
    agent.event("auto_retry_start", attempt=1, maxAttempts=2, delayMs=2000, errorMessage="529")
    assert agent.session.phase == Phase(PhaseKind.RETRYING, "", agent.now, agent.now + 2)
    agent.event("agent_start")
    assert agent.session.phase.kind is PhaseKind.WAITING


def test_an_agent_that_never_settles_by_itself_is_asked() -> None:
    agent = Agent()
    agent.event("agent_start")
    assert of_kind(agent.event("agent_end", willRetry=True), AskState) == []
    assert of_kind(agent.event("agent_end"), AskState) == [AskState()]
    agent.respond("get_state", data={"isStreaming": True})
    assert agent.session.run.active
    agent.respond("get_state", data={"isStreaming": False})
    assert agent.session.phase.kind is PhaseKind.IDLE
    agent.event("agent_settled")
    agent.event("agent_start")
    assert of_kind(agent.event("agent_end"), AskState) == []


@pytest.mark.parametrize("event", ["compaction_end", "auto_retry_end"])
def test_what_comes_after_the_end_of_a_run_is_asked_about_too(event: str) -> None:
    """0.73.1 compacts after `agent_end`, and says nothing when that is over."""
    agent = Agent()
    agent.event("agent_start")
    agent.event("agent_end")
    agent.event("compaction_start", reason="threshold")
    agent.respond("get_state", data={"isCompacting": True})
    assert agent.session.phase.is_busy
    assert of_kind(agent.event("compaction_end", willRetry=True), AskState) == []
    assert of_kind(agent.event(event), AskState) == [AskState()]
    agent.respond("get_state", data={})
    assert agent.session.phase.kind is PhaseKind.IDLE
    assert of_kind(agent.event(event), AskState) == []


@pytest.mark.parametrize("disposition", ["started", "queued", "handled"])
def test_an_agent_that_says_what_became_of_a_prompt_also_says_when_it_settles(disposition: str) -> None:
    agent = Agent()
    agent.respond("prompt", agent.hear(Prompt("go")), data={"disposition": disposition})
    agent.event("agent_start")
    assert of_kind(agent.event("agent_end"), AskState) == []


@pytest.mark.parametrize(
    ("message", "fields", "active", "asked"),
    [
        ("go", {"data": {"disposition": "started"}}, True, []),
        ("go", {"data": {"disposition": "handled"}}, False, []),
        ("go", {}, True, [AskState()]),
        ("/command", {}, False, []),
    ],
)
def test_an_accepted_prompt_runs_or_the_state_is_asked_for(
    message: str, fields: dict[str, Any], active: bool, asked: list[AskState]
) -> None:
    agent = Agent()
    changes = agent.respond("prompt", agent.hear(Prompt(message)), **fields)
    assert (agent.session.run.active, of_kind(changes, AskState)) == (active, asked)


def test_a_prompt_whose_run_settled_before_it_was_accepted_is_looked_after() -> None:
    agent = Agent()
    request_id = agent.hear(Prompt("go"))
    agent.event("agent_start")
    agent.event("agent_settled")
    changes = agent.respond("prompt", request_id, data={"disposition": "started"})
    assert of_kind(changes, AskState) == [AskState()]
    agent.respond("get_state", data={"isStreaming": False})
    assert agent.session.phase.kind is PhaseKind.IDLE


@pytest.mark.parametrize("what", ["command", "compaction", "shell"])
def test_stop_shows_whatever_it_is_that_stops(what: str) -> None:
    agent = Agent()
    if what == "compaction":
        agent.event("compaction_start", reason="manual")
    else:
        request_id = agent.hear(Prompt("/command") if what == "command" else Bash("sleep 9"))
    agent.session.stop(agent.now)
    assert agent.session.phase.kind is PhaseKind.STOPPING
    if what == "compaction":
        agent.event("compaction_end", reason="manual", aborted=True)
    else:
        agent.respond("prompt" if what == "command" else "bash", request_id)
    assert agent.session.phase.kind is PhaseKind.IDLE
    assert not agent.session.run.stopping


def test_a_run_that_begins_after_stop_is_not_stopping() -> None:
    agent = Agent()
    agent.hear(Prompt("/command"))
    agent.session.stop(agent.now)
    agent.event("agent_start")
    assert agent.session.phase.kind is PhaseKind.WAITING


def test_after_an_abort_the_state_is_asked_for_while_it_runs() -> None:
    agent = Agent()
    assert of_kind(agent.respond("abort"), AskState) == []
    agent.event("agent_start")
    assert of_kind(agent.respond("abort"), AskState) == [AskState()]


def test_a_session_that_streams_when_we_come_is_busy() -> None:
    agent = Agent()
    agent.respond("get_state", data={"isStreaming": True})
    assert agent.session.run.active
