"""Keeps on disk what is written to an editor question, and offers it when the question is asked again."""

from __future__ import annotations

import hashlib
import logging

from PySide6.QtCore import QObject, QTimer, Slot

from app.session.questions import Question, QuestionState
from app.settings.drafts import DraftStore
from app.ui.questions.text_editor import TextEditorDialog

_log = logging.getLogger("pienza.drafts")
_PAUSE_MS = 400
_DONE = (QuestionState.ANSWERED, QuestionState.CANCELLED)
"""The person is through with it. However else it closed, what they wrote may be wanted again."""


class AnswerDraft(QObject):
    """The draft of one dialog, whose child it is."""

    def __init__(self, dialog: TextEditorDialog, store: DraftStore, project: str) -> None:
        """Offer what was written to the same question in *project*, and keep what is written now."""
        super().__init__(dialog)
        self._dialog = dialog
        self._store = store
        self._key = _key(dialog.question, project)
        self._timer = QTimer(self, singleShot=True, interval=_PAUSE_MS)
        self._timer.timeout.connect(self.flush)
        self._is_dirty = False
        dialog.text_changed.connect(self._on_dialog_text_changed)
        dialog.question_closed.connect(self._on_dialog_question_closed)
        self._offered = store.load(self._key)
        if self._offered:
            dialog.draft_offer.brought_back.connect(self._on_offer_brought_back)
            dialog.draft_offer.forgotten.connect(self._on_offer_forgotten)
            dialog.draft_offer.show()

    @Slot()
    def flush(self) -> None:
        """Save now what was written since the last time; what the agent proposed is no draft."""
        self._timer.stop()
        if self._is_dirty:
            self._save(self._dialog.text() if self._dialog.has_unsaved_text() else "")

    def _save(self, text: str) -> None:
        self._is_dirty = False
        try:
            self._store.save(self._key, text)
        except OSError as error:
            _log.warning("The draft could not be saved: %s", error)
            self._dialog.tools.say("The disk takes no draft of this. Do not leave before you answer.")

    @Slot()
    def _on_dialog_text_changed(self) -> None:
        self._is_dirty = True
        self._timer.start()

    @Slot()
    def _on_offer_brought_back(self) -> None:
        self._dialog.replace_text(self._offered)
        self._dialog.safe_widget().setFocus()

    @Slot()
    def _on_offer_forgotten(self) -> None:
        self._save("")
        self._on_dialog_text_changed()

    @Slot()
    def _on_dialog_question_closed(self) -> None:
        if self._dialog.question.state in _DONE:
            self._timer.stop()
            self._save("")
        else:
            self.flush()


def _key(question: Question, project: str) -> str:
    prefill = hashlib.sha256(question.prefill.encode(errors="surrogatepass")).hexdigest()
    return "\0".join((project, question.title, prefill))
