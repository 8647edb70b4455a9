"""One entry of an extension in the status bar: one line, coloured, elided; the whole is in its tooltip."""

from __future__ import annotations

import html
import re
from dataclasses import replace

from PySide6.QtCore import QSize, Qt
from PySide6.QtGui import QFontMetrics, QPainter, QPaintEvent
from PySide6.QtWidgets import QSizePolicy, QWidget

from app.session.ansi import Span, parse_line
from app.session.plain import one_line, without_hidden
from app.ui.ansi_text import span_colors, span_font
from app.ui.theme import SPACE, Theme

MOST_WIDTH = 60 * SPACE
_LONGEST = 400
_TOOLTIP_LENGTH = 2000
_LINE_ENDS = re.compile("\r\n|[\n\t\u0085\u2028\u2029]")


class StatusEntry(QWidget):
    """Paints its spans; it is never wider than its share and never taller than its line."""

    def __init__(self, key: str, theme: Theme, parent: QWidget) -> None:
        """Create an empty entry for *key*."""
        super().__init__(parent)
        self.setObjectName(f"status:{key}")
        self.key = key
        self.text = ""
        self._theme = theme
        self._spans: tuple[Span, ...] = ()
        self.setSizePolicy(QSizePolicy.Policy.Fixed, QSizePolicy.Policy.Preferred)

    def set_theme(self, theme: Theme) -> None:
        """Paint in the colours of *theme*."""
        self._theme = theme
        self.update()

    def set_text(self, raw: str) -> None:
        """Show *raw*, which may hold ANSI escapes."""
        self._spans = _cut(parse_line(_LINE_ENDS.sub(" ", without_hidden(raw[: _LONGEST * 20]))))
        self.text = one_line(raw, _TOOLTIP_LENGTH)
        tooltip = f"{one_line(self.key, 200)}: {self.text}"
        # A tooltip guesses whether it is markup: as markup of ours it cannot be taken for the agent's.
        self.setToolTip(f"<span>{html.escape(tooltip)}</span>")
        self.setAccessibleName(tooltip[:500])
        self.updateGeometry()
        self.update()

    def sizeHint(self) -> QSize:
        """Return the width of the text, at most the bound."""
        width = 2
        for span in self._spans:
            width += self._metrics(span).horizontalAdvance(span.text)
            if width >= MOST_WIDTH:
                break
        return QSize(min(MOST_WIDTH, width), self.fontMetrics().height())

    def paintEvent(self, event: QPaintEvent) -> None:
        """Paint the spans from the left, with an ellipsis where the room ends."""
        painter = QPainter(self)
        left = 0
        for span in self._spans:
            room = self.width() - left
            if room <= 0:
                break
            colors = span_colors(span.style, self._theme, self._theme.panel)
            painter.setFont(span_font(self.font(), span.style))
            metrics = painter.fontMetrics()
            text = metrics.elidedText(span.text, Qt.TextElideMode.ElideRight, room)
            width = metrics.horizontalAdvance(text)
            top = (self.height() - metrics.height()) // 2
            if colors.background is not None:
                painter.fillRect(left, top, width, metrics.height(), colors.background)
            painter.setPen(colors.text)
            painter.drawText(left, top + metrics.ascent(), text)
            left += width
        painter.end()

    def _metrics(self, span: Span) -> QFontMetrics:
        return QFontMetrics(span_font(self.font(), span.style))


def _cut(spans: tuple[Span, ...]) -> tuple[Span, ...]:
    """Return the first characters of *spans*: more than that is never in view."""
    kept: list[Span] = []
    room = _LONGEST
    for span in spans:
        if room > 0:
            kept.append(replace(span, text=span.text[:room]))
            room -= len(span.text)
    return tuple(kept)
