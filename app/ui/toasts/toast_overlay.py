"""The toasts: at the top right of the transcript, above it, never over a question or the prompt."""

from __future__ import annotations

from PySide6.QtCore import QEvent, QObject, QPoint, QTimer, Signal, Slot
from PySide6.QtGui import QAccessible, QAccessibleAnnouncementEvent
from PySide6.QtWidgets import QPushButton, QWidget

from app.session.changes import Severity
from app.ui.parts import push_button
from app.ui.theme import SPACE
from app.ui.toasts.toast import WIDTH, Toast

MOST = 4
"""How many toasts are on screen at once; errors are counted in "more", never pushed out."""
_LIFETIME_MS = {Severity.INFO: 5000, Severity.WARNING: 8000}
_MARGIN = 4 * SPACE
_GAP = 2 * SPACE


class ToastOverlay(QObject):
    """Shows toasts on top of *host* and lets them go after a while; errors stay until they are closed."""

    history_requested = Signal()

    def __init__(self, host: QWidget) -> None:
        """Show nothing yet."""
        super().__init__(host)
        self._host = host
        self._toasts: list[Toast] = []
        self._hidden = 0
        self._more = self._build_more()
        self._timers: dict[Toast, QTimer] = {}
        self._restack = QTimer(self)
        self._restack.setSingleShot(True)
        self._restack.setInterval(0)
        self._restack.timeout.connect(self._on_restack_due)
        host.installEventFilter(self)

    def _build_more(self) -> QPushButton:
        more = push_button("", "moreToasts")
        more.setParent(self._host)
        more.hide()
        more.clicked.connect(self._on_more_clicked)
        return more

    @property
    def toasts(self) -> list[Toast]:
        """The toasts on screen, the oldest first."""
        return list(self._toasts)

    def show_toast(self, message: str, severity: Severity, source: str = "") -> None:
        """Show *message*; one that is on screen already is counted there."""
        for toast in self._toasts:
            if toast.matches(message, severity, source):
                toast.count_one_more()
                self._start_timer(toast)
                self._restack.start()
                return
        if len(self._toasts) >= MOST and not self._make_room():
            self._hidden += 1
            self._restack.start()
            return
        self._add(Toast(message, severity, source, self._host))

    def _add(self, toast: Toast) -> None:
        self._toasts.append(toast)
        toast.closed.connect(self._on_toast_closed)
        toast.held_changed.connect(self._on_toast_held_changed)
        self._start_timer(toast)
        self._restack.start()
        announcement = QAccessibleAnnouncementEvent(self._host, toast.accessibleName())
        QAccessible.updateAccessibility(announcement)

    def _make_room(self) -> bool:
        """Let the oldest toast that is no error go; False when all are errors."""
        oldest = next((toast for toast in self._toasts if toast.severity is not Severity.ERROR), None)
        if oldest is None:
            return False
        self._remove(oldest)
        return True

    def _start_timer(self, toast: Toast) -> None:
        lifetime = _LIFETIME_MS.get(toast.severity)
        if lifetime is None:
            return
        timer = self._timers.get(toast)
        if timer is None:
            timer = self._timers[toast] = QTimer(toast)
            timer.setSingleShot(True)
            timer.timeout.connect(self._on_timer_timeout)
        timer.start(lifetime)

    def _remove(self, toast: Toast) -> None:
        self._toasts.remove(toast)
        self._timers.pop(toast, None)
        toast.hide()
        toast.deleteLater()
        if not any(other.severity is Severity.ERROR for other in self._toasts):
            self._hidden = 0
        self._restack.start()

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        """Follow the size of the host."""
        if event.type() == QEvent.Type.Resize:
            self._restack.start()
        return False

    @Slot()
    def _on_restack_due(self) -> None:
        right = self._host.width() - _MARGIN
        top = _MARGIN
        for toast in self._toasts:
            toast.setFixedWidth(max(120, min(WIDTH, self._host.width() - 2 * _MARGIN)))
            toast.resize(toast.width(), toast.heightForWidth(toast.width()))
            toast.move(QPoint(right - toast.width(), top))
            toast.show()
            toast.raise_()
            top += toast.height() + _GAP
        self._more.setVisible(self._hidden > 0)
        if self._hidden:
            self._more.setText(f"{self._hidden} more…")
            self._more.adjustSize()
            self._more.move(QPoint(right - self._more.width(), top))
            self._more.raise_()

    @Slot(object)
    def _on_toast_closed(self, toast: Toast) -> None:
        self._remove(toast)

    @Slot()
    def _on_toast_held_changed(self) -> None:
        held = any(toast.is_held for toast in self._toasts)
        for toast, timer in self._timers.items():
            if held:
                timer.stop()
            elif not timer.isActive():
                self._start_timer(toast)

    @Slot()
    def _on_timer_timeout(self) -> None:
        for toast, timer in list(self._timers.items()):
            if not timer.isActive():
                if toast.isAncestorOf(toast.focusWidget() or self._host):
                    timer.start(_LIFETIME_MS[toast.severity])
                else:
                    self._remove(toast)

    @Slot()
    def _on_more_clicked(self) -> None:
        self._hidden = 0
        self._restack.start()
        self.history_requested.emit()
