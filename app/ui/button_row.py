"""A row of buttons with a hint before it; in a narrow window the buttons go on in a line above, none is cut."""

from __future__ import annotations

from PySide6.QtCore import QEvent, QRect, QSize, Qt
from PySide6.QtGui import QResizeEvent
from PySide6.QtWidgets import QSizePolicy, QStyle, QWidget

from app.ui.theme import SPACE

_GAP = 2 * SPACE


class ButtonRow(QWidget):
    """The last buttons stay together in the last line. The hint has what is left of the first."""

    def __init__(self, parent: QWidget, hint: QWidget | None = None) -> None:
        """Create a row with *hint* alone, or with nothing."""
        super().__init__(parent)
        self._hint = hint if hint is not None else QWidget()
        self._buttons: list[QWidget] = []
        self._known_width = 1_000_000
        self._hint.setParent(self)
        self.setSizePolicy(QSizePolicy.Policy.Preferred, QSizePolicy.Policy.Fixed)

    def add_button(self, button: QWidget) -> None:
        """Put *button* behind the others."""
        button.setParent(self)
        self._buttons.append(button)
        self.updateGeometry()

    def sizeHint(self) -> QSize:
        """Return all in one line, and the height in the width that there is."""
        parts = [self._hint, *self._shown()]
        return QSize(_width(parts), self._height(self._lines(self._known_width)))

    def minimumSizeHint(self) -> QSize:
        """Return the widest button, and the height in the width that there is."""
        widest = max((button.sizeHint().width() for button in self._shown()), default=0)
        return QSize(widest, self._height(self._lines(self._known_width)))

    def event(self, event: QEvent) -> bool:
        """Lay out anew when a button came, went or changed its words."""
        if event.type() == QEvent.Type.LayoutRequest:
            self.updateGeometry()
            self._lay_out()
        return super().event(event)

    def resizeEvent(self, event: QResizeEvent) -> None:
        """Break the lines anew, and ask for the height that this takes."""
        super().resizeEvent(event)
        if event.size().width() != self._known_width:
            self._known_width = event.size().width()
            self.updateGeometry()
        self._lay_out()

    def _shown(self) -> list[QWidget]:
        return [button for button in self._buttons if not button.isHidden()]

    def _lines(self, width: int) -> list[list[QWidget]]:
        lines: list[list[QWidget]] = [[]]
        for button in reversed(self._shown()):
            if lines[0] and _width([button, *lines[0]]) > width:
                lines.insert(0, [])
            lines[0].insert(0, button)
        return lines

    def _height(self, lines: list[list[QWidget]]) -> int:
        return len(lines) * self._line_height() + (len(lines) - 1) * _GAP

    def _line_height(self) -> int:
        return max(part.sizeHint().height() for part in [self._hint, *self._shown()])

    def _lay_out(self) -> None:
        height, top = self._line_height(), 0
        for number, line in enumerate(self._lines(self.width())):
            right = self.width()
            for button in reversed(line):
                width = min(button.sizeHint().width(), self.width())
                self._place(button, QRect(right - width, top, width, height))
                right -= width + _GAP
            if number == 0:
                self._place(self._hint, QRect(0, top, max(0, right), height))
            top += height + _GAP

    def _place(self, part: QWidget, area: QRect) -> None:
        left_to_right = self.layoutDirection() is Qt.LayoutDirection.LeftToRight
        part.setGeometry(area if left_to_right else QStyle.visualRect(self.layoutDirection(), self.rect(), area))


def _width(parts: list[QWidget]) -> int:
    return sum(part.sizeHint().width() for part in parts) + _GAP * max(0, len(parts) - 1)
