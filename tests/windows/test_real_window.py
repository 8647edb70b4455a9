"""Real windows on a private X server: the program as a person starts it, with the demo agent."""

from __future__ import annotations

import os

import pytest
from PySide6.QtCore import Qt
from PySide6.QtGui import QGuiApplication
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication, QPushButton, QWidget
from pytestqt.qtbot import QtBot

from app.session.phase import PhaseKind
from app.ui.main_window import MainWindow
from tests.windows.conftest import program

pytestmark = [
    pytest.mark.xvfb,
    pytest.mark.skipif(os.environ.get("QT_QPA_PLATFORM") != "xcb", reason="needs QT_QPA_PLATFORM=xcb and a display"),
]


def test_a_prompt_a_question_and_an_answer_by_keyboard_alone(window: MainWindow, qtbot: QtBot) -> None:
    assert QGuiApplication.platformName() == "xcb"
    window.prompt.editor.setFocus()
    QTest.keyClicks(window.prompt.editor, "/p-confirm")
    QTest.keyClick(window.prompt.editor, Qt.Key.Key_Return)
    session = program(window).controller.session
    qtbot.waitUntil(lambda: session.phase.kind is PhaseKind.ASKING)
    presenter = program(window).binding.presenter
    qtbot.waitUntil(lambda: isinstance(QApplication.focusWidget(), QPushButton), timeout=5000)
    assert presenter.current is not None
    QTest.keyClick(QApplication.focusWidget(), Qt.Key.Key_Return)
    qtbot.waitUntil(lambda: session.phase.kind is PhaseKind.IDLE)
    assert [toast.message for toast in window.toasts.toasts] == ["confirm: false"]


def test_what_is_on_screen_fits_into_the_window(window: MainWindow, qtbot: QtBot) -> None:
    window.resize(640, 600)
    program(window).controller.send_prompt("/p-widget")
    qtbot.waitUntil(lambda: len(program(window).controller.session.surface.widgets) == 2)
    qtbot.waitUntil(lambda: window.findChild(QWidget, "widget:plan") is not None)
    editor = window.prompt.editor
    corner = editor.mapTo(window, editor.rect().bottomRight())
    assert window.rect().contains(corner)
    assert editor.height() >= editor.minimumSizeHint().height()
