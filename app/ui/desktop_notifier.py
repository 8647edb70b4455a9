"""A message of the desktop, for when the person looks elsewhere."""

from __future__ import annotations

from PySide6.QtCore import QObject, Signal
from PySide6.QtWidgets import QStyle, QSystemTrayIcon, QWidget

_HARMLESS = str.maketrans({"<": "‹", ">": "›", "&": "+"})
"""Some desktops take the text for markup, others show it as it is: what both show alike stands in."""
_SHOWN_MS = 10_000


class DesktopNotifier(QObject):
    """Speaks through an icon in the tray, which is there only while there is something to say."""

    activated = Signal()
    """The person clicked the message or the icon."""

    def __init__(self, window: QWidget) -> None:
        """Speak for *window*, with its icon."""
        super().__init__(window)
        self._window = window
        self._icon: QSystemTrayIcon | None = None

    def notify(self, title: str, text: str) -> bool:
        """Show a message unless the window is in front; whether the desktop was asked to."""
        can_tell = QSystemTrayIcon.isSystemTrayAvailable() and QSystemTrayIcon.supportsMessages()
        if self._window.isActiveWindow() or not can_tell:
            return False
        icon = self._icon or self._new_icon()
        icon.setToolTip(title)
        icon.show()
        icon.showMessage(title, text.translate(_HARMLESS), QSystemTrayIcon.MessageIcon.NoIcon, _SHOWN_MS)
        return True

    def withdraw(self) -> None:
        """There is nothing to say any more."""
        if self._icon is not None:
            self._icon.hide()

    def _new_icon(self) -> QSystemTrayIcon:
        image = self._window.windowIcon()
        if image.isNull():
            image = self._window.style().standardIcon(QStyle.StandardPixmap.SP_MessageBoxQuestion)
        self._icon = QSystemTrayIcon(image, self)
        self._icon.messageClicked.connect(self.activated)
        self._icon.activated.connect(self.activated)
        return self._icon
