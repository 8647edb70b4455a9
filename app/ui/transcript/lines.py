"""A part of monospaced lines: code, output, and prose that is too long to be laid out at once.

Heights are arithmetic and only lines in view are painted, so that a line of megabytes costs as much as a short one.
"""

from __future__ import annotations

from PySide6.QtCore import QPoint, QRect
from PySide6.QtGui import QPainter, Qt

from app.session.cells import clusters
from app.ui.theme import RADIUS, SPACE
from app.ui.transcript.part import Action, Look

_PADDING = 2 * SPACE
_TAB = "    "


class LinesPart:
    """*text* in lines that wrap at the edge. With *ground* it stands on the colour of code."""

    def __init__(self, text: str, ground: bool = True, most_rows: int | None = None, is_diff: bool = False) -> None:
        """Hold *text*; of more than *most_rows* rows the rest is counted. Lines of a diff have the colour of theirs."""
        self._text = text
        self._ground = ground
        self._most_rows = most_rows
        self._is_diff = is_diff
        self._rows: list[str] = []
        self._tones: list[str] = []
        self._columns = 0
        self._look: Look | None = None
        self._left_out = 0

    def lay_out(self, width: int, look: Look) -> int:
        """Return the height for *width*."""
        inner = width - (2 * _PADDING if self._ground else 0)
        columns = max(8, int(inner / look.cell))
        if columns != self._columns or look is not self._look:
            self._columns, self._look = columns, look
            self._rows = wrapped(self._text, columns)
            self._tones = diff_tones(self._text, columns) if self._is_diff else []
            if self._most_rows is not None and len(self._rows) > self._most_rows:
                self._left_out = len(self._rows) - self._most_rows
                self._rows = [*self._rows[: self._most_rows], f"… {self._left_out:,} more lines"]
        padding = 2 * _PADDING if self._ground else 0
        return len(self._rows) * look.code_metrics.lineSpacing() + padding

    def paint(self, painter: QPainter, area: QRect, clip: QRect, look: Look) -> None:
        """Paint the rows in view."""
        left, top = area.left(), area.top()
        if self._ground:
            painter.setPen(Qt.PenStyle.NoPen)
            painter.setBrush(look.theme.color("code"))
            painter.drawRoundedRect(area, RADIUS, RADIUS)
            left, top = left + _PADDING, top + _PADDING
        spacing = look.code_metrics.lineSpacing()
        painter.setFont(look.code)
        painter.setPen(look.theme.color("text"))
        first = max(0, (clip.top() - top) // spacing)
        last = min(len(self._rows), (clip.bottom() - top) // spacing + 1)
        for row in range(first, last):
            if row < len(self._tones) and self._tones[row]:
                painter.fillRect(left, top + row * spacing, area.width(), spacing, look.theme.color(self._tones[row]))
            painter.drawText(left, top + row * spacing + look.code_metrics.ascent(), self._rows[row])

    def plain(self) -> str:
        """Return the text."""
        return self._text

    def action_at(self, position: QPoint) -> Action | None:
        """Nothing here can be clicked."""
        return None


def wrapped(text: str, columns: int) -> list[str]:
    """Return the rows of *text* on a grid of *columns* cells."""
    rows: list[str] = []
    for line in text.removesuffix("\n").replace("\t", _TAB).split("\n"):
        if len(line) <= columns and line.isascii():
            rows.append(line)
        elif line.isascii():
            rows.extend(line[start : start + columns] for start in range(0, len(line), columns))
        else:
            rows.extend(_wrapped_wide(line, columns))
    return rows


def diff_tones(diff: str, columns: int) -> list[str]:
    """Return for each row of the wrapped *diff* the colour token of its ground, or ""."""
    tones: list[str] = []
    for line in diff.removesuffix("\n").split("\n"):
        tone = {"+": "added", "-": "removed"}.get(line[:1], "")
        tones += [tone] * len(wrapped(line, columns))
    return tones


def _wrapped_wide(line: str, columns: int) -> list[str]:
    rows: list[str] = []
    row: list[str] = []
    used = 0
    for cluster, cells in clusters(line):
        if used + cells > columns and row:
            rows.append("".join(row))
            row, used = [], 0
        row.append(cluster)
        used += cells
    return [*rows, "".join(row)]
