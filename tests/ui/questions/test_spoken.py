"""What a screen reader says of questions."""

from __future__ import annotations

from typing import Any

import pytest
from PySide6.QtGui import QAccessible, QAccessibleEvent

from app.session.questions import QuestionKind, QuestionState
from app.ui.questions.spoken import closing_of, opening_of
from tests.ui.questions.conftest import MakeQuestion, Stage


@pytest.mark.parametrize(
    ("kind", "fields", "sentence"),
    [
        (QuestionKind.SELECT, {"options": ["One", "", "Two\n"]}, "The agent asks: Go? Options: One, empty, Two."),
        (QuestionKind.SELECT, {"options": ["x"] * 10}, "The agent asks: Go? 10 options."),
        (QuestionKind.CONFIRM, {"message": "All\nof it"}, "The agent asks: Go? All of it. Yes or No."),
        (QuestionKind.INPUT, {}, "The agent asks: Go? A line to write."),
        (QuestionKind.EDITOR, {}, "The agent asks: Go? A text to edit."),
    ],
)
def test_the_title_and_the_choices_are_said(
    question: MakeQuestion, kind: QuestionKind, fields: dict[str, Any], sentence: str
) -> None:
    assert opening_of(question(kind, "Go?", **fields)) == sentence


def test_every_end_is_said(question: MakeQuestion) -> None:
    asked = question(QuestionKind.CONFIRM)
    for state in QuestionState:
        asked.state = state
        assert bool(closing_of(asked)) == (state not in (QuestionState.OPEN, QuestionState.UNSENT))


def test_a_question_is_said_once_when_it_comes_and_once_when_it_goes(
    stage: Stage, question: MakeQuestion, monkeypatch: pytest.MonkeyPatch
) -> None:
    said: list[str] = []

    def listen(event: QAccessibleEvent) -> None:
        said.append(event.message())  # type: ignore[attr-defined]

    monkeypatch.setattr(QAccessible, "updateAccessibility", listen)
    first, second = question(QuestionKind.CONFIRM, "One?"), question(QuestionKind.CONFIRM, "Two?")
    stage.open(first)
    stage.open(second)
    stage.dialog.move_requested.emit(1)
    stage.dialog.move_requested.emit(1)
    assert said == ["The agent asks: One? Yes or No.", "The agent asks: Two? Yes or No."]
    first.state = QuestionState.EXPIRED
    stage.presenter.close(first.key)
    assert said[2:] == ["The time to answer is up."]
