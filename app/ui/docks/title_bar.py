"""The quiet title of a panel: its key, and a menu for where it stands."""

from __future__ import annotations

from PySide6.QtCore import QPoint, QSize, Qt, Signal, Slot
from PySide6.QtGui import QAction, QContextMenuEvent, QResizeEvent
from PySide6.QtWidgets import QHBoxLayout, QMenu, QSizePolicy, QToolButton, QWidget

from app.session.plain import one_line
from app.ui.parts import plain_label
from app.ui.theme import SPACE

HEIGHT = 7 * SPACE
PLACES = {"above": "Above the prompt", "below": "Below the prompt", "left": "Left", "right": "Right", "float": "Float"}


class TitleBar(QWidget):
    """Stands in the place of the platform's title bar; dragging it moves the panel as usual."""

    moved = Signal(str)
    """One of PLACES."""
    copied = Signal()
    closed = Signal()

    def __init__(self, key: str, parent: QWidget) -> None:
        """Create the bar for the panel *key*."""
        super().__init__(parent)
        self.setAttribute(Qt.WidgetAttribute.WA_StyledBackground)
        self.setProperty("role", "dockTitle")
        self._key = one_line(key, 200)
        self._label = plain_label(self._key, role="heading")
        self._label.setSizePolicy(QSizePolicy.Policy.Ignored, QSizePolicy.Policy.Preferred)
        more = self._button("⋯", "Panel menu")
        more.setPopupMode(QToolButton.ToolButtonPopupMode.InstantPopup)
        self._menu = self._build_menu()
        more.setMenu(self._menu)
        close = self._button("✕", "Hide this panel")
        close.clicked.connect(self.closed)
        layout = QHBoxLayout(self)
        layout.setContentsMargins(3 * SPACE, 0, SPACE, 0)
        layout.setSpacing(0)
        layout.addWidget(self._label, 1)
        layout.addWidget(more)
        layout.addWidget(close)

    def _button(self, text: str, name: str) -> QToolButton:
        button = QToolButton()
        button.setText(text)
        button.setToolTip(name)
        button.setAccessibleName(name)
        button.setFocusPolicy(Qt.FocusPolicy.TabFocus)
        return button

    def _build_menu(self) -> QMenu:
        menu = QMenu(self)
        for place, text in PLACES.items():
            action = menu.addAction(text)
            action.setData(place)
            action.triggered.connect(self._on_place_triggered)
        menu.addSeparator()
        menu.addAction("Copy the text").triggered.connect(self.copied)
        menu.addAction("Hide").triggered.connect(self.closed)
        return menu

    @Slot(QPoint)
    def show_menu(self, position: QPoint) -> None:
        """Show the menu at *position* on the screen."""
        self._menu.popup(position)

    def contextMenuEvent(self, event: QContextMenuEvent) -> None:
        """Show the panel's own menu, not the list of all docks."""
        self.show_menu(event.globalPos())

    def sizeHint(self) -> QSize:
        """Return one line; the width is the panel's."""
        return QSize(40 * SPACE, HEIGHT)

    def minimumSizeHint(self) -> QSize:
        """Return room for the buttons."""
        return QSize(20 * SPACE, HEIGHT)

    def resizeEvent(self, event: QResizeEvent) -> None:
        """Cut the key to the room that there is."""
        super().resizeEvent(event)
        room = self._label.width()
        self._label.setText(self._label.fontMetrics().elidedText(self._key, Qt.TextElideMode.ElideRight, room))

    @Slot()
    def _on_place_triggered(self) -> None:
        action = self.sender()
        if isinstance(action, QAction):
            self.moved.emit(action.data())
