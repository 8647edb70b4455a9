"""Keeps the answer log off the GUI thread: one worker adds, searches and exports, in that order of asking."""

from __future__ import annotations

import hashlib
import re
import sqlite3
from collections import deque
from collections.abc import Callable
from concurrent.futures import Future, ThreadPoolExecutor
from pathlib import Path
from typing import Any

from PySide6.QtCore import QObject, Signal

from app.session.decision import Decision
from app.settings.answer_store import AnswerStore

_KEPT = 10_000
"""How many rows are kept that the file did not take; of more the oldest go."""


class AnswerLog(QObject):
    """The log of one project; signals come to the thread that this lives in."""

    found = Signal(list)
    """The Decisions of the last search."""
    recalled = Signal(list)
    """The newest Decisions, for `recall`."""
    added = Signal()
    exported = Signal(str, int)
    """Where to, and how many rows."""
    failed = Signal(str)
    """A sentence for the person."""
    closed = Signal()
    """`close` is done."""

    def __init__(self, folder: Path, project: Path, parent: QObject | None = None) -> None:
        """Keep the log of *project* in *folder*; the file is made with the first row."""
        super().__init__(parent)
        self._path = folder / log_name(project)
        self._worker = ThreadPoolExecutor(max_workers=1, thread_name_prefix="answer-log")
        self._store: AnswerStore | None = None
        self._unwritten: deque[Decision] = deque(maxlen=_KEPT)

    def add(self, decision: Decision) -> None:
        """Add *decision*; while the file does not take it, it is kept for the next try."""
        self._unwritten.append(decision)
        self._do(self._write)

    def search(self, words: str, outcome: str) -> None:
        """Look for *words* and *outcome*; `found` brings what was found."""
        self._do(self._search, words, outcome)

    def recall(self) -> None:
        """Look for the newest rows; `recalled` brings them."""
        self._do(self._recall)

    def export(self, path: Path) -> None:
        """Write all rows to *path*: CSV by its suffix, else JSONL; `exported` tells when it is done."""
        self._do(self._export, path)

    def close(self) -> None:
        """Write what is left to write, and close the file; `closed` tells when that is done.

        Another program may hold the file for seconds: nobody waits for it but the worker.
        """
        self._do(self._close)
        self._worker.shutdown(wait=False)

    # --- in the worker --------------------------------------------------------------------------------------

    def _opened(self) -> AnswerStore:
        if self._store is None:
            self._store = AnswerStore(self._path)
        return self._store

    def _write(self) -> None:
        # All that waits, in one go: a file that is held costs its time once, not for each row.
        rows = list(self._unwritten)
        if rows:
            self._opened().add(*rows)
            for _ in rows:
                self._unwritten.popleft()
            self.added.emit()

    def _search(self, words: str, outcome: str) -> None:
        self.found.emit(self._rows(words, outcome))

    def _recall(self) -> None:
        self.recalled.emit(self._rows("", ""))

    def _rows(self, words: str, outcome: str) -> list[Decision]:
        return self._opened().search(words, outcome) if self._store or self._path.exists() else []

    def _export(self, path: Path) -> None:
        self.exported.emit(str(path), self._opened().export(path))

    def _close(self) -> None:
        try:
            self._write()
        finally:
            if self._store is not None:
                self._store.close()
            self.closed.emit()

    def _do(self, work: Callable[..., None], *arguments: Any) -> None:
        self._worker.submit(work, *arguments).add_done_callback(self._on_done)

    def _on_done(self, future: Future[None]) -> None:
        error = future.exception()
        if isinstance(error, OSError | sqlite3.Error):
            self.failed.emit(f"The answer log could not be used: {error}.")
        elif error is not None:
            raise error


def log_name(project: Path) -> str:
    """Return the name of the log of *project*: readable, and its own."""
    slug = re.sub(r"[^A-Za-z0-9]+", "-", project.name)[:40].strip("-") or "project"
    return f"{slug}-{hashlib.sha256(str(project).encode(errors='surrogateescape')).hexdigest()[:12]}.sqlite"
