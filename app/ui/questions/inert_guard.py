"""No accident can approve: a new question takes no input until the person can have read it."""

from __future__ import annotations

import time

from PySide6.QtCore import QCoreApplication, QEvent, QObject, QTimer, Signal, Slot
from PySide6.QtGui import QKeyEvent
from PySide6.QtWidgets import QWidget

_SWALLOWED = frozenset(
    {
        QEvent.Type.KeyPress,
        QEvent.Type.KeyRelease,
        QEvent.Type.ShortcutOverride,
        QEvent.Type.Shortcut,
        QEvent.Type.MouseButtonPress,
        QEvent.Type.MouseButtonRelease,
        QEvent.Type.MouseButtonDblClick,
        QEvent.Type.TouchBegin,
        QEvent.Type.InputMethod,
    }
)
_TYPING = (QEvent.Type.KeyPress, QEvent.Type.InputMethod)
"""An input method takes the keys for itself and tells only what it composes."""


class InertGuard(QObject):
    """Swallows keys and clicks of *dialog* for a while, and longer while keys go to any widget.

    A key that is held down since before the dialog was ready keeps repeating: its repeats never answer.
    """

    became_ready = Signal()

    def __init__(self, dialog: QWidget, inert_ms: int, quiet_ms: int) -> None:
        """Guard *dialog* from its next `arm` on; times in milliseconds."""
        super().__init__(dialog)
        self._dialog = dialog
        self._inert_ms = inert_ms
        self._quiet_ms = quiet_ms
        self._last_key = 0.0
        self._pressed_anew = False
        self.is_inert = True
        self._timer = QTimer(self, singleShot=True)
        self._timer.timeout.connect(self._on_timer_timeout)

    def arm(self) -> None:
        """Be inert from now on; called each time that the question comes on screen."""
        self._watch_dialog(False)
        self.is_inert = True
        self._pressed_anew = False
        self._watch_application(True)
        self._timer.start(self._inert_ms)

    def disarm(self) -> None:
        """Stop watching: the question left the screen."""
        self.is_inert = True
        self._timer.stop()
        self._watch_application(False)

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        """Swallow what is meant for the dialog too early; note the keys that go anywhere."""
        kind = event.type()
        if kind not in _SWALLOWED or not isinstance(watched, QWidget):
            return False
        inside = watched is self._dialog or self._dialog.isAncestorOf(watched)
        if not self.is_inert:
            return inside and self._is_held_since_before(event)
        if kind in _TYPING:
            self._last_key = time.monotonic()
        return inside

    def _is_held_since_before(self, event: QEvent) -> bool:
        if not isinstance(event, QKeyEvent) or event.type() != QEvent.Type.KeyPress:
            return False
        self._pressed_anew = self._pressed_anew or not event.isAutoRepeat()
        return not self._pressed_anew

    def _watch_application(self, on: bool) -> None:
        # Every event of the program passes here while it is on: only for as long as it must.
        application = QCoreApplication.instance()
        if application is not None:
            application.removeEventFilter(self)
            if on:
                application.installEventFilter(self)

    def _watch_dialog(self, on: bool) -> None:
        for widget in (self._dialog, *self._dialog.findChildren(QWidget)):
            widget.removeEventFilter(self)
            if on:
                widget.installEventFilter(self)

    @Slot()
    def _on_timer_timeout(self) -> None:
        quiet_for = (time.monotonic() - self._last_key) * 1000
        if quiet_for < self._quiet_ms:
            self._timer.start(round(self._quiet_ms - quiet_for) + 1)
            return
        self.is_inert = False
        self._watch_application(False)
        self._watch_dialog(True)
        self.became_ready.emit()
