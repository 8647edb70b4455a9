"""One widget of an extension: lines on a monospaced grid, coloured, scrolled inside, painted only where visible."""

from __future__ import annotations

import html
from collections.abc import Iterator

from PySide6.QtCore import QPoint, QSize, Qt, Signal, Slot
from PySide6.QtGui import (
    QContextMenuEvent,
    QFontMetricsF,
    QGuiApplication,
    QMouseEvent,
    QPainter,
    QPaintEvent,
    QResizeEvent,
)
from PySide6.QtWidgets import QAbstractScrollArea, QMenu, QToolTip, QWidget

from app.session.ansi import plain_text
from app.session.plain import one_line
from app.ui.ansi_text import span_colors, span_font
from app.ui.docks.grid import Run, runs_of, width_of
from app.ui.theme import SPACE, Theme, code_font

MOST_ROWS = 8
"""How many lines a panel asks room for; the rest scrolls."""
_PADDING_X = 3 * SPACE
_PADDING_Y = SPACE
_MEASURED = 200


class WidgetPanel(QAbstractScrollArea):
    """Shows lines; asks for the height of at most eight, and never for more width than it gets."""

    link_activated = Signal(str)

    def __init__(self, theme: Theme, parent: QWidget | None = None) -> None:
        """Show nothing."""
        super().__init__(parent)
        self._theme = theme
        self._lines: list[str] = []
        self._cells = 0
        self.setProperty("role", "dockPanel")
        self.viewport().setAutoFillBackground(False)
        self.setFont(code_font())
        self.setMouseTracking(True)
        self.viewport().setMouseTracking(True)
        self.setFocusPolicy(Qt.FocusPolicy.ClickFocus)

    @property
    def lines(self) -> list[str]:
        """The raw lines."""
        return self._lines

    def set_theme(self, theme: Theme) -> None:
        """Paint in the colours of *theme*."""
        self._theme = theme
        self.viewport().update()

    def set_lines(self, lines: list[str]) -> bool:
        """Show *lines*; True when the wanted height changed."""
        before = len(self._lines)
        self._lines = lines
        # Only the start is measured: a log of thousands of lines must not cost anything here.
        self._cells = max((width_of(line) for line in lines[:_MEASURED]), default=0)
        self.viewport().setAccessibleName(self.plain()[:2000])
        self._set_ranges()
        self.viewport().update()
        return min(before, MOST_ROWS) != min(len(lines), MOST_ROWS)

    def plain(self) -> str:
        """Return the first lines as plain text."""
        return plain_text("\n".join(self._lines[: MOST_ROWS * 100]))

    def sizeHint(self) -> QSize:
        """Return room for the lines, up to the bound."""
        rows = max(1, min(len(self._lines), MOST_ROWS))
        return QSize(60 * SPACE, rows * self._row_height() + 2 * _PADDING_Y + 2 * self._border())

    def minimumSizeHint(self) -> QSize:
        """Return room for one line."""
        return QSize(20 * SPACE, self._row_height() + 2 * _PADDING_Y)

    def resizeEvent(self, event: QResizeEvent) -> None:
        """Adapt what can be scrolled."""
        super().resizeEvent(event)
        self._set_ranges()

    def paintEvent(self, event: QPaintEvent) -> None:
        """Paint the lines in view."""
        painter = QPainter(self.viewport())
        row_height, cell = self._row_height(), self._cell_width()
        for row in self._rows_in_view():
            top = _PADDING_Y + row * row_height - self.verticalScrollBar().value()
            for run in runs_of(self._lines[row]):
                self._paint_run(painter, run, top, row_height, cell)
        painter.end()

    def _paint_run(self, painter: QPainter, run: Run, top: int, row_height: int, cell: float) -> None:
        left = _PADDING_X + run.column * cell - self.horizontalScrollBar().value()
        if left > self.viewport().width() or left + max(1, run.cells) * cell < 0:
            return
        text = run.text
        if run.text.isascii():
            # Of a very long run only what is in view is given to the painter.
            first = max(0, int(-left / cell))
            text = text[first : first + int(self.viewport().width() / cell) + 2]
            left += first * cell
        colors = span_colors(run.style, self._theme, self._theme.panel, bool(run.link))
        if colors.background is not None:
            painter.fillRect(round(left), top, round(len(text) * cell), row_height, colors.background)
        painter.setFont(span_font(self.font(), run.style, bool(run.link)))
        painter.setPen(colors.text)
        painter.drawText(QPoint(round(left), top + QFontMetricsF(self.font()).ascent().__ceil__()), text)

    def _rows_in_view(self) -> range:
        row_height, top = self._row_height(), self.verticalScrollBar().value() - _PADDING_Y
        first = max(0, top // row_height)
        return range(first, min(len(self._lines), first + self.viewport().height() // row_height + 2))

    def _set_ranges(self) -> None:
        height = len(self._lines) * self._row_height() + 2 * _PADDING_Y
        width = round(self._cells * self._cell_width()) + 2 * _PADDING_X
        vertical, horizontal = self.verticalScrollBar(), self.horizontalScrollBar()
        vertical.setRange(0, max(0, height - self.viewport().height()))
        vertical.setPageStep(self.viewport().height())
        vertical.setSingleStep(self._row_height())
        horizontal.setRange(0, max(0, width - self.viewport().width()))
        horizontal.setPageStep(self.viewport().width())
        horizontal.setSingleStep(round(self._cell_width()) * 4)

    def _border(self) -> int:
        return (self.height() - self.viewport().height() + 1) // 2 if self.isVisible() else 2

    def _row_height(self) -> int:
        return self.fontMetrics().lineSpacing()

    def _cell_width(self) -> float:
        return QFontMetricsF(self.font()).horizontalAdvance("0")

    # --- links and menu -----------------------------------------------------------------------------------

    def _runs_at(self, position: QPoint) -> Iterator[Run]:
        row = (position.y() + self.verticalScrollBar().value() - _PADDING_Y) // self._row_height()
        column = (position.x() + self.horizontalScrollBar().value() - _PADDING_X) / self._cell_width()
        if 0 <= row < len(self._lines):
            yield from (run for run in runs_of(self._lines[row]) if run.column <= column < run.column + run.cells)

    def _link_at(self, position: QPoint) -> str:
        return next((run.link for run in self._runs_at(position) if run.link), "")

    def mouseMoveEvent(self, event: QMouseEvent) -> None:
        """Show where a link leads before it is clicked."""
        link = self._link_at(event.position().toPoint())
        shape = Qt.CursorShape.PointingHandCursor if link else Qt.CursorShape.ArrowCursor
        self.viewport().setCursor(shape)
        if link:
            QToolTip.showText(
                event.globalPosition().toPoint(), f"<span>{html.escape(one_line(link, 500))}</span>", self
            )

    def mouseReleaseEvent(self, event: QMouseEvent) -> None:
        """Open a link that was clicked."""
        link = self._link_at(event.position().toPoint())
        if link and event.button() == Qt.MouseButton.LeftButton:
            self.link_activated.emit(link)

    def contextMenuEvent(self, event: QContextMenuEvent) -> None:
        """Offer to copy the text."""
        menu = QMenu(self)
        menu.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
        menu.addAction("Copy").triggered.connect(self.copy)
        menu.popup(event.globalPos())

    @Slot()
    def copy(self) -> None:
        """Put the whole text, without its colours, on the clipboard."""
        QGuiApplication.clipboard().setText(plain_text("\n".join(self._lines)))
