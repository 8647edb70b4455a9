"""Prompting, streaming, tools, queues, retries, shell and sessions on every agent."""

from __future__ import annotations

import os
import signal
from dataclasses import replace
from pathlib import Path

import pytest

from app.protocol.commands import GetTree, SetSessionName
from app.session.changes import Notified, RecordNoted, TextReturned
from app.session.entries import (
    AssistantEntry,
    NoticeEntry,
    NoticeKind,
    QuestionEntry,
    ShellEntry,
    TextBlock,
    ThinkingBlock,
    ToolBlock,
    ToolState,
    UserEntry,
)
from app.session.phase import PhaseKind
from app.session.questions import Confirmed
from tests.contract.conftest import AgentName
from tests.rig import Rig

pytestmark = pytest.mark.contract


def texts(rig: Rig) -> list[str]:
    """The texts of the model that stand, in their order."""
    answers = [entry for entry in rig.session.transcript.entries if isinstance(entry, AssistantEntry)]
    blocks = [block for answer in answers if not answer.withdrawn for block in answer.blocks]
    return [block.body.text for block in blocks if isinstance(block, TextBlock)]


def tools(rig: Rig) -> list[ToolBlock]:
    """The tool calls, in their order."""
    blocks = [block for entry in rig.session.transcript.entries for block in getattr(entry, "blocks", [])]
    return [block for block in blocks if isinstance(block, ToolBlock)]


def test_a_prompt_streams_its_answer(rig: Rig) -> None:
    rig.run("say 12")
    assert texts(rig) == ["Word0 " + " ".join(f"word{number}" for number in range(1, 12)) + " "]
    assert isinstance(rig.session.transcript.entries[0], UserEntry)
    assert not rig.of_kind(RecordNoted)


def test_thinking_and_tools_have_their_results(rig: Rig) -> None:
    rig.run("think Let me look.\nbash echo hello\ntext Finished.")
    blocks = [block for entry in rig.session.transcript.entries for block in getattr(entry, "blocks", [])]
    assert [block.body.text for block in blocks if isinstance(block, ThinkingBlock)] == ["Let me look."]
    assert [(tool.name, tool.state, tool.output.text) for tool in tools(rig)] == [("bash", ToolState.DONE, "hello\n")]
    assert texts(rig)[-1] == "Finished."


def test_a_prompt_while_it_works_steers(rig: Rig) -> None:
    rig.controller.send_prompt("slow 20 40\nbash echo on\ntext First.")
    rig.wait_phase(PhaseKind.ANSWERING)
    rig.controller.send_prompt("text Steered.")
    rig.wait(lambda: "Steered." in "".join(texts(rig)) and rig.session.phase.kind is PhaseKind.IDLE)
    assert not rig.session.queue.steering
    assert not [change for change in rig.of_kind(Notified) if not change.from_extension]


def test_stop_while_it_streams_keeps_what_was_said(rig: Rig) -> None:
    rig.controller.send_prompt("slow 20 400")
    rig.wait(lambda: "word3" in "".join(texts(rig)))
    rig.controller.stop()
    rig.wait_phase(PhaseKind.IDLE)
    assert "Word0 word1" in "".join(texts(rig))


def test_stop_gives_queued_texts_back_where_the_agent_can(rig: Rig, agent: AgentName) -> None:
    rig.controller.send_prompt("slow 20 400")
    rig.wait_phase(PhaseKind.ANSWERING)
    rig.controller.send_follow_up("keep me")
    rig.wait(lambda: rig.session.queue.follow_up == ["keep me"])
    rig.controller.stop()
    rig.wait(lambda: not rig.session.run.active or rig.session.queue.follow_up == [])
    rig.wait_phase(PhaseKind.IDLE)
    returned = [change.text for change in rig.of_kind(TextReturned)]
    if agent == "0.73.1":
        assert "clear_queue" in rig.session.unsupported
        assert returned == []
    else:
        assert returned == ["keep me"]


def test_a_retry_is_folded_and_its_answer_not_doubled(rig: Rig, agent: AgentName) -> None:
    rig.run("fail 503 1\nsay 4")
    assert "".join(texts(rig)).count("word3") == 1
    cards = [entry for entry in rig.session.transcript.entries if isinstance(entry, NoticeEntry)]
    # 0.73.1 leaves the first retries to the provider's own client, which tells nothing of them.
    expected = [] if agent == "0.73.1" else [(NoticeKind.RETRY, "Succeeded after 1 retry")]
    assert [(card.kind, card.title) for card in cards] == expected


def test_a_model_that_fails_for_good_is_readable(rig: Rig) -> None:
    rig.run("fail 400")
    answers = [entry for entry in rig.session.transcript.entries if isinstance(entry, AssistantEntry)]
    assert "scripted failure 400" in answers[-1].error


def test_a_shell_command_streams_its_output(rig: Rig) -> None:
    assert rig.controller.run_shell("echo one; echo two; exit 3", in_context=True)
    rig.wait(lambda: rig.session.phase.kind is PhaseKind.IDLE and not rig.session.shells)
    (entry,) = rig.session.transcript.entries
    assert isinstance(entry, ShellEntry)
    assert (entry.output.text.split(), entry.exit_code, entry.state) == (["one", "two"], 3, ToolState.FAILED)


def test_a_command_that_the_agent_lacks_is_no_error(rig: Rig, agent: AgentName) -> None:
    rig.controller.request(GetTree())
    rig.wait(lambda: not rig.session.run.sent)
    assert ("get_tree" in rig.session.unsupported) == (agent == "0.73.1")
    assert not rig.of_kind(Notified)


def test_the_name_of_the_session_and_its_model_are_known(rig: Rig) -> None:
    rig.controller.request(SetSessionName("Release 1.4"))
    rig.wait(lambda: rig.session.info.session_name == "Release 1.4")
    assert rig.session.info.model
    assert rig.session.info.thinking_level


def test_a_new_session_starts_empty(rig: Rig) -> None:
    rig.run("say 2")
    rig.controller.new_session()
    rig.wait(lambda: not rig.session.transcript.entries and not rig.session.run.sent)
    rig.run("say 3")
    assert texts(rig) == ["Word0 word1 word2 "]


@pytest.mark.parametrize("agent", ["1.6.0", "0.73.1"], indirect=True)
def test_a_session_to_which_an_extension_went_is_seen(rig: Rig) -> None:
    rig.run("say 2")
    rig.wait(lambda: bool(rig.session.sure_id))
    before = rig.session.sure_id
    rig.run("/leave")
    rig.wait(lambda: rig.session.sure_id not in ("", before) and not rig.session.run.sent)
    assert rig.session.transcript.entries == []
    rig.run("say 3")
    assert texts(rig) == ["Word0 word1 word2 "]


@pytest.mark.parametrize("agent", ["1.6.0", "0.73.1"], indirect=True)
def test_a_prompt_that_was_accepted_is_in_the_transcript_or_comes_back(rig: Rig) -> None:
    for text in ("say 2", "say 3"):
        rig.controller.send_prompt(text)
    link = rig.controller._link
    assert link is not None
    assert link.pid is not None
    os.kill(link.pid, signal.SIGKILL)
    rig.wait(lambda: bool(rig.endings))
    shown = [entry.text for entry in rig.session.transcript.entries if isinstance(entry, UserEntry)]
    returned = [text for change in rig.of_kind(TextReturned) for text in change.text.split("\n\n")]
    assert sorted(shown + returned) == ["say 2", "say 3"]


def test_closing_while_it_streams_leaves_no_process(rig: Rig) -> None:
    rig.controller.send_prompt("slow 20 2000")
    rig.wait_phase(PhaseKind.ANSWERING)
    link = rig.controller._link
    assert link is not None
    pid = link.pid
    done: list[bool] = []
    rig.controller.shut_down.connect(lambda: done.append(True))
    rig.controller.shut_down_agent()
    rig.wait(lambda: done == [True])
    assert not Path(f"/proc/{pid}").exists()
    with pytest.raises(ProcessLookupError):
        os.killpg(pid, 0)


def test_an_agent_that_was_killed_and_started_again_costs_no_card(rig: Rig, agent: AgentName) -> None:
    rig.run("say 3")
    (key,) = rig.ask("/p-confirm")
    rig.controller.answer(key, Confirmed(True))
    rig.wait(lambda: rig.told() == ["confirm: true"])
    link, launch = rig.controller._link, rig.controller.launch
    assert link is not None
    assert launch is not None
    os.kill(link.pid, signal.SIGKILL)
    rig.wait(lambda: bool(rig.endings))
    before = list(rig.session.transcript.entries)
    assert [type(entry) for entry in before] == [UserEntry, AssistantEntry, QuestionEntry, NoticeEntry]
    # The demo agent keeps no sessions; pi goes on in the one that it had.
    resuming = () if agent == "demo" else ("--session", rig.session.info.session_file)
    rig.start(replace(launch, arguments=(*launch.arguments, *resuming)))
    rig.wait(lambda: not rig.session.run.sent)
    *kept, last = rig.session.transcript.entries
    if agent == "demo":
        assert isinstance(last, NoticeEntry)
        assert "remembers nothing" in last.title
    else:
        kept.append(last)
    assert kept == before
    rig.run("text Again.")
    assert texts(rig)[-1] == "Again."
