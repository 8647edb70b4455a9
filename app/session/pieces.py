"""A text taken in pieces that are shown one by one: none of them costs much, and together they are the text."""

from __future__ import annotations

import re
from collections.abc import Iterator

from app.session.revealed import JOINERS, SELECTORS, SPACES

LONGEST = 12_000
"""The cost of a piece, see `cost_of`: marking and laying out the worst ones takes some 15 ms."""
MOST_LINES = 300
_TIMES = 4
_LONGEST_RUN = 200_000
_LONGEST_JOINED = 100
_RUN = re.compile(f"[ \t\n{SPACES}]*")


def cost_of(text: str) -> int:
    """Return about what it costs to show *text*, in characters of ASCII."""
    return len(text) if text.isascii() else _TIMES * len(text)


def pieces(
    text: str, longest: int = LONGEST, most_lines: int = MOST_LINES, *, whole_runs: bool = True
) -> Iterator[str]:
    """Yield *text* in pieces that cost at most *longest*, of at most *most_lines* lines; "" has none.

    They end where a line ends, else between words. With *whole_runs* a run of up to 200,000 blanks belongs to one
    piece, beyond its bounds: for a text in which it is folded.
    """
    start = 0
    while start < len(text):
        end = _end(text, start, longest, most_lines)
        run = _RUN.match(text, end, end + _LONGEST_RUN) if whole_runs else None
        end = run.end() if run else end
        yield text[start:end]
        start = end


def end_of(text: str, longest: int, most_lines: int) -> str:
    """Return the last lines of *text*: at most *longest* characters, at most *most_lines*."""
    lines = text[-longest:].split("\n")
    return "\n".join(lines[1:][-most_lines:] or lines)


def _end(text: str, start: int, longest: int, most_lines: int) -> int:
    """Return where the piece ends that begins at *start*."""
    end = start + longest
    if not text[start:end].isascii():
        end = start + longest // _TIMES
    line = start
    for _ in range(most_lines):
        found = text.find("\n", line, end)
        if found < 0:
            break
        line = found + 1
    else:
        end = line
    if end >= len(text):
        return len(text)
    if line == start:
        line = text.rfind(" ", start, end) + 1
    return line or _without_a_split(text, end)


def _without_a_split(text: str, end: int) -> int:
    """Return *end*, or a place soon after it that splits no line end, and no joined characters, in two.

    A joiner without its neighbours would be taken for a deception.
    """
    for place in range(end, min(len(text), end + _LONGEST_JOINED)):
        around = text[place - 1 : place + 1]
        if around[0] not in JOINERS and around[1] not in JOINERS + SELECTORS and around != "\r\n":
            return place
    return end if len(text) > end + _LONGEST_JOINED else len(text)
