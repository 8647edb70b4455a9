"""I1 and I2: deltas from a child process to the painted transcript."""

from __future__ import annotations

import shutil
import subprocess
import time
from pathlib import Path

from tests.bench.figure import Figure, measure
from tests.bench.records import write_stream
from tests.bench.stage import Stage
from tests.support.agents import PiInstall, real_pi

_NODE_READER = Path(__file__).with_name("node_reader.mjs")


def window_seconds(file: Path) -> float:
    """Return the seconds from the start of a child that prints *file* to the painted end of its stream."""
    stage = Stage()
    try:
        start = time.perf_counter()
        stage.start("cat", str(file))
        if not stage.run_until(lambda: stage.settled, 120):
            raise RuntimeError("The stream did not end.")
        stage.painted()
        return time.perf_counter() - start - 0.05
    finally:
        stage.close()


def node_seconds(file: Path) -> float:
    """Return the seconds that Node needs to spawn the same child and parse the same stream with pi's own reader."""
    pi = real_pi("1.6.0")
    if not isinstance(pi, PiInstall):
        raise RuntimeError(str(pi))
    command = [pi.node, str(_NODE_READER), str(pi.package), "cat", str(file)]
    result = subprocess.run(command, capture_output=True, text=True, check=True)
    return float(result.stdout) / 1000


def against_node(quick: bool) -> Figure:
    """I1: 200,000 deltas end to end, as a multiple of Node's time."""
    file = write_stream(2_000 if quick else 200_000)
    try:
        return measure(
            "I1",
            "200,000 deltas, child to paint, against Node that parses",
            3.0,
            "ratio",
            1 if quick else 5,
            lambda: window_seconds(file) / node_seconds(file),
        )
    finally:
        shutil.rmtree(file.parent)


def linearity(quick: bool) -> Figure:
    """I2: the cost of a delta at 200,000 against 20,000."""
    few, many = (500, 2_000) if quick else (20_000, 200_000)
    small, large = write_stream(few), write_stream(many)
    try:
        return measure(
            "I2",
            "cost of a delta at 200,000 against 20,000",
            1.3,
            "ratio",
            1 if quick else 5,
            lambda: (window_seconds(large) / many) / (window_seconds(small) / few),
        )
    finally:
        shutil.rmtree(small.parent)
        shutil.rmtree(large.parent)
