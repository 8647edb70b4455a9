"""Whether a text can be edited in this window: each key lays out its line anew, each resize all lines."""

from __future__ import annotations

import re

HEAVIEST_LINE = 100_000
"""In Latin letters, see `_weight_of`: a key in such a line takes some 20 ms, showing it at first some 50 ms."""
_OF_HEAVY = 9
_OF_RUN = 20
"""Each change between the two kinds of letters is a change of font, or of direction."""
_HEAVY = re.compile("[^ -\u02ff\u0370-\u0482\u048a-\u052f\u2010-\u2027]+")
"""Not Latin, Greek, Cyrillic, or their punctuation: shaped, read from right to left, of other fonts, or not seen."""


def can_be_edited(
    text: str, longest: int = 10_000_000, most_lines: int = 200_000, heaviest_line: int = HEAVIEST_LINE
) -> bool:
    """Whether *text* has at most *longest* characters and *most_lines* lines, none of them too heavy."""
    if len(text) > longest or _line_ends(text) >= most_lines:
        return False
    least = heaviest_line // (1 + _OF_HEAVY + _OF_RUN)
    lines = [line for line in text.split("\n") if len(line) > least]
    return max(map(len, lines), default=0) <= heaviest_line and max(map(_weight_of, lines), default=0) <= heaviest_line


def _line_ends(text: str) -> int:
    """Return how many lines Qt ends in *text*."""
    return sum(map(text.count, ("\n", "\r", "\u2029"))) - text.count("\r\n")


def _weight_of(line: str) -> int:
    """Return about what it costs to lay out *line*, in Latin letters."""
    runs = _HEAVY.findall(line)
    return len(line) + _OF_HEAVY * sum(map(len, runs)) + _OF_RUN * len(runs)
