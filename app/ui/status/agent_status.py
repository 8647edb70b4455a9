"""The right end of the status bar: what the agent does, with which model, how full, and whether it is there."""

from __future__ import annotations

import time
from typing import TYPE_CHECKING

from PySide6.QtCore import QTimer, Slot
from PySide6.QtWidgets import QHBoxLayout, QLabel, QSizePolicy, QWidget

from app.session.phase import Phase, PhaseKind
from app.session.plain import one_line
from app.ui.actions.window_actions import WindowActions
from app.ui.parts import plain_label
from app.ui.status.status_button import StatusButton
from app.ui.theme import SPACE

if TYPE_CHECKING:
    from app.session.session import Info

_TIMED_FROM = 2.0
"""A phase shows its time after so many seconds: short ones would only flicker."""


class AgentStatus(QWidget):
    """Phase line, model, thinking level, context gauge and connection; every part hides when it has nothing to say."""

    def __init__(self, parent: QWidget | None = None) -> None:
        """Create the labels, without an agent."""
        super().__init__(parent)
        self._phase = Phase(PhaseKind.ENDED)
        self._phase_label = self._label("phaseLabel")
        self._model = StatusButton("modelButton", "Model", self)
        self._thinking = StatusButton("thinkingButton", "Thinking level", self)
        self._context = StatusButton("contextGauge", "Context", self)
        self._connection = self._label("connectionLabel")
        layout = QHBoxLayout(self)
        layout.setContentsMargins(2 * SPACE, 0, 2 * SPACE, 0)
        layout.setSpacing(4 * SPACE)
        for label in (self._phase_label, self._model, self._thinking, self._context, self._connection):
            layout.addWidget(label)
        self._clock = QTimer(self)
        self._clock.setInterval(1000)
        self._clock.timeout.connect(self._on_clock_timeout)
        self.set_connection("", False)

    def _label(self, name: str) -> QLabel:
        label = plain_label(role="muted", name=name)
        label.setSizePolicy(QSizePolicy.Policy.Maximum, QSizePolicy.Policy.Preferred)
        label.hide()
        return label

    def bind(self, actions: WindowActions) -> None:
        """Let a click on what is shown change it, or tell more, as *actions* do."""
        self._model.bind(actions["pickModel"])
        self._thinking.bind(actions["pickLevel"])
        self._context.bind(actions["showStatistics"])

    def set_phase(self, phase: Phase) -> None:
        """Show *phase*, and its time while it lasts."""
        self._phase = phase
        if phase.is_busy:
            self._clock.start()
        else:
            self._clock.stop()
        self._show_phase()

    def set_info(self, info: Info) -> None:
        """Show what the agent said of itself."""
        self._model.show_text(one_line(info.model, 40))
        self._thinking.show_text(one_line(info.thinking_level, 20))
        self._context.show_text(context_text(info.context_percent))

    def set_connection(self, label: str, connected: bool) -> None:
        """Show the agent's name and whether it runs; a dot and a word, never a colour alone."""
        self._set(self._connection, f"● {one_line(label, 30)}" if connected else "○ no agent")

    def _set(self, label: QLabel, text: str) -> None:
        if label.text() != text:
            label.setText(text)
        label.setVisible(bool(text))

    @Slot()
    def _on_clock_timeout(self) -> None:
        self._show_phase()

    def _show_phase(self) -> None:
        self._set(self._phase_label, phase_text(self._phase, time.monotonic()))


def context_text(percent: float | None) -> str:
    """Return how full the context is; nothing while the agent does not know."""
    if percent is None:
        return ""
    return ">100 % full" if percent > 100 else f"{percent:.0f} % full"


def phase_text(phase: Phase, now: float) -> str:
    """Return *phase* as one line at *now* (monotonic seconds); nothing for a phase that needs no words."""
    if phase.kind in (PhaseKind.IDLE, PhaseKind.ENDED):
        return ""
    if phase.until is not None:
        return f"Retrying in {max(0, round(phase.until - now))} s"
    detail = one_line(phase.detail, 30)
    words = f"{phase.kind.value.capitalize()} {detail}".strip()
    seconds = now - phase.since
    return f"{words} · {_duration(seconds)}" if phase.is_busy and seconds >= _TIMED_FROM else f"{words}…"


def _duration(seconds: float) -> str:
    return f"{int(seconds)} s" if seconds < 120 else f"{int(seconds // 60)} min"
