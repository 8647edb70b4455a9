"""What was changed in a text, line by line, bounded in time whatever the texts are. Pure."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from difflib import SequenceMatcher
from enum import Enum
from itertools import islice

_CONTEXT = 2
"""How many equal lines stand around a change."""
_COMPARED = 1_000
"""The most lines on either side that are matched with each other; more are told as one change."""
_SHOWN = 2_000
"""The most lines in a list of changes."""


class LineKind(Enum):
    """What became of a line."""

    SAME = "same"
    ADDED = "added"
    REMOVED = "removed"
    GAP = "gap"
    """Lines that are left out; the text says how many."""


@dataclass(frozen=True, slots=True)
class ChangedLine:
    """One line of a list of changes, without its line end."""

    kind: LineKind
    text: str


_Run = tuple[LineKind, list[str]]
"""Lines in a row of which the same became; for a gap the one line that tells of it."""


def changes_between(before: str, after: str) -> list[ChangedLine]:
    """Return what to do to *before* to get *after*, with a little of what stands around; [] for equal texts."""
    if before == after:
        return []
    old, new = _lines(before), _lines(after)
    if old == new:
        return []
    start = _common(old, new)
    end = _common(old[start:][::-1], new[start:][::-1])
    runs = [
        *_context(old[:start], at_end=True),
        *_compare(old[start : len(old) - end], new[start : len(new) - end]),
        *_context(old[len(old) - end :], at_end=False),
    ]
    shown = list(islice((ChangedLine(kind, line) for kind, lines in runs for line in lines), _SHOWN))
    left_out = sum(len(lines) for _, lines in runs) - len(shown)
    return [*shown, ChangedLine(LineKind.GAP, _lines_told(left_out))] if left_out else shown


def _lines(text: str) -> list[str]:
    return text.replace("\r\n", "\n").split("\n")


def _common(old: list[str], new: list[str]) -> int:
    """Return how many lines *old* and *new* begin with in common."""
    for index, (left, right) in enumerate(zip(old, new, strict=False)):
        if left != right:
            return index
    return min(len(old), len(new))


def _compare(old: list[str], new: list[str]) -> Iterator[_Run]:
    if max(len(old), len(new)) > _COMPARED:
        yield LineKind.REMOVED, old
        yield LineKind.ADDED, new
        return
    for tag, old_start, old_end, new_start, new_end in SequenceMatcher(None, old, new).get_opcodes():
        if tag == "equal":
            yield from _between(old[old_start:old_end])
        else:
            yield LineKind.REMOVED, old[old_start:old_end]
            yield LineKind.ADDED, new[new_start:new_end]


def _between(lines: list[str]) -> list[_Run]:
    """Return the equal *lines* between two changes, folded when there are many."""
    if len(lines) <= 2 * _CONTEXT + 1:
        return [(LineKind.SAME, lines)]
    return [(LineKind.SAME, lines[:_CONTEXT]), _gap(len(lines) - 2 * _CONTEXT), (LineKind.SAME, lines[-_CONTEXT:])]


def _context(lines: list[str], at_end: bool) -> list[_Run]:
    """Return the end, or else the beginning, of the equal *lines* before or after every change."""
    if len(lines) <= _CONTEXT + 1:
        return [(LineKind.SAME, lines)]
    gap = _gap(len(lines) - _CONTEXT)
    if at_end:
        return [gap, (LineKind.SAME, lines[-_CONTEXT:])]
    return [(LineKind.SAME, lines[:_CONTEXT]), gap]


def _gap(count: int) -> _Run:
    return LineKind.GAP, [_lines_told(count)]


def _lines_told(count: int) -> str:
    return f"{count} {'lines' if count > 1 else 'line'}"
