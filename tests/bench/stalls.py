"""I3: the longest time that the window could not react while an answer streams."""

from __future__ import annotations

import shutil

from tests.bench.figure import Figure, measure
from tests.bench.records import write_stream
from tests.bench.stage import Heartbeat, Stage, python


def _paced(quick: bool) -> float:
    return _stall(*python("-m", "tests.bench.paced_agent", "1" if quick else "8", "250"))


def _flood(quick: bool) -> float:
    file = write_stream(1_000 if quick else 50_000)
    try:
        return _stall("cat", str(file))
    finally:
        shutil.rmtree(file.parent)


def _stall(*command: str) -> float:
    stage = Stage()
    try:
        heartbeat = Heartbeat()
        stage.start(*command)
        stage.run_until(lambda: stage.settled, 120)
        return heartbeat.stop()
    finally:
        stage.close()


def worst_stall(quick: bool) -> Figure:
    """I3: the worst of a paced stream with tool output and of a flood, in milliseconds."""
    title = "worst stall: 250 deltas a second with tools, and a flood"
    runs = 1 if quick else 3
    return measure("I3", title, 33.0, "ms", runs, lambda: max(_paced(quick), _flood(quick)))
