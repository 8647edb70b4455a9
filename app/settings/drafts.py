"""What was typed and not sent, kept on disk so that a crash loses nothing."""

from __future__ import annotations

import hashlib
import os
import time
from pathlib import Path

_KEPT_SECONDS = 30 * 24 * 3600
"""A draft that nobody came back for in a month goes."""
_KEPT = 200
"""How many drafts are kept, the newest first."""


class DraftStore:
    """One small file for each thing that is written, by a key such as its project folder.

    Raises OSError where the disk does not take it. Only this user may read what is kept.
    """

    def __init__(self, folder: Path) -> None:
        """Keep drafts in *folder*, which is made when the first one is saved."""
        self._folder = folder

    def load(self, key: str) -> str:
        """Return the draft of *key*; "" when there is none or it cannot be read."""
        try:
            return self._file(key).read_bytes().decode(errors="surrogatepass")
        except (OSError, UnicodeDecodeError):
            return ""

    def save(self, key: str, text: str) -> None:
        """Keep *text* as the draft of *key*, byte for byte; an empty one removes it."""
        file = self._file(key)
        if not text:
            file.unlink(missing_ok=True)
            return
        self._folder.mkdir(mode=0o700, parents=True, exist_ok=True)
        # Written beside and moved: a crash in the middle leaves the old draft whole.
        beside = file.with_suffix(f".{os.getpid()}")
        beside.write_bytes(text.encode(errors="surrogatepass"))
        beside.replace(file)

    def prune(self) -> None:
        """Remove what is older than a month, and the oldest of very many."""
        newest = sorted(self._folder.glob("*.*"), key=_age)
        for number, file in enumerate(newest):
            if number >= _KEPT or _age(file) > _KEPT_SECONDS:
                file.unlink(missing_ok=True)

    def _file(self, key: str) -> Path:
        return self._folder / f"{hashlib.sha256(key.encode(errors='surrogatepass')).hexdigest()[:24]}.txt"


def _age(file: Path) -> float:
    try:
        return time.time() - file.stat().st_mtime
    except OSError:
        return 0.0
