"""Keeps what stands in the prompt editor on disk while it is typed, and brings it back at the next start."""

from __future__ import annotations

import logging
from pathlib import Path

from PySide6.QtCore import QObject, QTimer, Slot

from app.settings.drafts import DraftStore
from app.ui.prompt.prompt_editor import PromptEditor

_log = logging.getLogger("pienza.drafts")
_PAUSE_MS = 400


class DraftKeeper(QObject):
    """Saves after a pause in typing, and at once with `flush`."""

    def __init__(self, editor: PromptEditor, store: DraftStore, project: Path) -> None:
        """Bring the draft of *project* back into an empty *editor*, then keep what is typed."""
        super().__init__(editor)
        self._editor = editor
        self._store = store
        self._project = project
        self._timer = QTimer(self)
        self._timer.setSingleShot(True)
        self._timer.setInterval(_PAUSE_MS)
        self._timer.timeout.connect(self.flush)
        draft = store.load(str(project))
        if draft and editor.document().isEmpty():
            editor.set_text(draft)
        editor.textChanged.connect(self._on_editor_text_changed)

    @Slot()
    def _on_editor_text_changed(self) -> None:
        self._timer.start()

    @Slot()
    def flush(self) -> None:
        """Save now. What an extension wrote is no draft of the person's, whose own is kept until they go on."""
        self._timer.stop()
        if self._editor.holds_foreign_text:
            return
        try:
            self._store.save(str(self._project), self._editor.exact_text())
        except OSError as error:
            _log.warning("The draft could not be saved: %s", error)
