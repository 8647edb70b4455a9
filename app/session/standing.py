"""Standing answers: the person said once what is to be answered, always, to exactly this question.

Exactly: kind, title, message and options must be equal, character by character. What runs when it is asked is not
looked at. Free text never has a standing answer. One that is used very often in a short time is paused: a loop of the
agent must come before a person again.
"""

from __future__ import annotations

from collections import deque
from collections.abc import Iterable
from dataclasses import dataclass, replace
from enum import Enum
from typing import NamedTuple

from app.session.decision import Decision
from app.session.questions import Chosen, Confirmed, Question, QuestionKind, QuestionState

PREFIX = "standing:"
"""Ids begin so: in the answer log they stand where "you" or "clock" may stand."""
MOST_USES = 50
"""So many uses of one within `USES_SECONDS` pause it."""
USES_SECONDS = 10.0
MOST_ANSWERS = 200
_LONGEST = 20_000
"""In characters, all of a question together: what is longer cannot be read before it is agreed to."""
_MOST_OPTIONS = 200
_LATEST = 1e11
"""In seconds since the epoch; beyond, there is no date."""

_ALLOWED = (QuestionKind.SELECT, QuestionKind.CONFIRM)


class Scope(Enum):
    """Where a standing answer holds."""

    SESSION = "session"
    """In one session of the agent, until the program ends."""
    PROJECT = "project"


class Asked(NamedTuple):
    """All that must be equal."""

    kind: QuestionKind
    title: str
    message: str
    options: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class StandingAnswer:
    """*choice* is the index of the option for a select, *yes* the answer to a confirm; the other one is None.

    *session* is the id of the session for Scope.SESSION, else "". *made* and *last_used* are in seconds since the
    epoch. Raises ValueError for what is no answer to such a question.
    """

    id: str
    scope: Scope
    kind: QuestionKind
    title: str
    message: str
    options: tuple[str, ...]
    choice: int | None = None
    yes: bool | None = None
    session: str = ""
    made: float = 0.0
    uses: int = 0
    last_used: float | None = None
    paused: bool = False

    def __post_init__(self) -> None:
        """Check that it can be given."""
        if not self.id.startswith(PREFIX):
            raise ValueError(f"its id does not begin with “{PREFIX}”")
        if (self.scope is Scope.SESSION) != bool(self.session):
            raise ValueError("a session is named for the scope “session”, and for no other")
        if problem := _problem(self.asked):
            raise ValueError(problem)
        is_select = self.kind is QuestionKind.SELECT
        if (self.choice is not None) != is_select or (self.yes is None) != is_select:
            raise ValueError("its answer does not fit the question")
        if self.choice is not None and not 0 <= self.choice < len(self.options):
            raise ValueError("the question does not have the option that it answers")
        if self.uses < 0 or not all(0 <= when <= _LATEST for when in (self.made, self.last_used or 0)):
            raise ValueError("its counts or times cannot be")

    @property
    def asked(self) -> Asked:
        """The question that it answers."""
        return Asked(self.kind, self.title, self.message, self.options)

    @property
    def answer(self) -> Chosen | Confirmed:
        """What is answered."""
        return Confirmed(bool(self.yes)) if self.choice is None else Chosen(self.choice)

    @property
    def words(self) -> str:
        """What is answered, as the answer log has it: the option, "yes" or "no"."""
        return words_of(self.asked, self.answer)


def asked_of(question: Question) -> Asked:
    """Return what a standing answer to *question* looks at."""
    return Asked(question.kind, question.title, question.message, tuple(question.options))


def words_of(asked: Asked, answer: Chosen | Confirmed) -> str:
    """Return *answer* to *asked* as the answer log has it."""
    if isinstance(answer, Chosen):
        return asked.options[answer.index]
    return "yes" if answer.yes else "no"


def why_not(question: Question) -> str:
    """Return why *question* cannot have a standing answer, as a sentence; "" when it can."""
    problem = _problem(asked_of(question))
    return f"{problem[0].upper()}{problem[1:]}." if problem else ""


def _problem(asked: Asked) -> str:
    if asked.kind not in _ALLOWED:
        return "free text never has a standing answer"
    if bool(asked.options) != (asked.kind is QuestionKind.SELECT):
        return "the options do not fit the question"
    if not (asked.title + asked.message).strip():
        return "a question without words cannot be told from others"
    texts = (asked.title, asked.message, *asked.options)
    if sum(map(len, texts)) > _LONGEST or len(asked.options) > _MOST_OPTIONS:
        return "the question is too long to be agreed to for ever"
    try:
        "".join(texts).encode()
    except UnicodeEncodeError:
        return "the question holds halves of characters"
    return ""


def standing_answer(
    question: Question, answer: Chosen | Confirmed, *, number: str, session: str, made: float
) -> StandingAnswer:
    """Return the standing *answer* to exactly *question*, with *number* in its id.

    *session* is the id of the session that it is for, "" for the whole project; *made* is in seconds since the epoch.
    Raises ValueError where that cannot be.
    """
    asked = asked_of(question)
    return StandingAnswer(
        f"{PREFIX}{number}",
        Scope.SESSION if session else Scope.PROJECT,
        *asked,
        choice=answer.index if isinstance(answer, Chosen) else None,
        yes=answer.yes if isinstance(answer, Confirmed) else None,
        session=session,
        made=made,
    )


class StandingAnswers:
    """All that hold now, in the order in which they were made."""

    def __init__(self) -> None:
        """Start without any."""
        self._answers: dict[str, StandingAnswer] = {}
        self._uses: dict[str, deque[float]] = {}

    @property
    def all(self) -> list[StandingAnswer]:
        """All of them, the oldest first."""
        return list(self._answers.values())

    def add(self, answer: StandingAnswer) -> None:
        """Let *answer* hold; one to the same question in the same scope makes way. Raises ValueError when full."""
        rest = {key: one for key, one in self._answers.items() if not _stands_for(one, answer)}
        if len(rest) >= MOST_ANSWERS:
            raise ValueError(f"There are {MOST_ANSWERS} standing answers already. Revoke one first.")
        self._answers = {**rest, answer.id: answer}
        self._uses.pop(answer.id, None)

    def remove(self, key: str) -> StandingAnswer | None:
        """Let the one with the id *key* hold no more, and return it; None when it does not."""
        self._uses.pop(key, None)
        return self._answers.pop(key, None)

    def resume(self, key: str) -> None:
        """Let the paused one with the id *key* answer again, if it is there."""
        if key in self._answers:
            self._answers[key] = replace(self._answers[key], paused=False)
            self._uses.pop(key, None)

    def replace_project(self, answers: Iterable[StandingAnswer]) -> None:
        """Let *answers* be all that hold in the project; those of sessions stay."""
        of_sessions = [one for one in self._answers.values() if one.scope is Scope.SESSION]
        self._answers = {one.id: one for one in (*answers, *of_sessions)}
        self._uses = {key: uses for key, uses in self._uses.items() if key in self._answers}

    def count(self, key: str, uses: int, last_used: float | None, paused: bool = False) -> None:
        """Add *uses* to the one with the id *key*, and pause it where *paused*, if it is there."""
        if key in self._answers:
            one = self._answers[key]
            self._answers[key] = replace(
                one, uses=one.uses + uses, last_used=last_used or one.last_used, paused=one.paused or paused
            )

    def match(self, question: Question, session: str) -> StandingAnswer | None:
        """Return the one that answers the open *question*, asked in the session with the id *session* ("" unknown).

        That of the session goes before that of the project, and may be one while it is not known which session it is.
        A paused one leaves the question to the person.
        """
        asked = asked_of(question)
        equal = [one for one in self._answers.values() if one.asked == asked]
        fitting = [one for one in equal if one.session in ("", session)]
        is_unsure = not session and len(fitting) < len(equal)
        if not question.is_open or is_unsure or any(one.paused for one in fitting):
            return None
        return max(fitting, key=_narrowness, default=None)

    def use(self, key: str, now: float, when: float) -> StandingAnswer:
        """Count a use of the one with the id *key*, and return it as it is then: paused, when it was one of too many.

        *now* is in monotonic seconds, *when* in seconds since the epoch. Raises KeyError when it is not there.
        """
        recent = self._uses.setdefault(key, deque(maxlen=MOST_USES))
        recent.append(now)
        paused = len(recent) == MOST_USES and now - recent[0] <= USES_SECONDS
        self.count(key, 1, when, paused)
        return self._answers[key]


def _stands_for(one: StandingAnswer, other: StandingAnswer) -> bool:
    return one.id == other.id or (one.asked == other.asked and one.session == other.session)


def _narrowness(answer: StandingAnswer) -> bool:
    return answer.scope is Scope.SESSION


@dataclass(frozen=True, slots=True)
class DryRun:
    """What would have been, over *looked_at* past questions.

    It would have answered *same* of them; *otherwise* of these the person had decided differently.
    """

    looked_at: int
    same: int
    otherwise: int


def dry_run(asked: Asked, words: str | None, decisions: Iterable[Decision]) -> DryRun:
    """Return what the answer *words* to *asked* would have done to *decisions*; None is no answer yet."""
    looked_at = same = otherwise = 0
    for past in decisions:
        looked_at += 1
        if (past.kind, past.title, past.message, past.options) != (asked.kind.value, *asked[1:]):
            continue
        same += 1
        decided = past.by == "you" and past.outcome in (QuestionState.ANSWERED.value, QuestionState.CANCELLED.value)
        otherwise += words is not None and decided and past.answer != words
    return DryRun(looked_at, same, otherwise)
