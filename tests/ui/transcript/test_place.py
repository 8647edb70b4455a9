"""The place in the transcript: what is being read stays where it is, whatever happens around it."""

from __future__ import annotations

import pytest
from PySide6.QtCore import QPoint, Qt
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QPushButton

from app.session.entries import NoticeEntry, NoticeKind, TextBlock, ToolBlock, ToolEntry, ToolState, UserEntry
from tests.ui.transcript.conftest import Stage


def tall(stage: Stage, count: int = 30) -> None:
    """Messages far higher than anybody would guess from outside."""
    stage.entries[:] = [UserEntry(f"Message {number}\n" + "line\n" * 60) for number in range(count)]
    stage.view.reset()


def test_the_wheel_moves_by_its_steps_over_messages_of_unknown_height(stage: Stage) -> None:
    tall(stage)
    stage.view.visible_text()
    step = stage.view.verticalScrollBar().singleStep()
    for _ in range(60):
        seen = dict(stage.view._in_view(stage.view._scroll_top()))
        stage.wheel_up(1)
        stage.view.visible_text()
        now = dict(stage.view._in_view(stage.view._scroll_top()))
        moved = {now[index] - seen[index] for index in now.keys() & seen.keys()}
        assert moved == {step}


def test_the_end_is_the_end_whatever_the_heights_turn_out_to_be(stage: Stage) -> None:
    tall(stage)
    assert stage.text.startswith("Message 29")
    assert stage.top(29) + stage.view._heights[29] <= stage.view.viewport().height()


def test_what_is_added_or_grows_elsewhere_moves_nothing(stage: Stage) -> None:
    stage.fill(200)
    last = stage.say("growing")
    stage.wheel_up(20)
    index, top = stage.view._in_view(stage.view._scroll_top())[2]
    for number in range(30):
        stage.add(NoticeEntry(NoticeKind.MODEL, f"notice {number}"))
        block = last.blocks[0]
        assert isinstance(block, TextBlock)
        block.body.append(" more\n\n")
        stage.changed(200)
    assert stage.top(index) == top
    assert not stage.view.is_following
    button = stage.view.findChild(QPushButton, "jumpToLatest")
    assert button.isVisible()
    assert button.text() == "Jump to latest · 30 new"


def test_a_part_stays_at_the_top_when_the_width_changes(stage: Stage) -> None:
    stage.say("\n\n".join(f"Paragraph {number} " + "with many words " * 20 for number in range(40)))
    stage.add(*[UserEntry("after")] * 40)
    stage.view.visible_text()
    QTest.keyClick(stage.view, Qt.Key.Key_Home)
    stage.view.visible_text()
    layout = stage.view._layouts[0]
    stage.view.verticalScrollBar().setValue(layout.placed[20].top + 20)
    assert stage.top(0) == -layout.placed[20].top
    for width in (500, 1200, 420):
        stage.view.resize(width, 600)
        assert stage.top(0) == -layout.placed[20].top


def test_what_was_unfolded_stays_under_the_pointer(stage: Stage) -> None:
    stage.fill(50)
    block = ToolBlock("c", "bash", {"command": "make"}, state=ToolState.DONE)
    block.output.append("line\n" * 150)
    stage.add(ToolEntry(block))
    assert stage.view.is_following
    before = stage.top(50)
    stage.click(stage.head(50))
    assert stage.top(50) == before
    assert not stage.view.is_following
    stage.click(stage.head(50))
    assert stage.top(50) == before
    assert stage.view.is_following


def test_home_end_and_the_slider_reach_the_edges(stage: Stage) -> None:
    tall(stage)
    stage.wheel_up(3)
    QTest.keyClick(stage.view, Qt.Key.Key_Home)
    assert stage.top(0) == 20
    QTest.keyClick(stage.view, Qt.Key.Key_End)
    stage.view.visible_text()
    assert stage.view.is_following
    bar = stage.view.verticalScrollBar()
    bar.setSliderDown(True)
    bar.setValue(0)
    bar.setSliderDown(False)
    assert stage.top(0) == 20


def test_scrolling_up_step_by_step_comes_to_the_start(stage: Stage) -> None:
    tall(stage, 8)
    for _ in range(200):
        stage.wheel_up(2)
    assert stage.top(0) == 20


def test_twenty_thousand_messages_lay_out_only_what_is_in_view(stage: Stage) -> None:
    stage.fill(20_000)
    stage.view.visible_text()
    assert stage.view.laid_out() < 30
    stage.view.verticalScrollBar().setValue(stage.view.verticalScrollBar().maximum() // 2)
    assert stage.view.laid_out() < 60
    stage.add(UserEntry("one more"))
    assert stage.view.laid_out() < 60


@pytest.mark.parametrize("place", [QPoint(2, 2), QPoint(450, 590)])
def test_a_click_beside_everything_does_nothing(stage: Stage, place: QPoint) -> None:
    stage.fill(1)
    stage.view.visible_text()
    stage.click(place)
    assert (stage.links, stage.questions) == ([], [])
