"""Lines of an extension on the cell grid of a terminal, as runs that can be painted one by one."""

from __future__ import annotations

from dataclasses import dataclass

from app.session.ansi import Style, parse_line
from app.session.cells import clusters, expand_tabs, text_width

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
    return sum(text_width(run.text) if run.cells == 0 else run.cells for run in runs_of(line))
