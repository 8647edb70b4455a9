"""Text on the grid of a terminal: how many cells it takes, and where its tabs end."""

from __future__ import annotations

import unicodedata
from collections.abc import Iterator
from functools import lru_cache

TAB = 8
"""Cells from one tab stop to the next."""
_JOINER = "\u200d"
_EMOJI_VARIATION = "\ufe0f"
_FLAG_LETTERS = range(0x1F1E6, 0x1F200)
_SKIN_TONES = range(0x1F3FB, 0x1F400)
# Vowels and finals of Hangul in pieces: they are drawn within the cells of the initial before them.
_HANGUL_PIECES = (range(0x1160, 0x1200), range(0xD7B0, 0xD800))


def clusters(text: str) -> Iterator[tuple[str, int]]:
    """Yield what is drawn as one, with its cells: combining marks, joined emoji and flags stay together."""
    cluster, width = "", 0
    for character in text:
        own = cell_width(character)
        if cluster and (own == 0 or _joins(cluster, character)):
            cluster += character
            if character == _EMOJI_VARIATION or ord(character) in _FLAG_LETTERS:
                width = 2
        else:
            if cluster:
                yield cluster, width
            cluster, width = character, own
    if cluster:
        yield cluster, width


def _joins(cluster: str, character: str) -> bool:
    """Whether *character*, which has cells of its own, is drawn as one with *cluster*."""
    code = ord(character)
    if cluster[-1] == _JOINER or code in _SKIN_TONES:
        return True
    return code in _FLAG_LETTERS and len(cluster) == 1 and ord(cluster) in _FLAG_LETTERS


def text_width(text: str) -> int:
    """Return the cells that *text* takes, without tabs."""
    return len(text) if text.isascii() else sum(width for _, width in clusters(text))


@lru_cache(maxsize=4096)
def cell_width(character: str) -> int:
    """Return 0, 1 or 2 cells for one *character*."""
    if unicodedata.combining(character) or unicodedata.category(character) in ("Mn", "Me", "Cf"):
        return 0
    if any(ord(character) in pieces for pieces in _HANGUL_PIECES):
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
