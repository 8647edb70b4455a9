"""The widgets of extensions as docks above and below the prompt editor, one for each key."""

from __future__ import annotations

from typing import Literal

from PySide6.QtCore import QObject, Qt, QTimer, Signal, Slot
from PySide6.QtGui import QCloseEvent
from PySide6.QtWidgets import QDockWidget, QMainWindow, QMenu

from app.session.plain import one_line
from app.ui.docks.title_bar import HEIGHT, TitleBar
from app.ui.docks.widget_panel import WidgetPanel
from app.ui.theme import SPACE, Theme

Placement = Literal["aboveEditor", "belowEditor"]

_MOST_BESIDE = 3
"""How many panels of one side stand apart; with more they become tabs of one."""
_FRAME_MS = 16
_AREAS = {
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
        inner.setDockOptions(QMainWindow.DockOption.AllowTabbedDocks | QMainWindow.DockOption.AllowNestedDocks)
        inner.setTabPosition(Qt.DockWidgetArea.AllDockWidgetAreas, inner.tabPosition(_AREAS["aboveEditor"]))
        self._update = QTimer(self)
        self._update.setSingleShot(True)
        self._update.setInterval(_FRAME_MS)
        self._update.timeout.connect(self._on_update_due)

    def set_widget(self, key: str, lines: list[str] | None, placement: Placement) -> None:
        """Show *lines* under *key*, or remove the panel with None. At most one relayout a frame comes of it."""
        self._pending[key] = (lines, placement)
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
        menu = QMenu(self._outer)
        for dock in self._docks.values():
            menu.addAction(dock.toggleViewAction())
        return menu

    @Slot()
    def _on_update_due(self) -> None:
        pending, self._pending = self._pending, {}
        changed = False
        for key, (lines, placement) in pending.items():
            if lines is None:
                changed |= self._remove(key)
            elif key in self._docks:
                self._move(key, placement)
                changed |= self.panel(key).set_lines(lines)
            else:
                self._add(key, lines, placement)
                changed = True
        if changed:
            self._make_room()

    def _add(self, key: str, lines: list[str], placement: Placement) -> None:
        dock = _Dock(key, self._inner)
        dock.dismissed.connect(self._on_dock_dismissed)
        dock.toggleViewAction().triggered.connect(self._on_toggle_triggered)
        panel = WidgetPanel(self._theme, dock)
        panel.link_activated.connect(self.link_activated)
        panel.set_lines(lines)
        dock.setWidget(panel)
        title = TitleBar(key, dock)
        title.closed.connect(dock.close)
        title.copied.connect(panel.copy)
        title.moved.connect(self._on_title_moved)
        dock.setTitleBarWidget(title)
        self._docks[key] = dock
        self._dock(key, placement)
        dock.visibilityChanged.connect(self._on_dock_visibility_changed)
        dock.setVisible(key not in self._muted)

    def _dock(self, key: str, placement: Placement) -> None:
        dock = self._docks[key]
        beside = [other for other in self._side(placement) if other is not dock]
        self._placed[key] = placement
        self._inner.addDockWidget(_AREAS[placement], dock, Qt.Orientation.Horizontal)
        if len(beside) >= _MOST_BESIDE:
            for other in beside[1:]:
                self._inner.tabifyDockWidget(beside[0], other)
            self._inner.tabifyDockWidget(beside[0], dock)
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

    def _remove(self, key: str) -> bool:
        dock = self._docks.pop(key, None)
        if dock is None:
            return False
        dock.visibilityChanged.disconnect(self._on_dock_visibility_changed)
        self._placed.pop(key, None)
        dock.hide()
        dock.deleteLater()
        return True

    def _make_room(self) -> None:
        """Tell the inner window how high it must be: it does not ask its docks, and would squeeze the prompt."""
        prompt = self._inner.centralWidget()
        own = prompt.sizeHint().height() if prompt is not None else 0
        self._inner.setMinimumHeight(own + self._height_of("aboveEditor") + self._height_of("belowEditor"))
        self._inner.updateGeometry()

    def _height_of(self, placement: Placement) -> int:
        shown = [dock for dock in self._side(placement) if not dock.isHidden()]
        if not shown:
            return 0
        tallest = max(self.panel(key).sizeHint().height() for key, dock in self._docks.items() if dock in shown)
        tabs = HEIGHT if any(self._inner.tabifiedDockWidgets(dock) for dock in shown) else 0
        self._inner.resizeDocks(shown, [tallest + HEIGHT] * len(shown), Qt.Orientation.Vertical)
        return tallest + HEIGHT + tabs + SPACE

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
        self._make_room()

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
        else:
            self._muted.add(key)

    @Slot(bool)
    def _on_dock_visibility_changed(self, visible: bool) -> None:
        self._make_room()
