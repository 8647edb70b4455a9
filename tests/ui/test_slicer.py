"""Work in slices: a little in each turn, and nothing once it is stopped."""

from __future__ import annotations

from collections.abc import Iterator

import pytest
from PySide6.QtCore import QObject
from PySide6.QtWidgets import QApplication
from pytestqt.qtbot import QtBot

from app.ui.slicer import PER_TURN, Slicer


class Work:
    """Steps of a third of a turn each, and how many were taken."""

    def __init__(self, count: int) -> None:
        self.taken = 0
        self._count = count

    def steps(self) -> Iterator[int]:
        """Take one step after another."""
        for _ in range(self._count):
            self.taken += 1
            yield PER_TURN // 3


@pytest.fixture
def slicer(qapp: QApplication) -> Iterator[Slicer]:
    """A slicer with nothing to do."""
    parent = QObject()
    yield Slicer(parent)
    parent.deleteLater()


def test_the_first_turn_is_taken_at_once_and_the_others_later(slicer: Slicer, qtbot: QtBot) -> None:
    work = Work(10)
    with qtbot.waitSignal(slicer.finished):
        slicer.start(work.steps())
        assert (work.taken, slicer.is_busy) == (3, True)
    assert (work.taken, slicer.is_busy) == (10, False)


def test_little_work_is_done_at_once(slicer: Slicer, qtbot: QtBot) -> None:
    with qtbot.waitSignal(slicer.finished, timeout=0, raising=False) as told:
        slicer.start(Work(2).steps())
    assert told.signal_triggered
    assert not slicer.is_busy


def test_what_was_stopped_goes_no_further(slicer: Slicer, qtbot: QtBot) -> None:
    work = Work(10)
    slicer.start(work.steps())
    slicer.stop()
    with qtbot.assertNotEmitted(slicer.finished, wait=20):
        pass
    assert (work.taken, slicer.is_busy) == (3, False)


def test_other_work_takes_its_place(slicer: Slicer, qtbot: QtBot) -> None:
    first, second = Work(10), Work(10)
    slicer.start(first.steps())
    with qtbot.waitSignal(slicer.finished):
        slicer.start(second.steps())
    assert (first.taken, second.taken) == (3, 10)


def test_a_step_may_stop_its_own_work(slicer: Slicer, qtbot: QtBot) -> None:
    def steps() -> Iterator[int]:
        yield 1
        slicer.stop()
        yield 1

    with qtbot.assertNotEmitted(slicer.finished, wait=20):
        slicer.start(steps())
    assert not slicer.is_busy
