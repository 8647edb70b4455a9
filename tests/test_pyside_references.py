"""The PySide6 that is pinned keeps its references to None.

6.12.0 loses one with every void call: before Python 3.12, where None is not immortal, that ends in an abort.
"""

from __future__ import annotations

import sys

import PySide6
from PySide6.QtCore import QObject, QTimer

CALLS = 200


def references_lost() -> int:
    """How many references to None a row of void calls takes away."""
    thing, timer = QObject(), QTimer()
    before = sys.getrefcount(None)
    for _ in range(CALLS):
        thing.setObjectName("x")
        timer.stop()
    return before - sys.getrefcount(None)


def test_void_calls_keep_the_references_to_none() -> None:
    assert references_lost() < CALLS // 2


def test_the_pin_fits_this_python() -> None:
    version = tuple(int(part) for part in PySide6.__version__.split(".")[:2])
    none_is_immortal = sys.version_info >= (3, 12)
    assert none_is_immortal or version < (6, 12)
