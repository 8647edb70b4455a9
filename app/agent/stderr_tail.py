"""The end of an agent's error stream, however much of it there is. Pure."""

from __future__ import annotations

import re

LIMIT = 64 * 1024
LINE_LIMIT = 2_000

_NOT_TEXT = re.compile(
    r"\x1b\][^\x07\x1b]*(?:\x07|\x1b\\)?"  # OSC: titles, links
    r"|\x1b\[[0-?]*[ -/]*[@-~]?"  # CSI: colours, cursor movements
    r"|\x1b.?"  # any other escape
    r"|[\x00-\x08\x0b-\x1f\x7f]"  # control characters other than tab and line feed
)


class StderrTail:
    """Keeps the last *limit* bytes of a stream; reading it costs nothing until somebody wants the text."""

    def __init__(self, limit: int = LIMIT) -> None:
        """Start empty."""
        self._limit = limit
        self._tail = bytearray()
        self._cut = False

    def feed(self, data: bytes) -> None:
        """Take *data* from the stream; memory stays within twice the limit, time linear in what comes."""
        self._tail += data[-self._limit :]
        self._cut |= len(data) > self._limit
        if len(self._tail) > 2 * self._limit:
            del self._tail[: -self._limit]
            self._cut = True

    @property
    def text(self) -> str:
        """The last lines as plain text without escape codes; overlong lines end in an ellipsis."""
        tail = bytes(self._tail[-self._limit :])
        if self._cut or len(self._tail) > self._limit:
            # What is left of the first line may begin inside a character or an escape code.
            tail = tail.partition(b"\n")[2] or tail
        lines = tail.decode("utf-8", "replace").replace("\r\n", "\n").split("\n")
        return "\n".join(map(_clean, lines))


def _clean(line: str) -> str:
    """Return *line* as a terminal would leave it: after its last carriage return, without codes, not too long."""
    text = _NOT_TEXT.sub("", line.rstrip("\r").rpartition("\r")[2])
    return text if len(text) <= LINE_LIMIT else text[:LINE_LIMIT] + "…"
