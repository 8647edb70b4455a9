"""The height that panels above and below the prompt get: what they want, up to their share of the window."""

from __future__ import annotations

from collections.abc import Callable, Iterable

from PySide6.QtCore import Qt
from PySide6.QtWidgets import QDockWidget, QMainWindow

from app.ui.docks.title_bar import HEIGHT
from app.ui.docks.widget_panel import WidgetPanel
from app.ui.theme import SPACE

_SHARE = 0.4
"""The most that all panels together take of the window's height: the rest is to read and to write."""


class PromptRoom:
    """Keeps *inner*, the window around the prompt, as high as prompt and panels need.

    An inner window does not ask its docks for their height: without this they would squeeze the prompt.
    """

    def __init__(self, inner: QMainWindow, outer: QMainWindow) -> None:
        """Share the height of *outer*."""
        self._inner = inner
        self._outer = outer

    def share(self, above: list[QDockWidget], below: list[QDockWidget]) -> None:
        """Give each side its height; the docks are those that are not hidden."""
        prompt = self._inner.centralWidget()
        height = prompt.sizeHint().height() if prompt is not None else 0
        wanted = [self._height_of(docks, WidgetPanel.wanted_height) for docks in (above, below)]
        granted = fair_shares(wanted[0], wanted[1], int(self._outer.height() * _SHARE))
        for docks, share in zip((above, below), granted, strict=True):
            height += self._give(docks, max(share, self._height_of(docks, _least_height)))
        self._inner.setMinimumHeight(height)
        self._inner.updateGeometry()

    def _height_of(self, docks: list[QDockWidget], measure: Callable[[WidgetPanel], int]) -> int:
        """Return the height of a side when its tallest panel is as high as *measure* says."""
        return max(map(measure, _panels(docks))) + HEIGHT + self._surroundings(docks) if docks else 0

    def _give(self, docks: list[QDockWidget], height: int) -> int:
        for panel in _panels(docks):
            panel.set_granted_height(height - HEIGHT - self._surroundings(docks))
        # Docks that are tabs are resized with their tabs.
        self._inner.resizeDocks(docks, [height - SPACE] * len(docks), Qt.Orientation.Vertical)
        return height

    def _surroundings(self, docks: list[QDockWidget]) -> int:
        """Return the height of what is around *docks*: the separator, and tabs where there are some."""
        return SPACE + (HEIGHT if any(self._inner.tabifiedDockWidgets(dock) for dock in docks) else 0)


def _panels(docks: list[QDockWidget]) -> Iterable[WidgetPanel]:
    return (panel for dock in docks if isinstance(panel := dock.widget(), WidgetPanel))


def _least_height(panel: WidgetPanel) -> int:
    return panel.minimumSizeHint().height()


def fair_shares(above: int, below: int, room: int) -> tuple[int, int]:
    """Return how much of *room* each side gets: what it wants, but not at the cost of the other's half."""
    small, large = sorted((above, below))
    small = min(small, room // 2)
    large = min(large, room - small)
    return (small, large) if above <= below else (large, small)
