"""The transcript on screen: a virtual list that lays out and paints only what is in view.

Its position is FOLLOW (the end) or an anchor (a part of an entry and a distance), never a pixel value: heights are
estimates until an entry comes into view, and the scroll bar is derived from them. Changes only mark; one frame shows
them all.
"""

from __future__ import annotations

import time
from collections import OrderedDict
from collections.abc import Sequence
from dataclasses import dataclass

from PySide6.QtCore import QPoint, QRect, Qt, QTimer, Signal, Slot
from PySide6.QtGui import (
    QContextMenuEvent,
    QKeyEvent,
    QMouseEvent,
    QPainter,
    QPaintEvent,
    QResizeEvent,
)
from PySide6.QtWidgets import QAbstractScrollArea, QFrame, QToolTip, QWidget

from app.session.entries import Entry
from app.ui.reading_column import column_margin
from app.ui.theme import SPACE, Theme, code_font, text_font
from app.ui.transcript.copy_menu import CopyMenu
from app.ui.transcript.entry_layout import GAP, EntryLayout, Placed, estimated_height
from app.ui.transcript.height_index import HeightIndex
from app.ui.transcript.jump_button import JumpButton
from app.ui.transcript.part import Action, ActionKind, make_look
from app.ui.transcript.placeholder import paint_placeholder

_FRAME_MS = 16
_KEPT = 300
"""How many entries keep their layouts."""
_TOP = 5 * SPACE


@dataclass(frozen=True, slots=True)
class Anchor:
    """The top of the view is *distance* pixels below the top of the part *part* of the entry *index*."""

    index: int
    part: int
    distance: int


_START = Anchor(0, 0, 0)


class TranscriptView(QAbstractScrollArea):
    """Shows a list of entries that the session owns; reads it, never changes it."""

    link_activated = Signal(str)
    question_activated = Signal(int)

    def __init__(self, theme: Theme, parent: QWidget | None = None) -> None:
        """Show nothing."""
        super().__init__(parent)
        self.setObjectName("transcript")
        self.setAccessibleName("Conversation")
        self.setFrameShape(QFrame.Shape.NoFrame)
        self.setFocusPolicy(Qt.FocusPolicy.StrongFocus)
        self.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        self.viewport().setMouseTracking(True)
        self._look = make_look(theme, text_font(), code_font())
        self._entries: Sequence[Entry] = ()
        self._heights = HeightIndex()
        self._layouts: OrderedDict[int, EntryLayout] = OrderedDict()
        self._unfolded: set[tuple[int, int]] = set()
        self._follow = True
        self._anchor = _START
        self._deriving = False
        self._pressed: tuple[int, int, Action] | None = None
        self._placeholder = ("", "")
        self._new_since = 0
        self._frame = QTimer(self)
        self._frame.setSingleShot(True)
        self._frame.timeout.connect(self._on_frame_timeout)
        self._lay_out_ms = self._frame_cost_ms = 0.0
        self._jump = JumpButton(self.viewport())
        self._jump.clicked.connect(self._on_jump_clicked)
        self.verticalScrollBar().valueChanged.connect(self._on_bar_value_changed)

    # --- what it shows ----------------------------------------------------------------------------------

    def set_entries(self, entries: Sequence[Entry]) -> None:
        """Show *entries*, a live list."""
        self._entries = entries
        self.reset()

    def entry_added(self, index: int) -> None:
        """The list has a new last entry at *index*."""
        while len(self._heights) <= index:
            self._heights.append(self._estimate(len(self._heights)))
        self._new_since += 0 if self._follow else 1
        self._schedule()

    def entry_changed(self, index: int, from_block: int) -> None:
        """The entry at *index* changed; the layout finds out by itself from which block on."""
        layout = self._layouts.get(index)
        if layout is not None:
            layout.is_dirty = True
            self._schedule()

    def reset(self) -> None:
        """The list was replaced: begin at its end."""
        self._layouts.clear()
        self._unfolded.clear()
        self._heights.reset([self._estimate(index) for index in range(len(self._entries))])
        self._follow, self._anchor, self._new_since = True, _START, 0
        self._schedule()

    def set_theme(self, theme: Theme) -> None:
        """Paint in the colours of *theme*."""
        self._look = make_look(theme, text_font(), code_font())
        self._schedule()

    def set_placeholder(self, title: str, detail: str) -> None:
        """Show these words while there are no entries."""
        self._placeholder = (title, detail)
        self.viewport().update()

    @property
    def is_following(self) -> bool:
        """Whether it stays at the end when something is added."""
        return self._follow

    def visible_text(self) -> str:
        """Return what can be read on screen now."""
        self._lay_out()
        return "\n".join(self._layouts[index].plain() for index, _ in self._in_view(self._scroll_top()))

    def laid_out(self) -> int:
        """Return how many entries have a layout; for tests of what is not made."""
        return len(self._layouts)

    def _estimate(self, index: int) -> int:
        return estimated_height(self._entries[index], self._look.text_metrics.lineSpacing())

    # --- frames -----------------------------------------------------------------------------------------

    def _schedule(self) -> None:
        if not self._frame.isActive():
            # Twice the cost of the last frame: at least half of the time is left for keys and clicks.
            self._frame.start(max(_FRAME_MS, round(2 * self._frame_cost_ms)))

    @Slot()
    def _on_frame_timeout(self) -> None:
        for layout in self._layouts.values():
            layout.is_dirty = layout.is_dirty or layout.is_behind
        start = time.perf_counter()
        self._lay_out()
        self._lay_out_ms = (time.perf_counter() - start) * 1000
        self.viewport().update()

    def paintEvent(self, event: QPaintEvent) -> None:
        """Paint the entries in view."""
        start = time.perf_counter()
        self._lay_out()
        painter = QPainter(self.viewport())
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        painter.fillRect(event.rect(), self._look.theme.color("background"))
        if not self._entries:
            paint_placeholder(painter, self.viewport().rect(), self._column(), self._look, *self._placeholder)
        margin, width = self._margin(), self._column()
        for index, top in self._in_view(self._scroll_top()):
            layout = self._layouts[index]
            for number in layout.between(event.rect().top() - top, event.rect().bottom() + 1 - top):
                placed = layout.placed[number]
                area = QRect(margin, top + placed.top, width, placed.height)
                placed.part.paint(painter, area, event.rect(), self._look)
        painter.end()
        self._frame_cost_ms = self._lay_out_ms + (time.perf_counter() - start) * 1000

    def _lay_out(self) -> None:
        """Lay out what is in view until the heights agree with the place, then derive the scroll bar."""
        if not self._entries:
            self._derive_bar()
            return
        if self._follow:
            self._measure_end()
        for _ in range(8):
            if not self._measure_view():
                break
        if not self._follow and self._scroll_top() >= self._most_top():
            self._follow, self._new_since = True, 0
        self._derive_bar()
        self._forget_far()
        if any(layout.is_behind for layout in self._layouts.values()):
            self._schedule()

    def _measure_view(self) -> bool:
        """Lay out the entries in view; True when a height was not as expected, so that others may be in view."""
        changed = False
        top = self._scroll_top()
        index = self._heights.at(max(0, top - _TOP))
        y = _TOP + self._heights.top(index) - top
        while index < len(self._heights) and y < self.viewport().height():
            changed |= self._measure(index, -y, self.viewport().height() - y)
            y += self._heights[index]
            index += 1
        return changed

    def _measure_end(self) -> None:
        """Lay out from the end upwards what fills the view: where the last entries stand depends on nothing above."""
        index, room = len(self._heights) - 1, self.viewport().height()
        while index >= 0 and room > 0:
            height = self._layout(index).lay_out(self._column(), self._look)
            self._measure(index, height - room, height)
            room -= self._heights[index]
            index -= 1

    def _measure(self, index: int, top: int, bottom: int) -> bool:
        """Lay out the entry at *index*, exactly between *top* and *bottom* of it; True when something moved."""
        layout = self._layout(index)
        layout.lay_out(self._column(), self._look)
        moved = layout.make_exact(top, bottom)
        if layout.height == self._heights[index]:
            return moved
        self._heights.set(index, layout.height)
        return True

    def _layout(self, index: int) -> EntryLayout:
        layout = self._layouts.get(index)
        if layout is None:
            layout = EntryLayout(self._entries[index], lambda position: (index, position) in self._unfolded)
            self._layouts[index] = layout
        self._layouts.move_to_end(index)
        return layout

    def _forget_far(self) -> None:
        while len(self._layouts) > _KEPT:
            self._layouts.popitem(last=False)

    def _in_view(self, top: int) -> list[tuple[int, int]]:
        """Return the entries laid out and in view at the scroll position *top*, each with its place in the viewport."""
        if not self._entries:
            return []
        index = self._heights.at(max(0, top - _TOP))
        y = _TOP + self._heights.top(index) - top
        seen: list[tuple[int, int]] = []
        while index < len(self._heights) and y < self.viewport().height():
            if index in self._layouts:
                seen.append((index, y))
            y += self._heights[index]
            index += 1
        return seen

    # --- place ------------------------------------------------------------------------------------------

    def _margin(self) -> int:
        # Of the whole view, scroll bar and all: the column stands exactly above those of question and prompt.
        return column_margin(self.width())

    def _column(self) -> int:
        return self.width() - 2 * self._margin()

    def _most_top(self) -> int:
        return max(0, _TOP + self._heights.total - self.viewport().height() + GAP)

    def _scroll_top(self) -> int:
        if self._follow:
            return self._most_top()
        anchor = self._anchor
        placed = self._layouts[anchor.index].placed if anchor.index in self._layouts else []
        part_top = placed[min(anchor.part, len(placed) - 1)].top if placed else 0
        return max(0, min(self._most_top(), self._heights.top(anchor.index) + part_top + anchor.distance))

    def _hold(self, top: int) -> None:
        """Anchor the view at the scroll position *top*.

        What is laid out already is the best hold: heights that are found out above it then move nothing in view.
        """
        for index, y in self._in_view(top):
            layout = self._layouts[index]
            for number in layout.between(-y, self.viewport().height() - y):
                part_top = layout.placed[number].top
                self._anchor = Anchor(index, number, top - self._heights.top(index) - part_top)
                return
        index = self._heights.at(max(0, top - _TOP))
        self._anchor = Anchor(index, 0, top - self._heights.top(index))

    def _derive_bar(self) -> None:
        self._deriving = True
        bar = self.verticalScrollBar()
        bar.setRange(0, self._most_top())
        bar.setPageStep(self.viewport().height())
        bar.setSingleStep(3 * self._look.text_metrics.lineSpacing())
        bar.setValue(self._scroll_top())
        self._deriving = False
        self._jump.offer(not self._follow and bool(self._entries), self._new_since)

    @Slot(int)
    def _on_bar_value_changed(self, value: int) -> None:
        if self._deriving or not self._entries:
            return
        self._follow = value >= self.verticalScrollBar().maximum()
        if self._follow:
            self._new_since = 0
        elif value == 0 and self.verticalScrollBar().isSliderDown():
            self._anchor = _START
        else:
            self._hold(value)
        self._lay_out()
        self._hold(self._scroll_top())
        self.viewport().update()

    @Slot()
    def _on_jump_clicked(self) -> None:
        self._follow, self._new_since = True, 0
        self._schedule()

    # --- keys and mouse ---------------------------------------------------------------------------------

    def scrollContentsBy(self, dx: int, dy: int) -> None:
        """Nothing moves by itself: the place is painted anew."""

    def resizeEvent(self, event: QResizeEvent) -> None:
        """Keep the place at any size."""
        super().resizeEvent(event)
        self._lay_out()

    def keyPressEvent(self, event: QKeyEvent) -> None:
        """Home and End go to the edges; the scroll area knows the rest."""
        if event.key() == Qt.Key.Key_Home:
            self._follow, self._anchor = False, _START
            self._schedule()
        elif event.key() == Qt.Key.Key_End:
            self._on_jump_clicked()
        else:
            super().keyPressEvent(event)

    def _placed_at(self, position: QPoint) -> tuple[int, Placed, QPoint] | None:
        for index, top in self._in_view(self._scroll_top()):
            layout = self._layouts[index]
            for number in layout.between(position.y() - top, position.y() + 1 - top):
                placed = layout.placed[number]
                area = QRect(self._margin(), top + placed.top, self._column(), placed.height)
                if area.contains(position):
                    return index, placed, position - area.topLeft()
        return None

    def _action_at(self, position: QPoint) -> tuple[int, int, Action] | None:
        found = self._placed_at(position)
        if found is None:
            return None
        index, placed, inside = found
        action = placed.part.action_at(inside)
        return (index, placed.position, action) if action is not None else None

    def mouseMoveEvent(self, event: QMouseEvent) -> None:
        """Show what can be clicked, and where a link leads."""
        found = self._action_at(event.position().toPoint())
        shape = Qt.CursorShape.PointingHandCursor if found else Qt.CursorShape.ArrowCursor
        self.viewport().setCursor(shape)
        tip = found[2].tip if found is not None else ""
        if tip != self.viewport().toolTip():
            # At once, not after the platform's delay: nobody shall open a link unseen.
            self.viewport().setToolTip(tip)
            QToolTip.showText(event.globalPosition().toPoint(), tip, self.viewport())

    def mousePressEvent(self, event: QMouseEvent) -> None:
        """Remember what is pressed."""
        self._pressed = self._action_at(event.position().toPoint())

    def mouseReleaseEvent(self, event: QMouseEvent) -> None:
        """Do what the place that was clicked stands for: pressed and released there."""
        found = self._action_at(event.position().toPoint())
        pressed, self._pressed = self._pressed, None
        if found is None or found != pressed or event.button() != Qt.MouseButton.LeftButton:
            return
        index, position, action = found
        if action.kind is ActionKind.LINK:
            self.link_activated.emit(action.target)
        elif action.kind is ActionKind.QUESTION:
            self.question_activated.emit(action.key)
        else:
            self._toggle(index, position)

    def _toggle(self, index: int, position: int) -> None:
        # What was clicked stays under the pointer, also at the end of the conversation.
        self._hold(self._scroll_top())
        self._follow = False
        self._unfolded ^= {(index, position)}
        self._layouts[index].is_dirty = True
        self._schedule()

    def contextMenuEvent(self, event: QContextMenuEvent) -> None:
        """Offer to copy the message under the pointer."""
        found = self._placed_at(event.pos())
        if found is None:
            return
        CopyMenu(self._layouts[found[0]].plain(), self).popup(event.globalPos())
