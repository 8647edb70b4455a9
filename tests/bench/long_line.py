"""I10: one line of 50 MB."""

from __future__ import annotations

import shutil

from tests.bench.figure import Figure, measure
from tests.bench.records import write_long_line
from tests.bench.stage import Heartbeat, Stage
from tests.bench.stream import node_seconds, window_seconds


def _size(quick: bool) -> int:
    return 500_000 if quick else 50_000_000


def against_node(quick: bool) -> Figure:
    """I10: from spawn to paint, as a multiple of the time of pi's own reader."""
    file = write_long_line(_size(quick))
    title = "one line of 50 MB, against pi's reader"
    try:
        runs = 1 if quick else 3
        return measure("I10", title, 0.1, "ratio", runs, lambda: window_seconds(file) / node_seconds(file))
    finally:
        shutil.rmtree(file.parent)


def stall(quick: bool) -> Figure:
    """I10: the longest time that the window could not react."""
    file = write_long_line(_size(quick))
    try:
        return measure("I10s", "one line of 50 MB: worst stall", 100.0, "ms", 1 if quick else 3, lambda: _stall(file))
    finally:
        shutil.rmtree(file.parent)


def _stall(file: object) -> float:
    stage = Stage()
    try:
        heartbeat = Heartbeat()
        stage.start("cat", str(file))
        stage.run_until(lambda: stage.settled, 60)
        return heartbeat.stop()
    finally:
        stage.close()
