"""What responses do: switches and their refusals, history, and the state that the agent tells."""

from __future__ import annotations

from typing import Any

import pytest

from app.protocol.commands import Bash, ClearQueue, Fork, GetState, NewSession
from app.session.changes import (
    EntryAdded,
    EntryChanged,
    HistoryWanted,
    Notified,
    StateChanged,
    SurfaceReset,
    TextReturned,
    TranscriptReset,
)
from app.session.entries import AssistantEntry, NoticeEntry, QuestionEntry, ShellEntry, ToolState, UserEntry
from app.session.questions import Confirmed, QuestionState
from app.session.surface import Surface, Widget
from tests.unit.session.agent import Agent, of_kind


def test_leaving_clears_the_surface_and_cancels_before_the_response_comes() -> None:
    agent = Agent()
    agent.show("setStatus", statusKey="old", statusText="1")
    key = agent.ask("confirm")
    request_id = agent.hear(NewSession())
    assert agent.session.surface.status == {}
    assert agent.session.questions[key].state is QuestionState.CANCELLED
    agent.show("setStatus", statusKey="new", statusText="2")
    changes = agent.respond("new_session", request_id, data={"cancelled": False})
    assert HistoryWanted() in changes
    assert agent.session.surface.status == {"new": "2"}
    assert agent.session.transcript.entries == []


@pytest.mark.parametrize("fields", [{"data": {"cancelled": True}}, {"success": False, "error": "no such file"}])
def test_a_refused_switch_restores_what_was_there(fields: dict[str, Any]) -> None:
    agent = Agent()
    agent.event("message_end", message={"role": "user", "content": "hello"})
    agent.show("setStatus", statusKey="old", statusText="1")
    agent.show("setWidget", widgetKey="w", widgetLines=["1"])
    agent.show("setTitle", title="t")
    request_id = agent.hear(NewSession())
    changes = agent.respond("new_session", request_id, **fields)
    assert SurfaceReset() in changes
    assert agent.session.surface == Surface({"old": "1"}, {"w": Widget(("1",))}, "t")
    assert len(agent.session.transcript.entries) == 1
    assert "stays as it was" in of_kind(changes, Notified)[0].message


@pytest.mark.parametrize("first", [0, 1])
def test_two_refused_switches_restore_what_was_there(first: int) -> None:
    agent = Agent()
    agent.show("setStatus", statusKey="old", statusText="1")
    ids = [agent.hear(NewSession()), agent.hear(NewSession())]
    agent.respond("new_session", ids.pop(first), data={"cancelled": True})
    assert agent.session.surface == Surface()
    agent.respond("new_session", ids.pop(), data={"cancelled": True})
    assert agent.session.surface == Surface({"old": "1"})


def test_a_switch_after_a_refused_one_takes_nothing_old_along() -> None:
    agent = Agent()
    agent.show("setStatus", statusKey="old", statusText="1")
    ids = [agent.hear(NewSession()), agent.hear(NewSession())]
    agent.respond("new_session", ids[0], data={"cancelled": True})
    agent.show("setStatus", statusKey="new", statusText="2")
    agent.respond("new_session", ids[1], data={"cancelled": False})
    assert agent.session.surface == Surface({"new": "2"})


def test_a_switch_that_nobody_began_still_shows_the_new_session() -> None:
    agent = Agent()
    assert HistoryWanted() in agent.respond("clone", data={"cancelled": False})
    changes = agent.respond("clone", data={"cancelled": True})
    assert SurfaceReset() not in changes


def test_fork_gives_the_prompt_back() -> None:
    changes = Agent().respond("fork", data={"cancelled": False, "text": "again"})
    assert of_kind(changes, TextReturned) == [TextReturned("again")]


def test_history_takes_the_place_of_everything_but_questions_that_wait() -> None:
    agent = Agent()
    key = agent.ask("confirm")
    history = [
        {"role": "user", "content": "hi"},
        {"role": "assistant", "content": [{"type": "toolCall", "id": "t", "name": "bash", "arguments": {"a": 1}}]},
        {"role": "toolResult", "toolCallId": "t", "content": [{"type": "text", "text": "out"}], "details": {"d": 1}},
    ]
    agent.respond("get_messages", data={"messages": history})
    entries = agent.session.transcript.entries
    assert [type(entry).__name__ for entry in entries] == ["UserEntry", "AssistantEntry", "QuestionEntry"]
    assert isinstance(entries[-1], QuestionEntry)
    assert entries[-1].question.key == key
    agent.session.cancel(key, agent.now)
    assert entries[-1].question.state is QuestionState.CANCELLED


def test_history_keeps_the_card_of_a_shell_command_that_runs() -> None:
    agent = Agent()
    agent.event("message_end", message={"role": "user", "content": "hello"})
    request_id = agent.hear(Bash("make"))
    agent.respond("get_messages", data={"messages": [{"role": "user", "content": "hello"}]})
    agent.event("bash_execution_update", id=request_id, delta="out")
    agent.respond("bash", request_id, data={"exitCode": 0})
    entry = agent.session.transcript.entries[-1]
    assert isinstance(entry, ShellEntry)
    assert (entry.output.text, entry.state) == ("out", ToolState.DONE)


def restarted(session_id: str = "s", *, last_words: str = "") -> Agent:
    """An agent that was started again after a crash, with a question answered and *last_words* said before it."""
    agent = Agent()
    agent.respond("get_state", data={"sessionId": "s"})
    agent.respond("get_messages", data={"messages": []})
    for message in HISTORY:
        agent.event("message_end", message=message)
    agent.session.answer(agent.ask("confirm"), Confirmed(True), agent.now)
    if last_words:
        agent.step("text_delta", delta=last_words)
    agent.session.agent_ended("It crashed.", "", True, agent.now)
    agent.session.agent_started(agent.now)
    agent.respond("get_state", data={"sessionId": session_id})
    return agent


HISTORY: list[dict[str, Any]] = [
    {"role": "system", "content": "rules"},
    {"role": "user", "content": "hi"},
    {"role": "assistant", "content": [{"type": "toolCall", "id": "t", "name": "bash", "arguments": {}}]},
    {"role": "toolResult", "toolCallId": "t", "content": "out"},
    {"role": "assistant", "content": [{"type": "text", "text": "a"}, {"type": "text", "text": "b"}]},
]


@pytest.mark.parametrize("last_words", ["", "I shall"])
@pytest.mark.parametrize("remembered", [HISTORY, HISTORY[:2], HISTORY[4:]])
def test_the_history_of_a_restarted_agent_drops_no_card(remembered: list[dict[str, Any]], last_words: str) -> None:
    agent = restarted(last_words=last_words)
    before = list(agent.session.transcript.entries)
    changes = agent.respond("get_messages", data={"messages": remembered})
    assert agent.session.transcript.entries == before
    assert not of_kind(changes, TranscriptReset)


@pytest.mark.parametrize(
    ("session_id", "history"),
    [
        ("another", HISTORY),
        ("", HISTORY),
        ("s", [*HISTORY, {"role": "user", "content": "said elsewhere"}]),
        ("s", [{"role": "assistant", "content": "hi"}]),
    ],
)
def test_a_history_that_the_transcript_does_not_show_takes_its_place(
    session_id: str, history: list[dict[str, Any]]
) -> None:
    agent = restarted(session_id)
    changes = agent.respond("get_messages", data={"messages": history})
    assert of_kind(changes, TranscriptReset)
    kinds = {type(entry) for entry in agent.session.transcript.entries}
    assert kinds <= {UserEntry, AssistantEntry}


@pytest.mark.parametrize(("session_id", "is_new"), [("another", True), ("s", False)])
def test_a_restarted_agent_that_remembers_nothing_is_told(session_id: str, is_new: bool) -> None:
    agent = restarted(session_id)
    before = list(agent.session.transcript.entries)
    agent.respond("get_messages", data={"messages": []})
    assert agent.session.transcript.entries[: len(before)] == before
    titles = [
        entry.title for entry in agent.session.transcript.entries[len(before) :] if isinstance(entry, NoticeEntry)
    ]
    assert titles == ["A new session: the agent remembers nothing of what stands above."] * is_new


def test_a_reset_makes_void_what_its_batch_told_of_the_entries_before() -> None:
    agent = Agent()
    message = {"role": "user", "content": "hello"}
    agent.event("message_end", message=message)
    changes = agent.say(
        {"type": "message_end", "message": message},
        {"type": "response", "command": "new_session", "success": True, "data": {"cancelled": False}},
        {"type": "response", "command": "get_messages", "success": True, "data": {"messages": [message]}},
        {"type": "message_end", "message": message},
    )
    told = [change for change in changes if isinstance(change, EntryAdded | EntryChanged | TranscriptReset)]
    assert told == [TranscriptReset(), EntryAdded(1)]


def test_history_never_replaces_anything_by_nothing() -> None:
    agent = Agent()
    agent.event("message_end", message={"role": "user", "content": "hello"})
    agent.respond("get_messages", data={"messages": []})
    assert [entry.text for entry in agent.session.transcript.entries if isinstance(entry, UserEntry)] == ["hello"]


def test_the_agent_tells_of_itself() -> None:
    agent = Agent()
    agent.respond("get_state", data={"model": {"id": "m", "name": "Model"}, "thinkingLevel": "low", "sessionName": "n"})
    info = agent.session.info
    assert (info.model, info.thinking_level, info.session_name) == ("Model", "low", "n")
    agent.respond("set_model", data={"id": "other"})
    assert info.model == "other"
    agent.respond("cycle_model", data={"model": {"id": "third"}, "thinkingLevel": "high"})
    assert (info.model, info.thinking_level) == ("third", "high")
    agent.respond("cycle_model", data=None)
    agent.respond("set_model", data=None)
    agent.event("thinking_level_changed", level="off")
    agent.event("session_info_changed")
    assert (info.thinking_level, info.session_name) == ("off", "")


@pytest.mark.parametrize(
    ("usage", "percent"), [({"percent": 98}, 98), ({"percent": None}, None), (None, None), ({"percent": 312.5}, 312.5)]
)
def test_the_context_is_known_or_not(usage: Any, percent: float | None) -> None:
    agent = Agent()
    agent.respond("get_session_stats", data={"contextUsage": usage, "cost": 3})
    assert (agent.session.info.context_percent, agent.session.info.cost) == (percent, 3)
    assert agent.respond("get_session_stats", data=None) == []


def test_unreadable_state_changes_nothing() -> None:
    agent = Agent()
    assert StateChanged() not in agent.respond("get_state", data=None)
    assert agent.respond("clear_queue", agent.hear(ClearQueue()), data=None) == []
    assert agent.respond("get_messages", data=None) == []


@pytest.mark.parametrize(
    ("data", "texts"),
    [({"steering": ["a"], "followUp": ["b"]}, [TextReturned("a\n\nb")]), ({"steering": [], "followUp": []}, [])],
)
def test_a_cleared_queue_comes_back(data: Any, texts: list[TextReturned]) -> None:
    agent = Agent()
    assert of_kind(agent.respond("clear_queue", agent.hear(ClearQueue()), data=data), TextReturned) == texts


def test_a_queue_that_nobody_cleared_does_not_fill_the_prompt() -> None:
    data = {"steering": ["a"], "followUp": []}
    agent = Agent()
    for request_id in (None, "unknown", agent.hear(GetState())):
        assert agent.respond("clear_queue", request_id, data=data) == []


def test_a_failure_of_any_length_is_a_short_notice() -> None:
    agent = Agent()
    changes = agent.respond("x" * 5_000, success=False, error="y" * 5_000)
    changes += agent.respond("fork", agent.hear(Fork("e")), success=False, error="z" * 5_000)
    told = of_kind(changes, Notified)
    assert [notified.message[:82] for notified in told] == ["x" * 80 + ": ", f"The session stays as it was: {'z' * 53}"]
    assert max(len(notified.message) for notified in told) < 2_000
    agent.respond("nonsense", success=False, error="Unknown command: nonsense")
    assert agent.session.unsupported == set()


def tell_id(agent: Agent, session_id: str) -> None:
    agent.respond("get_state", data={"sessionId": session_id})


def test_the_session_is_sure_only_when_it_was_told_and_is_not_being_left() -> None:
    agent = Agent()
    assert agent.session.sure_id == ""
    tell_id(agent, "a")
    assert agent.session.sure_id == "a"
    request_id = agent.hear(NewSession())
    tell_id(agent, "a")
    assert agent.session.sure_id == ""
    agent.respond("new_session", request_id, data={"cancelled": False})
    assert agent.session.sure_id == ""
    tell_id(agent, "b")
    assert agent.session.sure_id == "b"
    agent.end()
    agent.session.agent_started(agent.now)
    assert agent.session.sure_id == ""


def test_the_session_is_sure_again_when_a_switch_was_refused() -> None:
    agent = Agent()
    tell_id(agent, "a")
    first, second = agent.hear(NewSession()), agent.hear(NewSession())
    agent.respond("new_session", first, data={"cancelled": True})
    assert agent.session.sure_id == ""
    agent.respond("new_session", second, data={"cancelled": True})
    assert agent.session.sure_id == "a"


def test_a_refused_switch_after_one_that_happened_makes_nothing_sure() -> None:
    agent = Agent()
    tell_id(agent, "a")
    agent.respond("new_session", agent.hear(NewSession()), data={"cancelled": False})
    agent.respond("new_session", agent.hear(NewSession()), data={"cancelled": True})
    assert agent.session.sure_id == ""
