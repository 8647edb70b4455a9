"""What the inbox says of the questions that wait."""

from __future__ import annotations

import pytest
from PySide6.QtCore import Qt
from pytestqt.modeltest import ModelTester
from pytestqt.qtbot import QtBot

from app.models.inbox import COUNT_ROLE, DETAIL_ROLE, KEY_ROLE, InboxModel, duration, time_left
from app.session.questions import Question, QuestionKind
from app.session.waiting import group_equal


def question(key: int, title: str, deadline: float | None = None) -> Question:
    return Question(key, key, QuestionKind.CONFIRM, title, opened_at=100.0, deadline=deadline)


def test_a_row_tells_what_waits_how_long_and_how_often(qtbot: QtBot, qtmodeltester: ModelTester) -> None:
    model = InboxModel()
    qtmodeltester.check(model)
    model.set_groups(group_equal([question(4, "Go\non?", 190.0), question(6, "Go\non?")]), "work", 142.0)
    row = model.index(0)
    assert row.data() == "Go on?"
    assert row.data(DETAIL_ROLE) == "Confirm · 48 s left to answer · asked 2 times, first 42 s ago · work"
    assert row.data(Qt.ItemDataRole.AccessibleTextRole) == f"Go on?, {row.data(DETAIL_ROLE)}"
    assert (row.data(KEY_ROLE), row.data(COUNT_ROLE), row.data(Qt.ItemDataRole.DecorationRole)) == (4, 2, None)
    assert (model.row_of(6), model.row_of(5), model.keys(0)) == (0, -1, [4, 6])


def test_the_tooltip_is_no_markup_of_the_agent(qtbot: QtBot) -> None:
    model = InboxModel()
    model.set_groups(group_equal([question(1, "<b>Go</b>")]), "", 100.0)
    assert model.index(0).data(Qt.ItemDataRole.ToolTipRole) == "<span>&lt;b&gt;Go&lt;/b&gt;</span>"


def test_a_question_without_a_title_has_a_name(qtbot: QtBot) -> None:
    model = InboxModel()
    model.set_groups(group_equal([question(1, " ")]), "", 100.0)
    assert model.index(0).data() == "The agent asks"


def test_time_that_passes_changes_rows_and_resets_nothing(qtbot: QtBot) -> None:
    model = InboxModel()
    groups = group_equal([question(1, "Go?")])
    model.set_now(99.0)
    model.set_groups(groups, "", 100.0)
    assert model.index(0).data(DETAIL_ROLE) == "Confirm · asked just now"
    with qtbot.assertNotEmitted(model.modelReset), qtbot.waitSignal(model.dataChanged):
        model.set_groups(groups, "", 161.0)
    assert model.index(0).data(DETAIL_ROLE) == "Confirm · asked 61 s ago"


@pytest.mark.parametrize(
    ("seconds", "words"), [(-1, "0 s"), (119.9, "119 s"), (120, "2 min"), (7199, "119 min"), (7200, "2 h")]
)
def test_a_duration_has_one_unit(seconds: float, words: str) -> None:
    assert duration(seconds) == words


@pytest.mark.parametrize(("seconds", "words"), [(-1, "0 s left"), (41.2, "42 s left"), (779.9, "13 min left")])
def test_a_second_that_began_is_still_left(seconds: float, words: str) -> None:
    assert time_left(seconds) == words
