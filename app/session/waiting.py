"""Which questions wait, equal ones together: a storm of the same question is one thing to look at."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass

from app.session.questions import Question


@dataclass(frozen=True, slots=True)
class WaitingGroup:
    """Equal questions, oldest first; there is at least one."""

    questions: tuple[Question, ...]

    @property
    def oldest(self) -> Question:
        """The one that has waited longest."""
        return self.questions[0]

    @property
    def count(self) -> int:
        """How many there are."""
        return len(self.questions)

    @property
    def deadline(self) -> float | None:
        """The first deadline among them, in monotonic seconds."""
        return min((one.deadline for one in self.questions if one.deadline is not None), default=None)


def group_equal(questions: Iterable[Question]) -> list[WaitingGroup]:
    """Return *questions* (oldest first) in groups that ask the very same, in the order of their oldest."""
    groups: dict[object, list[Question]] = {}
    for question in questions:
        groups.setdefault(_what_is_asked(question), []).append(question)
    return [WaitingGroup(tuple(group)) for group in groups.values()]


def equal_to(question: Question, questions: Iterable[Question]) -> list[Question]:
    """Return those of *questions* that ask the very same as *question*, itself among them."""
    asked = _what_is_asked(question)
    return [other for other in questions if _what_is_asked(other) == asked]


def _what_is_asked(question: Question) -> object:
    return (
        question.kind,
        question.title,
        question.message,
        tuple(question.options),
        question.placeholder,
        question.prefill,
    )
