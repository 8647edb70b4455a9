"""Recorded sessions through the pure core: what the agent printed and what the client wrote, in their order."""

from __future__ import annotations

import json
from collections.abc import Iterator
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import msgspec

from app.protocol.codec import MalformedLine, Noise, Record, UnknownRecord
from app.protocol.commands import AnyCommand, Command
from app.protocol.connection import Connection
from app.protocol.ui_requests import UiResponse
from app.session.changes import Change, PhaseChanged
from app.session.phase import Phase
from app.session.questions import Chosen, Confirmed, QuestionKind, Typed
from app.session.session import Session

RECORDINGS = Path(__file__).parent / "recordings"


@dataclass(frozen=True, slots=True)
class Row:
    """*direction* is "out" (of the agent), "in" (from the client), "err" or "exit"; *time* in seconds."""

    time: float
    direction: str
    line: str


def rows(path: Path) -> Iterator[Row]:
    """Yield the rows of the recording *path*."""
    with path.open(encoding="utf-8", newline="\n") as file:
        for line in file:
            row = json.loads(line)
            yield Row(row["t"], row["dir"], row["line"])


@dataclass
class Replay:
    """A session after a recording.

    *strange* holds the records that nobody understood, *changes* and *phases* what was told on the way, *written*
    what the session itself would have written.
    """

    session: Session = field(default_factory=Session)
    strange: list[Record] = field(default_factory=list)
    changes: list[Change] = field(default_factory=list)
    phases: list[Phase] = field(default_factory=list)
    written: list[Command | UiResponse] = field(default_factory=list)

    def tell(self, changes: list[Change]) -> None:
        """Keep what a step of the session told and wrote."""
        self.changes += changes
        self.written += self.session.take_outbox()
        if PhaseChanged() in changes:
            self.phases.append(self.session.phase)


def replay(path: Path) -> Replay:
    """Play the recording *path* through a connection and a session."""
    result, connection = Replay(), Connection()
    session = result.session
    result.tell(session.agent_started(0.0))
    for row in rows(path):
        if row.direction == "out":
            records = connection.receive_data(row.line.encode("utf-8", "surrogatepass") + b"\n")
            result.strange += [
                record for record in records if isinstance(record, UnknownRecord | MalformedLine | Noise)
            ]
            result.tell(session.apply(records, row.time))
        elif row.direction == "in":
            result.tell(_write(session, row))
        elif row.direction == "exit":
            result.tell(session.agent_ended(f"The agent ended with {row.line}.", "", row.line != "0", row.time))
    return result


def _write(session: Session, row: Row) -> list[Change]:
    """Apply what the client wrote; what a recording sent on purpose to be wrong is passed over."""
    try:
        written = json.loads(row.line)
    except ValueError:
        return []
    if not isinstance(written, dict):
        return []
    if written.get("type") == "extension_ui_response":
        return _answer(session, written, row.time)
    try:
        command = msgspec.convert(written, AnyCommand)
    except msgspec.ValidationError:
        return []
    return session.command_sent(written["id"], command, row.time)


def _answer(session: Session, written: dict[str, Any], now: float) -> list[Change]:
    question = next((each for each in session.questions.open if each.request_id == written["id"]), None)
    if question is None:
        return []
    if written.get("cancelled"):
        return session.cancel(question.key, now)
    if question.kind is QuestionKind.CONFIRM:
        # pi reads any other shape than `confirmed` as No.
        return session.answer(question.key, Confirmed(written.get("confirmed") is True), now)
    if question.kind is QuestionKind.SELECT:
        return session.answer(question.key, Chosen(question.options.index(written["value"])), now)
    return session.answer(question.key, Typed(written["value"]), now)
