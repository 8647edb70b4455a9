"""A markdown text as parts, for a text that grows: closed blocks are kept, the open one is made anew."""

from __future__ import annotations

import time

from app.session.entries import TextBlock
from app.session.markdown_blocks import LONGEST, MarkdownPart, MarkdownSplitter, PartKind
from app.ui.transcript.lines import LinesPart, LinesStyle
from app.ui.transcript.part import Part
from app.ui.transcript.prose import ProsePart

_LONGEST_LINE = 3_000
_SLICE = 16_000
"""How much new text is taken in before the clock is looked at, in characters."""
_MOST_SECONDS = 0.008
"""How long new text is taken in at once: more would be felt."""


class TextLayout:
    """The parts of one text block."""

    def __init__(self) -> None:
        """Start without text."""
        self.is_behind = False
        """Whether there is more text than `parts` has taken in; ask it again, a little later."""
        self._forget()

    def _forget(self) -> None:
        self._splitter = MarkdownSplitter()
        self._text = ""
        self._taken = 0
        self._closed: list[Part] = []
        self._made = 0

    def parts(self, block: TextBlock) -> list[Part]:
        """Return the parts of *block*; those that cannot change are the same as the last time."""
        text = block.body.text
        if not text.startswith(self._text):
            self._forget()
        self._text = text
        self._take(text)
        for part in self._splitter.closed[self._made :]:
            self._closed += _made_of(part)
        self._made = len(self._splitter.closed)
        return [*self._closed, *(made for part in self._splitter.open for made in _made_of(part))]

    def _take(self, text: str) -> None:
        """Take in of *text* what is new, as far as the time allows."""
        start = time.perf_counter()
        while self._taken < len(text):
            self._splitter.feed(text[self._taken : self._taken + _SLICE])
            self._taken = min(len(text), self._taken + _SLICE)
            if time.perf_counter() - start > _MOST_SECONDS:
                break
        self.is_behind = self._taken < len(text)


def _made_of(part: MarkdownPart) -> list[Part]:
    """Return what is drawn of *part*: nothing of blank lines between blocks."""
    if part.kind is PartKind.CODE:
        style = LinesStyle(joins_above=part.continues, joins_below=part.goes_on)
        return [LinesPart(part.text, style)]
    text = part.text.strip("\n")
    if not text.strip():
        return []
    if part.torn or len(text) > LONGEST or _has_long_line(text):
        style = LinesStyle(ground=False, joins_above=part.continues, joins_below=part.goes_on)
        return [LinesPart(text, style)]
    return [ProsePart(text, joins_above=part.continues)]


def _has_long_line(text: str) -> bool:
    return len(text) > _LONGEST_LINE and any(len(line) > _LONGEST_LINE for line in text.split("\n"))
