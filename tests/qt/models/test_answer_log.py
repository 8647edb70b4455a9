"""How the answer log reads."""

from __future__ import annotations

from typing import Any

import pytest
from PySide6.QtCore import Qt
from pytestqt.modeltest import ModelTester
from pytestqt.qtbot import QtBot

from app.models.answer_log import DETAIL_ROLE, AnswerLogModel
from tests.unit.settings.test_answer_store import decision


@pytest.mark.parametrize(
    ("fields", "words"),
    [
        ({"answer": "Yes\nplease"}, "Yes please"),
        ({"answer": ""}, "an empty answer"),
        ({"outcome": "cancelled", "answer": None}, "cancelled"),
        ({"outcome": "expired", "answer": None, "by": "clock"}, "not in time"),
        ({"outcome": "unsent", "answer": None}, "the answer was not sent"),
    ],
)
def test_a_row_tells_what_was_decided(
    qtbot: QtBot, qtmodeltester: ModelTester, fields: dict[str, Any], words: str
) -> None:
    model = AnswerLogModel()
    qtmodeltester.check(model)
    model.set_decisions([decision("Go\non?", **fields)])
    row = model.index(0)
    assert row.data() == "Go on?"
    assert row.data(DETAIL_ROLE).split(" · ")[1:] == [words, "after 2 s"]
    assert row.data(Qt.ItemDataRole.AccessibleTextRole) == f"Go on?, {row.data(DETAIL_ROLE)}"
    assert row.data(Qt.ItemDataRole.DecorationRole) is None


def test_a_standing_answer_is_told(qtbot: QtBot) -> None:
    model = AnswerLogModel()
    model.set_decisions([decision("", by="rule-1")])
    assert model.index(0).data() == "(no title)"
    assert model.index(0).data(DETAIL_ROLE).endswith("standing answer")


def test_the_tooltip_is_no_markup_of_the_agent(qtbot: QtBot) -> None:
    model = AnswerLogModel()
    model.set_decisions([decision("<b>Go</b>")])
    assert "&lt;b&gt;Go&lt;/b&gt;\nYes" in model.index(0).data(Qt.ItemDataRole.ToolTipRole)
