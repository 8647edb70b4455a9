"""What can truly be said of a question, in sentences."""

from __future__ import annotations

import math

from app.session.questions import Question

_ANNOUNCED = (30, 10, 5)
"""Seconds."""

NOT_HEARD = "The agent is still starting and cannot hear an answer yet."
NOT_HEARD_IN_TIME = (
    "The agent is still starting and cannot hear an answer yet; it may go on without one when the time is up."
)

UNAWAITED = "What asked this did not wait for the answer, but may still take it."


def notice_of(question: Question) -> str:
    """Return what the person must know before answering, or ""."""
    if question.heard:
        return UNAWAITED if question.unawaited else ""
    return NOT_HEARD if question.deadline is None else NOT_HEARD_IN_TIME


def announcement_of(before: float, left: float) -> str:
    """Return what a screen reader says when the time that is left falls from *before* to *left* seconds, or ""."""
    passed = [mark for mark in _ANNOUNCED if left <= mark < before]
    return f"{min(passed)} seconds left to answer." if passed else ""


def countdown_of(question: Question, now: float) -> str:
    """Return the time that is left at *now* (monotonic seconds), or "" without a deadline."""
    if question.deadline is None:
        return ""
    seconds = max(0, math.ceil(question.deadline - now))
    return f"{seconds} s" if seconds < 120 else f"{seconds // 60} min"
