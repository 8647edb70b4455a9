"""A text in a file while another program edits it: what goes out comes back just so."""

from __future__ import annotations

import os
import time
from contextlib import suppress
from pathlib import Path

LARGEST = 16 * 1024 * 1024
"""In bytes: what is taken back from a file at most."""
_KEPT_SECONDS = 7 * 24 * 3600


class TextFile:
    """One file with one text."""

    def __init__(self, path: Path, text: str) -> None:
        """Write *text* to *path*, whose folder is made for this user alone. Raises OSError."""
        self.path = path
        self._had_last_newline = text.endswith("\n")
        self._last = text.encode(errors="surrogatepass")
        path.parent.mkdir(mode=0o700, parents=True, exist_ok=True)
        path.write_bytes(self._last)

    def saved_text(self) -> str | None:
        """Return the text when another one was saved since the last time, else None.

        Editors end a file with a newline; where the text had none, that one is left out. Raises OSError, and ValueError
        with a sentence for the person where the file is too large or no UTF-8.
        """
        try:
            size = os.stat(self.path).st_size
        except FileNotFoundError:
            return None  # On the way: many editors write beside it, and move.
        if size > LARGEST:
            raise ValueError(f"The file is larger than {LARGEST // 2**20} MB. It was not taken over.")
        data = self.path.read_bytes()
        if data == self._last:
            return None
        self._last = data
        try:
            text = data.decode(errors="surrogatepass")
        except UnicodeDecodeError as error:
            raise ValueError("The file is not UTF-8. It was not taken over.") from error
        return text if self._had_last_newline else text.removesuffix("\n").removesuffix("\r")

    def remove(self) -> None:
        """Remove the file, if it can be."""
        with suppress(OSError):
            self.path.unlink(missing_ok=True)


def remove_old_files(folder: Path) -> None:
    """Remove what lies in *folder* for more than a week: its question closed long ago."""
    oldest = time.time() - _KEPT_SECONDS
    for path in folder.glob("*"):
        try:
            if path.stat().st_mtime < oldest:
                path.unlink()
        except OSError:
            continue
