"""Lets the person write the answer to an editor question in an editor of their own."""

from __future__ import annotations

from pathlib import Path

from PySide6.QtCore import QObject, Slot

from app.controller.external_editor import ExternalEditor
from app.session.plain import one_line
from app.ui.questions.text_editor import TextEditorDialog

_OPEN = "Open in your editor. What you save there comes here; you answer here."
_TAKEN = "Taken over from your editor."


class ExternalAnswer(QObject):
    """The outside editor of one dialog, whose child it is."""

    def __init__(self, dialog: TextEditorDialog, folder: Path, command: str) -> None:
        """Keep files in *folder*; *command* is the setting, which may be empty."""
        super().__init__(dialog)
        self._dialog = dialog
        self._editor = ExternalEditor(folder, command, self)
        self._editor.saved.connect(self._on_editor_saved)
        self._editor.failed.connect(dialog.tools.say)
        dialog.tools.external_requested.connect(self._on_tools_external_requested)
        dialog.question_closed.connect(self._on_dialog_question_closed)

    @Slot()
    def _on_tools_external_requested(self) -> None:
        if self._editor.open(self._dialog.text(), one_line(self._dialog.question.title, 40)):
            self._dialog.tools.say(_OPEN)

    @Slot(str)
    def _on_editor_saved(self, text: str) -> None:
        self._dialog.replace_text(text)
        self._dialog.tools.say(_TAKEN)

    @Slot()
    def _on_dialog_question_closed(self) -> None:
        self._editor.end()
