"""Prints one row a figure."""

from __future__ import annotations

import argparse
import os
import sys
from collections.abc import Callable

os.environ.setdefault("QT_QPA_PLATFORM", "offscreen")

from tests.bench import idle, latency, long_line, questions, stalls, startup, stream
from tests.bench.figure import Figure

FIGURES: dict[str, Callable[[bool], Figure]] = {
    "I1": stream.against_node,
    "I2": stream.linearity,
    "I3": stalls.worst_stall,
    "I3s": stalls.worst_shape,
    "I3g": stalls.worst_giant,
    "I6": latency.question_latency,
    "I7": startup.cold_start,
    "I8": idle.idle_cpu,
    "I10": long_line.against_node,
    "I10s": long_line.stall,
    "Q1": questions.filter_key,
    "Q2": questions.burst,
}


def main() -> int:
    """Measure the figures named on the command line, or all."""
    parser = argparse.ArgumentParser(prog="python -m tests.bench", description=__doc__)
    parser.add_argument("names", nargs="*", metavar="NAME", help=f"figures to measure: {', '.join(FIGURES)}")
    parser.add_argument("--json", action="store_true", help="print JSON lines")
    parser.add_argument("--quick", action="store_true", help="small inputs and one run: a smoke test, no measurement")
    options = parser.parse_args()
    unknown = sorted(set(options.names) - set(FIGURES))
    if unknown:
        parser.error(f"no such figure: {', '.join(unknown)}")
    for name in options.names or FIGURES:
        figure = FIGURES[name](options.quick)
        print(figure.as_json() if options.json else figure.as_text(), flush=True)
    return 0


if __name__ == "__main__":
    sys.exit(main())
