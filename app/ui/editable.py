"""Whether a text can be edited in this window: each key lays out its line anew, each resize all lines."""

from __future__ import annotations

import re

_LONGEST_LINE = 100_000
"""In characters. A key in it takes some 20 ms, showing it at first some 50 ms."""
_LONGEST_COMPLEX_LINE = 20_000
"""The same for a line that is shaped, or read from right to left, or has characters of other fonts."""
_COMPLEX = re.compile("[^\x00-\u02ff\u0370-\u0482\u048a-\u052f\u2010-\u2027]")
"""Not Latin, Greek, Cyrillic, or the punctuation between their words."""


def can_be_edited(text: str, longest: int = 10_000_000, most_lines: int = 200_000) -> bool:
    """Whether *text* has at most *longest* characters and *most_lines* lines, none of them too long."""
    if len(text) > longest or _line_ends(text) >= most_lines:
        return False
    return not any(len(line) > _LONGEST_COMPLEX_LINE and _is_too_long(line) for line in text.split("\n"))


def _line_ends(text: str) -> int:
    """Return how many lines Qt ends in *text*."""
    return sum(map(text.count, ("\n", "\r", "\u2029"))) - text.count("\r\n")


def _is_too_long(line: str) -> bool:
    return len(line) > _LONGEST_LINE or _COMPLEX.search(line) is not None
