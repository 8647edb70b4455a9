"""Text on a grid of a number of columns: which rows it takes, cut only when somebody looks at them."""

from __future__ import annotations

import re
from bisect import bisect_right
from collections.abc import Sequence
from itertools import accumulate
from typing import overload

from app.session.cells import clusters

_TAB = "    "
_LONGEST_EXACT = 20_000
"""Up to so many characters wide ones are measured one by one."""
# What may take two cells: East Asian scripts, and everything beyond the first plane, as emoji.
_MAYBE_WIDE = re.compile(
    "[\u1100-\u115f\u231a-\u2bff\u2e80-\ua4cf\ua960-\ua97f\uac00-\ud7a3\uf900-\ufaff\ufe10-\uffe6\U00010000-\U0010ffff]"
)


def rows_of(text: str, columns: int) -> Sequence[str]:
    """Return the rows of *text* on a grid of *columns* cells."""
    text = text.removesuffix("\n").replace("\t", _TAB)
    if text.isascii() or len(text) > _LONGEST_EXACT:
        return _Rows(text.split("\n"), columns)
    return [row for line in text.split("\n") for row in _wrapped(line, columns)]


def guessed_rows(text: str, columns: int) -> int:
    """Return about how many rows `rows_of` gives, without cutting any: exactly for what takes one cell."""
    lines = text.removesuffix("\n").replace("\t", _TAB).split("\n")
    return sum(1 + max(0, _about_cells(line) - 1) // columns for line in lines)


def _about_cells(line: str) -> int:
    # Half of the letters and the bytes: exact too for most of what takes two cells.
    return len(line) if line.isascii() else (len(line) + len(line.encode("utf-8", "replace"))) // 2


def diff_tones(diff: str, columns: int) -> list[str]:
    """Return for each row of the wrapped *diff* the colour token of its ground, or ""."""
    tones: list[str] = []
    for line in diff.removesuffix("\n").split("\n"):
        tone = {"+": "added", "-": "removed"}.get(line[:1], "")
        tones += [tone] * len(rows_of(line, columns))
    return tones


def _wrapped(line: str, columns: int) -> list[str]:
    if 2 * len(line) <= columns:
        return [line]
    rows: list[str] = []
    row: list[str] = []
    used = 0
    for cluster, cells in clusters(line):
        if used + cells > columns and row:
            rows.append("".join(row))
            row, used = [], 0
        row.append(cluster)
        used += cells
    return [*rows, "".join(row)]


class _Rows(Sequence[str]):
    """Rows of a fixed number of characters: their number is arithmetic, for a text of any size.

    A line that may have wide characters has half as many in a row, so that they fit in any case.
    """

    def __init__(self, lines: list[str], columns: int) -> None:
        self._lines = lines
        self._steps = [_step(line, columns) for line in lines]
        counts = (max(1, -(-len(line) // step)) for line, step in zip(lines, self._steps, strict=True))
        self._ends = list(accumulate(counts))

    def __len__(self) -> int:
        return self._ends[-1]

    @overload
    def __getitem__(self, index: int) -> str: ...

    @overload
    def __getitem__(self, index: slice) -> list[str]: ...

    def __getitem__(self, index: int | slice) -> str | list[str]:
        if isinstance(index, slice):
            return [self._row(row) for row in range(*index.indices(len(self)))]
        return self._row(range(len(self))[index])

    def _row(self, row: int) -> str:
        line = bisect_right(self._ends, row)
        number = row - (self._ends[line - 1] if line else 0)
        start = number * self._steps[line]
        return self._lines[line][start : start + self._steps[line]]


def _step(line: str, columns: int) -> int:
    return columns // 2 if len(line) > columns // 2 and not line.isascii() and _MAYBE_WIDE.search(line) else columns
