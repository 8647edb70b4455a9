"""Lines of an extension on the cell grid of a terminal, as runs that can be painted one by one."""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Iterator
from dataclasses import dataclass
from itertools import islice, takewhile
from operator import attrgetter

from app.session.ansi import Style, parse_line
from app.session.cells import clusters, expand_tabs

MOST_CELLS = 20_000
"""The longest line that is laid out, in characters; what is longer is cut with an ellipsis."""


@dataclass(frozen=True, slots=True)
class Run:
    """Text of one style that begins at *column*; *cells* wide."""

    column: int
    cells: int
    text: str
    style: Style
    link: str


def runs_of(line: str) -> tuple[Run, ...]:
    """Return *line* as runs: plain ASCII in one piece, anything wider cell by cell so that columns stay straight."""
    column = 0
    runs: list[Run] = []
    cut = line[:MOST_CELLS] + "…" if len(line) > MOST_CELLS else line
    for span in parse_line(cut.replace("\n", " ")):
        text = expand_tabs(span.text, column)
        pieces = [(text, len(text))] if text.isascii() else list(clusters(text))
        for piece, cells in pieces:
            runs.append(Run(column, cells, piece, span.style, span.link))
            column += cells
    return tuple(runs)


def width_of(line: str) -> int:
    """Return the cells that *line* takes."""
    return end_of(runs_of(line))


def end_of(runs: tuple[Run, ...]) -> int:
    """Return the column behind the last of *runs*."""
    return runs[-1].column + runs[-1].cells if runs else 0


def between(runs: tuple[Run, ...], first: float, last: float) -> Iterator[Run]:
    """Yield those of *runs* that may be seen from column *first* to column *last*."""
    start = bisect_right(runs, first, key=attrgetter("column"))
    return takewhile(lambda run: run.column <= last, islice(runs, max(0, start - 1), None))
