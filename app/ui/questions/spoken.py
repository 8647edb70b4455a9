"""What a screen reader says of a question when it comes and when it goes."""

from __future__ import annotations

from PySide6.QtCore import QObject
from PySide6.QtGui import QAccessible, QAccessibleAnnouncementEvent

from app.session.plain import one_line
from app.session.questions import Question, QuestionKind, QuestionState

_TOLD_OPTIONS = 9
"""More are only counted: nobody listens to a hundred."""
_ENDS = ".?!:…"
_CLOSED = {
    QuestionState.ANSWERED: "The question is answered.",
    QuestionState.CANCELLED: "The question is cancelled.",
    QuestionState.STOPPED: "The question is cancelled by Stop.",
    QuestionState.EXPIRED: "The time to answer is up.",
    QuestionState.WITHDRAWN: "The agent went on without an answer.",
    QuestionState.LOST: "The question is gone with the agent.",
}


def say(speaker: QObject, sentence: str) -> None:
    """Let a screen reader say *sentence*, from *speaker*."""
    QAccessible.updateAccessibility(QAccessibleAnnouncementEvent(speaker, sentence))


def opening_of(question: Question) -> str:
    """Return the title, what more is to be read, and the choices."""
    parts = [f"The agent asks: {one_line(question.title, 300)}", one_line(question.message, 300), _choices(question)]
    return " ".join(part if part[-1] in _ENDS else f"{part}." for part in parts if part)


def closing_of(question: Question) -> str:
    """Return how the closed *question* closed."""
    return _CLOSED.get(question.state, "")


def _choices(question: Question) -> str:
    match question.kind:
        case QuestionKind.SELECT if len(question.options) > _TOLD_OPTIONS:
            return f"{len(question.options)} options"
        case QuestionKind.SELECT:
            return "Options: " + ", ".join(one_line(option, 100) or "empty" for option in question.options)
        case QuestionKind.CONFIRM:
            return "Yes or No"
        case QuestionKind.INPUT:
            return "A line to write"
        case QuestionKind.EDITOR:
            return "A text to edit"
