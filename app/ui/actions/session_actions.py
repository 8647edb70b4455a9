"""What is done with the whole session: named, forked, cloned, exported, compacted, counted."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

from PySide6.QtCore import QObject, QUrl, Signal, Slot
from PySide6.QtGui import QDesktopServices, QGuiApplication
from PySide6.QtWidgets import QFileDialog

from app.controller.session_desk import SessionDesk
from app.models.picks import Pick
from app.session.catalogue import ForkPoint
from app.session.info import Info
from app.session.phase import Phase, PhaseKind
from app.session.plain import one_line
from app.ui.actions.table import ACTIONS, CONTEXT, MODEL, SESSION
from app.ui.actions.window_actions import WindowActions
from app.ui.picker.picker import Picker

if TYPE_CHECKING:
    from app.ui.main_window import MainWindow

_LONGEST = 200
_OF_AGENT = [spec.name for spec in ACTIONS if spec.group in (SESSION, MODEL, CONTEXT) and spec.name != "restartAgent"]


class SessionActions(QObject):
    """Asks for what an action needs, and shows what comes of it."""

    told = Signal(str)
    """A sentence for the person."""

    def __init__(
        self, window: MainWindow, actions: WindowActions, picker: Picker, desk: SessionDesk, info: Info
    ) -> None:
        """Serve *actions* of *window* for the session that *info* is of."""
        super().__init__(picker)
        self._window = window
        self._actions = actions
        self._picker = picker
        self._desk = desk
        self._info = info
        self._forks_wanted = self._numbers_wanted = 0
        desk.fork_points_listed.connect(self._on_desk_fork_points_listed)
        desk.statistics_told.connect(self._on_desk_statistics_told)
        desk.exported.connect(self._on_desk_exported)
        desk.answer_told.connect(self._on_desk_answer_told)
        desk.told.connect(self.told)
        actions.bind(
            {
                "nameSession": self._on_name_triggered,
                "forkSession": self._on_fork_triggered,
                "cloneSession": desk.clone,
                "exportSession": self._on_export_triggered,
                "copyLastAnswer": desk.tell_last_answer,
                "compactContext": self._on_compact_triggered,
                "compactItself": self._on_compact_itself_triggered,
                "retryItself": self._on_retry_itself_triggered,
                "retryNever": self._on_retry_never_triggered,
                "stopRetrying": desk.stop_retrying,
                "showStatistics": self._on_statistics_triggered,
            }
        )

    def show_phase(self, phase: Phase) -> None:
        """What the agent does changed: only what it can hear can be asked of it."""
        self._actions.enable(phase.kind is not PhaseKind.ENDED, *_OF_AGENT)
        self._actions.enable(phase.kind is PhaseKind.RETRYING, "stopRetrying")

    def show_info(self) -> None:
        """What the agent is set to changed."""
        self._actions["compactItself"].setChecked(bool(self._info.compacts_itself))

    # --- name, fork, export -------------------------------------------------------------------------------------

    @Slot()
    def _on_name_triggered(self) -> None:
        self._picker.ask("Name the session", "A name", self._info.session_name, self._name)

    def _name(self, name: str) -> None:
        if name.strip():
            self._desk.name(name.strip())

    @Slot()
    def _on_fork_triggered(self) -> None:
        self._forks_wanted = self._picker.offer("Fork before a message", self._desk.fork)
        self._desk.list_fork_points()

    @Slot(list)
    def _on_desk_fork_points_listed(self, points: list[ForkPoint]) -> None:
        picks = [Pick(point.entry_id, one_line(point.text, _LONGEST) or "(no text)") for point in points]
        self._picker.fill(self._forks_wanted, picks, empty="There is no message to fork from yet.")

    @Slot()
    def _on_export_triggered(self) -> None:
        dialog = QFileDialog(self._window, "Export the session as a web page")
        dialog.setObjectName("exportDialog")
        dialog.setAcceptMode(QFileDialog.AcceptMode.AcceptSave)
        dialog.setNameFilters(["Web pages (*.html)"])
        dialog.setDefaultSuffix("html")
        dialog.selectFile("session.html")
        dialog.fileSelected.connect(self._on_dialog_file_selected)
        dialog.finished.connect(dialog.deleteLater)
        dialog.open()

    @Slot(str)
    def _on_dialog_file_selected(self, path: str) -> None:
        self._desk.export(Path(path))

    @Slot(str)
    def _on_desk_exported(self, path: str) -> None:
        self.told.emit(f"The session was exported to {path}.")
        # An agent on another machine wrote it there.
        if Path(path).is_file():
            QDesktopServices.openUrl(QUrl.fromLocalFile(path))

    @Slot(str)
    def _on_desk_answer_told(self, text: str) -> None:
        if text:
            QGuiApplication.clipboard().setText(text)
        self.told.emit("The last answer is in the clipboard." if text else "There is no answer yet.")

    # --- context --------------------------------------------------------------------------------------------------

    @Slot()
    def _on_compact_triggered(self) -> None:
        self._picker.ask("Compact the context", "What must be kept? Enter alone leaves it to pi", "", self._compact)

    def _compact(self, instructions: str) -> None:
        self._desk.compact(instructions.strip())

    @Slot()
    def _on_compact_itself_triggered(self) -> None:
        self._desk.compact_by_itself(self._actions["compactItself"].isChecked())

    @Slot()
    def _on_retry_itself_triggered(self) -> None:
        self._desk.retry_by_itself(True)
        self.told.emit("What fails in passing is tried again.")

    @Slot()
    def _on_retry_never_triggered(self) -> None:
        self._desk.retry_by_itself(False)
        self.told.emit("What fails is not tried again.")

    @Slot()
    def _on_statistics_triggered(self) -> None:
        self._numbers_wanted = self._picker.offer("Tokens and cost", self._copy)
        self._desk.tell_statistics()

    @Slot(list)
    def _on_desk_statistics_told(self, rows: list[tuple[str, str]]) -> None:
        self._picker.fill(self._numbers_wanted, [Pick(value, name, note=value) for name, value in rows])

    def _copy(self, value: str) -> None:
        QGuiApplication.clipboard().setText(value)
        self.told.emit(f"“{value}” is in the clipboard.")
