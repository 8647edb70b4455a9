"""Asking for the file that is pi, where it was not found. Never modal to the event loop."""

from __future__ import annotations

from PySide6.QtCore import QDir, QObject, Signal, Slot
from PySide6.QtWidgets import QFileDialog, QWidget


class PiPicker(QObject):
    """Opens a file dialog over *window*, one at a time, and tells what was picked in it."""

    picked = Signal(str)
    """The absolute path of a file; whether it can be run is for others to say."""

    def __init__(self, window: QWidget) -> None:
        """Open nothing yet."""
        super().__init__(window)
        self._window = window
        self._dialog: QFileDialog | None = None

    def open(self) -> None:
        """Show the dialog; one that is open comes to the front."""
        if self._dialog is None:
            self._dialog = self._make_dialog()
        self._dialog.open()
        self._dialog.raise_()

    def _make_dialog(self) -> QFileDialog:
        dialog = QFileDialog(self._window, "Choose pi", QDir.homePath())
        dialog.setObjectName("piPicker")
        dialog.setFileMode(QFileDialog.FileMode.ExistingFile)
        # Version managers keep programs in hidden folders, as links: the link's own folder has the right Node.
        dialog.setFilter(QDir.Filter.AllEntries | QDir.Filter.Hidden | QDir.Filter.NoDotAndDotDot)
        dialog.setOption(QFileDialog.Option.DontResolveSymlinks)
        dialog.setLabelText(QFileDialog.DialogLabel.Accept, "Choose")
        # Not `fileSelected`: it is silent where the typed path ends like a file in the folder on view (Qt 6.11).
        dialog.filesSelected.connect(self._on_dialog_files_selected)
        dialog.finished.connect(self._on_dialog_finished)
        return dialog

    @Slot(list)
    def _on_dialog_files_selected(self, paths: list[str]) -> None:
        self.picked.emit(QDir.toNativeSeparators(paths[0]))

    @Slot(int)
    def _on_dialog_finished(self, result: int) -> None:
        dialog, self._dialog = self._dialog, None
        if dialog is not None:
            dialog.deleteLater()
