"""The docks at the side: they leave the conversation its room, and the way there leads back."""

from __future__ import annotations

import pytest
from PySide6.QtCore import Qt
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication
from pytestqt.qtbot import QtBot

from app.ui.main_window import MainWindow
from app.ui.side_dock import is_in_side_dock
from app.ui.theme import DARK

NAMES = ("notice_dock", "inbox_dock", "answer_log_dock", "standing_dock")


@pytest.fixture
def window(qtbot: QtBot) -> MainWindow:
    """The smallest window, in front."""
    window = MainWindow(DARK)
    qtbot.addWidget(window)
    window.resize(480, 420)
    window.show()
    window.activateWindow()
    qtbot.waitUntil(window.prompt.editor.hasFocus)
    return window


@pytest.mark.parametrize("name", NAMES)
def test_beside_the_conversation_a_dock_leaves_it_room(window: MainWindow, qtbot: QtBot, name: str) -> None:
    dock = getattr(window, name)
    dock.show()
    qtbot.waitUntil(lambda: 180 <= dock.width() <= 192)
    assert window.centralWidget().width() >= 280
    window.resize(1180, 820)
    assert dock.maximumWidth() == 1180 - 288
    # Elsewhere it has all the room that it wants.
    window.addDockWidget(Qt.DockWidgetArea.BottomDockWidgetArea, dock)
    assert dock.maximumWidth() > 10_000
    window.addDockWidget(Qt.DockWidgetArea.LeftDockWidgetArea, dock)
    assert dock.maximumWidth() == 1180 - 288
    dock.setFloating(True)
    assert dock.maximumWidth() > 10_000
    dock.setFloating(False)


@pytest.mark.parametrize("name", NAMES)
def test_escape_leads_back_to_the_prompt(window: MainWindow, name: str) -> None:
    dock = getattr(window, name)
    dock.toggle()
    assert is_in_side_dock(QApplication.focusWidget())
    QTest.keyClick(QApplication.focusWidget(), Qt.Key.Key_F5)
    assert dock.isVisible()
    QTest.keyClick(QApplication.focusWidget(), Qt.Key.Key_Escape)
    assert not dock.isVisible()
    assert window.prompt.editor.hasFocus()
    assert not is_in_side_dock(window.prompt.editor)


def test_closed_from_elsewhere_it_leaves_the_keyboard_there(window: MainWindow) -> None:
    window.toggle_inbox()
    window.prompt.editor.setFocus()
    window.toggle_inbox()
    assert not window.inbox_dock.isVisible()
    assert window.prompt.editor.hasFocus()
