"""The widgets of extensions as docks above and below the prompt editor, one for each key."""

from __future__ import annotations

from typing import Literal

from PySide6.QtCore import QObject, Qt, QTimer, Signal, Slot
from PySide6.QtWidgets import QDockWidget, QMainWindow, QMenu

from app.session.plain import one_line
from app.ui.docks.widget_panel import WidgetPanel
from app.ui.theme import SPACE, Theme

Placement = Literal["aboveEditor", "belowEditor"]

_MOST_BESIDE = 3
"""How many panels of one side stand apart; with more they become tabs of one."""
_TITLE_HEIGHT = 7 * SPACE
_FRAME_MS = 16
_AREAS = {
    "aboveEditor": Qt.DockWidgetArea.TopDockWidgetArea,
    "belowEditor": Qt.DockWidgetArea.BottomDockWidgetArea,
}


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
        dock = QDockWidget(one_line(key, 60).replace("&", "&&"), self._inner)
        dock.setObjectName(f"widget:{key}")
        dock.setAccessibleName(one_line(key, 200))
        panel = WidgetPanel(self._theme, dock)
        panel.link_activated.connect(self.link_activated)
        panel.set_lines(lines)
        dock.setWidget(panel)
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

    def _side(self, placement: Placement) -> list[QDockWidget]:
        keys = [key for key, placed in self._placed.items() if placed == placement and key in self._docks]
        return [self._docks[key] for key in keys if not self._docks[key].isFloating()]

    def _move(self, key: str, placement: Placement) -> None:
        """Follow a new placement, unless the person has put the panel somewhere else."""
        dock = self._docks[key]
        moved = dock.isFloating() or self._inner.dockWidgetArea(dock) != _AREAS[self._placed[key]]
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
        self._inner.removeDockWidget(dock)
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
        tabs = _TITLE_HEIGHT if len(shown) > _MOST_BESIDE else 0
        self._inner.resizeDocks(shown, [tallest + _TITLE_HEIGHT] * len(shown), Qt.Orientation.Vertical)
        return tallest + _TITLE_HEIGHT + tabs + SPACE

    @Slot(bool)
    def _on_dock_visibility_changed(self, visible: bool) -> None:
        # A tab in the background is not visible either: only one that was closed counts as muted.
        for key, dock in self._docks.items():
            if dock.isHidden():
                self._muted.add(key)
            else:
                self._muted.discard(key)
        self._make_room()
