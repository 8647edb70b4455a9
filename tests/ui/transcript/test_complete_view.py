"""Whatever happens to conversation and window, the view is complete: measured, without holes, at its place."""

from __future__ import annotations

from collections.abc import Callable
from itertools import pairwise

from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st
from PySide6.QtCore import QPoint, Qt
from PySide6.QtTest import QTest

from app.session.entries import AssistantEntry, TextBlock, UserEntry
from tests.ui.transcript.conftest import Stage


def say(stage: Stage, number: int) -> None:
    """Add a message of one of many heights."""
    stage.say("paragraph " * number + "\n\n- item\n\n```\ncode\n```\n" * (number % 5))


def grow(stage: Stage, number: int) -> None:
    """Let some message grow."""
    entry = stage.entries[number % len(stage.entries)]
    if isinstance(entry, AssistantEntry) and isinstance(block := entry.blocks[0], TextBlock):
        block.body.append("more\n\n" * (number % 7))
        stage.changed(number % len(stage.entries))


def drag(stage: Stage, number: int) -> None:
    """Put the scroll bar anywhere."""
    bar = stage.view.verticalScrollBar()
    bar.setValue(bar.maximum() * number // 400)


def resize(stage: Stage, number: int) -> None:
    """Give the window another size."""
    stage.view.resize(250 + 3 * number, 100 + 2 * number)


def press(stage: Stage, number: int) -> None:
    """Press a key that moves."""
    keys = (Qt.Key.Key_Home, Qt.Key.Key_End, Qt.Key.Key_PageUp, Qt.Key.Key_PageDown, Qt.Key.Key_Up, Qt.Key.Key_Down)
    QTest.keyClick(stage.view, keys[number % len(keys)])


def click(stage: Stage, number: int) -> None:
    """Click anywhere: it may fold and unfold."""
    stage.click(QPoint(50 + number % 200, number % max(1, stage.view.viewport().height())))


def wheel(stage: Stage, number: int) -> None:
    """Scroll up a little."""
    stage.wheel_up(number % 9)


Step = Callable[[Stage, int], None]
STEPS = st.lists(
    st.tuples(st.sampled_from([say, say, say, grow, drag, resize, press, click, wheel]), st.integers(0, 400)),
    max_size=40,
)


@settings(max_examples=40, deadline=None, suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(STEPS)
def test_the_view_is_always_complete(stage: Stage, steps: list[tuple[Step, int]]) -> None:
    stage.entries[:] = [UserEntry("start")]
    stage.view.reset()
    stage.view.resize(900, 600)
    for step, number in steps:
        step(stage, number)
        check(stage)


def check(stage: Stage) -> None:
    """Fail unless everything in view is laid out, one below the other, and the scroll bar agrees."""
    view = stage.view
    view.visible_text()
    seen = view._in_view(view._scroll_top())
    for (index, top), (following, next_top) in pairwise(seen):
        assert (following, next_top) == (index + 1, top + view._heights[index])
    last, top = seen[-1]
    assert last == len(stage.entries) - 1 or top + view._heights[last] >= view.viewport().height()
    assert not view._measure_view()
    assert view.verticalScrollBar().value() == view._scroll_top()
    assert not view.is_following or view._scroll_top() == view._most_top()
