"""Equal questions are one group; anything that differs in what is asked is another."""

from __future__ import annotations

from typing import Any

import pytest

from app.session.questions import Question, QuestionKind
from app.session.waiting import equal_to, group_equal


def question(key: int, title: str = "Delete?", deadline: float | None = None, **fields: Any) -> Question:
    return Question(key, f"id-{key}", QuestionKind.SELECT, title, deadline=deadline, **fields)


def test_groups_come_in_the_order_of_their_oldest() -> None:
    groups = group_equal([question(1), question(2, "Other?"), question(3)])
    assert [[one.key for one in group.questions] for group in groups] == [[1, 3], [2]]
    assert (groups[0].oldest.key, groups[0].count) == (1, 2)
    assert group_equal([]) == []


@pytest.mark.parametrize(
    "fields", [{"title": "delete?"}, {"message": "m"}, {"options": ["a"]}, {"placeholder": "p"}, {"prefill": "t"}]
)
def test_whatever_else_is_asked_stands_apart(fields: dict[str, Any]) -> None:
    assert len(group_equal([question(1), question(2, **fields)])) == 2


def test_a_group_has_the_first_of_its_deadlines() -> None:
    (group,) = group_equal([question(1), question(2, deadline=9.0), question(3, deadline=7.0)])
    assert group.deadline == 7.0
    assert group_equal([question(1)])[0].deadline is None


def test_the_equals_of_a_question_are_it_and_the_same() -> None:
    first, other, same = question(1), question(2, "Other?"), question(3)
    assert equal_to(first, [first, other, same]) == [first, same]
