"""Markdown cut into blocks while it streams: closed blocks never change again, only the open one is read anew.

Line by line, in linear time for any chunking. Every character of the source is in exactly one part.
"""

from __future__ import annotations

import re
from dataclasses import dataclass
from enum import Enum

_FENCE = re.compile(r" {0,3}(?P<marks>`{3,}|~{3,})(?P<info>.*)$")
_LIST_ITEM = re.compile(r" {0,3}(?:[-+*]|\d{1,9}[.)])(?:\s|$)")


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
    """Feed pieces, read `closed` (grows, never changes) and `open` (the rest, None when there is none)."""

    def __init__(self) -> None:
        """Start with an empty document."""
        self.closed: list[MarkdownPart] = []
        self._lines: list[str] = []
        self._tail: list[str] = []
        self._fence: re.Match[str] | None = None
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
    def open(self) -> MarkdownPart | None:
        """The part that may still change."""
        tail = "".join(self._tail)
        if not self._lines and not tail:
            return None
        return self._part([*self._lines, tail] if tail else self._lines, ends_open=bool(tail))

    @property
    def parts(self) -> list[MarkdownPart]:
        """All parts, the open one last."""
        last = self.open
        return [*self.closed, last] if last is not None else list(self.closed)

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
            self._after_blank = bool(self._lines)
        else:
            if self._after_blank and not self._continues(line):
                self._close()
            if not self._lines or not any(map(str.strip, self._lines)):
                self._in_list = bool(_LIST_ITEM.match(line))
            self._after_blank = False
        self._lines.append(line)

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
        self._lines, self._fence, self._after_blank, self._in_list = [], None, False, False

    def _part(self, lines: list[str], ends_open: bool) -> MarkdownPart:
        source = "\n".join(lines) + ("" if ends_open else "\n")
        if self._fence is None:
            return MarkdownPart(PartKind.PROSE, source, source)
        body = lines[1:]
        if body and self._closes(body[-1]):
            body = body[:-1]
        words = self._fence["info"].split()
        return MarkdownPart(PartKind.CODE, source, "\n".join(body), words[0] if words else "")
