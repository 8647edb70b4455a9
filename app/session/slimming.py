"""What is kept of a question that is closed: its words as far as somebody reads them, not what only an answer needs."""

from __future__ import annotations

from app.session.bounds import LONGEST, bounded
from app.session.decision import HIDDEN
from app.session.question_context import NO_CONTEXT
from app.session.questions import Question

LONGEST_OLD = 2_000
"""In characters: what is kept of each text of a question that closed long ago."""


def slim(question: Question, longest: int = LONGEST) -> bool:
    """Keep each text of the closed *question* to *longest* characters; whether anything was left out.

    What was answered stays, up to a bound of its own. A secret does not: with less to tell it by, it would be shown.
    """
    before = (question.title, question.message, question.placeholder, question.prefill)
    kept = tuple(bounded(text, longest, longest // 5) for text in before)
    options = _first(question.options, longest)
    answer = bounded(question.answer) if isinstance(question.answer, str) else question.answer
    if (kept, answer) == (before, question.answer) and options is question.options:
        return False
    question.answer = HIDDEN if question.is_secret and answer is not None else answer
    question.title, question.message, question.placeholder, question.prefill = kept
    question.options = options
    return True


def slim_old(question: Question) -> bool:
    """Keep little of *question*, which closed long ago; whether anything of its words was left out."""
    question.context = NO_CONTEXT
    return slim(question, LONGEST_OLD)


def _first(options: list[str], longest: int) -> list[str]:
    """Return the first of *options*, *longest* characters of them, and how many are left out; all where they fit."""
    room = longest
    for number, option in enumerate(options):
        room -= len(option) + 1
        if room < 0:
            return [*options[:number], f"… {len(options) - number:,} more, not shown"]
    return options
