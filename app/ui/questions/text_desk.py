"""What each editor question gets beside its dialog: a draft on disk, and the person's own editor."""

from __future__ import annotations

from pathlib import Path

from PySide6.QtCore import QObject, Signal, Slot

from app.controller.text_file import remove_old_files
from app.settings.drafts import DraftStore
from app.settings.schema import Settings
from app.ui.questions.answer_draft import AnswerDraft
from app.ui.questions.base import QuestionDialog
from app.ui.questions.external_answer import ExternalAnswer
from app.ui.questions.presenter import QuestionPresenter
from app.ui.questions.text_editor import TextEditorDialog


class TextDesk(QObject):
    """Equips the dialogs that *presenter* makes."""

    flush_requested = Signal()

    def __init__(self, presenter: QuestionPresenter, settings: Settings, state: Path, project: Path) -> None:
        """Keep drafts and files for *project* beneath the folder *state*."""
        super().__init__(presenter)
        self._settings = settings
        self._project = str(project)
        self._drafts = DraftStore(state / "answer-drafts")
        self._files = state / "editor"
        self._drafts.prune()
        remove_old_files(self._files)
        presenter.dialog_made.connect(self._on_presenter_dialog_made)

    def flush(self) -> None:
        """Write down now what was not yet."""
        self.flush_requested.emit()

    @Slot(object)
    def _on_presenter_dialog_made(self, dialog: QuestionDialog) -> None:
        if isinstance(dialog, TextEditorDialog):
            draft = AnswerDraft(dialog, self._drafts, self._project)
            self.flush_requested.connect(draft.flush)
            ExternalAnswer(dialog, self._files, self._settings.editor.command)
