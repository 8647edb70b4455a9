"""What was typed and not sent, kept on disk by project folder, so that a crash loses nothing."""

from __future__ import annotations

import hashlib
import os
from pathlib import Path


class DraftStore:
    """One small file for each project folder. Raises OSError where the disk does not take it."""

    def __init__(self, folder: Path) -> None:
        """Keep drafts in *folder*, which is made when the first one is saved."""
        self._folder = folder

    def load(self, project: Path) -> str:
        """Return the draft of *project*; "" when there is none or it cannot be read."""
        try:
            return self._file(project).read_text(encoding="utf-8", errors="replace")
        except OSError:
            return ""

    def save(self, project: Path, text: str) -> None:
        """Keep *text* as the draft of *project*; an empty one removes it."""
        file = self._file(project)
        if not text:
            file.unlink(missing_ok=True)
            return
        self._folder.mkdir(parents=True, exist_ok=True)
        # Written beside and moved: a crash in the middle leaves the old draft whole.
        beside = file.with_suffix(f".{os.getpid()}")
        beside.write_text(text, encoding="utf-8", errors="surrogatepass")
        beside.replace(file)

    def _file(self, project: Path) -> Path:
        return self._folder / f"{hashlib.sha256(str(project).encode(errors='surrogateescape')).hexdigest()[:24]}.txt"
