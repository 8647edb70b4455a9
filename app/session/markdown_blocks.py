"""Markdown cut into blocks while it streams: closed blocks never change again, only the open one is read anew.

Line by line, in linear time for any chunking. Every character of the source is in exactly one part.
"""

from __future__ import annotations

import re
from dataclasses import dataclass
from enum import Enum

_FENCE = re.compile(r" {0,3}(?P<marks>`{3,}|~{3,})(?P<info>.*)$")
_LIST_ITEM = re.compile(r" {0,3}(?:[-+*]|\d{1,9}[.)])(?:\s|$)")
_TABLE_RULE = re.compile(r" {0,3}\|?(?:[ \t]*:?-+:?[ \t]*\|)+(?:[ \t]*:?-+:?[ \t]*)?$")


class PartKind(Enum):
    """How a part is drawn."""

    PROSE = "prose"
    CODE = "code"


@dataclass(frozen=True, slots=True)
class MarkdownPart:
    """A block of the document: *source* is all of it, *text* what is read (code without its fences)."""

    kind: PartKind
    source: str
    text: str
    language: str = ""


class MarkdownSplitter:
    """Feed pieces, read `closed` (grows, never changes) and `open` (the rest: at most two parts)."""

    def __init__(self) -> None:
        """Start with an empty document."""
        self.closed: list[MarkdownPart] = []
        self._lines: list[str] = []
        self._tail: list[str] = []
        self._fence: re.Match[str] | None = None
        self._has_text = False
        self._after_blank = False
        self._in_list = False

    def feed(self, piece: str) -> None:
        """Append *piece* to the document."""
        head, *rest = piece.split("\n")
        self._tail.append(head)
        for part in rest:
            self._take("".join(self._tail))
            self._tail = [part]

    @property
    def open(self) -> list[MarkdownPart]:
        """The parts that may still change; the line that is being written may begin one of its own."""
        tail = "".join(self._tail)
        if not tail:
            return [self._part(self._lines, ends_open=False)] if self._lines else []
        if self._after_blank and tail.strip() and not self._continues(tail):
            return [self._part(self._lines, ends_open=False), MarkdownPart(PartKind.PROSE, tail, tail)]
        return [self._part([*self._lines, tail], ends_open=True)]

    @property
    def parts(self) -> list[MarkdownPart]:
        """All parts, the open ones last."""
        return [*self.closed, *self.open]

    def _take(self, line: str) -> None:
        if self._fence is not None:
            self._lines.append(line)
            if self._closes(line):
                self._close()
            return
        fence = _FENCE.match(line)
        if fence and not (fence["marks"][0] == "`" and "`" in fence["info"]):
            self._close()
            self._fence = fence
        elif not line.strip():
            self._after_blank = self._has_text
        else:
            if self._after_blank and not self._continues(line):
                self._close()
            if not self._has_text:
                self._in_list = bool(_LIST_ITEM.match(line))
            elif _TABLE_RULE.match(line):
                self._begin_table()
            self._has_text, self._after_blank = True, False
        self._lines.append(line)

    def _begin_table(self) -> None:
        """Close what stands above the header of a table: writers forget the blank line that it needs there."""
        header = self._lines[-1]
        if "|" in header and not self._in_list and any(line.strip() for line in self._lines[:-1]):
            del self._lines[-1]
            self._close()
            self._lines = [header]

    def _continues(self, line: str) -> bool:
        """Whether *line*, after a blank one, still belongs to the list that is open."""
        return self._in_list and (line[0] in " \t" or bool(_LIST_ITEM.match(line)))

    def _closes(self, line: str) -> bool:
        closing = _FENCE.match(line)
        assert self._fence is not None
        return closing is not None and closing["marks"].startswith(self._fence["marks"]) and not closing["info"].strip()

    def _close(self) -> None:
        if self._lines:
            self.closed.append(self._part(self._lines, ends_open=False))
        self._lines, self._fence = [], None
        self._has_text, self._after_blank, self._in_list = False, False, False

    def _part(self, lines: list[str], ends_open: bool) -> MarkdownPart:
        source = "\n".join(lines) + ("" if ends_open else "\n")
        if self._fence is None:
            return MarkdownPart(PartKind.PROSE, source, source)
        body = lines[1:]
        if body and self._closes(body[-1]):
            body = body[:-1]
        words = self._fence["info"].split()
        return MarkdownPart(PartKind.CODE, source, "\n".join(body), words[0] if words else "")
