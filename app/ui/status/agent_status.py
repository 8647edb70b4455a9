"""The right end of the status bar: what the agent does, with which model, how full, and whether it is there."""

from __future__ import annotations

import time
from typing import TYPE_CHECKING

from PySide6.QtCore import QSize, QTimer, Slot
from PySide6.QtGui import QResizeEvent
from PySide6.QtWidgets import QSizePolicy, QWidget

from app.session.phase import Phase, PhaseKind
from app.session.plain import one_line
from app.ui.actions.window_actions import WindowActions
from app.ui.elided_label import ElidedLabel
from app.ui.status.status_button import StatusButton
from app.ui.theme import SPACE

if TYPE_CHECKING:
    from app.session.session import Info

_TIMED_FROM = 2.0
"""A phase shows its time after so many seconds: short ones would only flicker."""


_GAP = 4 * SPACE
_MARGIN = 2 * SPACE
_Part = ElidedLabel | StatusButton


class AgentStatus(QWidget):
    """Phase line, model, thinking level, context gauge and connection; every part hides when it has nothing to say.

    Where there is no room for all, what changes least hides first; only what is left then ends in an ellipsis.
    """

    def __init__(self, parent: QWidget | None = None) -> None:
        """Create the labels, without an agent."""
        super().__init__(parent)
        self._phase = Phase(PhaseKind.ENDED)
        self._phase_label = self._label("phaseLabel")
        self._model = StatusButton("modelButton", "Model", self)
        self._thinking = StatusButton("thinkingButton", "Thinking level", self)
        self._context = StatusButton("contextGauge", "Context", self)
        self._connection = self._label("connectionLabel")
        self._parts = (self._phase_label, self._model, self._thinking, self._context, self._connection)
        self.setSizePolicy(QSizePolicy.Policy.Maximum, QSizePolicy.Policy.Preferred)
        self._clock = QTimer(self)
        self._clock.setInterval(1000)
        self._clock.timeout.connect(self._on_clock_timeout)
        self.set_connection("", False)

    def _label(self, name: str) -> ElidedLabel:
        label = ElidedLabel("muted", name)
        label.setParent(self)
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
        self._set(self._model, one_line(info.model, 40))
        self._set(self._thinking, one_line(info.thinking_level, 20))
        self._set(self._context, context_text(info.context_percent))

    def set_connection(self, label: str, connected: bool) -> None:
        """Show the agent's name and whether it runs; a dot and a word, never a colour alone."""
        self._set(self._connection, f"● {one_line(label, 30)}" if connected else "○ no agent")

    def _set(self, part: _Part, text: str) -> None:
        if part.text() != text:
            part.setText(text)
            self.updateGeometry()
            self._lay_out()

    def sizeHint(self) -> QSize:
        """Return room for all that there is to say."""
        said = [part for part in self._parts if part.text()]
        return QSize(_needed(said), max(part.sizeHint().height() for part in self._parts))

    def minimumSizeHint(self) -> QSize:
        """Return no width at all: a narrow window keeps its parts."""
        return QSize(0, self.sizeHint().height())

    def resizeEvent(self, event: QResizeEvent) -> None:
        """Show what there is room for."""
        super().resizeEvent(event)
        self._lay_out()

    def _lay_out(self) -> None:
        shown = [part for part in self._parts if part.text()]
        gives_way: tuple[_Part, ...] = (self._thinking, self._model, self._context)
        for part in gives_way:
            if part in shown and _needed(shown) > self.width():
                shown.remove(part)
        missing = max(0, _needed(shown) - self.width())
        left = _MARGIN
        for part in self._parts:
            part.setVisible(part in shown)
        for part in shown:
            # The phase gives way before the connection, which may be the only thing that is said.
            given = min(missing, part.sizeHint().width())
            width = part.sizeHint().width() - given
            missing -= given
            part.setGeometry(left, 0, width, self.height())
            left += width + _GAP

    @Slot()
    def _on_clock_timeout(self) -> None:
        self._show_phase()

    def _show_phase(self) -> None:
        self._set(self._phase_label, phase_text(self._phase, time.monotonic()))


def _needed(parts: list[_Part]) -> int:
    """Return how wide *parts* are in a row."""
    return sum(part.sizeHint().width() for part in parts) + _GAP * max(0, len(parts) - 1) + 2 * _MARGIN


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
