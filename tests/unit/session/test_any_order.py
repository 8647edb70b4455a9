"""Whatever an agent prints and a person does, in any order: nothing raises, and the changes tell all of it."""

from __future__ import annotations

import json
from typing import Any

import hypothesis.strategies as st
from hypothesis import settings
from hypothesis.stateful import RuleBasedStateMachine, invariant, rule

from app.protocol.commands import Bash, Command, FollowUp, Fork, GetMessages, GetState, NewSession, Prompt, Steer
from app.session.changes import Change, EntryAdded, EntryChanged, Notified, TextReturned, TranscriptReset
from app.session.entries import AssistantEntry, ShellEntry, ToolBlock, ToolEntry, ToolState
from app.session.phase import PhaseKind
from tests.support.replaying import RECORDINGS, rows
from tests.unit.session.agent import Agent

COMMANDS: list[Command] = [
    Prompt("hello"),
    Prompt("/command"),
    Steer("steer"),
    FollowUp("follow"),
    Bash("make"),
    NewSession(),
    Fork("e1"),
    GetMessages(),
    GetState(),
]
DATA = st.sampled_from(
    [
        None,
        {"cancelled": True},
        {"cancelled": False, "text": "again"},
        {"isStreaming": True},
        {"isStreaming": False},
        {"disposition": "started"},
        {"disposition": "handled"},
        {"output": "done", "exitCode": 0},
        {"messages": [{"role": "user", "content": "hi"}, {"role": "assistant", "content": "ho"}]},
    ]
)
LIVE = (ToolState.PREPARING, ToolState.READY, ToolState.RUNNING)


def recorded() -> list[str]:
    """One line of each shape that both versions print: the type, the method, the step, the role."""
    shapes: dict[tuple[Any, ...], str] = {}
    for path in sorted(RECORDINGS.glob("*/*.jsonl")):
        for row in rows(path):
            if row.direction == "out" and len(row.line) < 4_000:
                record = json.loads(row.line)
                step = record.get("assistantMessageEvent") or {}
                message = record.get("message")
                role = message.get("role") if isinstance(message, dict) else None
                shape = (record["type"], record.get("method"), record.get("command"), step.get("type"), role)
                shapes.setdefault((path.parent.name, *shape), row.line)
    return list(shapes.values())


LINES = recorded()


class AnyOrder(RuleBasedStateMachine):
    """A view that holds as many rows as the changes told it."""

    def __init__(self) -> None:
        super().__init__()
        self.agent = Agent()
        self.sent: list[tuple[str, str]] = []
        self.rows = len(self.agent.session.transcript.entries)

    def see(self, changes: list[Change]) -> None:
        """Follow *changes* as a view does, which reads an entry when it hears of it."""
        entries = self.agent.session.transcript.entries
        of_states = [change for change in changes if not isinstance(change, Notified | TextReturned)]
        assert len(of_states) == len(set(of_states))
        for change in changes:
            if isinstance(change, TranscriptReset):
                self.rows = len(entries)
            elif isinstance(change, EntryAdded):
                assert change.index < len(entries)
                self.rows = max(self.rows, change.index + 1)
            elif isinstance(change, EntryChanged):
                assert change.index < self.rows
                assert change.from_block >= 0
        assert self.rows == len(entries)

    @rule(numbers=st.lists(st.integers(0, len(LINES) - 1), min_size=1, max_size=6))
    def print_recorded_lines(self, numbers: list[int]) -> None:
        self.see(self.agent.print("".join(f"{LINES[number]}\n" for number in numbers).encode()))

    @rule(index=st.integers(0, 3), kind=st.sampled_from(["text", "thinking", "toolcall"]), end=st.booleans())
    def print_a_step(self, index: int, kind: str, end: bool) -> None:
        fields = {"delta": "x", "content": "y", "id": "t", "toolName": "bash"}
        self.see(self.agent.step(f"{kind}_{'end' if end else 'delta'}", index, **fields))

    @rule(kind=st.sampled_from(["start", "update", "end"]), name=st.sampled_from(["t", "u", ""]))
    def run_a_tool(self, kind: str, name: str) -> None:
        self.see(self.agent.event(f"tool_execution_{kind}", toolCallId=name, toolName="bash"))

    @rule(command=st.sampled_from(COMMANDS))
    def send(self, command: Command) -> None:
        request_id, changes = self.agent.send(command)
        self.sent.append((request_id, type(command).__struct_config__.tag))
        self.see(changes)

    @rule(number=st.integers(0, 5), success=st.booleans(), data=DATA)
    def respond(self, number: int, success: bool, data: Any) -> None:
        if number < len(self.sent):
            request_id, name = self.sent[number]
            self.see(self.agent.respond(name, request_id, success=success, data=data))

    @rule(number=st.integers(0, 5))
    def refuse_to_write(self, number: int) -> None:
        if number < len(self.sent):
            self.see(self.agent.session.command_refused(self.sent[number][0], "No more input.", self.agent.now))

    @rule(number=st.integers(0, 5), delta=st.text(max_size=5))
    def print_shell_output(self, number: int, delta: str) -> None:
        if number < len(self.sent):
            self.see(self.agent.event("bash_execution_update", id=self.sent[number][0], delta=delta))

    @rule(seconds=st.floats(0, 5))
    def wait(self, seconds: float) -> None:
        self.agent.now += seconds
        self.see(self.agent.session.expire(self.agent.now))

    @rule()
    def stop(self) -> None:
        self.see(self.agent.session.stop(self.agent.now))

    @rule()
    def end_and_start(self) -> None:
        self.see(self.agent.end())
        assert self.agent.session.phase.kind is PhaseKind.ENDED
        assert not self.live_entries()
        self.see(self.agent.session.agent_started(self.agent.now))

    @rule()
    def settle(self) -> None:
        self.see(self.agent.event("agent_settled"))
        assert self.agent.session.transcript.streaming is None
        assert self.agent.session.transcript.running_tools == []

    def live_entries(self) -> list[object]:
        """What still streams or runs in the transcript."""
        found: list[object] = []
        for entry in self.agent.session.transcript.entries:
            if isinstance(entry, AssistantEntry):
                found += [entry] * entry.streaming
                found += [block for block in entry.blocks if isinstance(block, ToolBlock) and block.state in LIVE]
            elif isinstance(entry, ToolEntry):
                found += [entry] * (entry.block.state in LIVE)
            elif isinstance(entry, ShellEntry):
                found += [entry] * (entry.state in LIVE)
        return found

    @invariant()
    def shells_and_cards_point_at_what_they_name(self) -> None:
        session = self.agent.session
        for index in session.shells.values():
            assert isinstance(session.transcript.entries[index], ShellEntry)
        assert session.questions.has_open == (session.phase.kind is PhaseKind.ASKING)


AnyOrder.TestCase.settings = settings(max_examples=150, stateful_step_count=30, deadline=None)
TestAnyOrder = AnyOrder.TestCase
