"""The open questions of one agent: each closes exactly once, and writes at most one response.

The wire tells when a question opens and nothing else: not that it timed out, not that its extension gave it up
(RPC extension UI sub-protocol; measured on pi 1.6.0 and 0.73.1). So the clock runs here, from the moment of
receipt, and everything else that closes a question is told in words as what it is: an inference.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from enum import Enum
from typing import Any


class QuestionKind(Enum):
    """The dialog method that asked."""

    SELECT = "select"
    CONFIRM = "confirm"
    INPUT = "input"
    EDITOR = "editor"


class QuestionState(Enum):
    """Open, or how it closed."""

    OPEN = "open"
    ANSWERED = "answered"
    """The answer went out."""
    CANCELLED = "cancelled"
    """The person dismissed it; `cancelled` went out."""
    STOPPED = "stopped"
    """Stop cancelled it; `cancelled` went out."""
    EXPIRED = "expired"
    """Its time ran out; nothing went out."""
    WITHDRAWN = "withdrawn"
    """The agent went on without an answer (inferred); nothing went out."""
    LOST = "lost"
    """The agent ended; nothing went out."""


@dataclass(slots=True, eq=False)
class Question:
    """One request of a dialog method, and how it ended.

    *key* is ours (unique in this run); *request_id* is the agent's, echoed with its JSON type. *timeout* is in
    seconds or None; *deadline*, *opened_at* and *closed_at* are monotonic seconds. *heard* is False while the
    agent has not answered anything yet, and so may not read answers. *context* is what seemed to run when it was
    asked, an inference. *answer* is what went out: the option, the text, or True/False.
    """

    key: int
    request_id: Any
    kind: QuestionKind
    title: str
    message: str = ""
    options: list[str] = field(default_factory=list)
    placeholder: str = ""
    prefill: str = ""
    timeout: float | None = None
    opened_at: float = 0.0
    deadline: float | None = None
    heard: bool = True
    context: str = ""
    state: QuestionState = QuestionState.OPEN
    answer: str | bool | None = None
    closed_at: float | None = None
    reason: str = ""
    """Why it was withdrawn or lost, as a sentence."""

    @property
    def is_open(self) -> bool:
        """Whether it still waits for the person."""
        return self.state is QuestionState.OPEN
