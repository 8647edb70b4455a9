"""Cases from public bug reports, played into the session alone: what must be right before any window shows it."""

from __future__ import annotations

import json
from typing import Any

import pytest

from app.protocol.commands import Abort, GetState, Prompt
from app.protocol.ui_requests import CancelledResponse, ConfirmedResponse, UiResponse, ValueResponse
from app.session.changes import AskState, Change, Notified, PhaseChanged, RecordNoted, Severity, TextReturned
from app.session.entries import AssistantEntry, NoticeEntry, TextBlock, ToolBlock, ToolState, UserEntry
from app.session.phase import PhaseKind
from app.session.questions import Chosen, Confirmed, QuestionState, Typed
from app.session.surface import Widget
from tests.support.replaying import RECORDINGS
from tests.unit.session.agent import Agent

PROBES = RECORDINGS.parent / "probes"


def records(probe: str) -> list[dict[str, Any]]:
    """The records of the transcript *probe*."""
    lines = (PROBES / f"{probe}.jsonl").read_bytes().split(b"\n")
    return [json.loads(line) for line in lines if line]


def notified(changes: list[Change]) -> list[tuple[str, Severity]]:
    """What was said in passing."""
    return [(change.message, change.severity) for change in changes if isinstance(change, Notified)]


def texts(agent: Agent) -> list[str]:
    """The texts of the model that were not taken back."""
    entries = [entry for entry in agent.session.transcript.entries if isinstance(entry, AssistantEntry)]
    blocks = [block for entry in entries if not entry.withdrawn for block in entry.blocks]
    return [block.body.text for block in blocks if isinstance(block, TextBlock)]


def cards(agent: Agent) -> list[tuple[str, str]]:
    """The notices in the transcript."""
    return [(entry.title, entry.detail) for entry in agent.session.transcript.entries if isinstance(entry, NoticeEntry)]


def answers(agent: Agent) -> list[Any]:
    """What the session leaves to be written."""
    return agent.session.take_outbox()


def test_b001_a_separator_in_an_option_goes_back_intact() -> None:
    agent = Agent()
    changes = agent.print((PROBES / "B001.jsonl").read_bytes())
    assert [change for change in changes if isinstance(change, RecordNoted)] == []
    agent.session.answer(1, Chosen(0), agent.now)
    assert answers(agent) == [ValueResponse(id="d1", value="x\u2028y")]
    assert agent.session.surface.widgets["sep"].lines[0] == "one\u2028still one"


def test_b009_kinds_and_fields_from_the_future_stop_nothing() -> None:
    agent = Agent()
    changes = agent.say(*records("B009"))
    assert texts(agent) == ["visible text"]
    assert cards(agent) == [("Message of the role oracle", "unknown role")]
    assert notified(changes) == []
    assert agent.session.phase.kind is PhaseKind.IDLE


def test_b011_the_failure_is_readable_and_the_run_is_over() -> None:
    agent = Agent()
    agent.say(*records("B011"))
    entry = next(entry for entry in agent.session.transcript.entries if isinstance(entry, AssistantEntry))
    assert (entry.error, texts(agent)) == ("quota exhausted", ["part"])
    assert ("The context was not compacted", "too long") in cards(agent)
    assert agent.session.phase.kind is PhaseKind.IDLE


def test_b016_a_run_that_never_settles_ends_when_the_state_says_so() -> None:
    agent = Agent()
    agent.respond("prompt", agent.hear(Prompt("go")), data={"disposition": "started"})
    agent.event("agent_start")
    agent.now += 60
    assert agent.session.phase.since == agent.now - 60
    agent.session.stop(agent.now)
    assert answers(agent) == [Abort()]
    assert agent.session.phase.kind is PhaseKind.STOPPING
    assert AskState() in agent.respond("abort", agent.hear(Abort()))
    agent.respond("get_state", agent.hear(GetState()), data={"isStreaming": False})
    assert agent.session.phase.kind is PhaseKind.IDLE


def test_b018_busy_from_the_start_until_it_settled_with_one_answer() -> None:
    agent = Agent()
    agent.respond("prompt", agent.hear(Prompt("go")), data={"disposition": "started"})
    *run, settled = records("B018")
    for record in run:
        changes = agent.say(record)
        assert agent.session.phase.is_busy
        assert AskState() not in changes, "an agent that says when it settles is not asked"
    assert [title for title, _ in cards(agent)] == [
        "Succeeded after 1 retry",
        "The context was not compacted",
        "The summary failed; trying again in 2 s (1 of 3)",
    ]
    assert [detail for _, detail in cards(agent)] == ["529 overloaded", "summary failed", "terminated"]
    agent.say(settled)
    assert agent.session.phase.kind is PhaseKind.IDLE
    assert texts(agent) == ["answer"]


def test_b020_two_equal_queued_texts_are_two() -> None:
    agent = Agent()
    seen = []
    for record in records("B020"):
        agent.say(record)
        if record["type"] == "queue_update":
            seen.append((agent.session.queue.steering, agent.session.queue.follow_up))
    assert seen == [(["go on", "go on"], ["go on"]), (["go on"], ["go on"]), ([], ["go on"]), ([], [])]


def test_b028_an_agent_that_dies_takes_its_questions_and_no_others() -> None:
    agent = Agent()
    for method in ("confirm", "input"):
        agent.ask(method)
    agent.end("The agent ended with exit code 3.")
    assert [agent.session.questions[key].state for key in (1, 2)] == [QuestionState.LOST] * 2
    agent.session.agent_started(agent.now)
    key = agent.ask("confirm")
    assert agent.session.questions[key].is_open
    for old in (1, 2):
        agent.session.answer(old, Confirmed(True) if old == 1 else Typed("late"), agent.now)
        agent.session.cancel(old, agent.now)
    assert answers(agent) == []


def test_b030_an_early_question_runs_out_before_it_could_be_heard() -> None:
    agent = Agent(listening=False)
    key = agent.ask("confirm", timeout=4000)
    assert not agent.session.questions[key].heard
    agent.now += 4
    agent.session.expire(agent.now)
    agent.respond("get_state")
    assert agent.session.questions[key].state is QuestionState.EXPIRED
    assert answers(agent) == []


def test_b039_each_question_is_answered_in_its_own_shape() -> None:
    agent = Agent()
    agent.say(*records("B039"))
    now = agent.now
    agent.session.answer(1, Confirmed(True), now)
    agent.session.answer(2, Confirmed(False), now)
    agent.session.cancel(3, now)
    agent.session.answer(4, Typed("abc"), now)
    agent.session.answer(5, Chosen(1), now)
    assert answers(agent) == [
        ConfirmedResponse(id="d1", confirmed=True),
        ConfirmedResponse(id="d2", confirmed=False),
        CancelledResponse(id="d3"),
        ValueResponse(id="d4", value="abc"),
        ValueResponse(id="d5", value="2"),
    ]


def test_b041_four_questions_wait_together_and_are_answered_in_any_order() -> None:
    agent = Agent()
    agent.say(*records("B041"))
    assert [question.title[:10] for question in agent.session.questions.open] == [
        f"Question {number}" for number in range(1, 5)
    ]
    for key, answer in ((3, Chosen(1)), (1, Confirmed(False)), (4, Typed("text")), (2, Typed("main"))):
        agent.session.answer(key, answer, agent.now)
    assert [response.id for response in answers(agent)] == ["q3", "q1", "q4", "q2"]
    assert not agent.session.questions.has_open


@pytest.mark.parametrize("index", range(17))
def test_b049_the_option_goes_back_letter_for_letter(index: int) -> None:
    agent = Agent()
    (record,) = records("B049")
    agent.say(record)
    agent.session.answer(1, Chosen(index), agent.now)
    assert answers(agent) == [ValueResponse(id="d1", value=record["options"][index])]


def test_b051_each_question_has_its_own_deadline_also_behind_another() -> None:
    agent = Agent()
    agent.say(*records("B051"))
    agent.now += 3
    agent.session.expire(agent.now)
    states = [agent.session.questions[key].state for key in (1, 2, 3)]
    assert states == [QuestionState.EXPIRED, QuestionState.EXPIRED, QuestionState.OPEN]
    assert agent.session.questions.next_deadline == agent.now + 57
    assert answers(agent) == []


def test_b059_an_empty_text_is_an_answer_and_closing_is_none() -> None:
    agent = Agent()
    agent.say(*records("B059"))
    assert agent.session.questions[2].placeholder == "not an answer"
    for key in (1, 2, 3):
        agent.session.answer(key, Typed(""), agent.now)
    agent.session.cancel(4, agent.now)
    assert answers(agent) == [
        *(ValueResponse(id=f"d{number}", value="") for number in (1, 2, 3)),
        CancelledResponse(id="d4"),
    ]


def test_b065_odd_notifications_are_neutral_or_nothing() -> None:
    agent = Agent()
    assert notified(agent.say(*records("B065"))) == [
        ("no type", Severity.INFO),
        ("null type", Severity.INFO),
        ("success type", Severity.INFO),
        ("numeric type", Severity.INFO),
        ("upper", Severity.ERROR),
        ("404", Severity.INFO),
    ]


def test_b075_what_comes_before_the_first_response_is_there_once_also_after_a_restart() -> None:
    agent = Agent(listening=False)
    for _ in range(2):
        agent.show("setTitle", title="from the start hook")
        agent.show("setWidget", widgetKey="early", widgetLines=["early line 1", "early line 2"])
        agent.show("setStatus", statusKey="early", statusText="early")
        surface = agent.session.surface
        assert (surface.title, surface.status) == ("from the start hook", {"early": "early"})
        assert surface.widgets == {"early": Widget(("early line 1", "early line 2"))}
        agent.end()
        agent.session.agent_started(agent.now)
    assert agent.session.surface.widgets == {}


def test_b083_each_tool_call_has_its_own_result_and_no_piece_is_shown_twice() -> None:
    agent = Agent()
    agent.say(*records("B083"))
    entry = next(entry for entry in agent.session.transcript.entries if isinstance(entry, AssistantEntry))
    tools = [block for block in entry.blocks if isinstance(block, ToolBlock)]
    assert [(tool.call_id, tool.state, tool.output.text) for tool in tools] == [
        ("A", ToolState.FAILED, "result A"),
        ("B", ToolState.DONE, "result B"),
    ]
    assert texts(agent) == ["FINAL TEXT"]
    assert len(agent.session.transcript.entries) == 1


def test_a_phase_is_told_when_it_changes_and_only_then() -> None:
    agent = Agent()
    assert PhaseChanged() in agent.event("agent_start")
    assert PhaseChanged() not in agent.event("turn_start")


def test_a_person_who_types_while_the_agent_dies_loses_nothing() -> None:
    agent = Agent()
    agent.event("agent_start")
    agent.respond("steer", agent.hear(Prompt("queued and accepted", streaming_behavior="steer")))
    agent.event("queue_update", steering=["queued and accepted"], followUp=["follows"])
    agent.hear(Prompt("on its way"))
    changes = agent.end()
    returned = [change.text for change in changes if isinstance(change, TextReturned)]
    assert returned == ["queued and accepted\n\nfollows\n\non its way"]
    assert agent.session.queue.steering == agent.session.queue.follow_up == []
    assert not [entry for entry in agent.session.transcript.entries if isinstance(entry, UserEntry)]
    assert not [item for item in answers(agent) if isinstance(item, UiResponse)]
