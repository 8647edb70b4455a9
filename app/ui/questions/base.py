"""What the four question dialogs share: frame, words, countdown, guard, and closing exactly once."""

from __future__ import annotations

import math
import time
from collections.abc import Callable
from typing import Literal

from PySide6.QtCore import Qt, QTimer, Signal, Slot
from PySide6.QtGui import (
    QCloseEvent,
    QFont,
    QHideEvent,
    QKeyEvent,
    QResizeEvent,
    QShowEvent,
)
from PySide6.QtWidgets import QBoxLayout, QDialog, QHBoxLayout, QPushButton, QToolButton, QVBoxLayout, QWidget

from app.session.questions import Answer, Question, QuestionKind
from app.session.standing import why_not
from app.ui.button_row import ButtonRow
from app.ui.elided_label import HintLabel
from app.ui.fitting_scroll import FittingScroll
from app.ui.parts import plain_label, push_button
from app.ui.questions.context_pane import ContextPane
from app.ui.questions.inert_guard import InertGuard
from app.ui.questions.late_warning import LateWarning
from app.ui.questions.same_row import SameRow
from app.ui.questions.spoken import say
from app.ui.questions.words import announcement_of, countdown_of, notice_of, reading_looks
from app.ui.text_pane import TextPane
from app.ui.theme import SPACE

_TITLE_LINES = 6
_MESSAGE_LINES = 10
_CONTEXT_LINES = 8
_CONTEXT_LINES_OVER_EDITOR = 4
"""The text that is edited needs the room more."""
_NARROW = 90 * SPACE
"""A dialog that is less wide than this, in pixels, stacks its header."""


class QuestionDialog(QDialog):
    """Shows one question. It only tells what the person wants: the session decides what becomes of it.

    Never modal. As a sheet it is a child of the reading column, popped out it is a window; both are this dialog.
    """

    answered = Signal(int, object)
    """The key of the question, and an `Answer`."""
    cancelled = Signal(int)
    """The key of the question."""
    move_requested = Signal(int)
    """Show the next (+1) or previous (-1) question that waits."""
    pop_out_requested = Signal()
    same_cancel_requested = Signal(int)
    """Dismiss this and all that ask the same: the key of this one."""
    always_requested = Signal()
    """The person wants exactly this to be answered always."""
    question_closed = Signal()
    """The question is closed, and its dialog goes."""

    def __init__(self, question: Question, inert_ms: int, quiet_ms: int, parent: QWidget | None = None) -> None:
        """Build the frame; the subclass fills `body` and `buttons` in its own constructor."""
        super().__init__(parent)
        self.question = question
        self.setObjectName("questionDialog")
        self.setProperty("role", "asking")
        # As text: an id may be any JSON value, also a number that Qt has no room for.
        self.setProperty("requestId", str(question.request_id))
        self.setProperty("method", question.kind.value)
        self.setWindowTitle("The agent asks — Pienza")
        self.setAttribute(Qt.WidgetAttribute.WA_StyledBackground)
        self.guard = InertGuard(self, inert_ms, quiet_ms)
        self.guard.became_ready.connect(self._on_guard_became_ready)
        self.body = QVBoxLayout()
        self._build()
        self._time_left = math.inf
        self._clock = QTimer(self, interval=250)
        self._clock.timeout.connect(self._on_clock_timeout)
        self.refresh()

    # --- building ---------------------------------------------------------------------------------------

    def _build(self) -> None:
        layout = QVBoxLayout(self)
        layout.setContentsMargins(4 * SPACE, 3 * SPACE, 4 * SPACE, 3 * SPACE)
        layout.setSpacing(2 * SPACE)
        layout.addLayout(self._header())
        layout.addWidget(self._middle(), 1)
        self.hint = HintLabel("muted", "questionHint")
        self.buttons = ButtonRow(self, self.hint)
        self.buttons.add_button(self._always_button())
        layout.addWidget(self.buttons)

    def _middle(self) -> QWidget:
        """Return what scrolls where there is no room for all of it: all but the title and the buttons."""
        layout = QVBoxLayout()
        layout.setSpacing(2 * SPACE)
        layout.addWidget(self._pane("questionMessage", _MESSAGE_LINES, self.question.message))
        layout.addWidget(self._reading_warning())
        layout.addWidget(self._notice_label())
        layout.addWidget(self._same_row())
        over_editor = self.question.kind is QuestionKind.EDITOR
        lines = _CONTEXT_LINES_OVER_EDITOR if over_editor else _CONTEXT_LINES
        self.context_pane = ContextPane(self.question.context, lines, self)
        self.context_pane.warning.came_late.connect(self._on_warning_came_late)
        layout.addWidget(self.context_pane)
        self.body.setSpacing(2 * SPACE)
        layout.addLayout(self.body, 1)
        self._scroll = FittingScroll(layout, self)
        return self._scroll

    def _header(self) -> QBoxLayout:
        header = self._head = QBoxLayout(QBoxLayout.Direction.LeftToRight)
        header.setSpacing(2 * SPACE)
        font = self.font()
        font.setWeight(QFont.Weight.DemiBold)
        header.addWidget(self._pane("questionTitle", _TITLE_LINES, self.question.title or "The agent asks", font), 1)
        self._place = plain_label(role="muted", name="questionPlace")
        self._countdown = plain_label(role="warning", name="countdown")
        self._previous = self._tool("‹", "Previous question", self._on_previous_clicked)
        self._next = self._tool("›", "Next question", self._on_next_clicked)
        self._pop_out = self._tool("↗", "Show in a window of its own", self._on_pop_out_clicked)
        side = QHBoxLayout()
        side.setSpacing(2 * SPACE)
        for widget in (self._countdown, self._place, self._previous, self._next, self._pop_out):
            side.addWidget(widget, 0, Qt.AlignmentFlag.AlignVCenter)
        header.addLayout(side)
        header.setAlignment(side, Qt.AlignmentFlag.AlignTop | Qt.AlignmentFlag.AlignRight)
        return header

    def _tool(self, text: str, name: str, slot: Callable[[], None]) -> QToolButton:
        button = QToolButton()
        button.setText(text)
        button.setToolTip(name)
        button.setAccessibleName(name)
        button.setFocusPolicy(Qt.FocusPolicy.TabFocus)
        button.clicked.connect(slot)
        return button

    def _pane(self, name: str, lines: int, text: str, font: QFont | None = None) -> TextPane:
        pane = TextPane(name, lines, self, font=font)
        pane.set_text(text)
        return pane

    def _notice_label(self) -> QWidget:
        self._notice = plain_label(role="warning", name="questionNotice", wrap=True)
        return self._notice

    def _same_row(self) -> QWidget:
        self._same = SameRow(self)
        self._same.cancel_requested.connect(self._on_same_cancel_requested)
        return self._same

    def _always_button(self) -> QWidget:
        self.can_stand = not why_not(self.question)
        self._always = push_button("Always…", "alwaysButton", role="quiet")
        self._always.setParent(self)
        self._always.setToolTip("Let exactly this question be answered always")
        self._always.clicked.connect(self._on_always_clicked)
        self._always.setVisible(self.can_stand)
        return self._always

    def _reading_warning(self) -> QWidget:
        label = plain_label(role="warning", name="readingWarning", wrap=True)
        label.setParent(self)
        LateWarning(label, reading_looks(self.question)).came_late.connect(self._on_warning_came_late)
        return label

    def add_button(self, text: str, name: str, role: Literal["", "primary"] = "") -> QPushButton:
        """Add a push button with the object name *name*; no button is ever the default of Enter."""
        button = push_button(text, name, role=role)
        self.buttons.add_button(button)
        # Tab comes to "Always…" after all that answers once.
        QWidget.setTabOrder(button, self._always)
        self.context_pane.follow(self._always)
        return button

    # --- state ------------------------------------------------------------------------------------------

    def set_place(self, number: int, count: int) -> None:
        """Say that this is question *number* of *count*."""
        self._place.setText(f"{number} of {count}")
        for widget in (self._place, self._previous, self._next):
            widget.setVisible(count > 1)

    def set_same_count(self, count: int) -> None:
        """Say that the very same is asked *count* times."""
        self._same.set_count(count)

    def set_popped_out(self, popped_out: bool) -> None:
        """Hide the way out when the dialog is a window already."""
        self._pop_out.setVisible(not popped_out)

    def refresh(self) -> None:
        """Show what can be said of the question now."""
        notice = notice_of(self.question)
        self._notice.setText(notice)
        self._notice.setVisible(bool(notice))
        countdown = countdown_of(self.question, time.monotonic())
        self._countdown.setText(countdown)
        self._countdown.setVisible(bool(countdown))

    def safe_widget(self) -> QWidget:
        """Return what gets the focus: an answer typed there by accident harms nobody."""
        raise NotImplementedError

    def wants_letters(self) -> bool:
        """Whether letters that are typed in it belong to it."""
        return False

    def chosen(self) -> Answer | None:
        """Return the answer that the person has chosen so far and not given."""
        return None

    def has_unsaved_text(self) -> bool:
        """Whether closing would throw away what the person wrote."""
        return False

    def reveal(self, widget: QWidget) -> None:
        """Let the person see *widget* of the body, which came only now."""
        self._scroll.reveal(widget)

    def submit(self, answer: Answer) -> None:
        """Tell that the person answered; swallowed while the question is inert."""
        if not self.guard.is_inert and self.question.is_open:
            self.answered.emit(self.question.key, answer)

    # --- Qt ---------------------------------------------------------------------------------------------

    def showEvent(self, event: QShowEvent) -> None:
        """Be inert anew each time the question comes on screen."""
        super().showEvent(event)
        self._set_ready_look(False)
        self.guard.arm()
        if self.question.deadline is not None:
            self._clock.start()

    def resizeEvent(self, event: QResizeEvent) -> None:
        """Put the title over what stands beside it where it would have no room."""
        narrow = event.size().width() < _NARROW
        directions = QBoxLayout.Direction
        self._head.setDirection(directions.TopToBottom if narrow else directions.LeftToRight)
        super().resizeEvent(event)

    def hideEvent(self, event: QHideEvent) -> None:
        """Stop the clock and the guard."""
        self.guard.disarm()
        self._clock.stop()
        super().hideEvent(event)

    def keyPressEvent(self, event: QKeyEvent) -> None:
        """Escape cancels this question and nothing else; Enter presses the button that has the focus."""
        if event.key() == Qt.Key.Key_Escape:
            # A key that is held down was pressed elsewhere, or for the question before.
            if not event.isAutoRepeat():
                self.reject()
        elif event.key() in (Qt.Key.Key_Return, Qt.Key.Key_Enter):
            focused = self.focusWidget()
            if isinstance(focused, QPushButton):
                focused.click()
        # Everything else stops here too: a key meant for the question never reaches the window behind it.
        event.accept()

    def closeEvent(self, event: QCloseEvent) -> None:
        """Closing the window is cancelling; it goes away when the session says that the question is closed."""
        event.ignore()
        self.reject()

    def reject(self) -> None:
        """Ask to cancel. The dialog stays until the session has closed the question."""
        if not self.guard.is_inert and self.question.is_open:
            self.cancelled.emit(self.question.key)

    def _set_ready_look(self, ready: bool) -> None:
        self.setProperty("ready", ready)
        for widget in (self, *self.findChildren(QPushButton)):
            widget.setProperty("ready", ready)
            widget.style().unpolish(widget)
            widget.style().polish(widget)

    @Slot()
    def _on_warning_came_late(self) -> None:
        # Buttons moved, and what the person was about to answer reads otherwise now.
        if self.isVisible():
            self._set_ready_look(False)
            self.guard.arm()

    @Slot()
    def _on_guard_became_ready(self) -> None:
        self._set_ready_look(True)

    @Slot()
    def _on_clock_timeout(self) -> None:
        self.refresh()
        left = (self.question.deadline or 0.0) - time.monotonic()
        if said := announcement_of(self._time_left, left):
            say(self, said)
        self._time_left = left

    @Slot()
    def _on_same_cancel_requested(self) -> None:
        if not self.guard.is_inert:
            self.same_cancel_requested.emit(self.question.key)

    @Slot()
    def _on_always_clicked(self) -> None:
        if not self.guard.is_inert:
            self.always_requested.emit()

    @Slot()
    def _on_previous_clicked(self) -> None:
        self.move_requested.emit(-1)

    @Slot()
    def _on_next_clicked(self) -> None:
        self.move_requested.emit(1)

    @Slot()
    def _on_pop_out_clicked(self) -> None:
        self.pop_out_requested.emit()
