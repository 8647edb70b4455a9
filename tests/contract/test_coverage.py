"""Everything that RPC can do is in the window: each command and event has its place there, and a test on real pi.

`COMMANDS` and `EVENTS` name for each where a person finds it and the test that shows it. A newer agent that brings
one which these tables lack fails here.
"""

from __future__ import annotations

import re
from pathlib import Path
from typing import Literal

import pytest

from app.protocol.commands import AnyCommand
from tests.contract.test_types import types_of
from tests.support.agents import PiInstall, real_pi

pytestmark = pytest.mark.contract

HERE = Path(__file__).parent
COMMANDS = {
    "prompt": ("the prompt editor", "test_a_prompt_streams_its_answer"),
    "steer": ("Enter while the agent works (as a prompt that steers)", "test_a_prompt_while_it_works_steers"),
    "follow_up": ("Alt+Enter while the agent works", "test_stop_gives_queued_texts_back_where_the_agent_can"),
    "abort": ("Stop", "test_stop_while_it_streams_keeps_what_was_said"),
    "clear_queue": ("Stop, which gives the texts back", "test_stop_gives_queued_texts_back_where_the_agent_can"),
    "new_session": ("New session", "test_a_new_session_starts_empty"),
    "get_state": ("status bar, phase line", "test_the_name_of_the_session_and_its_model_are_known"),
    "set_model": ("Choose the model", "test_the_models_are_listed_and_one_is_used"),
    "cycle_model": ("Next model", "test_the_next_model_and_the_next_level_are_used"),
    "get_available_models": ("Choose the model", "test_the_models_are_listed_and_one_is_used"),
    "set_thinking_level": ("Choose the thinking level", "test_the_levels_are_listed_and_one_is_used"),
    "cycle_thinking_level": ("Next thinking level", "test_the_next_model_and_the_next_level_are_used"),
    "get_available_thinking_levels": ("Choose the thinking level", "test_the_levels_are_listed_and_one_is_used"),
    "set_steering_mode": ("How steering arrives", "test_what_waits_is_delivered_as_the_person_wants"),
    "set_follow_up_mode": ("How follow-ups arrive", "test_what_waits_is_delivered_as_the_person_wants"),
    "compact": ("Compact the context", "test_the_context_is_compacted"),
    "set_auto_compaction": ("Compact automatically", "test_automatic_compaction_is_switched"),
    "set_auto_retry": ("Retry automatically, and not", "test_automatic_retry_is_switched"),
    "abort_retry": ("Give up the retry", "test_a_retry_is_given_up"),
    "bash": ("a shell command of the person", "test_a_shell_command_streams_its_output"),
    "abort_bash": ("Stop", "test_a_shell_command_is_stopped"),
    "get_session_stats": ("Tokens and cost, the context gauge", "test_what_was_counted_is_told"),
    "export_html": ("Export as a web page", "test_the_session_is_exported"),
    "switch_session": ("Open a saved session", "test_a_saved_session_is_found_and_opened"),
    "fork": ("Fork from a message", "test_a_fork_brings_its_text_back_and_leaves_the_rest"),
    "clone": ("Clone the session", "test_a_clone_goes_on_with_what_was_said"),
    "get_fork_messages": ("Fork from a message", "test_a_fork_brings_its_text_back_and_leaves_the_rest"),
    "get_last_assistant_text": ("Copy the last answer", "test_the_last_answer_is_told"),
    "set_session_name": ("Name the session", "test_the_name_of_the_session_and_its_model_are_known"),
    "get_messages": ("the transcript of a session that was opened", "test_a_saved_session_is_found_and_opened"),
    "get_commands": ("the commands that a prompt can begin with", "test_the_commands_are_known"),
}
MISSING = {"get_tree", "get_entries"}
"""The tree of a session has no place in the window yet."""
EVENTS = {
    "agent_start": ("the phase line", "test_a_prompt_streams_its_answer"),
    "turn_start": ("nothing: its messages tell", "test_a_prompt_streams_its_answer"),
    "turn_end": ("nothing: its messages told", "test_a_prompt_streams_its_answer"),
    "message_start": ("a message in the transcript", "test_a_prompt_streams_its_answer"),
    "message_update": ("text that grows", "test_a_prompt_streams_its_answer"),
    "message_end": ("the whole message", "test_thinking_and_tools_have_their_results"),
    "agent_end": ("the phase line", "test_a_model_that_fails_for_good_is_readable"),
    "agent_settled": ("the phase line", "test_a_prompt_streams_its_answer"),
    "tool_execution_start": ("the tool's card", "test_thinking_and_tools_have_their_results"),
    "tool_execution_update": ("the tool's card", "test_thinking_and_tools_have_their_results"),
    "tool_execution_end": ("the tool's card", "test_thinking_and_tools_have_their_results"),
    "compaction_start": ("a quiet card, the phase line", "test_the_context_is_compacted"),
    "compaction_end": ("the same card", "test_the_context_is_compacted"),
    "auto_retry_start": ("a quiet card, the phase line counts down", "test_a_retry_is_given_up"),
    "auto_retry_end": ("the same card", "test_a_retry_is_folded_and_its_answer_not_doubled"),
    "bash_execution_update": ("the shell's card", "test_a_shell_command_streams_its_output"),
    "extension_error": ("a card in red", "test_an_error_of_an_extension_is_a_card"),
}
UNPROVOKED = {
    "summarization_retry_scheduled": "a quiet card",
    "summarization_retry_attempt_start": "nothing: the card stands",
    "summarization_retry_finished": "nothing: the end of the compaction tells",
}
"""Events that no scripted model brings about; unit tests of the session show them."""
HEADER = {"session"}
"""What `docs/json.md` shows that RPC mode does not send."""


@pytest.mark.parametrize("version", ["1.6.0", "0.73.1"])
def test_every_command_of_the_agent_has_its_place(version: Literal["1.6.0", "0.73.1"]) -> None:
    union = re.search(r"export type RpcCommand = (.*?);\n/\*\*", types_of(version), re.DOTALL)
    assert union is not None
    assert set(re.findall(r'type: "(\w+)"', union[1])) - MISSING <= set(COMMANDS)


def test_every_command_that_can_be_sent_has_its_place() -> None:
    known = {kind.__struct_config__.tag for kind in AnyCommand.__args__}
    assert known - MISSING == set(COMMANDS)


def test_every_event_of_the_documentation_has_its_place() -> None:
    pi = real_pi("1.6.0")
    if not isinstance(pi, PiInstall):
        pytest.skip(f"NO CONTRACT TEST ON PI 1.6.0: {pi.reason}")
    text = (pi.package / "docs" / "json.md").read_text(encoding="utf-8")
    named = set(re.findall(r'^\s*\{?\s*"type"\s*:\s*"(\w+)"', text, re.MULTILINE))
    assert len(named) > 15
    assert named - HEADER - set(UNPROVOKED) == set(EVENTS)


def test_each_row_names_a_test_that_is_there() -> None:
    text = "\n".join(path.read_text(encoding="utf-8") for path in HERE.glob("test_*.py"))
    names = set(re.findall(r"^def (test_\w+)", text, re.MULTILINE))
    assert {test for _, test in (*COMMANDS.values(), *EVENTS.values())} - names == set()
