"""A text in the person's own editor; what they save there is told."""

from __future__ import annotations

import os
import re
import secrets
import shutil
import sys
from pathlib import Path

from PySide6.QtCore import QFileSystemWatcher, QObject, QProcess, QTimer, Signal, Slot

from app.controller.editor_command import editor_command
from app.controller.text_file import TextFile

_PAUSE_MS = 100
"""An editor saves in several steps; they are looked at once they are over."""


class ExternalEditor(QObject):
    """One text at a time, in a file that is watched. The editor is no child of ours: it may outlive the program."""

    saved = Signal(str)
    """The text, after it was saved with another content."""
    failed = Signal(str)
    """A sentence for the person."""

    def __init__(self, folder: Path, command: str, parent: QObject) -> None:
        """Keep the file in *folder*; *command* is the setting, which may be empty."""
        super().__init__(parent)
        self._folder = folder
        self._command = command
        self._file: TextFile | None = None
        self._watcher = QFileSystemWatcher(self)
        self._timer = QTimer(self, singleShot=True, interval=_PAUSE_MS)
        self._timer.timeout.connect(self._on_timer_timeout)
        # The folder too: a file that is replaced is no longer the one that was watched.
        self._watcher.fileChanged.connect(self._on_watcher_changed)
        self._watcher.directoryChanged.connect(self._on_watcher_changed)

    def open(self, text: str, name: str) -> bool:
        """Show *text* in the editor, in a file called after *name*; False where that failed, which is told."""
        self.end()
        try:
            words = editor_command(self._command, os.environ, sys.platform, shutil.which)
            self._file = TextFile(self._folder / _file_name(name), text)
        except (OSError, ValueError) as error:
            self.failed.emit(str(error))
            return False
        path = str(self._file.path)
        self._watcher.addPaths([path, str(self._folder)])
        if _start([*words, path]):
            return True
        self.end()
        self.failed.emit(f"The editor “{words[0]}” could not be started.")
        return False

    def end(self) -> None:
        """Watch no longer, and remove the file."""
        self._timer.stop()
        if self._file is not None:
            self._watcher.removePaths([str(self._file.path), str(self._folder)])
            self._file.remove()
            self._file = None

    @Slot(str)
    def _on_watcher_changed(self, _path: str) -> None:
        self._timer.start()

    @Slot()
    def _on_timer_timeout(self) -> None:
        if self._file is None:
            return
        path = self._file.path
        if path.exists() and str(path) not in self._watcher.files():
            self._watcher.addPath(str(path))
        try:
            text = self._file.saved_text()
        except (OSError, ValueError) as error:
            self.failed.emit(str(error))
            return
        if text is not None:
            self.saved.emit(text)


def _file_name(name: str) -> str:
    slug = re.sub(r"[^a-z0-9]+", "-", name.lower())[:40].strip("-") or "text"
    return f"{slug}-{secrets.token_hex(4)}.md"


def _start(words: list[str]) -> bool:
    process = QProcess()
    process.setProgram(words[0])
    process.setArguments(words[1:])
    # What it says is not for the terminal that Pienza was started from.
    process.setStandardOutputFile(QProcess.nullDevice())
    process.setStandardErrorFile(QProcess.nullDevice())
    started = process.startDetached()
    return bool(started[0] if isinstance(started, tuple) else started)
