"""What stands in an empty transcript."""

from __future__ import annotations

from PySide6.QtCore import QRect, Qt
from PySide6.QtGui import QPainter

from app.ui.transcript.part import Look


def paint_placeholder(painter: QPainter, area: QRect, width: int, look: Look, title: str, detail: str) -> None:
    """Paint *title* and, quieter below it, *detail* in the middle of *area*; *detail* gets *width* at most."""
    line = look.text_metrics.lineSpacing()
    painter.setFont(look.bold)
    painter.setPen(look.theme.color("text"))
    painter.drawText(area.adjusted(0, -2 * line, 0, 0), Qt.AlignmentFlag.AlignCenter, title)
    painter.setFont(look.text)
    painter.setPen(look.theme.color("muted"))
    detail = look.text_metrics.elidedText(detail, Qt.TextElideMode.ElideMiddle, width)
    painter.drawText(area.adjusted(0, 2 * line, 0, 0), Qt.AlignmentFlag.AlignCenter, detail)
