"""Markdown cut into blocks while it streams: closed blocks never change again, only the open one is read anew.

Line by line, in linear time for any chunking. Every character of the source is in exactly one part, and no part is
much longer than LONGEST, so that what streams into a block of megabytes costs as much as into a short one.
"""

from __future__ import annotations

import re
from dataclasses import dataclass
from enum import Enum
from itertools import accumulate

from app.session.cells import clusters

LONGEST = 6_000
"""A block that is longer goes on in another part, in characters; one line may add as much again."""
_WINDOW = 32
"""How far around the place where a line is cut is looked at, so as not to cut what is drawn as one."""
_FENCE = re.compile(r" {0,3}(?P<marks>`{3,}|~{3,})(?P<info>.*)$")
_LIST_ITEM = re.compile(r" {0,3}(?:[-+*]|\d{1,9}[.)])(?:\s|$)")
_TOP_ITEM = re.compile(r"(?:[-+*]|\d{1,9}[.)])\s")
_TABLE_RULE = re.compile(r" {0,3}\|?(?:[ \t]*:?-+:?[ \t]*\|)+(?:[ \t]*:?-+:?[ \t]*)?$")


class PartKind(Enum):
    """How a part is drawn."""

    PROSE = "prose"
    CODE = "code"


@dataclass(frozen=True, slots=True)
class MarkdownPart:
    """A block of the document: *source* is all of it, *text* what is read (code without its fences).

    One that was too long is several parts: *continues* the one before, *goes_on* in the next. It is *torn* where it
    does not begin with something that can be read by itself, as the item of a list can.
    """

    kind: PartKind
    source: str
    text: str
    language: str = ""
    continues: bool = False
    goes_on: bool = False
    torn: bool = False


class MarkdownSplitter:
    """Feed pieces, read `closed` (grows, never changes) and `open` (the rest: at most two parts)."""

    def __init__(self) -> None:
        """Start with an empty document."""
        self.closed: list[MarkdownPart] = []
        self._lines: list[str] = []
        """The lines of the open block with their ends; the last one may be the start of a line."""
        self._size = 0
        self._tail: list[str] = []
        self._tail_size = 0
        self._fence: re.Match[str] | None = None
        self._has_text = False
        self._after_blank = False
        self._in_list = False
        self._in_line = False
        """Whether the line that is written was too long, and its start is taken already."""
        self._continues = False
        self._torn = False

    def feed(self, piece: str) -> None:
        """Append *piece* to the document."""
        head, *rest = piece.split("\n")
        self._write(head)
        for part in rest:
            self._take("".join(self._tail))
            self._tail, self._tail_size = [], 0
            self._write(part)

    @property
    def open(self) -> list[MarkdownPart]:
        """The parts that may still change; the line that is being written may begin one of its own."""
        tail = "".join(self._tail)
        whole = [self._part(self._lines)] if self._lines else []
        if not tail:
            return whole
        if self._after_blank and tail.strip() and not self._belongs(tail):
            return [*whole, MarkdownPart(PartKind.PROSE, tail, tail)]
        return [self._part([*self._lines, tail], is_fenced=not self._in_line and self._closes(tail))]

    @property
    def parts(self) -> list[MarkdownPart]:
        """All parts, the open ones last."""
        return [*self.closed, *self.open]

    # --- lines --------------------------------------------------------------------------------------------

    def _write(self, text: str) -> None:
        """Append *text* to the line that is written; of a line that is too long the start is taken at once."""
        self._tail.append(text)
        self._tail_size += len(text)
        if self._tail_size < LONGEST + _WINDOW:
            return
        line, start = "".join(self._tail), 0
        while len(line) - start >= LONGEST + _WINDOW:
            end = _end_of_piece(line, start)
            self._take_start(line[start:end])
            start = end
        self._tail, self._tail_size = [line[start:]], len(line) - start

    def _take_start(self, start: str) -> None:
        """Take the *start* of a line that is too long; what it is shows there."""
        if not self._in_line:
            if self._fence is None:
                self._begin(start)
            self._in_line = True
        self._keep(start)
        self._go_on(torn=True)

    def _take(self, line: str) -> None:
        """Take a whole *line*, or the rest of one that was too long."""
        is_fenced = not self._in_line and self._closes(line)
        if not self._in_line:
            self._see(line)
        self._in_line = False
        self._keep(f"{line}\n")
        if is_fenced:
            self._close(is_fenced=True)

    def _see(self, line: str) -> None:
        """Find out what *line* is before it is kept."""
        if self._fence is not None:
            if self._size > LONGEST and not self._closes(line):
                self._go_on(torn=True)
            return
        fence = _FENCE.match(line)
        if fence and not (fence["marks"][0] == "`" and "`" in fence["info"]):
            self._close()
            self._fence = fence
        elif not line.strip():
            self._after_blank = self._has_text
            if self._size > LONGEST:
                self._go_on(torn=self._has_text)
        else:
            self._begin(line)

    def _begin(self, line: str) -> None:
        """See text in *line*: of the open block, or of a new one."""
        if self._after_blank and not self._belongs(line):
            self._close()
        elif self._in_list and self._size > LONGEST // 2 and _TOP_ITEM.match(line):
            self._go_on(torn=False)
        elif self._has_text and self._size > LONGEST:
            self._go_on(torn=True)
        if not self._has_text:
            self._in_list = bool(_LIST_ITEM.match(line))
        elif _TABLE_RULE.match(line):
            self._begin_table()
        self._has_text, self._after_blank = True, False

    def _begin_table(self) -> None:
        """Close what stands above the header of a table: writers forget the blank line that it needs there."""
        if not self._lines or self._in_list:
            return
        header = self._lines[-1]
        if "|" in header and any(line.strip() for line in self._lines[:-1]):
            del self._lines[-1]
            self._close()
            self._keep(header)

    def _belongs(self, line: str) -> bool:
        """Whether *line*, after a blank one, still belongs to the list that is open."""
        return self._in_list and (line[0] in " \t" or bool(_LIST_ITEM.match(line)))

    def _closes(self, line: str) -> bool:
        """Whether *line* ends the code that is open."""
        if self._fence is None:
            return False
        closing = _FENCE.match(line)
        return closing is not None and closing["marks"].startswith(self._fence["marks"]) and not closing["info"].strip()

    # --- parts --------------------------------------------------------------------------------------------

    def _keep(self, line: str) -> None:
        self._lines.append(line)
        self._size += len(line)

    def _close(self, is_fenced: bool = False) -> None:
        if self._lines:
            self.closed.append(self._part(self._lines, is_fenced=is_fenced))
        self._lines, self._size, self._fence = [], 0, None
        self._has_text, self._after_blank, self._in_list = False, False, False
        self._continues, self._torn = False, False

    def _go_on(self, torn: bool) -> None:
        """Close what the block has so far; it goes on in another part, which is *torn* or can be read by itself."""
        goes_on = self._has_text or self._fence is not None
        self.closed.append(self._part(self._lines, goes_on))
        self._lines, self._size = [], 0
        self._continues, self._torn = goes_on, torn

    def _part(self, lines: list[str], goes_on: bool = False, is_fenced: bool = False) -> MarkdownPart:
        """Return *lines* as a part; *is_fenced* when the last one is the closing fence of the code."""
        source = "".join(lines)
        flags = (self._continues, goes_on, self._torn)
        if self._fence is None:
            return MarkdownPart(PartKind.PROSE, source, source, "", *flags)
        body = lines if self._continues else lines[1:]
        if is_fenced:
            body = body[:-1]
        words = self._fence["info"].split()
        text = "".join(body).removesuffix("\n")
        return MarkdownPart(PartKind.CODE, source, text, words[0] if words else "", *flags)


def _end_of_piece(line: str, start: int) -> int:
    """Return where the piece of *line* from *start* on ends: before what is drawn as one and reaches over LONGEST."""
    window = line[start + LONGEST - _WINDOW : start + LONGEST + _WINDOW]
    ends = accumulate(len(cluster) for cluster, _ in clusters(window))
    return start + LONGEST - _WINDOW + max((end for end in ends if end <= _WINDOW), default=_WINDOW)
