"""One row of the answer log: what was asked, who or what decided, how, and how long it took."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from app.session.questions import Question, QuestionState

HIDDEN = "(hidden)"
"""Stands for an answer that seems to be a secret: it is kept nowhere."""
_LONGEST = 20_000
"""In characters: what is kept of one field."""
_MOST_OPTIONS = 200
_LONGEST_OPTIONS = 100_000
"""In characters, all that are kept together."""

_BY_AGENT = (QuestionState.WITHDRAWN, QuestionState.LOST)


@dataclass(frozen=True, slots=True)
class Decision:
    """How a question closed.

    *when* is in seconds since the epoch; *seconds* is how long it was open. *by* is "you", "clock", "agent", "stop", or
    the id of a standing answer. *answer* is None where nothing was answered.
    """

    when: float
    session: str
    kind: str
    title: str
    message: str
    options: tuple[str, ...]
    outcome: str
    by: str
    answer: str | None
    seconds: float
    reason: str


def decision_of(question: Question, session: str, when: float, now: float) -> Decision:
    """Return how the closed *question* of *session* was decided; *when* is in seconds since the epoch.

    *now* is the same moment in the monotonic seconds of the question.
    """
    closed_at = now if question.closed_at is None else question.closed_at
    return Decision(
        when=when - (now - closed_at),
        session=session,
        kind=question.kind.value,
        title=_cut(question.title),
        message=_cut(question.message),
        options=tuple(_options(question)),
        outcome=question.state.value,
        by=_by(question),
        answer=_answer(question),
        seconds=max(0.0, closed_at - question.opened_at),
        reason=question.reason,
    )


def _options(question: Question) -> Iterator[str]:
    room = _LONGEST_OPTIONS
    for option in question.options[:_MOST_OPTIONS]:
        kept = _cut(option)
        room -= len(kept)
        if room < 0:
            return
        yield kept


def _by(question: Question) -> str:
    if question.state is QuestionState.EXPIRED:
        return "clock"
    if question.state is QuestionState.STOPPED:
        return "stop"
    return "agent" if question.state in _BY_AGENT else question.decided_by or "you"


def _answer(question: Question) -> str | None:
    if question.answer is None:
        return None
    if question.is_secret:
        return HIDDEN
    if isinstance(question.answer, bool):
        return "yes" if question.answer else "no"
    return _cut(question.answer)


def _cut(text: str) -> str:
    # Half of a surrogate pair cannot be kept in a file of text.
    whole = text[:_LONGEST].encode(errors="replace").decode()
    return whole if len(text) <= _LONGEST else f"{whole}… ({len(text):,} characters)"
