"""Each question closes exactly once, writes at most one response, and never a false one."""

from __future__ import annotations

import json
from collections.abc import Callable
from typing import Any

import hypothesis.strategies as st
import pytest
from hypothesis import settings
from hypothesis.stateful import RuleBasedStateMachine, invariant, rule

from app.protocol.commands import Abort, AbortBash, Bash, ClearQueue, NewSession, Prompt
from app.protocol.ui_requests import CancelledResponse, ConfirmedResponse, UiResponse, ValueResponse
from app.session.changes import EntryChanged, Notified, QuestionChanged, QuestionClosed, QuestionOpened, Severity
from app.session.entries import QuestionEntry
from app.session.questions import Chosen, Confirmed, Question, QuestionKind, Questions, QuestionState, Typed
from tests.unit.session.agent import Agent, of_kind

WRITING = {QuestionState.ANSWERED, QuestionState.CANCELLED, QuestionState.STOPPED}
WIRE_IDS: list[Callable[[int], Any]] = [str, int, lambda n: n + 0.5, lambda n: [n], lambda n: {"id": n}]
METHODS = st.sampled_from(["select", "confirm", "input", "editor"])


class Life(RuleBasedStateMachine):
    """Anything that can happen, in any order."""

    def __init__(self) -> None:
        super().__init__()
        self.agent = Agent(listening=False)
        self.written: list[UiResponse] = []
        self.closed: dict[int, QuestionState] = {}
        self.commands: list[str] = []

    @property
    def questions(self) -> list[Question]:
        held = self.agent.session.questions
        return [held[key] for key in range(1, held.next_key)]

    def collect(self) -> None:
        sent = self.agent.session.take_outbox()
        self.written += [item for item in sent if isinstance(item, UiResponse)]

    @rule(method=METHODS, wrap=st.sampled_from(WIRE_IDS), timeout=st.none() | st.integers(0, 4000))
    def ask(self, method: str, wrap: Callable[[int], Any], timeout: int | None) -> None:
        wire_id = wrap(len(self.questions) + 1)
        self.agent.ask(method, wire_id, options=["a", "a", ""], timeout=timeout)

    @rule(number=st.integers(0, 9), yes=st.booleans())
    def answer(self, number: int, yes: bool) -> None:
        if number < len(self.questions):
            question = self.questions[number]
            answers = {QuestionKind.SELECT: Chosen(2), QuestionKind.CONFIRM: Confirmed(yes)}
            self.agent.session.answer(question.key, answers.get(question.kind, Typed("text")), self.agent.now)

    @rule(number=st.integers(0, 9))
    def cancel(self, number: int) -> None:
        if number < len(self.questions):
            self.agent.session.cancel(self.questions[number].key, self.agent.now)

    @rule()
    def stop(self) -> None:
        self.agent.session.stop(self.agent.now)

    @rule(seconds=st.floats(0, 3))
    def wait(self, seconds: float) -> None:
        self.agent.now += seconds
        self.agent.session.expire(self.agent.now)

    @rule(name=st.sampled_from(["a", "b"]))
    def tool_starts(self, name: str) -> None:
        self.agent.event("tool_execution_start", toolCallId=name, toolName="bash", args={"command": "ls"})

    @rule(name=st.sampled_from(["a", "b"]))
    def tool_ends(self, name: str) -> None:
        self.agent.event("tool_execution_end", toolCallId=name, toolName="bash", isError=False)

    @rule()
    def run_starts(self) -> None:
        self.agent.event("agent_start")

    @rule()
    def run_settles(self) -> None:
        self.agent.event("agent_settled", aborted=False)

    @rule()
    def slash_command_starts(self) -> None:
        self.commands.append(self.agent.hear(Prompt("/command")))

    @rule(number=st.integers(0, 3))
    def slash_command_ends(self, number: int) -> None:
        if number < len(self.commands):
            self.agent.respond("prompt", self.commands[number])

    @rule(cancelled=st.booleans(), asks=st.booleans())
    def session_switches(self, cancelled: bool, asks: bool) -> None:
        request_id = self.agent.hear(NewSession())
        if asks:
            self.agent.ask("confirm", f"switch {len(self.questions) + 1}")
        self.agent.respond("new_session", request_id, data={"cancelled": cancelled})

    @rule()
    def history_comes(self) -> None:
        self.agent.respond("get_messages", data={"messages": [{"role": "user", "content": "hi"}]})

    @rule()
    def agent_ends_and_starts(self) -> None:
        self.agent.end()
        self.agent.session.agent_started(self.agent.now)

    @invariant()
    def a_question_that_waits_has_its_card(self) -> None:
        entries = self.agent.session.transcript.entries
        shown = [entry.question for entry in entries if isinstance(entry, QuestionEntry) and entry.question.is_open]
        assert shown == self.agent.session.questions.open

    @invariant()
    def a_withdrawn_question_says_why_and_nothing_that_may_have_asked_it_was_left(self) -> None:
        for question in self.questions:
            if question.state is QuestionState.WITHDRAWN and question.key not in self.closed:
                assert question.reason
                assert question.asked_in_run or question.asked_by
                assert not question.asked_by & self.agent.session.what_runs()

    @invariant()
    def closes_once_and_writes_at_most_once(self) -> None:
        self.collect()
        for question in self.questions:
            if question.key in self.closed:
                assert question.state is self.closed[question.key]
            elif not question.is_open:
                self.closed[question.key] = question.state
            responses = [response for response in self.written if same(response.id, question.request_id)]
            if question.state is QuestionState.WITHDRAWN:
                # An inference may be wrong: a later Stop frees an agent that waits.
                assert len(responses) <= 1
            else:
                assert len(responses) == (1 if question.state in WRITING else 0)
            assert all(says(response, question) for response in responses)


def same(left: object, right: object) -> bool:
    """Whether two ids are the same JSON."""
    return json.dumps(left) == json.dumps(right)


def says(response: UiResponse, question: Question) -> bool:
    """Whether *response* is just what became of *question*."""
    if question.state is not QuestionState.ANSWERED:
        return isinstance(response, CancelledResponse)
    if isinstance(question.answer, bool):
        return isinstance(response, ConfirmedResponse) and response.confirmed is question.answer
    return isinstance(response, ValueResponse) and response.value == question.answer


Life.TestCase.settings = settings(max_examples=120, stateful_step_count=25, deadline=None)
TestLife = Life.TestCase


@pytest.mark.parametrize("wire_id", ["uuid", 7, 1.5, ["odd"], {"a": 1}])
def test_the_id_is_echoed_with_its_json_type(wire_id: object) -> None:
    agent = Agent()
    agent.session.answer(agent.ask("input", wire_id), Typed(""), agent.now)
    assert agent.session.take_outbox() == [ValueResponse(id=wire_id, value="")]


def test_an_answer_of_the_wrong_kind_is_refused_and_closes_nothing() -> None:
    agent = Agent()
    key = agent.ask("select", options=["a"])
    for answer, error in ((Confirmed(True), ValueError), (Chosen(-1), ValueError), (Chosen(1), IndexError)):
        with pytest.raises(error):
            agent.session.answer(key, answer, agent.now)
    assert agent.session.questions[key].is_open
    assert agent.session.take_outbox() == []


def test_the_deadline_counts_from_receipt_and_a_late_answer_is_not_sent() -> None:
    agent = Agent()
    key = agent.ask("confirm", timeout=3000)
    question = agent.session.questions[key]
    assert question.deadline == agent.now + 3
    assert agent.session.questions.next_deadline == question.deadline
    agent.now += 3
    agent.session.answer(key, Confirmed(True), agent.now)
    assert question.state is QuestionState.EXPIRED
    assert agent.session.take_outbox() == []
    assert agent.session.questions.next_deadline is None


def test_a_question_given_up_just_before_its_deadline_has_expired() -> None:
    agent = Agent()
    request_id = agent.hear(Prompt("/timed"))
    key = agent.ask("confirm", timeout=1000)
    agent.now += 0.9
    agent.respond("prompt", request_id)
    assert agent.session.questions[key].state is QuestionState.EXPIRED


@pytest.mark.parametrize("moment", ["tool end", "settle", "command"])
def test_a_question_that_the_agent_went_on_without_is_withdrawn_with_a_reason(moment: str) -> None:
    agent = Agent()
    request_id = agent.hear(Prompt("/command")) if moment == "command" else None
    if moment != "command":
        agent.event("agent_start")
    if moment == "tool end":
        agent.event("tool_execution_start", toolCallId="t", toolName="bash", args={"command": "ls"})
    key = agent.ask("select", options=["a"])
    agent.now += 1
    if moment == "tool end":
        agent.event("tool_execution_end", toolCallId="t")
    elif moment == "settle":
        agent.event("agent_settled")
    else:
        agent.respond("prompt", request_id)
    question = agent.session.questions[key]
    assert question.state is QuestionState.WITHDRAWN
    assert question.reason
    assert agent.session.take_outbox() == []


@pytest.mark.parametrize("gesture", ["stop", "leave"])
def test_a_question_that_was_withdrawn_by_inference_is_cancelled_once_by_a_later_gesture(gesture: str) -> None:
    agent = Agent()
    request_id = agent.hear(Prompt("/command"))
    key = agent.ask("confirm")
    agent.now += 1
    agent.respond("prompt", request_id)
    for _ in range(2):
        if gesture == "stop":
            agent.session.stop(agent.now)
        else:
            agent.hear(NewSession())
    sent = [item for item in agent.session.take_outbox() if isinstance(item, UiResponse)]
    assert sent == [CancelledResponse(id="q1")]
    assert agent.session.questions[key].state is QuestionState.WITHDRAWN


def test_nothing_is_cancelled_in_an_agent_that_did_not_ask() -> None:
    agent = Agent()
    request_id = agent.hear(Prompt("/command"))
    agent.ask("confirm")
    agent.now += 1
    agent.respond("prompt", request_id)
    agent.end()
    agent.session.agent_started(agent.now)
    agent.session.stop(agent.now)
    assert [type(item) for item in agent.session.take_outbox()] == [Abort]


@pytest.mark.parametrize("end", ["command", "settle"])
def test_a_question_that_nothing_waited_for_stays_and_its_answer_goes_out(end: str) -> None:
    agent = Agent()
    request_id = agent.hear(Prompt("/command"))
    if end == "settle":
        agent.event("agent_start")
    key = agent.ask("confirm")
    agent.now += 0.01
    changes = agent.respond("prompt", request_id)
    if end == "settle":
        changes += agent.event("agent_settled")
    assert QuestionChanged(key) in changes
    agent.now += 60
    agent.event("agent_start")
    agent.event("agent_settled")
    assert agent.session.questions[key].unawaited
    assert agent.session.questions[key].is_open
    agent.session.answer(key, Confirmed(True), agent.now)
    assert agent.session.take_outbox() == [ConfirmedResponse(id="q1", confirmed=True)]


def test_a_question_outside_of_a_run_outlives_the_runs() -> None:
    agent = Agent()
    key = agent.ask("confirm")
    agent.event("agent_start")
    agent.event("agent_settled")
    assert agent.session.questions[key].is_open


def test_two_tools_that_ask_are_told_apart() -> None:
    agent = Agent()
    agent.event("agent_start")
    keys = []
    for name in ("a", "b"):
        agent.now += 1
        agent.event("tool_execution_start", toolCallId=name, toolName="bash", args={"command": f"run {name}"})
        keys.append(agent.ask("confirm"))
    agent.now += 1
    agent.event("tool_execution_end", toolCallId="a")
    states = [agent.session.questions[key].state for key in keys]
    assert states == [QuestionState.WITHDRAWN, QuestionState.OPEN]


def test_a_question_that_two_may_have_asked_waits_for_both() -> None:
    agent = Agent()
    agent.event("agent_start")
    agent.event("tool_execution_start", toolCallId="t", toolName="bash")
    request_id = agent.hear(Prompt("/command"))
    key = agent.ask("confirm")
    agent.event("tool_execution_end", toolCallId="t")
    agent.event("agent_settled")
    assert agent.session.questions[key].is_open
    agent.now += 1
    agent.respond("prompt", request_id)
    assert agent.session.questions[key].state is QuestionState.WITHDRAWN


def test_the_newer_of_two_commands_does_not_take_the_question_of_the_older() -> None:
    agent = Agent()
    older, newer = agent.hear(Prompt("/a")), agent.hear(Prompt("/b"))
    key = agent.ask("confirm")
    agent.respond("prompt", newer)
    assert agent.session.questions[key].is_open
    agent.now += 1
    agent.respond("prompt", older)
    assert agent.session.questions[key].state is QuestionState.WITHDRAWN


@pytest.mark.parametrize("gesture", ["stop", "leave"])
def test_a_question_whose_time_is_up_is_not_cancelled_on_the_wire(gesture: str) -> None:
    agent = Agent()
    key = agent.ask("confirm", timeout=1000)
    agent.now += 1
    if gesture == "stop":
        agent.session.stop(agent.now)
    else:
        agent.hear(NewSession())
    assert agent.session.questions[key].state is QuestionState.EXPIRED
    assert not [item for item in agent.session.take_outbox() if isinstance(item, UiResponse)]


def test_an_extension_may_ask_whether_to_leave_and_is_heard() -> None:
    agent = Agent()
    request_id = agent.hear(NewSession())
    key = agent.ask("confirm")
    agent.session.answer(key, Confirmed(False), agent.now)
    assert agent.session.take_outbox() == [ConfirmedResponse(id="q1", confirmed=False)]
    agent.respond("new_session", request_id, data={"cancelled": True})
    assert agent.session.questions[key].state is QuestionState.ANSWERED


def test_before_the_first_response_a_question_cannot_be_heard() -> None:
    agent = Agent(listening=False)
    key = agent.ask("confirm")
    assert not agent.session.questions[key].heard
    changes = agent.respond("get_state")
    assert agent.session.questions[key].heard
    assert QuestionChanged(key) in changes


def test_stop_is_one_gesture_in_the_right_order() -> None:
    agent = Agent()
    agent.event("agent_start")
    agent.hear(Bash("sleep 9"))
    first, second = agent.ask("confirm"), agent.ask("input")
    agent.event("queue_update", steering=["a"], followUp=[])
    agent.session.stop(agent.now)
    sent = agent.session.take_outbox()
    assert [type(item) for item in sent] == [ClearQueue, CancelledResponse, CancelledResponse, Abort, AbortBash]
    assert {agent.session.questions[key].state for key in (first, second)} == {QuestionState.STOPPED}


def test_stop_asks_for_no_queue_where_there_is_none_or_the_agent_cannot() -> None:
    agent = Agent()
    agent.session.stop(agent.now)
    assert [type(item) for item in agent.session.take_outbox()] == [Abort]
    agent.event("queue_update", steering=["a"])
    agent.respond("clear_queue", success=False, error="Unknown command: clear_queue")
    agent.session.stop(agent.now)
    assert [type(item) for item in agent.session.take_outbox()] == [Abort]


def test_opening_and_closing_are_told() -> None:
    agent = Agent()
    key = agent.ask("confirm")
    changes = agent.session.cancel(key, agent.now)
    assert QuestionClosed(key) in changes
    assert QuestionOpened(key) not in changes
    assert agent.session.cancel(key, agent.now) == []


def test_a_key_that_was_never_given_is_an_error() -> None:
    with pytest.raises(KeyError):
        Questions()[1]


def test_an_answer_that_could_not_be_written_says_so_once() -> None:
    agent = Agent()
    key, other = agent.ask("confirm"), agent.ask("confirm")
    agent.session.answer(key, Confirmed(True), agent.now)
    (response,) = agent.session.take_outbox()
    changes = agent.session.response_refused(response.id, "No more input.", agent.now)
    question = agent.session.questions[key]
    assert (question.state, question.reason, question.answer) == (QuestionState.UNSENT, "No more input.", None)
    assert of_kind(changes, EntryChanged) == [EntryChanged(0, 0)]
    assert [change.message for change in of_kind(changes, Notified)] == ["Your answer was not sent. No more input."]
    assert agent.session.response_refused(response.id, "No more input.", agent.now) == []
    assert agent.session.questions[other].is_open


def test_an_answer_that_was_not_written_may_have_lost_its_card() -> None:
    agent = Agent()
    key = agent.ask("confirm")
    agent.session.cancel(key, agent.now)
    agent.session.clear_transcript()
    changes = agent.session.response_refused("q1", "No more input.", agent.now)
    assert of_kind(changes, EntryChanged) == []
    assert agent.session.questions[key].state is QuestionState.UNSENT


def test_that_an_answer_did_not_arrive_is_told() -> None:
    agent = Agent()
    (told,) = agent.session.write_failed("The agent no longer reads.", agent.now)
    assert told == Notified("The agent no longer reads.", Severity.ERROR, from_extension=False)
