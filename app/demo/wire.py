"""Records on the wire: one JSON object a line, LF alone ends a line (pi's docs/rpc.md, "Framing")."""

from __future__ import annotations

import json
import os
from collections.abc import Callable
from typing import Any, BinaryIO

Record = dict[str, Any]


def encode(record: Record) -> bytes:
    """Return the line of *record*. Half surrogate pairs, which UTF-8 cannot hold, go out escaped."""
    try:
        return json.dumps(record, ensure_ascii=False, separators=(",", ":")).encode() + b"\n"
    except UnicodeEncodeError:
        return json.dumps(record, separators=(",", ":")).encode() + b"\n"


class Wire:
    """Writes records, each flushed as a whole."""

    def __init__(self, stream: BinaryIO) -> None:
        """Write to *stream*."""
        self._stream = stream
        self._closed = False

    def write(self, record: Record) -> None:
        """Write *record*; waits when the client does not read. Once the client is gone nothing is written."""
        if self._closed:
            return
        try:
            self._stream.write(encode(record))
            self._stream.flush()
        except OSError:
            self._closed = True

    def close(self) -> None:
        """Write nothing any more."""
        self._closed = True


def read_lines(descriptor: int, take: Callable[[bytes], object]) -> None:
    """Give *take* each line of *descriptor* without its end, also a last one without LF. Blocks until the end."""
    pieces: list[bytes] = []
    while chunk := os.read(descriptor, 65536):
        *lines, rest = chunk.split(b"\n")
        for line in lines:
            take(b"".join((*pieces, line)).removesuffix(b"\r"))
            pieces.clear()
        pieces.append(rest)
    if last := b"".join(pieces):
        take(last.removesuffix(b"\r"))
