"""The menu of the window: what is needed seldom, in one quiet place at the end of the status bar."""

from __future__ import annotations

from PySide6.QtCore import Signal, Slot
from PySide6.QtGui import QKeySequence
from PySide6.QtWidgets import QMenu, QToolButton

from app.ui.main_window import MainWindow


class WindowMenu(QToolButton):
    """A button with the menu; it is filled anew each time, because panels come and go."""

    new_session_requested = Signal()
    restart_requested = Signal()
    choose_pi_requested = Signal()

    def __init__(self, window: MainWindow) -> None:
        """Put the button into the status bar of *window*."""
        super().__init__(window)
        self._window = window
        self.setObjectName("menuButton")
        self.setText("⋯")
        self.setToolTip("Menu")
        self.setAccessibleName("Menu")
        self.setPopupMode(QToolButton.ToolButtonPopupMode.InstantPopup)
        menu = QMenu(self)
        menu.aboutToShow.connect(self._on_menu_about_to_show)
        self.setMenu(menu)
        window.statusBar().addPermanentWidget(self)

    @Slot()
    def _on_menu_about_to_show(self) -> None:
        menu = self.menu()
        menu.clear()
        menu.addAction("New session").triggered.connect(self.new_session_requested)
        menu.addAction("Start the agent again").triggered.connect(self.restart_requested)
        menu.addAction("Choose pi…").triggered.connect(self.choose_pi_requested)
        menu.addActions(self._window.question_column.actions())
        menu.addSeparator()
        menu.addAction(self._window.inbox_dock.toggleViewAction())
        menu.addAction(self._window.answer_log_dock.toggleViewAction())
        menu.addAction(self._window.standing_dock.toggleViewAction())
        menu.addAction(self._window.notice_dock.toggleViewAction())
        panels = self._window.docks.panels_menu()
        panels.setTitle("Panels")
        panels.setEnabled(not panels.isEmpty())
        menu.addMenu(panels)
        menu.addSeparator()
        leave = menu.addAction("Quit")
        leave.setShortcut(QKeySequence.StandardKey.Quit)
        leave.triggered.connect(self._window.close)
