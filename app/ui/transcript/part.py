"""What the transcript draws, one below the other: parts of entries, each with a height for a width."""

from __future__ import annotations

import html
from dataclasses import dataclass
from enum import Enum
from typing import Protocol

from PySide6.QtCore import QPoint, QRect
from PySide6.QtGui import QFont, QFontMetrics, QFontMetricsF, QPainter

from app.session.plain import one_line
from app.ui.theme import Theme


class ActionKind(Enum):
    """What a click on a part means."""

    FOLD = "fold"
    LINK = "link"
    QUESTION = "question"


@dataclass(frozen=True, slots=True)
class Action:
    """*target* is the address of a link; *key* that of a question."""

    kind: ActionKind
    target: str = ""
    key: int = 0

    @property
    def tip(self) -> str:
        """Where a link leads, for a tooltip: escaped, because tooltips take for markup what looks like it."""
        return f"<span>{html.escape(one_line(self.target, 500))}</span>" if self.target else ""


@dataclass(frozen=True, slots=True)
class Look:
    """What parts are drawn with: colours, fonts and their measures."""

    theme: Theme
    text: QFont
    bold: QFont
    code: QFont
    text_metrics: QFontMetrics
    bold_metrics: QFontMetrics
    code_metrics: QFontMetrics
    cell: float
    """The width of a cell of the code font; its metrics in whole pixels would add up to a wrong column."""


def make_look(theme: Theme, text: QFont, code: QFont) -> Look:
    """Return the look of *theme* with these fonts."""
    bold = QFont(text)
    bold.setWeight(QFont.Weight.DemiBold)
    return Look(theme, text, bold, code, QFontMetrics(text), QFontMetrics(bold), QFontMetrics(code), _cell(code))


def _cell(code: QFont) -> float:
    return max(1.0, QFontMetricsF(code).horizontalAdvance("0" * 100) / 100)


class Part(Protocol):
    """One thing that is drawn. A part belongs to one width at a time; `lay_out` is cheap when nothing changed."""

    joins_above: bool
    """Whether it goes on from the part above, without a gap."""

    def guess_height(self, width: int, look: Look) -> int:
        """Return about how high it is for *width*, without laying it out."""
        ...

    def lay_out(self, width: int, look: Look) -> int:
        """Return the height for *width*, in device-independent pixels."""
        ...

    def paint(self, painter: QPainter, area: QRect, clip: QRect, look: Look) -> None:
        """Paint into *area*; nothing outside of *clip* is seen."""
        ...

    def plain(self) -> str:
        """Return what can be read here, as plain text."""
        ...

    def action_at(self, position: QPoint) -> Action | None:
        """Return what a click at *position* (from the part's top left) means."""
        ...
