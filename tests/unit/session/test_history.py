"""What the agent remembers comes before what it says now, also when it works already as it is asked."""

from __future__ import annotations

from typing import Any

import pytest

from app.protocol.commands import Bash, NewSession, Prompt
from app.session.changes import EntryChanged, TranscriptReset
from app.session.entries import (
    AssistantEntry,
    NoticeEntry,
    QuestionEntry,
    ShellEntry,
    ToolBlock,
    ToolState,
    UserEntry,
)
from tests.unit.session.agent import Agent, of_kind

OLD: list[dict[str, Any]] = [{"role": "user", "content": "old"}, {"role": "assistant", "content": "yes"}]
CALL = {"type": "toolCall", "id": "t", "name": "bash", "arguments": {}}


def says(agent: Agent) -> list[str]:
    """The transcript in words."""
    return [_words(entry) for entry in agent.session.transcript.entries]


def _words(entry: Any) -> str:
    match entry:
        case UserEntry(text=text):
            return text
        case AssistantEntry(blocks=blocks):
            return "".join(block.name if isinstance(block, ToolBlock) else block.body.text for block in blocks)
        case ShellEntry(command=command):
            return f"$ {command}"
        case NoticeEntry(detail=detail):
            return f"! {detail}"
        case _:
            return "?"


def remember(agent: Agent, *messages: dict[str, Any]) -> Any:
    return agent.respond("get_messages", data={"messages": list(messages)})


def test_history_comes_before_what_is_said_already_and_nothing_is_there_twice() -> None:
    agent = Agent()
    agent.respond("prompt", agent.hear(Prompt("new")), data={"disposition": "started"})
    new = {"role": "user", "content": "new"}
    agent.event("message_end", message=new)
    agent.event("message_start", message={"role": "assistant", "content": []})
    agent.step("text_delta", delta="I am ")
    assert of_kind(remember(agent, *OLD, new), TranscriptReset)
    agent.step("text_delta", delta="working")
    assert says(agent) == ["old", "yes", "new", "I am working"]


def test_a_run_goes_on_behind_its_history() -> None:
    agent = Agent()
    called = {"role": "assistant", "content": [CALL], "stopReason": "toolUse"}
    agent.event("agent_start")
    agent.event("message_end", message=called)
    agent.event("tool_execution_start", toolCallId="t", toolName="bash", args={})
    agent.event("compaction_start")
    shell = agent.hear(Bash("make"))
    key = agent.ask("confirm", title="Sure?")
    remember(agent, *OLD, called)
    assert says(agent) == ["old", "yes", "bash", "! ", "$ make", "?"]
    agent.event("bash_execution_update", id=shell, delta="out")
    assert of_kind(agent.session.cancel(key, agent.now), EntryChanged) == [EntryChanged(5, 0)]
    agent.event("tool_execution_end", toolCallId="t", toolName="bash", result="done", isError=False)
    assert says(agent) == ["old", "yes", "bash", "! ", "$ make", "?"]
    _, _, message, _, make, card = agent.session.transcript.entries
    assert isinstance(message, AssistantEntry)
    assert isinstance(make, ShellEntry)
    assert isinstance(card, QuestionEntry)
    (tool,) = message.blocks
    assert isinstance(tool, ToolBlock)
    assert (tool.state, make.output.text) == (ToolState.DONE, "out")


@pytest.mark.parametrize(
    ("live", "told"),
    [
        ({"role": "custom", "customType": "note", "content": "c", "display": True}, "! c"),
        ({"role": "bashExecution", "command": "ls", "output": ""}, "$ ls"),
    ],
)
def test_what_an_extension_or_the_shell_said_is_not_there_twice(live: dict[str, Any], told: str) -> None:
    agent = Agent()
    agent.event("message_end", message=live)
    remember(agent, *OLD, live)
    assert says(agent) == ["old", "yes", told]


def test_what_the_agent_does_not_remember_stays_behind_its_history() -> None:
    agent = Agent()
    agent.event("extension_error", extensionPath="/x", event="session_start", error="boom")
    remember(agent, *OLD, {"role": "toolResult", "toolCallId": "lost", "toolName": "bash", "content": "r"})
    assert says(agent)[:2] == ["old", "yes"]
    assert says(agent)[-1].startswith("! boom")


def test_an_agent_that_remembers_only_what_it_says_now_leaves_what_stands_above() -> None:
    agent = Agent()
    agent.event("message_end", message={"role": "user", "content": "before"})
    agent.end("It died.")
    agent.session.agent_started(agent.now)
    agent.event("message_end", message={"role": "user", "content": "now"})
    remember(agent, {"role": "user", "content": "now"})
    assert says(agent) == ["before", "! the tail", "now"]


def test_history_takes_the_place_of_what_another_session_said_and_not_of_what_is_said_now() -> None:
    agent = Agent()
    agent.event("message_end", message={"role": "user", "content": "another"})
    old = agent.ask("confirm")
    agent.end()
    agent.session.agent_started(agent.now)
    agent.event("tool_execution_start", toolCallId="t", toolName="bash", args={})
    agent.event("message_end", message={"role": "user", "content": "now"})
    remember(agent, *OLD, {"role": "user", "content": "now"})
    assert says(agent)[:2] == ["old", "yes"]
    assert says(agent)[-1] == "now"
    assert len(says(agent)) == 4
    assert not agent.session.questions[old].is_open


def test_the_history_of_a_session_that_was_switched_to_comes_while_it_works_there() -> None:
    agent = Agent()
    agent.event("message_end", message={"role": "user", "content": "another"})
    switch = agent.hear(NewSession())
    agent.respond("new_session", switch, data={"cancelled": False})
    agent.respond("prompt", agent.hear(Prompt("new")), data={"disposition": "started"})
    new = {"role": "user", "content": "new"}
    agent.event("message_end", message=new)
    remember(agent, *OLD, new)
    assert says(agent) == ["old", "yes", "new"]
