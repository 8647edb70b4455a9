"""The table of actions: each has a name, a place and keys of its own, and the window can do each."""

from __future__ import annotations

from collections import Counter

from PySide6.QtGui import QKeySequence
from PySide6.QtWidgets import QWidget
from pytestqt.qtbot import QtBot

from app.ui.actions.table import ACTIONS
from app.ui.actions.window_actions import WindowActions, keys_of


def test_names_and_keys_are_given_once() -> None:
    assert max(Counter(spec.name for spec in ACTIONS).values()) == 1
    assert max(Counter(spec.keys for spec in ACTIONS if spec.keys).values()) == 1


def test_each_row_becomes_an_action_with_its_keys(qtbot: QtBot) -> None:
    window = QWidget()
    qtbot.addWidget(window)
    actions = WindowActions(window)
    for spec in ACTIONS:
        action = actions[spec.name]
        assert (action.objectName(), action.text(), action.isCheckable()) == (spec.name, spec.text, spec.checkable)
        assert action.shortcut() == QKeySequence(spec.keys)
        assert bool(keys_of(action)) == bool(spec.keys)
        assert action in window.actions()
