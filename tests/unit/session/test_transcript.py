"""Messages, streams and tools: no piece twice, nothing lost, and the authoritative end has the last word."""

from __future__ import annotations

from typing import Any

import pytest

from app.session.changes import EntryAdded, EntryChanged, TranscriptReset
from app.session.entries import (
    AssistantEntry,
    NoticeEntry,
    ShellEntry,
    Text,
    TextBlock,
    ThinkingBlock,
    ToolBlock,
    ToolEntry,
    ToolState,
    UserEntry,
    whole_characters,
)
from tests.support.replaying import RECORDINGS
from tests.unit.session.agent import Agent

PROBES = RECORDINGS.parent / "probes"


def answer(agent: Agent, index: int = -1) -> AssistantEntry:
    """The message of the model at *index*."""
    entry = agent.session.transcript.entries[index]
    assert isinstance(entry, AssistantEntry)
    return entry


def blocks(agent: Agent) -> list[tuple[str, str]]:
    """The blocks of the last message: their kind and text."""
    shown = []
    for block in answer(agent).blocks:
        if isinstance(block, ToolBlock):
            shown.append(("tool", block.call_id))
        else:
            shown.append(("text" if isinstance(block, TextBlock) else "thinking", block.body.text))
    return shown


def play(agent: Agent, probe: str) -> None:
    """Let *agent* print the probe."""
    agent.print((PROBES / f"{probe}.jsonl").read_bytes())


def start(agent: Agent) -> None:
    """Begin a message of the model."""
    agent.event("message_start", message={"role": "assistant", "content": []})


def end(agent: Agent, content: Any, **fields: Any) -> None:
    """End a message of the model."""
    agent.event("message_end", message={"role": "assistant", "content": content, "stopReason": "stop", **fields})


def test_b083_an_awkward_order_gives_the_right_message() -> None:
    agent = Agent()
    play(agent, "B083")
    entry = next(entry for entry in agent.session.transcript.entries if isinstance(entry, AssistantEntry))
    kinds = [type(block) for block in entry.blocks]
    assert kinds == [ThinkingBlock, ThinkingBlock, TextBlock, ToolBlock, ToolBlock]
    assert [block.body.text for block in entry.blocks if isinstance(block, TextBlock)] == ["FINAL TEXT"]
    thoughts = [block for block in entry.blocks if isinstance(block, ThinkingBlock)]
    assert [(thought.body.text, thought.redacted) for thought in thoughts] == [("hmm", False), ("", True)]
    tools = [block for block in entry.blocks if isinstance(block, ToolBlock)]
    assert len({tool.call_id for tool in tools}) == 2
    assert all(tool.state in (ToolState.DONE, ToolState.FAILED) for tool in tools)


def test_b013_halves_of_a_character_become_one() -> None:
    agent = Agent()
    play(agent, "B013")
    assert "\U0001f600" in "".join(text for _, text in blocks(agent))
    assert "\ufffd" not in "".join(text for _, text in blocks(agent))


def test_a_half_that_never_meets_its_other_is_a_replacement_character() -> None:
    text = Text(["a\ud83d"])
    assert text.text == "a\ufffd"
    text.append("\ude00")
    assert text.text == "a\U0001f600"
    assert whole_characters("\ud83d\ude00") == "\U0001f600"


def test_a_delta_is_told_once_in_a_batch() -> None:
    agent = Agent()
    step = {"type": "message_update", "assistantMessageEvent": {"type": "text_delta", "contentIndex": 0, "delta": "x"}}
    assert agent.say(*[step] * 50)[:2] == [EntryAdded(0), EntryChanged(0, 0)]
    changes = agent.say(*[step] * 50)
    assert changes == [EntryChanged(0, 0)]
    assert blocks(agent) == [("text", "x" * 100)]


def test_blocks_stand_in_the_order_of_their_index() -> None:
    agent = Agent()
    start(agent)
    agent.step("text_delta", 2, delta="later ")
    agent.step("thinking_delta", 0, delta="first ")
    agent.step("text_delta", 2, delta="still later")
    assert blocks(agent) == [("thinking", "first "), ("text", "later still later")]


def test_the_end_of_a_block_is_authoritative() -> None:
    agent = Agent()
    start(agent)
    agent.step("text_start")
    agent.step("text_delta", delta="guess")
    agent.step("text_end", content="truth")
    agent.step("thinking_start", 1)
    agent.step("thinking_delta", 1, delta="hm")
    agent.step("thinking_end", 1)
    assert blocks(agent) == [("text", "truth"), ("thinking", "hm")]
    assert all(block.closed for block in answer(agent).blocks if not isinstance(block, ToolBlock))


def test_a_step_for_a_block_of_another_kind_harms_nothing() -> None:
    agent = Agent()
    start(agent)
    agent.step("toolcall_start", 0, id="t", toolName="bash")
    agent.step("text_delta", 0, delta='{"a"')
    agent.step("text_end", 0, content="ignored")
    agent.step("text_delta", 1, delta="text")
    agent.step("toolcall_start", 1, id="x", toolName="y")
    agent.step("toolcall_end", 1)
    agent.step("hologram", 2)
    assert blocks(agent) == [("tool", "t"), ("text", "text")]


def test_a_tool_call_is_named_early_or_late() -> None:
    agent = Agent()
    start(agent)
    agent.step("toolcall_start", 0)
    agent.step("toolcall_delta", 0, delta='{"command": "l')
    tool = answer(agent).blocks[0]
    assert isinstance(tool, ToolBlock)
    assert (tool.state, tool.arguments_text.text) == (ToolState.PREPARING, '{"command": "l')
    agent.step("toolcall_end", 0, toolCall={"type": "toolCall", "id": "t", "name": "bash", "arguments": {"a": 1}})
    assert (tool.state, tool.call_id, tool.name, tool.arguments) == (ToolState.READY, "t", "bash", {"a": 1})
    assert tool.arguments_text.text == ""


def test_a_tool_that_runs_already_is_not_set_back() -> None:
    agent = Agent()
    agent.step("toolcall_start", 0, id="t", toolName="bash")
    agent.event("tool_execution_start", toolCallId="t", toolName="bash")
    agent.step("toolcall_end", 0, toolCall={"type": "toolCall", "id": "t", "name": "bash"})
    tool = answer(agent).blocks[0]
    assert isinstance(tool, ToolBlock)
    assert tool.state is ToolState.RUNNING


@pytest.mark.parametrize(("text", "arguments"), [('{"a": 1}', {"a": 1}), ("[1]", {}), ("{", {})])
def test_a_tool_call_that_ends_without_words_is_read_from_its_pieces(text: str, arguments: dict[str, Any]) -> None:
    agent = Agent()
    agent.step("toolcall_delta", 0, delta=text)
    agent.step("toolcall_end", 0)
    tool = answer(agent).blocks[0]
    assert isinstance(tool, ToolBlock)
    assert tool.arguments == arguments


def test_the_message_end_replaces_what_differs_and_keeps_what_does_not() -> None:
    agent = Agent()
    start(agent)
    agent.step("thinking_delta", 0, delta="same")
    agent.step("text_delta", 1, delta="guess")
    agent.step("toolcall_start", 2, id="t", toolName="bash")
    kept, replaced, tool = answer(agent).blocks
    call = {"type": "toolCall", "id": "t", "name": "", "arguments": {"a": 1}}
    more = [{"type": "text", "text": ""}, {"type": "image", "data": "AA"}, {"type": "toolCall", "id": "u", "name": "n"}]
    end(agent, [{"type": "thinking", "thinking": "same"}, {"type": "text", "text": "truth"}, call, *more])
    assert answer(agent).blocks[0] is kept
    assert answer(agent).blocks[1] is not replaced
    assert answer(agent).blocks[2] is tool
    assert blocks(agent) == [("thinking", "same"), ("text", "truth"), ("tool", "t"), ("tool", "u")]
    assert not answer(agent).streaming


def test_a_plain_string_is_text_and_thinking_may_change() -> None:
    agent = Agent()
    start(agent)
    agent.step("thinking_delta", 0, delta="guess")
    end(agent, [{"type": "thinking", "thinking": "truth"}])
    assert blocks(agent) == [("thinking", "truth")]
    end(agent, "plain")
    assert blocks(agent) == [("text", "plain")]


@pytest.mark.parametrize(("reason", "shown"), [("error", [("text", "part")]), ("stop", [])])
def test_what_was_streamed_before_a_failure_stays(reason: str, shown: list[tuple[str, str]]) -> None:
    agent = Agent()
    start(agent)
    agent.step("text_delta", delta="part")
    end(agent, [], stopReason=reason, errorMessage="quota exhausted")
    assert blocks(agent) == shown
    assert answer(agent).error == "quota exhausted"


def test_a_retried_message_is_taken_back_and_no_other() -> None:
    agent = Agent()
    end(agent, "earlier")
    agent.event("message_end", message={"role": "user", "content": "again"})
    agent.event("auto_retry_start", attempt=1, maxAttempts=2, delayMs=1)
    assert not answer(agent, 0).withdrawn
    end(agent, [], stopReason="error")
    agent.event("auto_retry_start", attempt=2, maxAttempts=2, delayMs=1)
    agent.event("entry_appended", entry={"type": "context_edit", "replacement": None})
    end(agent, "now")
    entries = [entry for entry in agent.session.transcript.entries if isinstance(entry, AssistantEntry)]
    assert [entry.withdrawn for entry in entries] == [False, True, False]


@pytest.mark.parametrize("reason", ["stop", "toolUse", "length"])
def test_a_complete_message_is_not_taken_back_by_a_retry(reason: str) -> None:
    agent = Agent()
    end(agent, "complete", stopReason=reason)
    agent.event("auto_retry_start", attempt=1, maxAttempts=2, delayMs=1)
    assert not answer(agent, 0).withdrawn


def test_a_call_that_was_being_prepared_when_the_stream_broke_was_never_made() -> None:
    agent = Agent()
    start(agent)
    agent.step("text_delta", 0, delta="text")
    agent.step("toolcall_start", 1)
    agent.end()
    text, tool = answer(agent, 0).blocks
    assert isinstance(text, TextBlock)
    assert isinstance(tool, ToolBlock)
    assert (text.closed, tool.state, answer(agent, 0).streaming) == (True, ToolState.STOPPED, False)


def test_a_call_that_was_being_prepared_when_the_person_stopped_was_never_made() -> None:
    agent = Agent()
    start(agent)
    agent.step("toolcall_start", 0)
    end(agent, [], stopReason="aborted")
    tool = answer(agent).blocks[0]
    assert isinstance(tool, ToolBlock)
    assert tool.state is ToolState.STOPPED


def test_a_call_id_may_be_used_again() -> None:
    agent = Agent()
    for number in (1, 2):
        end(agent, [{"type": "toolCall", "id": "call_0", "name": "bash", "arguments": {"number": number}}])
    agent.event("tool_execution_end", toolCallId="call_0", result="second")
    first, second = (answer(agent, index).blocks[0] for index in (0, 1))
    assert isinstance(first, ToolBlock)
    assert isinstance(second, ToolBlock)
    assert (first.state, first.output.text) == (ToolState.STOPPED, "")
    assert (second.state, second.output.text) == (ToolState.DONE, "second")


def test_two_calls_of_one_message_with_the_same_id_are_two() -> None:
    agent = Agent()
    call = {"type": "toolCall", "id": "same", "name": "bash"}
    end(agent, [{**call, "arguments": {"a": 1}}, {**call, "arguments": {"a": 2}}])
    arguments = [block.arguments for block in answer(agent).blocks if isinstance(block, ToolBlock)]
    assert arguments == [{"a": 1}, {"a": 2}]


def test_nothing_to_take_back_is_no_fault() -> None:
    Agent().event("auto_retry_start", attempt=1, maxAttempts=2, delayMs=1)


def test_a_second_start_ends_the_first_message() -> None:
    agent = Agent()
    start(agent)
    agent.step("text_delta", delta="one")
    start(agent)
    assert not answer(agent, 0).streaming
    assert agent.session.transcript.streaming is answer(agent, 1)
    agent.event("agent_settled")
    assert agent.session.transcript.streaming is None


def test_messages_of_every_role() -> None:
    agent = Agent()
    image = {"type": "image", "data": "AA", "mimeType": "image/png"}
    for message in (
        {"role": "system", "content": "never shown"},
        {"role": "user", "content": [{"type": "text", "text": "hi"}, image]},
        {"role": "custom", "customType": "note", "content": "seen"},
        {"role": "custom", "content": "nameless"},
        {"role": "custom", "content": "hidden", "display": False},
        {"role": "branchSummary", "summary": "a branch"},
        {"role": "compactionSummary", "summary": "the past"},
        {"role": "oracle", "content": "unknown role"},
        {"role": None, "content": "no role"},
        {"role": "bashExecution", "command": "ls", "output": "out", "exitCode": 0, "excludeFromContext": True},
    ):
        agent.event("message_start", message=message)
        agent.event("message_end", message=message)
    agent.event("message_end")
    entries = agent.session.transcript.entries
    assert isinstance(entries[0], UserEntry)
    assert (entries[0].text, entries[0].images) == ("hi", 1)
    notices = [(entry.title, entry.detail) for entry in entries if isinstance(entry, NoticeEntry)]
    assert notices == [
        ("note", "seen"),
        ("Message of an extension", "nameless"),
        ("Summary of the branch that was left", "a branch"),
        ("Summary of what was compacted", "the past"),
        ("Message of the role oracle", "unknown role"),
        ("Message of the role None", "no role"),
    ]
    assert isinstance(entries[-1], ShellEntry)
    assert (entries[-1].state, entries[-1].in_context) == (ToolState.DONE, False)


def test_a_tool_runs_from_its_start_to_its_result() -> None:
    agent = Agent()
    start(agent)
    agent.step("toolcall_start", 0, id="t", toolName="bash")
    agent.event("tool_execution_start", toolCallId="t", toolName="bash", args={"command": "ls"})
    agent.event("tool_execution_update", toolCallId="t", partialResult={"content": [{"type": "text", "text": "a"}]})
    tool = answer(agent).blocks[0]
    assert isinstance(tool, ToolBlock)
    assert (tool.state, tool.output.text, tool.started_at) == (ToolState.RUNNING, "a", agent.now)
    result = {"content": [{"type": "text", "text": "ab"}, {"type": "image", "data": "AA"}], "details": {"diff": "+x"}}
    agent.event("tool_execution_end", toolCallId="t", result=result, isError=False, durationMs=7)
    assert (tool.state, tool.output.text, tool.duration_ms) == (ToolState.DONE, "ab", 7)
    assert (tool.images, tool.details) == (1, {"diff": "+x"})
    agent.event("tool_execution_update", toolCallId="t", partialResult={"content": "late"})
    agent.event("message_end", message={"role": "toolResult", "toolCallId": "t", "content": "again"})
    assert tool.output.text == "ab"


def test_a_tool_that_no_message_called_stands_alone() -> None:
    agent = Agent()
    agent.event("tool_execution_update", toolCallId="never started", partialResult="x")
    agent.event("tool_execution_end", toolCallId="zz", toolName=None, result="a word", isError=True)
    agent.event("tool_execution_end", result={"content": None, "details": "text"})
    agent.event(
        "message_end", message={"role": "toolResult", "toolCallId": "r", "content": "c", "details": 5, "isError": True}
    )
    tools = [entry.block for entry in agent.session.transcript.entries if isinstance(entry, ToolEntry)]
    assert [(tool.call_id, tool.state, tool.output.text) for tool in tools] == [
        ("zz", ToolState.FAILED, "a word"),
        ("", ToolState.DONE, ""),
        ("r", ToolState.FAILED, "c"),
    ]


def test_a_tool_without_a_result_is_stopped_when_nothing_follows() -> None:
    agent = Agent()
    end(agent, [{"type": "toolCall", "id": "t", "name": "bash"}])
    agent.event("agent_settled")
    tool = answer(agent).blocks[0]
    assert isinstance(tool, ToolBlock)
    assert tool.state is ToolState.STOPPED


def test_a_reset_keeps_the_list_that_the_view_holds() -> None:
    agent = Agent()
    entries = agent.session.transcript.entries
    end(agent, "x")
    agent.session.transcript.reset()
    assert entries == []
    assert TranscriptReset() in agent.session.log.take()
    assert agent.session.transcript.entries is entries


def test_an_update_without_a_step_is_nothing() -> None:
    agent = Agent()
    assert agent.event("message_update", assistantMessageEvent=None) == []
    assert agent.session.transcript.entries == []
