"""An agent in a test's hand: its records as plain JSON, and a session that hears them."""

from __future__ import annotations

import json
from typing import Any

from app.protocol.commands import Command
from app.protocol.connection import Connection
from app.session.changes import Change
from app.session.entries import NoticeEntry
from app.session.session import Session


class Agent:
    """Speaks to *session*; *now* is the time in seconds, which the test moves."""

    def __init__(self, listening: bool = True) -> None:
        self.session = Session()
        self.now = 100.0
        self._connection = Connection()
        self._number = 0
        self.session.agent_started(self.now)
        if listening:
            self.respond("get_state")

    def say(self, *records: dict[str, Any]) -> list[Change]:
        """Print *records* in one batch."""
        return self.print(b"".join(json.dumps(record).encode() + b"\n" for record in records))

    def print(self, data: bytes) -> list[Change]:
        """Print *data* as it is."""
        return self.session.apply(self._connection.receive_data(data), self.now)

    def event(self, kind: str, **fields: Any) -> list[Change]:
        """Print one event."""
        return self.say({"type": kind, **fields})

    def step(self, kind: str, index: int = 0, **fields: Any) -> list[Change]:
        """Print one step of a streaming message."""
        return self.event("message_update", assistantMessageEvent={"type": kind, "contentIndex": index, **fields})

    def ask(self, method: str, wire_id: Any = None, **fields: Any) -> int:
        """Ask a question; returns its key."""
        self._number += 1
        wire_id = f"q{self._number}" if wire_id is None else wire_id
        self.say({"type": "extension_ui_request", "id": wire_id, "method": method, **fields})
        return self.session.questions.next_key - 1

    def show(self, method: str, **fields: Any) -> list[Change]:
        """Send a request that waits for nothing."""
        return self.say({"type": "extension_ui_request", "id": "p", "method": method, **fields})

    def hear(self, command: Command) -> str:
        """Take in *command*; returns its id."""
        return self.send(command)[0]

    def send(self, command: Command) -> tuple[str, list[Change]]:
        """Take in *command*; returns its id and what it changed."""
        request_id, _ = self._connection.send(command)
        return request_id, self.session.command_sent(request_id, command, self.now)

    def respond(self, command: str, request_id: str | None = None, **fields: Any) -> list[Change]:
        """Answer a command; successfully, unless *fields* say otherwise."""
        record = {"type": "response", "command": command, "success": True, **fields}
        return self.say(record if request_id is None else {**record, "id": request_id})

    def end(self, sentence: str = "The agent ended.") -> list[Change]:
        """Go away."""
        return self.session.agent_ended(sentence, "the tail", True, self.now)


def of_kind(changes: list[Change], kind: type) -> list[Any]:
    """The changes of *kind*."""
    return [change for change in changes if isinstance(change, kind)]


def cards(agent: Agent) -> list[NoticeEntry]:
    """The notices in the transcript."""
    return [entry for entry in agent.session.transcript.entries if isinstance(entry, NoticeEntry)]
