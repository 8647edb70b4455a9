"""Which question is on screen: one at a time in the reading column, the others wait their turn."""

from __future__ import annotations

from typing import TYPE_CHECKING

from PySide6.QtCore import QObject, Qt, QTimer, Signal, Slot
from PySide6.QtWidgets import QApplication, QLineEdit, QPlainTextEdit, QVBoxLayout, QWidget

from app.session.questions import Question, QuestionKind
from app.ui.questions.base import QuestionDialog
from app.ui.questions.confirm import ConfirmDialog
from app.ui.questions.select import SelectDialog
from app.ui.questions.spoken import closing_of, opening_of, say
from app.ui.questions.stray_typing import StrayTyping
from app.ui.questions.text_editor import TextEditorDialog
from app.ui.questions.text_input import TextInputDialog
from app.ui.questions.waiting_line import WaitingLine
from app.ui.side_dock import is_in_side_dock

if TYPE_CHECKING:
    from app.settings.schema import QuestionSettings

_DIALOGS: dict[QuestionKind, type[QuestionDialog]] = {
    QuestionKind.SELECT: SelectDialog,
    QuestionKind.CONFIRM: ConfirmDialog,
    QuestionKind.INPUT: TextInputDialog,
    QuestionKind.EDITOR: TextEditorDialog,
}


class QuestionPresenter(QObject):
    """Shows a dialog for each question that opens, one after another.

    A dialog lives as long as its question, so that what was typed is there when the person comes back to it.
    """

    answered = Signal(int, object)
    cancelled = Signal(int)
    dialog_made = Signal(object)
    """A new `QuestionDialog`, before it is shown."""
    same_cancel_requested = Signal(int)
    """The person wants to dismiss all questions that equal this one, by its key."""
    waiting_changed = Signal()
    """What waits, or what is on screen, changed; told once for all that changed in a turn of the loop."""

    def __init__(self, host: QVBoxLayout, typing: QWidget, settings: QuestionSettings, parent: QWidget) -> None:
        """Show sheets in *host*; the focus is not taken while the person has it in *typing* with text there."""
        super().__init__(parent)
        self._window = parent
        self._host = host
        self._typing = typing
        self._stray_typing = StrayTyping(typing, self)
        self.settings = settings
        self._waiting: dict[int, Question] = {}
        self._dialogs: dict[int, QuestionDialog] = {}
        self._shown: int | None = None
        self._is_over = False
        self._context_folded = False
        self._line = WaitingLine()
        self._line.show_requested.connect(self.focus_current)
        host.addWidget(self._line)
        self._number_timer = QTimer(self)
        self._number_timer.setSingleShot(True)
        self._number_timer.setInterval(0)
        self._number_timer.timeout.connect(self._on_number_due)

    @property
    def current(self) -> QuestionDialog | None:
        """The dialog on screen."""
        return self._dialogs.get(self._shown) if self._shown is not None else None

    @property
    def waiting(self) -> list[Question]:
        """The questions that wait, oldest first."""
        return list(self._waiting.values())

    def open(self, question: Question) -> None:
        """Show *question*, after those that wait already."""
        self._waiting[question.key] = question
        if self._shown is None:
            self._show(question.key)
            # The task bar tells, where the window is not in front; it never comes to the front by itself.
            QApplication.alert(self._window)
        self._number_timer.start()

    def refresh(self, key: int) -> None:
        """What can be said of the question *key* changed."""
        if key in self._dialogs:
            self._dialogs[key].refresh()

    def close(self, key: int) -> None:
        """The question *key* closed: its dialog goes, the next one comes, inert anew."""
        self._waiting.pop(key, None)
        dialog = self._dialogs.pop(key, None)
        if dialog is not None:
            if not self._is_over:
                dialog.question_closed.emit()
                say(self._window, closing_of(dialog.question))
            self._put_away(dialog)
        if key == self._shown:
            self._shown = None
            self._line.hide()
            # Of many that close together none is shown that is closed already: its own turn comes.
            waiting = next((other for other, question in self._waiting.items() if question.is_open), None)
            if waiting is not None and not self._is_over:
                self._show(waiting)
        self._number_timer.start()

    def stop_showing(self) -> None:
        """The program ends: what closes from now on makes no room for others."""
        self._is_over = True

    def _put_away(self, dialog: QuestionDialog) -> None:
        had_focus = _holds_focus(dialog)
        self._stray_typing.rest()
        dialog.hide()
        self._host.removeWidget(dialog)
        dialog.deleteLater()
        if had_focus:
            self._typing.setFocus(Qt.FocusReason.OtherFocusReason)

    def _dialog(self, key: int) -> QuestionDialog:
        """Return the dialog of *key*, made when it is first shown: a storm of questions must cost nothing."""
        if key not in self._dialogs:
            question = self._waiting[key]
            settings = self.settings
            dialog = _DIALOGS[question.kind](
                question, settings.inert_milliseconds, settings.quiet_milliseconds, self._window
            )
            dialog.hide()
            dialog.answered.connect(self.answered)
            dialog.cancelled.connect(self.cancelled)
            dialog.move_requested.connect(self._on_dialog_move_requested)
            dialog.pop_out_requested.connect(self._on_dialog_pop_out_requested)
            dialog.same_cancel_requested.connect(self.same_cancel_requested)
            dialog.guard.became_ready.connect(self._on_guard_became_ready)
            dialog.context_pane.set_folded(self._context_folded)
            dialog.context_pane.folded_changed.connect(self._on_context_pane_folded_changed)
            self._dialogs[key] = dialog
            self.dialog_made.emit(dialog)
            say(self._window, opening_of(question))
        return self._dialogs[key]

    @Slot()
    def focus_current(self) -> None:
        """Bring the person to the question on screen; the way there is deliberate."""
        if (dialog := self.current) is not None:
            self._stray_typing.rest()
            dialog.raise_()
            dialog.activateWindow()
            dialog.safe_widget().setFocus(Qt.FocusReason.ShortcutFocusReason)

    @Slot(int)
    def focus_question(self, key: int) -> None:
        """Bring the person to the question *key*, if it waits."""
        if key in self._waiting:
            self._move_to(key)
            self.focus_current()

    @Slot()
    def focus_oldest(self) -> None:
        """Bring the person to the oldest question; from a question to the next one."""
        keys = list(self._waiting)
        if not keys:
            return
        if self.current is not None and _holds_focus(self.current):
            self._on_dialog_move_requested(1)
            self.focus_current()
        else:
            self.focus_question(keys[0])

    def _show(self, key: int, as_window: bool = False) -> None:
        dialog = self._dialog(key)
        self._shown = key
        if self.settings.window or as_window:
            self._pop_out(dialog)
        else:
            dialog.setParent(self._host.parentWidget(), Qt.WindowType.Widget)
            dialog.set_popped_out(False)
            self._host.addWidget(dialog)
            dialog.show()
            self._line.hide()

    def _pop_out(self, dialog: QuestionDialog) -> None:
        self._host.removeWidget(dialog)
        dialog.setParent(self._window, Qt.WindowType.Dialog)
        dialog.set_popped_out(True)
        # A window that appears by itself must not take the keys of whoever types in another one.
        dialog.setAttribute(Qt.WidgetAttribute.WA_ShowWithoutActivating)
        dialog.resize(640, dialog.sizeHint().height())
        dialog.show()
        self._line.show()

    @Slot()
    def _on_number_due(self) -> None:
        dialog = self.current
        if dialog is not None:
            keys = list(self._waiting)
            dialog.set_place(keys.index(dialog.question.key) + 1, len(keys))
        self.waiting_changed.emit()

    @Slot(int)
    def _on_dialog_move_requested(self, step: int) -> None:
        keys = list(self._waiting)
        if self._shown in keys and len(keys) > 1:
            self._move_to(keys[(keys.index(self._shown) + step) % len(keys)])

    def _move_to(self, target: int) -> None:
        """Show *target* where the question on screen is; both wait."""
        if self._shown is None or target == self._shown:
            return
        dialog = self._dialogs[self._shown]
        was_window, place = dialog.isWindow(), dialog.pos()
        dialog.hide()
        self._host.removeWidget(dialog)
        self._show(target, was_window)
        if was_window:
            self._dialogs[target].move(place)
        self._on_number_due()

    @Slot()
    def _on_dialog_pop_out_requested(self) -> None:
        if (dialog := self.current) is not None:
            # Not from within its own click: the dialog gets a new window.
            QTimer.singleShot(0, dialog, self._on_pop_out_due)

    @Slot()
    def _on_pop_out_due(self) -> None:
        if (dialog := self.current) is not None:
            self._pop_out(dialog)

    @Slot(bool)
    def _on_context_pane_folded_changed(self, folded: bool) -> None:
        self._context_folded = folded
        for dialog in self._dialogs.values():
            dialog.context_pane.set_folded(folded)

    @Slot()
    def _on_guard_became_ready(self) -> None:
        dialog = self.current
        if dialog is None or dialog.guard.is_inert or self._person_is_busy():
            return
        if dialog.window() is QApplication.activeWindow() or not dialog.isWindow():
            if not (_holds_focus(dialog) or dialog.wants_letters()):
                self._stray_typing.watch(dialog)
            dialog.safe_widget().setFocus(Qt.FocusReason.OtherFocusReason)

    def _person_is_busy(self) -> bool:
        focused = QApplication.focusWidget()
        if focused is self._typing:
            return bool(self._typing.property("hasText"))
        if is_in_side_dock(focused):
            return True
        # Who looks for something in a line is at it, also while it is empty.
        is_edit = isinstance(focused, QLineEdit | QPlainTextEdit) and not focused.isReadOnly()
        return is_edit and (self.current is None or not _holds_focus(self.current))


def _holds_focus(dialog: QWidget) -> bool:
    focused = QApplication.focusWidget()
    return focused is not None and dialog.isAncestorOf(focused)
