"""The height that panels above and below the prompt get: what they want, up to their share of the window."""

from __future__ import annotations

from collections.abc import Callable, Iterable

from PySide6.QtCore import QSize, Qt
from PySide6.QtWidgets import QDockWidget, QLayoutItem, QMainWindow

from app.ui.docks.title_bar import HEIGHT
from app.ui.docks.widget_panel import WidgetPanel
from app.ui.theme import SPACE

_SHARE = 0.4
"""The most that all panels together take of the window's height: the rest is to read and to write."""

Side = list[QDockWidget]
"""The docks of one side that are not hidden."""


class PromptRoom:
    """Keeps *inner*, the window around the prompt, as high as prompt and panels need.

    An inner window does not ask its docks for their height: without this they would squeeze the prompt. Panels make
    way for the rest of the column: for a question they shrink to a line, or to their titles where the window is low.
    """

    def __init__(self, inner: QMainWindow, outer: QMainWindow) -> None:
        """Share the height of *outer*."""
        self._inner = inner
        self._outer = outer
        self._given: list[tuple[Side, int]] = []

    def share(self, above: Side, below: Side, anew: bool) -> None:
        """Give each side its height: *anew* also when it is what was given before."""
        sides = (above, below)
        wanted = [self._height_of(docks, WidgetPanel.wanted_height) for docks in sides]
        room = min(int(self._outer.height() * _SHARE), self._left_by_others(QLayoutItem.sizeHint))
        granted = fair_shares(wanted[0], wanted[1], max(0, room))
        least = [self._height_of(docks, WidgetPanel.line_height) for docks in sides]
        if sum(least) > self._left_by_others(QLayoutItem.minimumSize):
            least = [self._height_of(docks, _nothing) for docks in sides]
        given = [(docks, max(heights)) for docks, *heights in zip(sides, granted, least, strict=True)]
        if given != self._given or anew:
            self._given = given
            self._inner.setMinimumHeight(self._prompt_height() + sum(self._give(*side) for side in given))
            self._inner.updateGeometry()

    def _prompt_height(self) -> int:
        prompt = self._inner.centralWidget()
        return prompt.sizeHint().height() if prompt is not None else 0

    def _left_by_others(self, hint: Callable[[QLayoutItem], QSize]) -> int:
        """Return what is left for panels when everything else in the column has the height of its *hint*."""
        column = self._outer.centralWidget()
        layout = column.layout() if column is not None else None
        if column is None or layout is None:
            return self._outer.height()
        items = [item for number in range(layout.count()) if (item := layout.itemAt(number)) and not item.isEmpty()]
        margins = layout.contentsMargins()
        taken = margins.top() + margins.bottom() + layout.spacing() * (len(items) - 1)
        taken += sum(hint(item).height() for item in items if not self._is_around_prompt(item))
        return column.height() - taken - self._prompt_height()

    def _is_around_prompt(self, item: QLayoutItem) -> bool:
        widget = item.widget()
        return widget is not None and (widget is self._inner or widget.isAncestorOf(self._inner))

    def _height_of(self, docks: Side, measure: Callable[[WidgetPanel], int]) -> int:
        """Return the height of a side when its tallest panel is as high as *measure* says."""
        return max(map(measure, _panels(docks))) + HEIGHT + self._surroundings(docks) if docks else 0

    def _give(self, docks: Side, height: int) -> int:
        for panel in _panels(docks):
            panel.set_granted_height(height - HEIGHT - self._surroundings(docks))
        # Docks that are tabs are resized with their tabs.
        self._inner.resizeDocks(docks, [height - SPACE] * len(docks), Qt.Orientation.Vertical)
        return height

    def _surroundings(self, docks: Side) -> int:
        """Return the height of what is around *docks*: the separator, and tabs where there are some."""
        return SPACE + (HEIGHT if any(self._inner.tabifiedDockWidgets(dock) for dock in docks) else 0)


def _panels(docks: Side) -> Iterable[WidgetPanel]:
    return (panel for dock in docks if isinstance(panel := dock.widget(), WidgetPanel))


def _nothing(panel: WidgetPanel) -> int:
    return 0


def fair_shares(above: int, below: int, room: int) -> tuple[int, int]:
    """Return how much of *room* each side gets: what it wants, but not at the cost of the other's half."""
    small, large = sorted((above, below))
    small = min(small, room // 2)
    large = min(large, room - small)
    return (small, large) if above <= below else (large, small)
