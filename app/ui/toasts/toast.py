"""One toast: what was said in passing, as plain text, with its severity in a word and a colour."""

from __future__ import annotations

from PySide6.QtCore import QEvent, Qt, Signal, Slot
from PySide6.QtGui import QEnterEvent
from PySide6.QtWidgets import QFrame, QHBoxLayout, QToolButton, QVBoxLayout, QWidget

from app.session.ansi import plain_text
from app.session.changes import Severity
from app.session.readable import readable_lines
from app.ui.parts import plain_label
from app.ui.theme import SPACE

_LONGEST = 2000
_MOST_LINES = 12
_WORDS = {Severity.INFO: "", Severity.WARNING: "Warning", Severity.ERROR: "Error"}
WIDTH = 75 * SPACE


class Toast(QFrame):
    """Never takes the focus by itself; stays while the pointer or the focus is on it."""

    closed = Signal(object)
    """The toast that the person closed."""
    held_changed = Signal()
    """The pointer came or went."""

    def __init__(self, message: str, severity: Severity, source: str, parent: QWidget) -> None:
        """Create a toast for *message*; a long one is cut."""
        super().__init__(parent)
        self.setObjectName("toast")
        self.setProperty("severity", severity.value)
        self.message, self.severity, self.source = message, severity, source
        self.count = 1
        self.is_held = False
        self.setFixedWidth(WIDTH)
        self._text = plain_label(_cut(message), wrap=True)
        self._detail = plain_label(role="muted")
        close = QToolButton()
        close.setText("✕")
        close.setAccessibleName("Close this notification")
        close.setFocusPolicy(Qt.FocusPolicy.TabFocus)
        close.clicked.connect(self._on_close_clicked)
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
        self.setAccessibleName(" ".join(filter(None, (_WORDS[severity], message[:500]))))
        self._show_detail()

    def matches(self, message: str, severity: Severity, source: str) -> bool:
        """Whether this toast says just that already."""
        return (self.message, self.severity, self.source) == (message, severity, source)

    def count_one_more(self) -> None:
        """The same was said again."""
        self.count += 1
        self._show_detail()

    def _show_detail(self) -> None:
        times = f"×{self.count}" if self.count > 1 else ""
        parts = [part for part in (_WORDS[self.severity], self.source, times) if part]
        self._detail.setText(" · ".join(parts))
        self._detail.setVisible(bool(parts))
        self.adjustSize()

    def enterEvent(self, event: QEnterEvent) -> None:
        """The pointer holds the toast."""
        super().enterEvent(event)
        self._hold(True)

    def leaveEvent(self, event: QEvent) -> None:
        """The pointer lets it go."""
        super().leaveEvent(event)
        self._hold(False)

    def _hold(self, held: bool) -> None:
        self.is_held = held
        self.held_changed.emit()

    @Slot()
    def _on_close_clicked(self) -> None:
        self.closed.emit(self)


def _cut(message: str) -> str:
    text = readable_lines(plain_text(message[:_LONGEST]))
    lines = text.split("\n")
    if len(lines) > _MOST_LINES:
        return "\n".join(lines[:_MOST_LINES]) + "\n…"
    return text + "…" if len(message) > _LONGEST else text
