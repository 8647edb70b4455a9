"""A list at the side of the window: a person goes there and comes back to where they were."""

from __future__ import annotations

from PySide6.QtCore import Qt, Slot
from PySide6.QtGui import QKeyEvent
from PySide6.QtWidgets import QApplication, QDockWidget, QMainWindow, QWidget
from shiboken6 import isValid

from app.ui.theme import SPACE

_LEAST_WIDTH = 45 * SPACE
"""In pixels: in less, nothing of a row can be read."""
_CONVERSATION = 72 * SPACE
_NO_LIMIT = 16_777_215
"""Qt's own."""


class SideDock(QDockWidget):
    """Hidden at first. Escape in it closes it and nothing else: never what is asked beside it."""

    def __init__(self, title: str, name: str, content: QWidget, home: QWidget, parent: QWidget) -> None:
        """Show *content*; *home* gets the keyboard back when what had it before is gone."""
        super().__init__(title, parent)
        self.setObjectName(name)
        content.setMinimumWidth(_LEAST_WIDTH)
        self.setWidget(content)
        self._home = home
        self._before: QWidget | None = None
        self._most_width = _NO_LIMIT
        self.topLevelChanged.connect(self._on_place_changed)
        self.dockLocationChanged.connect(self._on_place_changed)
        self.hide()

    def leave_room(self, window_width: int) -> None:
        """Beside the conversation, leave it enough to be read in a window of *window_width* pixels."""
        self._most_width = max(_LEAST_WIDTH, window_width - _CONVERSATION)
        self._on_place_changed()

    def toggle(self) -> None:
        """Show the dock and go there, or put it away again and go back."""
        if self.isVisible():
            self._leave()
            return
        self._before = QApplication.focusWidget()
        self.show()
        self.raise_()
        self.activateWindow()
        self._first().setFocus(Qt.FocusReason.ShortcutFocusReason)

    def keyPressEvent(self, event: QKeyEvent) -> None:
        """Take Escape; a key that is held down leaves once and does not go on where the keyboard was before."""
        if event.key() == Qt.Key.Key_Escape:
            self._leave()
            event.accept()
        else:
            super().keyPressEvent(event)

    @Slot()
    def _on_place_changed(self) -> None:
        window = self.parentWidget()
        areas = Qt.DockWidgetArea
        area = window.dockWidgetArea(self) if isinstance(window, QMainWindow) else areas.NoDockWidgetArea
        beside = not self.isFloating() and area in (areas.LeftDockWidgetArea, areas.RightDockWidgetArea)
        self.setMaximumWidth(self._most_width if beside else _NO_LIMIT)

    def _first(self) -> QWidget:
        """Return what is reached first in the content; the content itself where there is nothing to reach."""
        for widget in self.widget().findChildren(QWidget):
            if widget.isVisible() and widget.isEnabled() and widget.focusPolicy() & Qt.FocusPolicy.TabFocus:
                return widget
        return self.widget()

    def _leave(self) -> None:
        focused = QApplication.focusWidget()
        was_here = focused is not None and self.isAncestorOf(focused)
        before, self._before = self._before, None
        if was_here:
            # Before the dock hides: Qt would give the keyboard to whatever comes next, also to a button.
            target = before if before is not None and isValid(before) and before.isVisible() else self._home
            target.activateWindow()
            target.setFocus(Qt.FocusReason.OtherFocusReason)
        self.hide()


def is_in_side_dock(widget: QWidget | None) -> bool:
    """Whether *widget* is in such a dock: who is there is busy, and is not to be taken away by what comes up."""
    while widget is not None and not isinstance(widget, SideDock):
        widget = widget.parentWidget()
    return widget is not None
