"""The PySide6 that is pinned keeps its references to None.

6.12.0 loses one with every void call: before Python 3.12, where None is not immortal, that ends in an abort.
"""

from __future__ import annotations

import sys

import PySide6
from PySide6.QtCore import QTimer

CALLS = 200
NONE_IS_IMMORTAL = sys.version_info >= (3, 12)


def test_the_counter_sees_references_to_none_unless_none_is_immortal() -> None:
    """What the next test relies on, and the reason why a newer Python needs no pin."""
    before = sys.getrefcount(None)
    held = [None] * CALLS
    taken = sys.getrefcount(None) - before
    assert len(held) == CALLS
    assert taken == 0 if NONE_IS_IMMORTAL else taken > CALLS // 2


def test_void_calls_keep_the_references_to_none() -> None:
    timer = QTimer()
    before = sys.getrefcount(None)
    for _ in range(CALLS):
        timer.stop()
    assert before - sys.getrefcount(None) < CALLS // 2


def test_the_pin_fits_this_python() -> None:
    version = tuple(int(part) for part in PySide6.__version__.split(".")[:2])
    assert NONE_IS_IMMORTAL or version < (6, 12)
