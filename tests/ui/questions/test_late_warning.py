"""A warning in a text of megabytes: looked for in slices, and never behind the person's back."""

from __future__ import annotations

import pytest
from pytestqt.qtbot import QtBot

from app.session.question_context import QuestionContext
from app.session.questions import QuestionKind
from app.session.running_tool import running_tool
from app.ui.questions.words import DECEPTIVE, DECEPTIVE_PREFILL
from tests.ui.questions.conftest import MakeQuestion, Stage

GENUINE = "слово\n" * 100_000
TRAP = "\u202e"


def test_it_is_there_from_the_start_in_a_text_of_usual_size(stage: Stage, question: MakeQuestion) -> None:
    stage.open(question(QuestionKind.CONFIRM, title=TRAP), ready=False)
    assert stage.child("readingWarning").isVisible()


@pytest.mark.parametrize(
    ("kind", "fields", "words"),
    [
        (QuestionKind.CONFIRM, {"message": GENUINE + TRAP}, DECEPTIVE),
        (QuestionKind.SELECT, {"options": [GENUINE, GENUINE + TRAP]}, DECEPTIVE),
        (QuestionKind.INPUT, {"placeholder": GENUINE + TRAP}, DECEPTIVE),
        (QuestionKind.EDITOR, {"prefill": GENUINE + TRAP}, DECEPTIVE_PREFILL),
    ],
)
def test_what_is_found_late_makes_the_question_inert_again(
    stage: Stage, question: MakeQuestion, qtbot: QtBot, kind: QuestionKind, fields: dict[str, object], words: str
) -> None:
    dialog = stage.open(question(kind, **fields), ready=False)
    label = stage.child("readingWarning")
    assert label.isHidden()
    dialog.guard.disarm()
    dialog.guard.is_inert = False
    qtbot.waitUntil(label.isVisible)
    assert label.text() == words
    assert dialog.guard.is_inert
    stage.wait_ready()


def test_a_text_that_deceives_nobody_has_none(stage: Stage, question: MakeQuestion, qtbot: QtBot) -> None:
    stage.open(question(QuestionKind.CONFIRM, message=GENUINE))
    assert stage.child("readingWarning").isHidden()


def test_a_command_that_deceives_at_its_end_is_told(stage: Stage, question: MakeQuestion, qtbot: QtBot) -> None:
    tools = [running_tool(str(number), "bash", {"command": GENUINE[:90_000]}) for number in range(4)]
    tools.append(running_tool("last", "bash", {"command": "echo" + TRAP}))
    stage.open(question(QuestionKind.CONFIRM, context=QuestionContext(tuple(tools))), ready=False)
    assert stage.child("contextWarning").isHidden()
    qtbot.waitUntil(stage.child("contextWarning").isVisible)
