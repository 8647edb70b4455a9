"""The entries of extensions in the status bar, in the order of their first appearance, with the rest in a menu."""

from __future__ import annotations

from PySide6.QtCore import QSize, Qt, QTimer, Slot
from PySide6.QtGui import QAction, QContextMenuEvent, QResizeEvent
from PySide6.QtWidgets import QMenu, QSizePolicy, QToolButton, QWidget

from app.session.plain import one_line
from app.ui.status.status_entry import StatusEntry
from app.ui.theme import SPACE, Theme

_GAP = 4 * SPACE
_HEIGHT = 7 * SPACE


class StatusEntries(QWidget):
    """Lays entries out by itself, so that they can never widen the window."""

    def __init__(self, theme: Theme, parent: QWidget | None = None) -> None:
        """Show nothing."""
        super().__init__(parent)
        self._theme = theme
        self._entries: dict[str, StatusEntry] = {}
        self._pending: dict[str, str] = {}
        self._hidden: set[str] = set()
        self._order: dict[str, int] = {}
        self.setSizePolicy(QSizePolicy.Policy.Ignored, QSizePolicy.Policy.Fixed)
        self._more = QToolButton(self)
        self._more.setObjectName("statusMore")
        self._more.setPopupMode(QToolButton.ToolButtonPopupMode.InstantPopup)
        self._more.setMenu(QMenu(self._more))
        self._more.menu().aboutToShow.connect(self._on_menu_about_to_show)
        self._more.hide()
        # Spinners change faster than anybody sees: a change only marks, one turn of the loop shows all of them.
        self._update = QTimer(self)
        self._update.setSingleShot(True)
        self._update.setInterval(16)
        self._update.timeout.connect(self._on_update_due)

    def set_entry(self, key: str, text: str | None) -> None:
        """Set the entry *key*; None or "" clears it. *text* may hold ANSI escapes."""
        if text:
            self._order.setdefault(key, len(self._order))
        self._pending[key] = text or ""
        if not self._update.isActive():
            self._update.start()

    def clear(self) -> None:
        """Forget all entries."""
        for key in {*self._entries, *self._pending}:
            self.set_entry(key, None)

    def set_theme(self, theme: Theme) -> None:
        """Paint in the colours of *theme*."""
        self._theme = theme
        for entry in self._entries.values():
            entry.set_theme(theme)

    def shown(self) -> dict[str, str]:
        """Return the plain texts on screen, by key."""
        return {key: entry.text for key, entry in self._entries.items() if not entry.isHidden()}

    def sizeHint(self) -> QSize:
        """Return one line; the width is whatever the status bar gives."""
        return QSize(0, _HEIGHT)

    def minimumSizeHint(self) -> QSize:
        """Return almost nothing, so that the window can shrink."""
        return QSize(6 * SPACE, _HEIGHT)

    def resizeEvent(self, event: QResizeEvent) -> None:
        """Show as many as fit."""
        super().resizeEvent(event)
        self._lay_out()

    @Slot()
    def _on_update_due(self) -> None:
        pending, self._pending = self._pending, {}
        for key, text in pending.items():
            if text:
                self._entry(key).set_text(text)
            elif key in self._entries:
                self._entries.pop(key).deleteLater()
        self._lay_out()

    def _entry(self, key: str) -> StatusEntry:
        if key not in self._entries:
            self._entries[key] = StatusEntry(key, self._theme, self)
        return self._entries[key]

    def _lay_out(self) -> None:
        wanted = [self._entries[key] for key in sorted(self._entries, key=self._order.__getitem__)]
        wanted = [entry for entry in wanted if entry.key not in self._hidden]
        fitting = self._fitting(wanted)
        left = 2 * SPACE
        for entry in self._entries.values():
            entry.setVisible(entry in fitting)
        for entry in fitting:
            entry.setGeometry(left, 0, entry.sizeHint().width(), self.height())
            left += entry.width() + _GAP
        left_out = len(self._entries) - len(fitting)
        self._more.setVisible(left_out > 0)
        if left_out:
            self._more.setText(f"+{left_out}")
            self._more.setAccessibleName(f"{left_out} more status entries")
            self._more.adjustSize()
            self._more.move(
                max(0, min(left, self.width() - self._more.width())), (self.height() - self._more.height()) // 2
            )

    def _fitting(self, wanted: list[StatusEntry]) -> list[StatusEntry]:
        room = self.width() - 2 * SPACE
        reserve = 12 * SPACE
        fitting: list[StatusEntry] = []
        for number, entry in enumerate(wanted):
            width = entry.sizeHint().width()
            last = number == len(wanted) - 1 and len(wanted) == len(self._entries)
            if width > room - (0 if last else reserve):
                break
            fitting.append(entry)
            room -= width + _GAP
        return fitting

    def contextMenuEvent(self, event: QContextMenuEvent) -> None:
        """Offer to hide and show entries by key."""
        menu = QMenu(self)
        menu.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
        self._fill(menu)
        menu.popup(event.globalPos())

    @Slot()
    def _on_menu_about_to_show(self) -> None:
        menu = self._more.menu()
        menu.clear()
        self._fill(menu)

    def _fill(self, menu: QMenu) -> None:
        for key in sorted(self._entries, key=self._order.__getitem__):
            text = f"{one_line(key, 40)}: {one_line(self._entries[key].text, 80)}".replace("&", "&&")
            action = menu.addAction(text)
            action.setCheckable(True)
            action.setChecked(key not in self._hidden)
            action.setData(key)
            action.triggered.connect(self._on_action_triggered)

    @Slot(bool)
    def _on_action_triggered(self, checked: bool) -> None:
        action = self.sender()
        if isinstance(action, QAction):
            key = action.data()
            self._hidden.discard(key) if checked else self._hidden.add(key)
            self._lay_out()
