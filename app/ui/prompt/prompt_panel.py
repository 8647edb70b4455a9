"""The prompt editor with what belongs to it: hint, queue, send and stop."""

from __future__ import annotations

from typing import TYPE_CHECKING

from PySide6.QtCore import Qt, Signal, Slot
from PySide6.QtWidgets import QFrame, QHBoxLayout, QSizePolicy, QVBoxLayout, QWidget

from app.session.plain import one_line
from app.ui.parts import plain_label, push_button
from app.ui.prompt.prompt_editor import PromptEditor
from app.ui.theme import SPACE

if TYPE_CHECKING:
    from app.session.session import Queue

_CHIP_LENGTH = 80
_CHIPS = 4


class PromptPanel(QFrame):
    """A card with the editor. Sending asks first by signal; the text leaves the editor only when it was taken."""

    sent = Signal(str)
    """Send this text; call `accepted` when it went out."""
    follow_up_sent = Signal(str)
    stopped = Signal()

    def __init__(self, parent: QWidget | None = None) -> None:
        """Create the panel with an empty editor."""
        super().__init__(parent)
        self.setProperty("role", "card")
        self.setSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Maximum)
        self.editor = PromptEditor(self)
        self._queue = plain_label(role="muted", name="queueLabel")
        self._queue.hide()
        self._hint = plain_label(role="muted")
        self._hint.setSizePolicy(QSizePolicy.Policy.Ignored, QSizePolicy.Policy.Preferred)
        self._hint.setAlignment(Qt.AlignmentFlag.AlignRight | Qt.AlignmentFlag.AlignVCenter)
        self._send = push_button("Send", "sendButton", role="primary")
        self._stop = push_button("Stop", "stopButton")
        self._lay_out()
        self.editor.submitted.connect(self._on_editor_submitted)
        self.editor.follow_up_submitted.connect(self._on_editor_follow_up_submitted)
        self.editor.textChanged.connect(self._on_editor_text_changed)
        self._send.clicked.connect(self._on_send_clicked)
        self._stop.clicked.connect(self.stopped)
        self.set_busy(False)
        self._on_editor_text_changed()

    def _lay_out(self) -> None:
        row = QHBoxLayout()
        row.setSpacing(2 * SPACE)
        row.addWidget(self._hint, 1)
        row.addWidget(self._stop)
        row.addWidget(self._send)
        layout = QVBoxLayout(self)
        layout.setContentsMargins(3 * SPACE, 3 * SPACE, 2 * SPACE, 2 * SPACE)
        layout.setSpacing(2 * SPACE)
        layout.addWidget(self._queue)
        layout.addWidget(self.editor, 1)
        layout.addLayout(row)

    def set_busy(self, busy: bool, steers: bool = False) -> None:
        """Offer Stop while the agent works, and say what Enter does then: *steers* while a run goes on."""
        self._stop.setVisible(busy)
        self._send.setText("Steer" if steers else "Send")
        send = "Ctrl+Enter" if self.editor.send_with_control else "Enter"
        self._hint.setText(f"{send} steers · Alt+Enter follows up" if steers else f"{send} sends")

    def set_queue(self, queue: Queue) -> None:
        """Show the texts that wait in the agent, steering ones first."""
        texts = [("steers", text) for text in queue.steering] + [("follows", text) for text in queue.follow_up]
        lines = [f"{how}: {one_line(text, _CHIP_LENGTH)}" for how, text in texts[:_CHIPS]]
        if len(texts) > _CHIPS:
            lines.append(f"… and {len(texts) - _CHIPS} more")
        self._queue.setText("\n".join(lines))
        self._queue.setVisible(bool(lines))

    def accepted(self) -> None:
        """The text went out: empty the editor."""
        self.editor.take_text()

    @Slot(str)
    def _on_editor_submitted(self, text: str) -> None:
        if text.strip() and not self.editor.is_unread:
            self.sent.emit(text)

    @Slot(str)
    def _on_editor_follow_up_submitted(self, text: str) -> None:
        if text.strip() and not self.editor.is_unread:
            self.follow_up_sent.emit(text)

    @Slot()
    def _on_editor_text_changed(self) -> None:
        self._send.setEnabled(bool(self.editor.exact_text().strip()))

    @Slot()
    def _on_send_clicked(self) -> None:
        self._on_editor_submitted(self.editor.exact_text())
