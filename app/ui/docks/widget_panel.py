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
from PySide6.QtWidgets import QAbstractScrollArea, QToolTip, QWidget

from app.session.ansi import plain_text
from app.session.plain import one_line
from app.ui.ansi_text import span_colors, span_font
from app.ui.docks.grid import Run, between, end_of, runs_of
from app.ui.theme import SPACE, Theme, code_font

MOST_ROWS = 8
"""How many lines a panel asks room for; the rest scrolls."""
_PADDING_X = 3 * SPACE
_PADDING_Y = SPACE
_SPOKEN = 2000
_UNBOUNDED = 16_777_215
"""What Qt takes for no bound."""


class WidgetPanel(QAbstractScrollArea):
    """Shows lines; asks for the height of at most eight, and never for more width than it gets."""

    link_activated = Signal(str)
    menu_requested = Signal(QPoint)
    """The person asked for the panel's menu at this place on the screen."""
    wanted_height_changed = Signal()

    def __init__(self, theme: Theme, parent: QWidget | None = None) -> None:
        """Show nothing."""
        super().__init__(parent)
        self._theme = theme
        self._lines: list[str] = []
        self._runs: dict[int, tuple[Run, ...]] = {}
        self._cells = 0
        self._wanted = 0
        self._granted = _UNBOUNDED
        self._pressed_link = ""
        self.setProperty("role", "dockPanel")
        self.viewport().setAutoFillBackground(False)
        self.setFont(code_font())
        self.setMouseTracking(True)
        self.viewport().setMouseTracking(True)
        # Where the scroll bars meet the style would draw a box of its own.
        self.setCornerWidget(QWidget())
        self.setFocusPolicy(Qt.FocusPolicy.ClickFocus)

    @property
    def lines(self) -> list[str]:
        """The raw lines."""
        return self._lines

    def set_theme(self, theme: Theme) -> None:
        """Paint in the colours of *theme*."""
        self._theme = theme
        self.viewport().update()

    def set_lines(self, lines: list[str]) -> None:
        """Show *lines*. Only those in view are laid out: a log of thousands costs nothing here."""
        self._lines = lines
        self._runs = {}
        self._cells = 0
        spoken = "\n".join(line[:_SPOKEN] for line in lines[:MOST_ROWS])
        self.viewport().setAccessibleName(plain_text(spoken)[:_SPOKEN])
        self._look()
        self.viewport().update()

    def plain(self) -> str:
        """Return the first lines as plain text."""
        return plain_text("\n".join(self._lines[: MOST_ROWS * 100]))

    def wanted_height(self) -> int:
        """Return the height of the lines, up to the bound, in device-independent pixels."""
        rows = max(1, min(len(self._lines), MOST_ROWS))
        height = (rows - 1) * self._row_height() + self.line_height()
        if self.horizontalScrollBar().maximum() and len(self._lines) <= MOST_ROWS:
            height += self.horizontalScrollBar().sizeHint().height()
        return height

    def set_granted_height(self, height: int) -> None:
        """Ask for no more than *height*, whatever is wanted."""
        self._granted = height
        self.updateGeometry()

    def sizeHint(self) -> QSize:
        """Return what is wanted, as far as it is granted."""
        return QSize(60 * SPACE, min(self.wanted_height(), self._granted))

    def minimumSizeHint(self) -> QSize:
        """Return no height: in a low window the title alone stays."""
        return QSize(20 * SPACE, 0)

    def line_height(self) -> int:
        """Return the height of one line with what is around it."""
        return self._row_height() + 2 * _PADDING_Y + self._frame_height()

    def resizeEvent(self, event: QResizeEvent) -> None:
        """Adapt what can be scrolled."""
        super().resizeEvent(event)
        self._look()

    def scrollContentsBy(self, dx: int, dy: int) -> None:
        """Lay out the lines that come into view."""
        self._look()
        self.viewport().update()

    def _look(self) -> None:
        """Lay out the lines in view, and know what can be scrolled."""
        self._runs = {row: self._runs.get(row) or runs_of(self._lines[row]) for row in self._rows_in_view()}
        self._cells = max(self._cells, *map(end_of, self._runs.values()), 0)
        self._set_ranges()
        if self.wanted_height() != self._wanted:
            self._wanted = self.wanted_height()
            self.wanted_height_changed.emit()

    def paintEvent(self, event: QPaintEvent) -> None:
        """Paint the lines in view, and of each what is in view."""
        painter = QPainter(self.viewport())
        row_height, cell = self._row_height(), self._cell_width()
        left = (self.horizontalScrollBar().value() - _PADDING_X) / cell
        for row in self._rows_in_view():
            top = _PADDING_Y + row * row_height - self.verticalScrollBar().value()
            for run in between(self._runs.get(row, ()), left, left + self.viewport().width() / cell):
                self._paint_run(painter, run, top, row_height, cell)
        painter.end()

    def _paint_run(self, painter: QPainter, run: Run, top: int, row_height: int, cell: float) -> None:
        left: float = _PADDING_X + run.column * cell - self.horizontalScrollBar().value()
        text, cells = run.text, run.cells
        if text.isascii():
            # Of a very long run only what is in view is given to the painter.
            first = max(0, int(-left / cell))
            text = text[first : first + int(self.viewport().width() / cell) + 2]
            left, cells = left + first * cell, len(text)
        colors = span_colors(run.style, self._theme, self._theme.panel, bool(run.link))
        if colors.background is not None:
            width = round(left + cells * cell) - round(left)
            painter.fillRect(round(left), top, width, row_height, colors.background)
        painter.setFont(span_font(self.font(), run.style, bool(run.link)))
        painter.setPen(colors.text)
        # On whole pixels, so that the lines of a box are crisp and meet.
        painter.drawText(round(left), top + self.fontMetrics().ascent(), text)

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

    def _frame_height(self) -> int:
        """Return the height of the frame, which the style sheet gives; before the first layout it is a guess."""
        if not self.isVisible():
            return 2
        bar = self.horizontalScrollBar()
        return self.height() - self.viewport().height() - (bar.height() if bar.isVisible() else 0)

    def _row_height(self) -> int:
        return self.fontMetrics().lineSpacing()

    def _cell_width(self) -> float:
        return QFontMetricsF(self.font()).horizontalAdvance("0")

    # --- links and menu -----------------------------------------------------------------------------------

    def _runs_at(self, position: QPoint) -> Iterator[Run]:
        row = (position.y() + self.verticalScrollBar().value() - _PADDING_Y) // self._row_height()
        column = (position.x() + self.horizontalScrollBar().value() - _PADDING_X) / self._cell_width()
        if 0 <= row < len(self._lines):
            runs = between(self._runs.get(row, ()), column, column)
            yield from (run for run in runs if run.column <= column < run.column + run.cells)

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

    def mousePressEvent(self, event: QMouseEvent) -> None:
        """Remember which link a click begins on."""
        self._pressed_link = self._link_at(event.position().toPoint())

    def mouseReleaseEvent(self, event: QMouseEvent) -> None:
        """Open a link that was clicked from press to release."""
        link = self._link_at(event.position().toPoint())
        if link and link == self._pressed_link and event.button() == Qt.MouseButton.LeftButton:
            self.link_activated.emit(link)

    def contextMenuEvent(self, event: QContextMenuEvent) -> None:
        """Ask for the menu that the title has too."""
        self.menu_requested.emit(event.globalPos())

    @Slot()
    def copy(self) -> None:
        """Put the whole text, without its colours, on the clipboard."""
        QGuiApplication.clipboard().setText(plain_text("\n".join(self._lines)))
