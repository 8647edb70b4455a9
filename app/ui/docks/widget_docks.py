"""The widgets of extensions as docks above and below the prompt editor, one for each key."""

from __future__ import annotations

from typing import Literal

from PySide6.QtCore import QEvent, QObject, Qt, QTimer, Signal, Slot
from PySide6.QtGui import QCloseEvent
from PySide6.QtWidgets import QDockWidget, QMainWindow, QMenu

from app.session.plain import one_line
from app.ui.docks.prompt_room import PromptRoom
from app.ui.docks.title_bar import TitleBar
from app.ui.docks.widget_panel import WidgetPanel
from app.ui.theme import Theme

Placement = Literal["aboveEditor", "belowEditor"]

_MOST_BESIDE = 3
"""How many panels of one side stand apart; with more they become tabs of one."""
_FRAME_MS = 16
_AREAS: dict[Placement, Qt.DockWidgetArea] = {
    "aboveEditor": Qt.DockWidgetArea.TopDockWidgetArea,
    "belowEditor": Qt.DockWidgetArea.BottomDockWidgetArea,
}


class _Dock(QDockWidget):
    """A dock that tells when the person closed it: hidden it also is as a tab in the background."""

    dismissed = Signal(str)

    def __init__(self, key: str, parent: QMainWindow) -> None:
        super().__init__(one_line(key, 60).replace("&", "&&"), parent)
        self.setObjectName(f"widget:{key}")
        self.setAccessibleName(one_line(key, 200))
        self._key = key

    def closeEvent(self, event: QCloseEvent) -> None:
        super().closeEvent(event)
        self.dismissed.emit(self._key)


class WidgetDocks(QObject):
    """Keeps one QDockWidget for each key in *inner*, the window around the prompt editor.

    A panel that the person closed stays closed until it is asked for in the menu; one that the person moved stays
    where it was put.
    """

    link_activated = Signal(str)

    def __init__(self, inner: QMainWindow, theme: Theme, outer: QMainWindow) -> None:
        """Start without panels; *outer* takes those that are moved to its sides."""
        super().__init__(inner)
        self._inner = inner
        self._outer = outer
        self._theme = theme
        self._docks: dict[str, QDockWidget] = {}
        self._pending: dict[str, tuple[list[str] | None, Placement]] = {}
        self._muted: set[str] = set()
        self._placed: dict[str, Placement] = {}
        self._room = PromptRoom(inner, outer)
        self._is_room_stale = False
        self._menu = QMenu(outer)
        inner.setDockOptions(QMainWindow.DockOption.AllowTabbedDocks | QMainWindow.DockOption.AllowNestedDocks)
        inner.setTabPosition(Qt.DockWidgetArea.AllDockWidgetAreas, inner.tabPosition(_AREAS["aboveEditor"]))
        self._update = QTimer(self)
        self._update.setSingleShot(True)
        self._update.setInterval(_FRAME_MS)
        self._update.timeout.connect(self._on_update_due)
        outer.installEventFilter(self)

    def set_widget(self, key: str, lines: list[str] | None, placement: Placement) -> None:
        """Show *lines* under *key*, or remove the panel with None. At most one relayout a frame comes of it."""
        self._pending[key] = (lines, placement)
        self._schedule()

    def _schedule(self) -> None:
        if not self._update.isActive():
            self._update.start()

    def clear(self) -> None:
        """Remove every panel."""
        for key in {*self._docks, *self._pending}:
            self.set_widget(key, None, "aboveEditor")

    def set_theme(self, theme: Theme) -> None:
        """Paint in the colours of *theme*."""
        self._theme = theme
        for key in self._docks:
            self.panel(key).set_theme(theme)

    def panel(self, key: str) -> WidgetPanel:
        """Return the panel of *key*. Raises KeyError when there is none."""
        panel = self._docks[key].widget()
        assert isinstance(panel, WidgetPanel)
        return panel

    def panels_menu(self) -> QMenu:
        """Return a menu that lists every panel, to show and hide it."""
        self._menu.clear()
        for dock in self._docks.values():
            self._menu.addAction(dock.toggleViewAction())
        return self._menu

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        """Take the panels' share anew when the window's height or what stands beside them changes."""
        if event.type() == QEvent.Type.Resize:
            self._on_room_changed()
        elif event.type() == QEvent.Type.LayoutRequest:
            self._schedule()
        return False

    @Slot()
    def _on_room_changed(self) -> None:
        self._is_room_stale = True
        self._schedule()

    @Slot()
    def _on_update_due(self) -> None:
        pending, self._pending = self._pending, {}
        for key, (lines, placement) in pending.items():
            if lines is None:
                self._remove(key)
            elif key in self._docks:
                self._move(key, placement)
                self.panel(key).set_lines(lines)
            else:
                self._add(key, lines, placement)
        self._make_room()

    def _add(self, key: str, lines: list[str], placement: Placement) -> None:
        dock = _Dock(key, self._inner)
        dock.dismissed.connect(self._on_dock_dismissed)
        dock.toggleViewAction().triggered.connect(self._on_toggle_triggered)
        panel = WidgetPanel(self._theme, dock)
        panel.link_activated.connect(self.link_activated)
        panel.wanted_height_changed.connect(self._on_room_changed)
        panel.set_lines(lines)
        dock.setWidget(panel)
        title = TitleBar(key, dock)
        title.closed.connect(dock.close)
        title.copied.connect(panel.copy)
        title.moved.connect(self._on_title_moved)
        panel.menu_requested.connect(title.show_menu)
        dock.setTitleBarWidget(title)
        self._docks[key] = dock
        self._dock(key, placement)
        dock.visibilityChanged.connect(self._on_room_changed)
        dock.setVisible(key not in self._muted)

    def _dock(self, key: str, placement: Placement) -> None:
        dock = self._docks[key]
        beside = [other for other in self._side(placement) if other is not dock]
        self._placed[key] = placement
        self._inner.addDockWidget(_AREAS[placement], dock, Qt.Orientation.Horizontal)
        if len(beside) >= _MOST_BESIDE:
            in_front = next((other for other in beside if not other.visibleRegion().isEmpty()), beside[0])
            tabs = self._inner.tabifiedDockWidgets(beside[0])
            for other in (*beside[1:], dock):
                if other not in tabs:
                    self._inner.tabifyDockWidget(beside[0], other)
            # A new panel does not cover the one that is read.
            in_front.raise_()
        else:
            side = [*beside, dock]
            self._inner.resizeDocks(side, [self._inner.width() // len(side)] * len(side), Qt.Orientation.Horizontal)

    def _side(self, placement: Placement) -> list[QDockWidget]:
        area = _AREAS[placement]
        docks = [dock for dock in self._docks.values() if dock.parent() is self._inner and not dock.isFloating()]
        return [dock for dock in docks if self._inner.dockWidgetArea(dock) == area]

    def _move(self, key: str, placement: Placement) -> None:
        """Follow a new placement, unless the person has put the panel somewhere else."""
        dock = self._docks[key]
        moved = dock not in self._side(self._placed[key])
        if placement != self._placed[key] and not moved:
            visible = not dock.isHidden()
            self._inner.removeDockWidget(dock)
            self._dock(key, placement)
            dock.setVisible(visible)

    def _remove(self, key: str) -> None:
        dock = self._docks.pop(key, None)
        if dock is None:
            return
        dock.visibilityChanged.disconnect(self._on_room_changed)
        self._placed.pop(key, None)
        dock.hide()
        dock.deleteLater()
        self._is_room_stale = True

    def _make_room(self) -> None:
        above, below = ([dock for dock in self._side(place) if not dock.isHidden()] for place in _AREAS)
        anew, self._is_room_stale = self._is_room_stale, False
        self._room.share(above, below, anew)

    @Slot(str)
    def _on_title_moved(self, place: str) -> None:
        title = self.sender()
        dock = title.parent() if isinstance(title, TitleBar) else None
        if not isinstance(dock, QDockWidget):
            return
        if place == "float":
            dock.setFloating(True)
        else:
            window, area = self._place(place)
            dock.setFloating(False)
            window.addDockWidget(area, dock)
            dock.show()
        self._on_room_changed()

    def _place(self, place: str) -> tuple[QMainWindow, Qt.DockWidgetArea]:
        """Return the window and its side for *place*: above and below are the prompt's, others the outer window's."""
        sides = {"left": Qt.DockWidgetArea.LeftDockWidgetArea, "right": Qt.DockWidgetArea.RightDockWidgetArea}
        if place in sides:
            return self._outer, sides[place]
        return self._inner, _AREAS["belowEditor" if place == "below" else "aboveEditor"]

    @Slot(str)
    def _on_dock_dismissed(self, key: str) -> None:
        self._muted.add(key)

    @Slot(bool)
    def _on_toggle_triggered(self, shown: bool) -> None:
        action = self.sender()
        key = next(key for key, dock in self._docks.items() if dock.toggleViewAction() is action)
        if shown:
            self._muted.discard(key)
            self._docks[key].raise_()
        else:
            self._muted.add(key)
