"""What can truly be said of a question, in sentences."""

from __future__ import annotations

from collections.abc import Iterator

from app.models.inbox import time_left
from app.session.pieces import cost_of, pieces
from app.session.plain import one_line
from app.session.question_context import QuestionContext
from app.session.questions import Question
from app.session.revealed import is_deceptive

_ANNOUNCED = (30, 10, 5)
"""Seconds."""

NOT_HEARD = "The agent is still starting and cannot hear an answer yet."
NOT_HEARD_IN_TIME = (
    "The agent is still starting and cannot hear an answer yet; it may go on without one when the time is up."
)

UNAWAITED = "What asked this did not wait for the answer, but may still take it."

DECEPTIVE = "The question contains characters that can change how it reads: they are marked ⟨so⟩."
DECEPTIVE_CONTEXT = "Contains characters that can change how this reads: they are marked ⟨so⟩."
DECEPTIVE_PREFILL = "The text below contains characters that can change how it reads."

_NAMES_TOLD = 3


def notice_of(question: Question) -> str:
    """Return what the person must know before answering, or ""."""
    if question.heard:
        return UNAWAITED if question.unawaited else ""
    return NOT_HEARD if question.deadline is None else NOT_HEARD_IN_TIME


def reading_looks(question: Question) -> Iterator[tuple[int, str]]:
    """Yield the warnings that *question* may read otherwise than it is: a look at a piece each, with its cost, and "".

    For a text that is one piece the first look tells all.
    """
    for text in (question.title, question.message, *question.options, question.placeholder):
        yield from _looks(text, DECEPTIVE)
    yield from _looks(question.prefill, DECEPTIVE_PREFILL)


def _looks(text: str, warning: str) -> Iterator[tuple[int, str]]:
    if not text.isascii():
        for piece in pieces(text):
            yield cost_of(piece), warning if is_deceptive(piece) else ""


def context_title(context: QuestionContext) -> str:
    """Return what stands above *context*: it never says which of several asks, for nobody tells."""
    if context.count == 0:
        return "Said before this was asked"
    if context.count == 1:
        return "Running when this was asked"
    return f"{context.count:,} running when this was asked; any of them may ask"


def context_names(context: QuestionContext) -> str:
    """Return what ran, by name, in a few words; "" when nothing did."""
    names = [one_line(name, 24) for name in (*(tool.name for tool in context.tools), *context.commands)]
    more = context.count - _NAMES_TOLD
    return ", ".join([*names[:_NAMES_TOLD], *([f"{more:,} more"] if more > 0 else [])])


def announcement_of(before: float, left: float) -> str:
    """Return what a screen reader says when the time that is left falls from *before* to *left* seconds, or ""."""
    passed = [mark for mark in _ANNOUNCED if left <= mark < before]
    return f"{min(passed)} seconds left to answer." if passed else ""


def countdown_of(question: Question, now: float) -> str:
    """Return the time that is left at *now* (monotonic seconds), or "" without a deadline."""
    return "" if question.deadline is None else time_left(question.deadline - now)
