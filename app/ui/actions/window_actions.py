"""The actions of one window as QActions, made from the table."""

from __future__ import annotations

from collections.abc import Callable

from PySide6.QtCore import QObject, Qt
from PySide6.QtGui import QAction, QKeySequence
from PySide6.QtWidgets import QWidget

from app.ui.actions.table import ACTIONS, ActionSpec


class WindowActions(QObject):
    """Holds a QAction for each row of the table; its shortcut works in the whole program."""

    def __init__(self, window: QWidget) -> None:
        """Make them for *window*; none does anything yet."""
        super().__init__(window)
        self._actions = {spec.name: self._make(spec, window) for spec in ACTIONS}

    def _make(self, spec: ActionSpec, window: QWidget) -> QAction:
        action = QAction(spec.text, window)
        action.setObjectName(spec.name)
        action.setCheckable(spec.checkable)
        if spec.keys:
            action.setShortcut(QKeySequence.fromString(spec.keys, QKeySequence.SequenceFormat.PortableText))
        # A question in a window of its own has these keys too.
        action.setShortcutContext(Qt.ShortcutContext.ApplicationShortcut)
        window.addAction(action)
        return action

    def __getitem__(self, name: str) -> QAction:
        """Return the action *name*; raises KeyError for one that the table lacks."""
        return self._actions[name]

    def run(self, name: str) -> None:
        """Do what *name* does, if it can be done now."""
        self._actions[name].trigger()

    def bind(self, slots: dict[str, Callable[[], object]]) -> None:
        """Let each action named in *slots* call its slot."""
        for name, slot in slots.items():
            self._actions[name].triggered.connect(slot)

    def enable(self, on: bool, *names: str) -> None:
        """Let the actions *names* be used, or not."""
        for name in names:
            self._actions[name].setEnabled(on)


def keys_of(action: QAction) -> str:
    """Return the shortcut of *action* as this platform writes it; "" where it has none."""
    return action.shortcut().toString(QKeySequence.SequenceFormat.NativeText)
