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
_LEAST_WIDTH = 30 * SPACE


class ToastOverlay(QObject):
    """Shows toasts on top of *host* and lets them go after a while; errors stay until they are closed."""

    history_requested = Signal()

    def __init__(self, host: QWidget) -> None:
        """Show nothing yet."""
        super().__init__(host)
        self._host = host
        self._toasts: list[Toast] = []
        self._left_out = 0
        self._more = self._build_more()
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
        same = next((toast for toast in self._toasts if toast.matches(message, severity, source)), None)
        if same is not None:
            same.count_one_more()
        elif len(self._toasts) < MOST or self._make_room():
            self._add(Toast(message, severity, source, self._host, _LIFETIME_MS.get(severity)))
        else:
            self._left_out += 1
        self._run_clocks()
        self._restack.start()

    def _add(self, toast: Toast) -> None:
        self._toasts.append(toast)
        toast.ended.connect(self._on_toast_ended)
        toast.held_changed.connect(self._on_toast_held_changed)
        announcement = QAccessibleAnnouncementEvent(self._host, toast.accessibleName())
        QAccessible.updateAccessibility(announcement)

    def _make_room(self) -> bool:
        """Let the oldest toast go that is no error and is not held; False when there is none."""
        may_go = (toast for toast in self._toasts if _is_no_error(toast) and not toast.is_held)
        oldest = next(may_go, None)
        if oldest is None:
            return False
        self._remove(oldest)
        return True

    def _run_clocks(self) -> None:
        """Let no toast go while one is held: the others would move from under the pointer."""
        held = any(toast.is_held for toast in self._toasts)
        for toast in self._toasts:
            toast.set_paused(held)

    def _remove(self, toast: Toast) -> None:
        self._toasts.remove(toast)
        toast.held_changed.disconnect(self._on_toast_held_changed)
        toast.hide()
        toast.deleteLater()
        if all(map(_is_no_error, self._toasts)):
            self._left_out = 0
        self._run_clocks()
        self._restack.start()

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        """Follow the size of the host."""
        if event.type() == QEvent.Type.Resize:
            self._restack.start()
        return False

    @Slot()
    def _on_restack_due(self) -> None:
        for toast in self._toasts:
            toast.setFixedWidth(max(_LEAST_WIDTH, min(WIDTH, self._host.width() - 2 * _MARGIN)))
            toast.resize(toast.width(), toast.heightForWidth(toast.width()))
        fitting = self._fitting()
        right, top = self._host.width() - _MARGIN, _MARGIN
        for toast in self._toasts:
            # Moved before it is seen: it would catch a pointer that is elsewhere.
            if toast in fitting:
                toast.move(QPoint(right - toast.width(), top))
                toast.raise_()
                top += toast.height() + _GAP
            toast.setVisible(toast in fitting)
        self._show_more(self._left_out + len(self._toasts) - len(fitting), right, top)

    def _fitting(self) -> list[Toast]:
        """Return the toasts that have room: errors as they came, then the newest; at least one."""
        room = self._host.height() - 2 * _MARGIN
        if self._left_out or sum(toast.height() + _GAP for toast in self._toasts) - _GAP > room:
            room -= self._more.sizeHint().height() + _GAP
        fitting: list[Toast] = []
        errors = [toast for toast in self._toasts if not _is_no_error(toast)]
        for toast in errors + list(filter(_is_no_error, reversed(self._toasts))):
            room -= toast.height() + _GAP
            if room + _GAP < 0 and fitting:
                break
            fitting.append(toast)
        return fitting

    def _show_more(self, count: int, right: int, top: int) -> None:
        self._more.setVisible(count > 0)
        if count:
            self._more.setText(f"{count} more…")
            self._more.adjustSize()
            bottom = self._host.height() - _MARGIN - self._more.height()
            self._more.move(QPoint(right - self._more.width(), min(top, bottom)))
            self._more.raise_()

    @Slot(object)
    def _on_toast_ended(self, toast: Toast) -> None:
        self._remove(toast)

    @Slot()
    def _on_toast_held_changed(self) -> None:
        self._run_clocks()

    @Slot()
    def _on_more_clicked(self) -> None:
        self._left_out = 0
        self._restack.start()
        self.history_requested.emit()


def _is_no_error(toast: Toast) -> bool:
    return toast.severity is not Severity.ERROR
