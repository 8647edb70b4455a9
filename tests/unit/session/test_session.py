"""What records and intents do to the session: surface, phase, queue, switches, and texts that come back."""

from __future__ import annotations

from typing import Any

import pytest

from app.protocol.codec import Noise, OversizedLine
from app.protocol.commands import Bash, FollowUp, GetTree, NewSession, Prompt, SetModel, Steer
from app.protocol.events import TurnStart
from app.protocol.ui_requests import CancelledResponse
from app.session.changes import (
    AskState,
    Change,
    EditorTextSet,
    EntryAdded,
    EntryChanged,
    HistoryWanted,
    Notified,
    PhaseChanged,
    RecordNoted,
    Severity,
    StateChanged,
    SurfaceReset,
    TextReturned,
    TitleChanged,
    TranscriptReset,
    WidgetChanged,
)
from app.session.entries import NoticeEntry, NoticeKind, QuestionEntry, ShellEntry, ToolState, UserEntry
from app.session.phase import Phase, PhaseKind
from app.session.questions import QuestionState
from app.session.surface import Surface, Widget
from tests.unit.session.agent import Agent


def of_kind(changes: list[Change], kind: type) -> list[Any]:
    """The changes of *kind*."""
    return [change for change in changes if isinstance(change, kind)]


def cards(agent: Agent) -> list[NoticeEntry]:
    """The notices in the transcript."""
    return [entry for entry in agent.session.transcript.entries if isinstance(entry, NoticeEntry)]


# --- passive methods ------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("kind", "severity"),
    [
        (None, Severity.INFO),
        ("warning", Severity.WARNING),
        ("ERROR", Severity.ERROR),
        ("success", Severity.INFO),
        (3, Severity.INFO),
    ],
)
def test_a_notification_has_a_severity_and_unknown_kinds_are_information(kind: object, severity: Severity) -> None:
    changes = Agent().show("notify", message="m", notifyType=kind)
    assert of_kind(changes, Notified) == [Notified("m", severity)]


@pytest.mark.parametrize("message", [None, ""])
def test_a_notification_without_words_is_none(message: object) -> None:
    assert of_kind(Agent().show("notify", message=message), Notified) == []


def test_status_entries_keep_their_order_and_are_cleared() -> None:
    agent = Agent()
    for key, text in (("a", "1"), ("b", "2"), ("a", "3"), ("c", "4"), ("b", None)):
        agent.show("setStatus", statusKey=key, statusText=text)
    assert list(agent.session.surface.status.items()) == [("a", "3"), ("c", "4")]


def test_widgets_are_placed_and_cleared() -> None:
    agent = Agent()
    agent.show("setWidget", widgetKey="a", widgetLines=["1"])
    changes = agent.show("setWidget", widgetKey="b", widgetLines=[], widgetPlacement="belowEditor")
    assert agent.session.surface.widgets == {"a": Widget(("1",)), "b": Widget((), below=True)}
    assert WidgetChanged("b") in changes
    agent.show("setWidget", widgetKey="a")
    assert list(agent.session.surface.widgets) == ["b"]


def test_title_and_editor_text() -> None:
    agent = Agent()
    assert TitleChanged() in agent.show("setTitle", title="[*] build")
    assert agent.session.surface.title == "[*] build"
    assert EditorTextSet("a\nb") in agent.show("set_editor_text", text="a\nb")


def test_an_unknown_method_is_answered_cancelled_where_it_can_be() -> None:
    agent = Agent()
    agent.ask("hologram", "h1")
    assert agent.session.take_outbox() == [CancelledResponse(id="h1")]
    changes = agent.say({"type": "extension_ui_request", "method": "hologram"})
    assert agent.session.take_outbox() == []
    assert "hologram" in of_kind(changes, RecordNoted)[0].reason


def test_what_nobody_understands_is_noted_quietly() -> None:
    agent = Agent()
    changes = agent.say({"type": "brand_new"})
    changes += agent.session.apply([OversizedLine(70 * 1024 * 1024), Noise("Welcome"), TurnStart()], agent.now)
    assert len(of_kind(changes, RecordNoted)) == 3
    assert not of_kind(changes, Notified)
    assert cards(agent)[0].title == "A record of 70 MiB was too long to be read"


def test_a_line_that_is_no_record_is_noted() -> None:
    agent = Agent()
    changes = agent.print(b"oops\n")
    assert of_kind(changes, RecordNoted)[0].excerpt == "oops"


# --- life of the agent ----------------------------------------------------------------------------------


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


# --- switching ------------------------------------------------------------------------------------------


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


@pytest.mark.parametrize("running", [True, False])
def test_history_never_replaces_what_streams_or_anything_by_nothing(running: bool) -> None:
    agent = Agent()
    agent.event("message_end", message={"role": "user", "content": "hello"})
    if running:
        agent.event("agent_start")
    messages = [{"role": "user", "content": "old"}] if running else []
    agent.respond("get_messages", data={"messages": messages})
    assert [entry.text for entry in agent.session.transcript.entries if isinstance(entry, UserEntry)] == ["hello"]


# --- state ----------------------------------------------------------------------------------------------


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
    assert agent.respond("clear_queue", data=None) == []


@pytest.mark.parametrize(
    ("data", "texts"),
    [({"steering": ["a"], "followUp": ["b"]}, [TextReturned("a\n\nb")]), ({"steering": [], "followUp": []}, [])],
)
def test_a_cleared_queue_comes_back(data: Any, texts: list[TextReturned]) -> None:
    assert of_kind(Agent().respond("clear_queue", data=data), TextReturned) == texts


# --- phase ----------------------------------------------------------------------------------------------


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


def test_after_an_abort_the_state_is_asked_for_while_it_runs() -> None:
    agent = Agent()
    assert of_kind(agent.respond("abort"), AskState) == []
    agent.event("agent_start")
    assert of_kind(agent.respond("abort"), AskState) == [AskState()]


def test_a_session_that_streams_when_we_come_is_busy() -> None:
    agent = Agent()
    agent.respond("get_state", data={"isStreaming": True})
    assert agent.session.run.active


# --- cards ----------------------------------------------------------------------------------------------


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
