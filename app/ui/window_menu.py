"""The menu of the window: what is needed seldom, in one quiet place at the end of the status bar."""

from __future__ import annotations

from PySide6.QtCore import Slot
from PySide6.QtWidgets import QMenu, QToolButton

from app.ui.actions.table import ACTIONS, CONTEXT, MODEL, SESSION
from app.ui.actions.window_actions import WindowActions
from app.ui.main_window import MainWindow

_SUBMENUS = {
    group: [spec.name for spec in ACTIONS if spec.group == group and spec.name not in ("newSession", "restartAgent")]
    for group in (SESSION, MODEL, CONTEXT)
}


class WindowMenu(QToolButton):
    """A button with the menu; it is filled anew each time, because panels come and go."""

    def __init__(self, window: MainWindow, actions: WindowActions) -> None:
        """Put the button into the status bar of *window*, with *actions* in it."""
        super().__init__(window)
        self._window = window
        self._actions = actions
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
        self._add(menu, "showPalette", "newSession")
        for title, names in _SUBMENUS.items():
            self._add(menu.addMenu(title), *names)
        menu.addSeparator()
        self._add(menu, "restartAgent", "choosePi")
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
        self._add(menu, "showKeys", "quit")

    def _add(self, menu: QMenu, *names: str) -> None:
        for name in names:
            menu.addAction(self._actions[name])
