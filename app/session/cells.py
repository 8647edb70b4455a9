"""Text on the grid of a terminal: how many cells it takes, and where its tabs end."""

from __future__ import annotations

import unicodedata
from collections.abc import Iterator
from functools import lru_cache

TAB = 8
"""Cells from one tab stop to the next."""
_JOINER = "\u200d"
_EMOJI_VARIATION = "\ufe0f"


def clusters(text: str) -> Iterator[tuple[str, int]]:
    """Yield what is drawn as one, with its cells: combining marks and joined emoji stay together."""
    cluster, width, joined = "", 0, False
    for character in text:
        own = cell_width(character)
        if cluster and (own == 0 or joined):
            cluster += character
            if character == _EMOJI_VARIATION:
                width = 2
        else:
            if cluster:
                yield cluster, width
            cluster, width = character, own
        joined = character == _JOINER
    if cluster:
        yield cluster, width


def text_width(text: str) -> int:
    """Return the cells that *text* takes, without tabs."""
    return len(text) if text.isascii() else sum(width for _, width in clusters(text))


@lru_cache(maxsize=4096)
def cell_width(character: str) -> int:
    """Return 0, 1 or 2 cells for one *character*."""
    if unicodedata.combining(character) or unicodedata.category(character) in ("Mn", "Me", "Cf"):
        return 0
    return 2 if unicodedata.east_asian_width(character) in ("W", "F") else 1


def expand_tabs(text: str, column: int) -> str:
    """Return *text*, which begins at *column*, with each tab as the blanks to the next stop."""
    if "\t" not in text:
        return text
    parts: list[str] = []
    first, *rest = text.split("\t")
    parts.append(first)
    column += text_width(first)
    for part in rest:
        blanks = TAB - column % TAB
        parts.append(" " * blanks + part)
        column += blanks + text_width(part)
    return "".join(parts)
