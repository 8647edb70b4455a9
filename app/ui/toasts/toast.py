"""One toast: what was said in passing, as plain text, with its severity in a word and a colour."""

from __future__ import annotations

from PySide6.QtCore import QEvent, QObject, Qt, QTimer, Signal, Slot
from PySide6.QtGui import QEnterEvent
from PySide6.QtWidgets import QFrame, QHBoxLayout, QToolButton, QVBoxLayout, QWidget

from app.session.ansi import plain_text
from app.session.changes import Severity
from app.session.plain import one_line
from app.session.readable import readable_lines
from app.ui.parts import plain_label
from app.ui.theme import SPACE
from app.ui.toasts.clamped_label import ClampedLabel

_LONGEST = 2000
_MOST_LINES = 12
_LONGEST_SOURCE = 60
_WORDS = {Severity.INFO: "", Severity.WARNING: "Warning", Severity.ERROR: "Error"}
WIDTH = 75 * SPACE


class Toast(QFrame):
    """Never takes the focus by itself; the pointer or the focus on it holds it."""

    ended = Signal(object)
    """This toast: the person closed it, or its time is up."""
    held_changed = Signal()
    """The pointer or the focus came or went."""

    def __init__(
        self, message: str, severity: Severity, source: str, parent: QWidget, lifetime: int | None = None
    ) -> None:
        """Create a toast for *message*; a long one is cut. *lifetime* is in milliseconds; None stays."""
        super().__init__(parent)
        self.setObjectName("toast")
        self.setProperty("severity", severity.value)
        self.message, self.severity, self.source = message, severity, source
        self.count = 1
        self._has_pointer = self._has_focus = False
        self._lifetime = lifetime
        self._timer = QTimer(self)
        self._timer.setSingleShot(True)
        self._timer.timeout.connect(self._on_ended)
        self.setFixedWidth(WIDTH)
        self._text = ClampedLabel(_cut(message), _MOST_LINES)
        self._detail = plain_label(role="muted")
        close = self._build_close()
        words = QVBoxLayout()
        words.setContentsMargins(0, SPACE, 0, SPACE)
        words.setSpacing(SPACE // 2)
        words.addWidget(self._text)
        words.addWidget(self._detail)
        row = QHBoxLayout(self)
        row.setContentsMargins(3 * SPACE, SPACE, SPACE, SPACE)
        row.setSpacing(2 * SPACE)
        row.addLayout(words, 1)
        row.addWidget(close, 0, Qt.AlignmentFlag.AlignTop)
        self.setAccessibleName(" ".join(filter(None, (_WORDS[severity], self._text.text()[:500]))))
        self._show_detail()

    def _build_close(self) -> QToolButton:
        close = QToolButton()
        close.setText("✕")
        close.setAccessibleName("Close this notification")
        close.setFocusPolicy(Qt.FocusPolicy.TabFocus)
        close.clicked.connect(self._on_ended)
        close.installEventFilter(self)
        return close

    @property
    def is_held(self) -> bool:
        """Whether somebody reads it or is about to close it."""
        return self._has_pointer or self._has_focus

    def set_paused(self, paused: bool) -> None:
        """Stop the clock of this toast, or let it run; it begins anew, so that nothing goes from under the pointer."""
        if paused:
            self._timer.stop()
        elif self._lifetime is not None and not self._timer.isActive():
            self._timer.start(self._lifetime)

    def matches(self, message: str, severity: Severity, source: str) -> bool:
        """Whether this toast says just that already."""
        return (self.message, self.severity, self.source) == (message, severity, source)

    def count_one_more(self) -> None:
        """The same was said again: its time begins anew."""
        self.count += 1
        self._timer.stop()
        self._show_detail()

    def _show_detail(self) -> None:
        times = f"×{self.count}" if self.count > 1 else ""
        parts = [part for part in (_WORDS[self.severity], one_line(self.source, _LONGEST_SOURCE), times) if part]
        self._detail.setText(" · ".join(parts))
        self._detail.setVisible(bool(parts))
        self.adjustSize()

    def enterEvent(self, event: QEnterEvent) -> None:
        """The pointer holds the toast."""
        super().enterEvent(event)
        self._has_pointer = True
        self.held_changed.emit()

    def leaveEvent(self, event: QEvent) -> None:
        """The pointer lets it go."""
        super().leaveEvent(event)
        self._has_pointer = False
        self.held_changed.emit()

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        """The focus on the close button holds the toast."""
        if event.type() in (QEvent.Type.FocusIn, QEvent.Type.FocusOut):
            self._has_focus = event.type() == QEvent.Type.FocusIn
            self.held_changed.emit()
        return False

    @Slot()
    def _on_ended(self) -> None:
        self.ended.emit(self)


def _cut(message: str) -> str:
    text = readable_lines(plain_text(message[:_LONGEST])).strip("\n")
    return text + "…" if len(message) > _LONGEST else text
