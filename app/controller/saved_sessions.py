"""Looks for saved sessions off the GUI thread: the ends of each file, and only of those that changed."""

from __future__ import annotations

import logging
from concurrent.futures import Future, ThreadPoolExecutor
from pathlib import Path

from PySide6.QtCore import QObject, Signal

from app.session.saved import SavedSession, saved_session

_log = logging.getLogger("pienza.saved")
_END = 64 * 1024
"""How much of each end of a file is read, in bytes: a header, the first prompt, the last name."""
_HEAD = 1024 * 1024
"""How much of its beginning where the first prompt stands behind long instructions, in bytes."""


class SavedSessions(QObject):
    """Lists the sessions in a folder; `listed` comes to the thread that this lives in."""

    listed = Signal(list)
    """The `SavedSession`s, the one that changed last first."""

    def __init__(self, parent: QObject | None = None) -> None:
        """Start without having looked anywhere."""
        super().__init__(parent)
        self._worker = ThreadPoolExecutor(max_workers=1, thread_name_prefix="saved-sessions")
        self._known: dict[Path, tuple[float, int, SavedSession | None]] = {}

    def look(self, folder: Path) -> None:
        """Look into *folder*; one that is not there has none."""
        self._worker.submit(self._look, folder).add_done_callback(self._on_done)

    def close(self) -> None:
        """Stop looking."""
        self._worker.shutdown(wait=False, cancel_futures=True)

    # --- in the worker --------------------------------------------------------------------------------------------

    def _look(self, folder: Path) -> None:
        found = [session for path in folder.glob("*.jsonl") if (session := self._session(path)) is not None]
        self.listed.emit(sorted(found, key=_changed, reverse=True))

    def _session(self, path: Path) -> SavedSession | None:
        try:
            state = path.stat()
            known = self._known.get(path)
            if known is None or known[:2] != (state.st_mtime, state.st_size):
                known = state.st_mtime, state.st_size, _read(path, state.st_size, state.st_mtime)
                self._known[path] = known
        except OSError as error:
            _log.info("A saved session cannot be read: %s", error)
            return None
        return known[2]

    def _on_done(self, future: Future[None]) -> None:
        if not future.cancelled() and (error := future.exception()) is not None:
            raise error


def _read(path: Path, size: int, changed: float) -> SavedSession | None:
    with path.open("rb") as file:
        head = file.read(_END)
        file.seek(max(0, size - _END))
        tail = file.read(_END)
        session = saved_session(str(path), head, tail, changed)
        if session is None or session.prompt or size <= _END:
            return session
        file.seek(0)
        return saved_session(str(path), file.read(_HEAD), tail, changed)


def _changed(session: SavedSession) -> float:
    return session.changed
