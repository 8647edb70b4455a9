"""A card of one line that can unfold: tools, thinking, notices, questions."""

from __future__ import annotations

from dataclasses import dataclass

from PySide6.QtCore import QPoint, QRect, Qt
from PySide6.QtGui import QPainter, QPen

from app.ui.theme import RADIUS, SPACE
from app.ui.transcript.part import Action, ActionKind, Look, Part

_PADDING_X = 3 * SPACE
_PADDING_Y = 2 * SPACE
_GAP = 2 * SPACE


@dataclass(frozen=True, slots=True)
class Face:
    """What the line says: *name* bold, *detail* beside it (as code when *is_code*), *state* at the right.

    *tone* is the colour token of the state. *framed* draws a card, else it is a quiet line.
    """

    name: str
    detail: str = ""
    state: str = ""
    tone: str = "muted"
    is_code: bool = True
    framed: bool = True
    accented: bool = False


class CardPart:
    """*body* is drawn below the line while it is unfolded; None cannot unfold. *action* stands for any other click."""

    def __init__(self, face: Face, body: Part | None, unfolded: bool, action: Action | None = None) -> None:
        """Hold what is drawn."""
        self._face = face
        self._body = body if unfolded else None
        self._action = action or (Action(ActionKind.FOLD) if body is not None else None)
        self._marked = body is not None
        self.joins_above = False
        self._unfolded = unfolded
        self._line = 0
        self._body_height = 0

    def lay_out(self, width: int, look: Look) -> int:
        """Return the height for *width*."""
        padding = 2 * _PADDING_Y if self._face.framed else 0
        self._line = max(look.bold_metrics.height(), look.code_metrics.height()) + padding
        if self._body is None:
            return self._line
        inner = width - 2 * self._indent()
        self._body_height = self._body.lay_out(inner, look)
        return self._line + self._body_height + (_PADDING_Y if self._face.framed else SPACE)

    def guess_height(self, width: int, look: Look) -> int:
        """Return the height: a card is cheap to lay out."""
        return self.lay_out(width, look)

    def paint(self, painter: QPainter, area: QRect, clip: QRect, look: Look) -> None:
        """Paint the card, its line and what is unfolded."""
        face, theme = self._face, look.theme
        left, right = area.left(), area.right()
        if face.framed:
            painter.setPen(QPen(theme.color("accent" if face.accented else "line")))
            painter.setBrush(theme.color("raised"))
            painter.drawRoundedRect(area.adjusted(0, 0, -1, -1), RADIUS, RADIUS)
            left, right = left + _PADDING_X, right - _PADDING_X
        line = QRect(left, area.top(), right - left, self._line)
        right -= self._paint_state(painter, line, look)
        self._paint_name(painter, QRect(left, area.top(), max(0, right - left), self._line), look)
        if self._body is not None:
            indent = self._indent()
            body = QRect(area.left() + indent, area.top() + self._line, area.width() - 2 * indent, self._body_height)
            self._body.paint(painter, body, clip, look)

    def _paint_state(self, painter: QPainter, line: QRect, look: Look) -> int:
        if not self._face.state:
            return 0
        painter.setFont(look.text)
        painter.setPen(look.theme.color(self._face.tone))
        painter.drawText(line, Qt.AlignmentFlag.AlignRight | Qt.AlignmentFlag.AlignVCenter, self._face.state)
        return look.text_metrics.horizontalAdvance(self._face.state) + _GAP

    def _paint_name(self, painter: QPainter, line: QRect, look: Look) -> None:
        face, middle = self._face, Qt.AlignmentFlag.AlignLeft | Qt.AlignmentFlag.AlignVCenter
        name = f"{'▾' if self._unfolded else '▸'} {face.name}" if self._marked and not face.framed else face.name
        font, metrics = (look.bold, look.bold_metrics) if face.framed else (look.text, look.text_metrics)
        name = metrics.elidedText(name, Qt.TextElideMode.ElideRight, line.width())
        painter.setFont(font)
        painter.setPen(look.theme.color("text" if face.framed else "muted"))
        painter.drawText(line, middle, name)
        line = line.adjusted(metrics.horizontalAdvance(name) + _GAP, 0, 0, 0)
        if not face.detail or line.width() < 4 * SPACE:
            return
        metrics = look.code_metrics if face.is_code else look.text_metrics
        painter.setFont(look.code if face.is_code else look.text)
        painter.setPen(look.theme.color("text" if face.is_code else "muted"))
        painter.drawText(line, middle, metrics.elidedText(face.detail, Qt.TextElideMode.ElideMiddle, line.width()))

    def plain(self) -> str:
        """Return the line and what is unfolded."""
        face = " ".join(part for part in (self._face.name, self._face.detail, self._face.state) if part)
        return face if self._body is None else f"{face}\n{self._body.plain()}"

    def action_at(self, position: QPoint) -> Action | None:
        """Return the fold for the line, the body's own action below it."""
        if position.y() <= self._line:
            return self._action
        if self._body is None:
            return None
        return self._body.action_at(position - QPoint(self._indent(), self._line))

    def _indent(self) -> int:
        return _PADDING_X if self._face.framed else 4 * SPACE


class BubblePart:
    """What the person said: a quiet ground around another part."""

    def __init__(self, body: Part) -> None:
        """Draw *body* on the ground."""
        self._body = body
        self.joins_above = False

    def lay_out(self, width: int, look: Look) -> int:
        """Return the height for *width*."""
        return self._body.lay_out(width - 2 * _PADDING_X, look) + 2 * _PADDING_Y

    def guess_height(self, width: int, look: Look) -> int:
        """Return about how high it is for *width*."""
        return self._body.guess_height(width - 2 * _PADDING_X, look) + 2 * _PADDING_Y

    def paint(self, painter: QPainter, area: QRect, clip: QRect, look: Look) -> None:
        """Paint the ground and the words."""
        painter.setPen(Qt.PenStyle.NoPen)
        painter.setBrush(look.theme.color("panel"))
        painter.drawRoundedRect(area, RADIUS, RADIUS)
        self._body.paint(painter, area.adjusted(_PADDING_X, _PADDING_Y, -_PADDING_X, -_PADDING_Y), clip, look)

    def plain(self) -> str:
        """Return the words."""
        return self._body.plain()

    def action_at(self, position: QPoint) -> Action | None:
        """Return the action of the words."""
        return self._body.action_at(position - QPoint(_PADDING_X, _PADDING_Y))
