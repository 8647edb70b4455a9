"""The open questions of one agent: each closes exactly once, and writes at most one response.

The wire tells when a question opens and nothing else: not that it timed out, not that its extension gave it up
(RPC extension UI sub-protocol; measured on pi 1.6.0 and 0.73.1). So the clock runs here, from the moment of
receipt, and everything else that closes a question is told in words as what it is: an inference.
"""

from __future__ import annotations

from collections import deque
from collections.abc import Callable
from dataclasses import dataclass, field
from enum import Enum
from typing import Any

from app.session.question_context import NO_CONTEXT, QuestionContext
from app.session.secret import speaks_of_secret

_CLOCK_SKEW = 0.25
"""How far the agent's clock may be ahead of ours, in seconds: its record took time to get here."""
_AT_ONCE = 0.05
"""What is over so soon after it asked, in seconds, did not wait for the answer: nobody gives up that fast."""
KEPT_CLOSED = 1_000
"""How many closed questions can be looked up by their key."""
_KEPT_WITHDRAWN = 1_000
"""How many withdrawn questions are remembered for a Stop."""


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
    """The agent went on without an answer (inferred); nothing went out, a later Stop says `cancelled`."""
    LOST = "lost"
    """The agent ended; nothing went out."""
    UNSENT = "unsent"
    """The answer could not be written; nothing went out."""


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
    context: QuestionContext = NO_CONTEXT
    asked_by: frozenset[str] = frozenset()
    """What ran when it was asked, and so may have asked: call ids of tools, ids of slash commands."""
    asked_in_run: bool = False
    unawaited: bool = False
    """Whether what asked was over at once: it did not wait for the answer, and may well take it later."""
    state: QuestionState = QuestionState.OPEN
    answer: str | bool | None = None
    decided_by: str = ""
    """The id of the standing answer that answered it; "" for the person."""
    closed_at: float | None = None
    reason: str = ""
    """Why it was withdrawn or lost, as a sentence."""

    @property
    def is_open(self) -> bool:
        """Whether it still waits for the person."""
        return self.state is QuestionState.OPEN

    @property
    def is_secret(self) -> bool:
        """Whether its answer seems to be a secret: it is masked while it is typed, and kept nowhere in sight."""
        return self.kind is QuestionKind.INPUT and speaks_of_secret(f"{self.title}\n{self.placeholder}")


@dataclass(frozen=True, slots=True)
class Chosen:
    """The option at *index* of a select, as it was sent."""

    index: int


@dataclass(frozen=True, slots=True)
class Confirmed:
    """Yes or no to a confirm."""

    yes: bool


@dataclass(frozen=True, slots=True)
class Typed:
    """The text for an input or an editor; empty is an answer."""

    text: str


Answer = Chosen | Confirmed | Typed

_WRITTEN = (QuestionState.ANSWERED, QuestionState.CANCELLED, QuestionState.STOPPED)
"""The ends that sent something."""


class Questions:
    """All questions of one session, by key; knows nothing of the wire."""

    def __init__(self) -> None:
        """Start without questions."""
        self._all: dict[int, Question] = {}
        self._open: dict[int, Question] = {}
        self._by_id: dict[str, Question] = {}
        """Those that wait, by what the agent calls them: of any JSON."""
        self._withdrawn: deque[Question] = deque(maxlen=_KEPT_WITHDRAWN)
        self._count = 0
        self._just_closed: list[Question] = []
        self._closed: deque[Question] = deque()

    def __getitem__(self, key: int) -> Question:
        """Return the question *key*, open or closed. Raises KeyError for one that was never asked, or is forgotten."""
        return self._all[key]

    @property
    def open(self) -> list[Question]:
        """The questions that wait, oldest first."""
        return list(self._open.values())

    @property
    def has_open(self) -> bool:
        """Whether any question waits."""
        return bool(self._open)

    def add(self, question: Question) -> None:
        """Open *question*; its key must be `next_key`."""
        self._count += 1
        self._all[question.key] = question
        self._open[question.key] = question
        self._by_id[repr(question.request_id)] = question

    @property
    def next_key(self) -> int:
        """The key for the next question."""
        return self._count + 1

    def answer(self, key: int, answer: Answer, now: float, decided_by: str = "") -> str | bool | None:
        """Close *key* with *answer* and return what must go out; None when it is closed already.

        *decided_by* is the id of the standing answer that gave it, "" for the person.
        Raises ValueError when the kind of answer does not fit the question, and IndexError for an option that it
        does not have: those are faults of ours, and nothing is closed by them.
        """
        question = self._open.get(key)
        if question is None:
            return None
        value = _value(question, answer)
        self._close(question, QuestionState.ANSWERED, now)
        question.answer, question.decided_by = value, decided_by
        return value

    def cancel(self, key: int, state: QuestionState, now: float) -> bool:
        """Close *key* as CANCELLED or STOPPED; True when `cancelled` must go out."""
        question = self._open.get(key)
        if question is None:
            return False
        self._close(question, state, now)
        return True

    def expire(self, now: float) -> list[Question]:
        """Close every question whose deadline has come. Nothing goes out: a late answer is never heard."""
        due = [question for question in self.open if question.deadline is not None and question.deadline <= now]
        for question in due:
            self._close(question, QuestionState.EXPIRED, now)
        return due

    def withdraw(self, reason: str, now: float, which: Callable[[Question], bool]) -> list[Question]:
        """Close the open questions that *which* picks as WITHDRAWN, for *reason*; return those that changed.

        One whose time is up all but a moment has expired: the agent's clock was only a little ahead of ours. And
        one that was asked only just now stays open, as *unawaited*: what asked did not wait for it.
        """
        picked = [question for question in self.open if which(question) and not question.unawaited]
        for question in picked:
            if _is_up(question, now):
                self._close(question, QuestionState.EXPIRED, now)
            elif now - question.opened_at < _AT_ONCE:
                question.unawaited = True
            else:
                question.reason = reason
                self._close(question, QuestionState.WITHDRAWN, now)
                self._withdrawn.append(question)
        return picked

    def supersede(self, request_id: Any, reason: str, now: float) -> list[Question]:
        """The agent asks anew under *request_id*: close what waits under it as WITHDRAWN, for *reason*; return that.

        The agent hears an answer under that id as one to its last question: one to an earlier must not go out.
        """
        if request_id is None:
            return []
        kept = [question for question in self._withdrawn if question.request_id != request_id]
        self._withdrawn = deque(kept, maxlen=_KEPT_WITHDRAWN)
        before = self._by_id.get(repr(request_id))
        if before is None:
            return []
        before.reason = reason
        self._close(before, QuestionState.WITHDRAWN, now)
        return [before]

    def take_withdrawn(self) -> list[Question]:
        """Return the questions that were withdrawn by inference since the last call.

        An inference may be wrong, and then the agent waits for ever: `cancelled` frees it, and does nothing else.
        """
        withdrawn = list(self._withdrawn)
        self._withdrawn.clear()
        return withdrawn

    def lose(self, reason: str, now: float) -> list[Question]:
        """The agent is gone: close all open questions as LOST, for *reason*, and return them."""
        lost = self.open
        for question in lost:
            question.reason = reason
            self._close(question, QuestionState.LOST, now)
        self._withdrawn.clear()
        return lost

    def take_back(self, request_id: Any, reason: str) -> Question | None:
        """The answer to *request_id* never went out, for *reason*: the question it closed is UNSENT; return that."""
        for question in reversed(self._all.values()):
            if question.request_id == request_id and question.state in _WRITTEN:
                question.state, question.reason, question.answer = QuestionState.UNSENT, reason, None
                return question
        return None

    @property
    def next_deadline(self) -> float | None:
        """The earliest deadline of an open question, in monotonic seconds."""
        deadlines = (question.deadline for question in self._open.values() if question.deadline is not None)
        return min(deadlines, default=None)

    def take_closed(self) -> list[Question]:
        """Return the questions that closed since the last call."""
        closed, self._just_closed = self._just_closed, []
        self._closed.extend(closed)
        return closed

    def forget_old(self) -> list[Question]:
        """Forget all but the last closed questions of those that `take_closed` told; return those forgotten."""
        old = [self._closed.popleft() for _ in range(len(self._closed) - KEPT_CLOSED)]
        for question in old:
            del self._all[question.key]
        return old

    def _close(self, question: Question, state: QuestionState, now: float) -> None:
        question.state = state
        question.closed_at = now
        self._just_closed.append(question)
        del self._open[question.key]
        if self._by_id.get(repr(question.request_id)) is question:
            del self._by_id[repr(question.request_id)]


def _is_up(question: Question, now: float) -> bool:
    return question.deadline is not None and question.deadline - now < _CLOCK_SKEW


def _value(question: Question, answer: Answer) -> str | bool:
    match question.kind, answer:
        case QuestionKind.SELECT, Chosen(index) if index >= 0:
            return question.options[index]
        case QuestionKind.CONFIRM, Confirmed(yes):
            return yes
        case ((QuestionKind.INPUT | QuestionKind.EDITOR), Typed(text)):
            return text
    raise ValueError(f"{answer} is no answer to a {question.kind.value}.")
