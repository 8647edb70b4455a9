"""Bytes to lines: strict JSONL framing (pi's `docs/json.md`, "Framing and process I/O").

A record ends at LF and nowhere else: U+2028, U+2029 and U+0085 are text. One CR before the LF is dropped.
"""

from __future__ import annotations

LINE_LIMIT = 64 * 1024 * 1024
"""The longest line that is kept, in bytes without its line end."""

Line = bytes | bytearray
"""A line without its end. One that came in pieces is the buffer that they grew in: a copy of megabytes is felt."""


class LineFramer:
    """Cuts a byte stream into lines, in linear time for any chunking.

    A line longer than *limit* bytes is discarded up to its LF, and `take_discarded` tells of it once.
    """

    def __init__(self, limit: int = LINE_LIMIT) -> None:
        """Start at the beginning of a line. Raises ValueError for a limit below 1."""
        if limit < 1:
            raise ValueError("The limit of a line must be at least one byte.")
        self._limit = limit
        self._begun = bytearray()
        self._size = 0
        self._discarded: list[int] = []

    def feed(self, data: bytes) -> list[Line]:
        """Return the lines that *data* completes, without their line ends."""
        head, *rest = data.split(b"\n")
        self._keep(head)
        if not rest:
            return []
        lines = [line for line in (self._finish(), *map(self._whole, rest[:-1])) if line is not None]
        self._keep(rest[-1])
        return lines

    def finish(self) -> Line | None:
        """Return the unterminated last line when the stream has ended, or None; empty means nothing was left."""
        line = self._finish()
        return line or None

    def take_discarded(self) -> list[int]:
        """Return the sizes of the lines that were thrown away since the last call, in bytes without their LF."""
        discarded, self._discarded = self._discarded, []
        return discarded

    def _keep(self, piece: bytes) -> None:
        self._size += len(piece)
        # One byte more is allowed for: it may be the CR that does not count.
        if self._size > self._limit + 1:
            self._begun = bytearray()
        else:
            self._begun += piece

    def _finish(self) -> Line | None:
        line, size = self._begun, self._size
        self._begun, self._size = bytearray(), 0
        if size > self._limit + 1:
            self._discarded.append(size)
            return None
        return self._whole(line)

    def _whole(self, line: Line) -> Line | None:
        size = len(line)
        if line.endswith(b"\r"):
            line = line[:-1]
        if len(line) > self._limit:
            self._discarded.append(size)
            return None
        return line
