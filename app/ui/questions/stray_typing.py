"""Words that were meant for the prompt go there, and answer nothing on their way."""

from __future__ import annotations

from PySide6.QtCore import QCoreApplication, QEvent, QObject, Qt
from PySide6.QtGui import QKeyEvent
from PySide6.QtWidgets import QWidget
from shiboken6 import isValid

_COMMAND = Qt.KeyboardModifier.ControlModifier | Qt.KeyboardModifier.AltModifier | Qt.KeyboardModifier.MetaModifier


class StrayTyping(QObject):
    """Watches a dialog that took the focus by itself, until the person shows that they mean it.

    Who thinks for a moment and then goes on writing finds the words in the prompt: in a dialog of buttons the first
    blank would press one, in a list the letters would choose. A blank, Enter, a digit or an arrow alone begins no
    sentence and does what it says; from a move or a click on, all keys are the dialog's.
    """

    def __init__(self, typing: QWidget, parent: QObject) -> None:
        """Lead to *typing*; nothing is watched yet."""
        super().__init__(parent)
        self._typing = typing
        self._watched: list[QWidget] = []

    def watch(self, dialog: QWidget) -> None:
        """Watch *dialog* from now on."""
        self.rest()
        self._watched = [dialog, *dialog.findChildren(QWidget)]
        for widget in self._watched:
            widget.installEventFilter(self)

    def rest(self) -> None:
        """Watch nothing."""
        for widget in filter(isValid, self._watched):
            widget.removeEventFilter(self)
        self._watched = []

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        """Lead letters to the prompt; what else is pressed or clicked is meant."""
        if event.type() == QEvent.Type.MouseButtonPress:
            self.rest()
        elif isinstance(event, QKeyEvent) and event.type() == QEvent.Type.KeyPress:
            if _begins_a_word(event):
                self.rest()
                self._typing.setFocus(Qt.FocusReason.OtherFocusReason)
                QCoreApplication.sendEvent(self._typing, event)
                return True
            if event.key() not in _MODIFIERS:
                self.rest()
        return False


_MODIFIERS = (Qt.Key.Key_Shift, Qt.Key.Key_Control, Qt.Key.Key_Alt, Qt.Key.Key_Meta, Qt.Key.Key_AltGr)


def _begins_a_word(event: QKeyEvent) -> bool:
    text = event.text()
    # AltGr, which some systems tell as Ctrl+Alt, writes characters.
    is_command = bool(event.modifiers() & _COMMAND) and not event.modifiers() & Qt.KeyboardModifier.GroupSwitchModifier
    return not is_command and text.isprintable() and bool(text.strip()) and not text.isdigit()
