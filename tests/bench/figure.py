"""One figure: a value with its bar, from several runs."""

from __future__ import annotations

import json
import statistics
from collections.abc import Callable
from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Figure:
    """*value* is the median of *runs*; it should stay at or below *bar*."""

    name: str
    title: str
    bar: float
    unit: str
    runs: tuple[float, ...]

    @property
    def value(self) -> float:
        """The median of the runs."""
        return statistics.median(self.runs)

    def as_json(self) -> str:
        """Return the figure as one JSON line."""
        row = {"name": self.name, "value": round(self.value, 3), "bar": self.bar, "unit": self.unit}
        return json.dumps({**row, "runs": [round(run, 3) for run in self.runs]})

    def as_text(self) -> str:
        """Return the figure as one line for people."""
        runs = ", ".join(f"{run:.3g}" for run in self.runs)
        verdict = "within" if self.value <= self.bar else "ABOVE"
        return f"{self.name:4} {self.title:60} {self.value:8.3g} {self.unit:6} {verdict} {self.bar:g}   [{runs}]"


def measure(name: str, title: str, bar: float, unit: str, runs: int, once: Callable[[], float]) -> Figure:
    """Return the figure of *runs* calls of *once*."""
    return Figure(name, title, bar, unit, tuple(once() for _ in range(runs)))
