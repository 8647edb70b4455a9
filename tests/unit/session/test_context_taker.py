"""The snapshot behind a question: everything that ran, nothing that came later, and no guess."""

from __future__ import annotations

from typing import Any

import pytest

from app.protocol.commands import Prompt
from app.session.question_context import NO_CONTEXT, QuestionContext
from app.session.text_changes import ChangedLine, LineKind
from tests.support.replaying import RECORDINGS, replay
from tests.unit.session.agent import Agent


def start(agent: Agent, call_id: str, name: str = "bash", **arguments: Any) -> None:
    """Let a tool run."""
    agent.now += 1
    agent.event("tool_execution_start", toolCallId=call_id, toolName=name, args=arguments)


def asked(agent: Agent) -> QuestionContext:
    """The context of a question that is asked now."""
    return agent.session.questions[agent.ask("confirm")].context


def say(agent: Agent, *texts: str) -> None:
    """Let the agent say *texts*, each as a message of its own."""
    for text in texts:
        content = [{"type": "text", "text": text}]
        agent.event("message_end", message={"role": "assistant", "content": content, "stopReason": "toolUse"})


@pytest.mark.parametrize("version", ["1.6.0", "0.73.1"])
def test_a_recorded_gate_knows_the_command_it_gates(version: str) -> None:
    questions = replay(RECORDINGS / version / "tool-approval.jsonl").session.questions
    contexts = [questions[key].context for key in (1, 2)]
    assert [[(tool.name, tool.about) for tool in context.tools] for context in contexts] == [
        [("bash", "echo dangerous one")],
        [("bash", "echo dangerous two")],
    ]
    assert all(context.tools[0].call_id.startswith("call_") for context in contexts)


def test_nothing_runs() -> None:
    agent = Agent()
    say(agent, "Said in a run that is over.")
    assert asked(agent) == NO_CONTEXT
    assert not NO_CONTEXT


def test_all_that_run_are_told_in_the_order_of_their_start() -> None:
    agent = Agent()
    agent.event("agent_start")
    start(agent, "b", command="run b")
    start(agent, "a", command="run a")
    start(agent, "over", command="over")
    agent.event("tool_execution_end", toolCallId="over")
    context = asked(agent)
    assert [(tool.call_id, tool.about) for tool in context.tools] == [("b", "run b"), ("a", "run a")]
    assert (context.count, context.left_out, bool(context)) == (2, 0, True)


def test_a_tool_without_arguments_is_told_by_its_name() -> None:
    agent = Agent()
    agent.event("tool_execution_start", toolCallId="t", toolName="tool", args=None)
    assert [(tool.name, tool.about) for tool in asked(agent).tools] == [("tool", "")]


def test_more_tools_than_anybody_reads_are_counted() -> None:
    agent = Agent()
    for number in range(60):
        start(agent, str(number))
    context = asked(agent)
    assert (len(context.tools), context.left_out, context.count) == (50, 10, 60)


def test_no_later_record_changes_it() -> None:
    agent = Agent()
    agent.event("agent_start")
    say(agent, "Before.")
    start(agent, "t", command="harmless")
    before = asked(agent)
    agent.event("tool_execution_update", toolCallId="t", partialResult="more")
    start(agent, "t", command="another under the same id")
    start(agent, "u", command="later")
    say(agent, "After.")
    later = asked(agent)
    assert ([tool.about for tool in before.tools], before.words) == (["harmless"], "Before.")
    assert ([tool.about for tool in later.tools], later.words) == (["another under the same id", "later"], "After.")


def test_a_storm_of_questions_shares_what_was_made_of_a_tool() -> None:
    agent = Agent()
    start(agent, "t", path="p", content="x\n" * 100_000)
    first, second = asked(agent), asked(agent)
    assert first.tools[0] is second.tools[0]
    assert first.tools[0].changes[-1] == ChangedLine(LineKind.GAP, "99,961 more lines")


def test_a_tool_whose_name_comes_later_is_made_anew() -> None:
    agent = Agent()
    start(agent, "t", "", command="ls")
    asked(agent)
    agent.session.transcript.running_tools[0].name = "bash"
    assert asked(agent).tools[0].name == "bash"


def test_a_slash_command_is_told_as_it_was_typed() -> None:
    agent = Agent()
    agent.hear(Prompt("/deploy prod"))
    agent.hear(Prompt("not a command"))
    context = asked(agent)
    assert (context.commands, context.words, context.count) == (("/deploy prod",), "", 1)
    agent.hear(Prompt("/" + "x" * 10_000))
    assert len(asked(agent).commands[1]) < 2_100


def test_the_last_words_are_those_of_this_run() -> None:
    agent = Agent()
    say(agent, "Old.")
    agent.event("message_end", message={"role": "user", "content": "Go on"})
    agent.event("agent_start")
    assert asked(agent).words == ""
    say(agent, "First.", "Second.", "   ")
    assert asked(agent).words == "Second."
    assert bool(asked(agent))


def test_the_last_words_may_still_be_streaming() -> None:
    agent = Agent()
    agent.event("agent_start")
    agent.event("message_start", message={"role": "assistant", "content": []})
    agent.step("thinking_delta", delta="Hm.")
    agent.step("text_delta", 1, delta="I will ")
    agent.step("text_delta", 1, delta="look.")
    context = asked(agent)
    agent.step("text_delta", 1, delta=" And more.")
    assert context.words == "I will look."


def test_words_that_were_taken_back_are_no_last_words() -> None:
    agent = Agent()
    agent.event("agent_start")
    say(agent, "Kept.")
    content = [{"type": "text", "text": "Broken"}]
    agent.event("message_end", message={"role": "assistant", "content": content, "stopReason": "error"})
    agent.event("auto_retry_start", attempt=1, maxAttempts=3, delayMs=1000, errorMessage="overloaded")
    assert asked(agent).words == "Kept."


def test_of_a_long_speech_the_end_is_kept() -> None:
    agent = Agent()
    agent.event("agent_start")
    say(agent, "a" * 5_000 + "end")
    words = asked(agent).words
    assert (len(words), words[0], words[-4:]) == (2_001, "…", "aend")


def test_the_search_for_words_ends_somewhere() -> None:
    agent = Agent()
    agent.event("agent_start")
    say(agent, "Far away.")
    for _ in range(499):
        agent.ask("confirm")
    assert asked(agent).words == "Far away."
    assert asked(agent).words == ""
