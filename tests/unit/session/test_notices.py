"""The cards of retries, compactions, failures and direct shell commands."""

from __future__ import annotations

from typing import Any

import pytest

from app.protocol.commands import Bash
from app.session.entries import NoticeKind, ShellEntry, ToolState
from tests.unit.session.agent import Agent, cards


def test_a_retry_is_one_card_that_ends_well_or_not() -> None:
    agent = Agent()
    agent.event("auto_retry_start", attempt=1, maxAttempts=3, delayMs=500, errorMessage="503")
    agent.event("auto_retry_start", attempt=2, maxAttempts=3, delayMs=1000)
    assert [card.title for card in cards(agent)] == ["Trying again in 1 s (2 of 3)"]
    agent.event("auto_retry_end", success=True, attempt=2)
    agent.event("auto_retry_end", success=False, attempt=1, finalError="gone")
    assert [(card.title, card.detail, card.failed) for card in cards(agent)] == [
        ("Succeeded after 2 retries", "The model call failed.", False),
        ("Gave up after 1 retry", "gone", True),
    ]


def test_what_was_announced_and_never_came_is_said() -> None:
    agent = Agent()
    agent.event("auto_retry_start", attempt=1, maxAttempts=3, delayMs=500, errorMessage="503")
    agent.event("compaction_start", reason="overflow")
    agent.event("agent_settled")
    assert [card.title for card in cards(agent)] == ["No further try", "The compaction was stopped"]


@pytest.mark.parametrize(
    ("fields", "title", "detail", "failed"),
    [
        ({"errorMessage": "too long"}, "The context was not compacted", "too long", True),
        ({"aborted": True}, "The compaction was stopped", "", False),
        ({"result": None}, "The context was compacted", "", False),
        (
            {"result": {"summary": "s", "tokensBefore": 150000, "estimatedTokensAfter": 32000}},
            "The context was compacted: 150,000 tokens → 32,000 tokens",
            "s",
            False,
        ),
    ],
)
def test_a_compaction_is_one_card(fields: dict[str, Any], title: str, detail: str, failed: bool) -> None:
    agent = Agent()
    agent.event("compaction_start", reason="threshold")
    agent.event("compaction_end", **fields)
    assert [(card.title, card.detail, card.failed) for card in cards(agent)] == [(title, detail, failed)]


def test_an_extension_error_of_any_length_is_bounded() -> None:
    agent = Agent()
    agent.event("extension_error", event="e" * 5_000, error="x" * 200_000, extensionPath="/" * 5_000)
    card = cards(agent)[0]
    assert card.title == f"An extension failed in {'e' * 80}"
    assert "… 100,000 characters are not shown …" in card.detail
    assert card.detail.endswith("x\n" + "/" * 1_000)


def test_a_summary_that_is_tried_again_and_an_extension_that_failed() -> None:
    agent = Agent()
    agent.event("summarization_retry_scheduled", attempt=1, maxAttempts=3, delayMs=1500, errorMessage="cut")
    agent.event("extension_error", event="tool_call", error="boom", extensionPath="/x.ts")
    agent.event("extension_error")
    assert [(card.title, card.detail) for card in cards(agent)] == [
        ("The summary failed; trying again in 1.5 s (1 of 3)", "cut"),
        ("An extension failed in tool_call", "boom\n/x.ts"),
        ("An extension failed", ""),
    ]


def test_a_direct_shell_command_streams_into_its_card() -> None:
    agent = Agent()
    request_id = agent.hear(Bash("make", exclude_from_context=True))
    agent.event("bash_execution_update", id=request_id, delta="one\n")
    agent.event("bash_execution_update", id="another", delta="lost")
    agent.event("bash_execution_update", id=request_id, delta="x" * 3_000_000)
    agent.event("bash_execution_update", id=request_id, delta="more")
    agent.respond("bash", request_id, data={"output": "tail", "exitCode": 2, "fullOutputPath": "/tmp/all"})
    (entry,) = agent.session.transcript.entries
    assert isinstance(entry, ShellEntry)
    assert len(entry.output.text) == 2 * 1024 * 1024
    assert (entry.truncated, entry.exit_code, entry.state, entry.in_context) == (True, 2, ToolState.FAILED, False)
    assert entry.full_output_path == "/tmp/all"


@pytest.mark.parametrize(
    ("fields", "text", "state"),
    [
        ({"data": {"output": "all", "exitCode": 0}}, "all", ToolState.DONE),
        ({"data": {"cancelled": True}}, "", ToolState.STOPPED),
        ({"success": False, "error": "no shell"}, "no shell", ToolState.FAILED),
    ],
)
def test_a_direct_shell_command_ends(fields: dict[str, Any], text: str, state: ToolState) -> None:
    agent = Agent()
    agent.respond("bash", agent.hear(Bash("make")), **fields)
    agent.respond("bash", **fields)
    (entry,) = agent.session.transcript.entries
    assert isinstance(entry, ShellEntry)
    assert (entry.output.text, entry.state) == (text, state)
    assert cards(agent) == []


def test_an_entry_that_an_extension_appends_is_not_taken_for_a_retry() -> None:
    agent = Agent()
    agent.event("message_end", message={"role": "assistant", "content": "kept", "stopReason": "stop"})
    agent.event("entry_appended", entry={"type": "context_edit", "replacement": None})
    agent.event("entry_appended", entry={"type": "custom"})
    assert not agent.session.transcript.entries[0].withdrawn  # type: ignore[union-attr]
    assert NoticeKind.RETRY not in [card.kind for card in cards(agent)]
