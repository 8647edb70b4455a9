"""A part of monospaced lines: code, output, and prose that is too long to be laid out at once.

Heights are arithmetic and only lines in view are painted, so that a line of megabytes costs as much as a short one.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from PySide6.QtCore import QPoint, QRect
from PySide6.QtGui import QPainter, Qt

from app.ui.theme import RADIUS, SPACE
from app.ui.transcript.part import Action, Look
from app.ui.transcript.rows import diff_tones, guessed_rows, rows_of

_PADDING = 2 * SPACE


@dataclass(frozen=True, slots=True)
class LinesStyle:
    """How lines are drawn. With *ground* they stand on the colour of code, those of a *diff* on the colour of theirs.

    Of more than *most_rows* rows the rest is counted. *joins_above* and *joins_below* tell of neighbours that are the
    same text.
    """

    ground: bool = True
    most_rows: int | None = None
    diff: bool = False
    joins_above: bool = False
    joins_below: bool = False


_CODE = LinesStyle()


class LinesPart:
    """*text* in lines that wrap at the edge; *more_lines* follow, which are not in *text*."""

    def __init__(self, text: str, style: LinesStyle = _CODE, more_lines: int = 0) -> None:
        """Hold *text*."""
        self._text = text
        self._style = style
        self._more_lines = more_lines
        self.joins_above = style.joins_above
        self._rows: Sequence[str] = []
        self._tones: list[str] = []
        self._columns = 0
        self._look: Look | None = None

    def lay_out(self, width: int, look: Look) -> int:
        """Return the height for *width*."""
        columns = self._columns_in(width, look)
        if columns != self._columns or look is not self._look:
            self._columns, self._look = columns, look
            self._rows = self._bounded(rows_of(self._text, columns))
            self._tones = diff_tones(self._text, columns) if self._style.diff else []
        return self._height_of(len(self._rows), look)

    def guess_height(self, width: int, look: Look) -> int:
        """Return about how high it is for *width*, at the cost of counting."""
        rows = guessed_rows(self._text, self._columns_in(width, look))
        return self._height_of(rows if self._style.most_rows is None else min(rows, self._style.most_rows), look)

    def _bounded(self, rows: Sequence[str]) -> Sequence[str]:
        most = self._style.most_rows
        left_out = self._more_lines + (max(0, len(rows) - most) if most is not None else 0)
        return [*rows[:most], f"… {left_out:,} more lines"] if left_out else rows

    def _columns_in(self, width: int, look: Look) -> int:
        inner = width - (2 * _PADDING if self._style.ground else 0)
        return max(8, int(inner / look.cell))

    def _height_of(self, rows: int, look: Look) -> int:
        edges = (not self._style.joins_above) + (not self._style.joins_below)
        return rows * look.code_metrics.lineSpacing() + (edges * _PADDING if self._style.ground else 0)

    def paint(self, painter: QPainter, area: QRect, clip: QRect, look: Look) -> None:
        """Paint the rows in view."""
        left, top = area.left(), area.top()
        if self._style.ground:
            self._paint_ground(painter, area, look)
            left, top = left + _PADDING, top + (0 if self._style.joins_above else _PADDING)
        spacing = look.code_metrics.lineSpacing()
        painter.setFont(look.code)
        painter.setPen(look.theme.color("text"))
        first = max(0, (clip.top() - top) // spacing)
        last = min(len(self._rows), (clip.bottom() - top) // spacing + 1)
        for row in range(first, last):
            if row < len(self._tones) and self._tones[row]:
                painter.fillRect(left, top + row * spacing, area.width(), spacing, look.theme.color(self._tones[row]))
            painter.drawText(left, top + row * spacing + look.code_metrics.ascent(), self._rows[row])

    def _paint_ground(self, painter: QPainter, area: QRect, look: Look) -> None:
        """Paint the ground; where a neighbour goes on it has no corners."""
        above, below = (RADIUS if joins else 0 for joins in (self._style.joins_above, self._style.joins_below))
        painter.save()
        painter.setClipRect(area, Qt.ClipOperation.IntersectClip)
        painter.setPen(Qt.PenStyle.NoPen)
        painter.setBrush(look.theme.color("code"))
        painter.drawRoundedRect(area.adjusted(0, -above, 0, below), RADIUS, RADIUS)
        painter.restore()

    def plain(self) -> str:
        """Return the text."""
        return self._text

    def action_at(self, position: QPoint) -> Action | None:
        """Nothing here can be clicked."""
        return None
