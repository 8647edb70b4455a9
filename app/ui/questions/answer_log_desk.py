"""Joins the answer log to its dock: rows are fetched while it is seen, and exported to where the person says."""

from __future__ import annotations

from pathlib import Path

from PySide6.QtCore import QObject, QTimer, Slot
from PySide6.QtWidgets import QFileDialog

from app.controller.answer_log import AnswerLog
from app.models.answer_log import AnswerLogModel
from app.session.decision import Decision
from app.settings.answer_store import SHOWN
from app.ui.main_window import MainWindow

_PAUSE_MS = 100


class AnswerLogDesk(QObject):
    """Serves the dock of *window* from *log*."""

    def __init__(self, window: MainWindow, log: AnswerLog) -> None:
        """Connect both."""
        super().__init__(window)
        self._window = window
        self._log = log
        self._list = window.answer_log
        self._model = AnswerLogModel(self)
        self._list.set_model(self._model)
        self._list.search_requested.connect(log.search)
        self._list.export_requested.connect(self._on_list_export_requested)
        self._timer = QTimer(self, singleShot=True, interval=_PAUSE_MS)
        self._timer.timeout.connect(self._list.refresh)
        window.answer_log_dock.visibilityChanged.connect(self._on_dock_visibility_changed)
        log.found.connect(self._on_log_found)
        log.added.connect(self._on_log_added)
        log.exported.connect(self._on_log_exported)
        log.failed.connect(self._list.say)

    @Slot(bool)
    def _on_dock_visibility_changed(self, visible: bool) -> None:
        if visible:
            self._list.refresh()

    @Slot()
    def _on_log_added(self) -> None:
        # A storm of answers is one search.
        if self._window.answer_log_dock.isVisible() and not self._timer.isActive():
            self._timer.start()

    @Slot(list)
    def _on_log_found(self, decisions: list[Decision]) -> None:
        self._model.set_decisions(decisions)
        count = len(decisions)
        self._list.say(f"The newest {SHOWN} are shown." if count == SHOWN else "" if count else "Nothing is found.")

    @Slot()
    def _on_list_export_requested(self) -> None:
        dialog = QFileDialog(self._window, "Export the answer log")
        dialog.setObjectName("answerLogExportDialog")
        dialog.setAcceptMode(QFileDialog.AcceptMode.AcceptSave)
        dialog.setNameFilters(["JSON lines (*.jsonl)", "CSV (*.csv)"])
        dialog.setDefaultSuffix("jsonl")
        dialog.selectFile("answers.jsonl")
        dialog.filterSelected.connect(self._on_dialog_filter_selected)
        dialog.fileSelected.connect(self._on_dialog_file_selected)
        dialog.finished.connect(dialog.deleteLater)
        dialog.open()

    @Slot(str)
    def _on_dialog_filter_selected(self, kind: str) -> None:
        dialog = self.sender()
        if isinstance(dialog, QFileDialog):
            suffix = "csv" if "csv" in kind else "jsonl"
            dialog.setDefaultSuffix(suffix)
            dialog.selectFile(f"answers.{suffix}")

    @Slot(str)
    def _on_dialog_file_selected(self, path: str) -> None:
        self._log.export(Path(path))

    @Slot(str, int)
    def _on_log_exported(self, path: str, count: int) -> None:
        self._list.say(f"{count} {'answer' if count == 1 else 'answers'} exported to {path}.")
