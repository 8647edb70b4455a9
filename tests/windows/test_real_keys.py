"""Questions and real keys: what is typed elsewhere answers nothing, what is meant for a question answers it once."""

from __future__ import annotations

import json
import os
from typing import Any

import pytest
from PySide6.QtCore import QPoint, QRect
from PySide6.QtWidgets import QApplication, QLineEdit, QPushButton, QWidget
from pytestqt.qtbot import QtBot

from app.session.questions import QuestionState
from app.ui.main_window import MainWindow
from app.ui.questions.base import QuestionDialog
from app.ui.questions.standing_dialog import StandingDialog
from tests.windows.conftest import Press, program

pytestmark = [
    pytest.mark.xvfb,
    pytest.mark.skipif(os.environ.get("QT_QPA_PLATFORM") != "xcb", reason="needs QT_QPA_PLATFORM=xcb and a display"),
]


def ask(window: MainWindow, method: str = "confirm", **fields: Any) -> int:
    """Let the agent ask, and return the key of its question."""
    controller = program(window).controller
    key = controller.session.questions.next_key
    record = {"type": "extension_ui_request", "id": f"real-{key}", "method": method, "title": "Delete all?", **fields}
    controller._on_link_bytes_received(json.dumps(record).encode() + b"\n")
    return key


def state(window: MainWindow, key: int) -> QuestionState:
    return program(window).controller.session.questions[key].state


def dialog(window: MainWindow) -> QuestionDialog:
    shown = program(window).binding.presenter.current
    assert shown is not None
    return shown


def wait_ready(qtbot: QtBot, window: MainWindow) -> QuestionDialog:
    qtbot.waitUntil(lambda: not dialog(window).guard.is_inert, timeout=5000)
    return dialog(window)


def middle_of(widget: QWidget) -> tuple[str, str]:
    middle = widget.mapToGlobal(widget.rect().center())
    return str(middle.x()), str(middle.y())


def other_window(qtbot: QtBot, beside: QWidget) -> QLineEdit:
    """A window of its own that the person works in."""
    edit = QLineEdit()
    qtbot.addWidget(edit)
    edit.setGeometry(QRect(beside.frameGeometry().topRight() + QPoint(20, 40), edit.sizeHint()))
    edit.show()
    edit.activateWindow()
    qtbot.waitUntil(edit.isActiveWindow)
    return edit


def test_a_new_window_takes_what_is_typed_into_the_prompt(window: MainWindow, press: Press, qtbot: QtBot) -> None:
    press("type", "hello")
    qtbot.waitUntil(lambda: window.prompt.editor.toPlainText() == "hello")


def test_keys_that_were_under_way_answer_nothing(window: MainWindow, press: Press, qtbot: QtBot) -> None:
    editor = window.prompt.editor
    editor.setFocus()
    qtbot.waitUntil(editor.hasFocus)
    key = ask(window)
    press("key", "Return", "Return", "space", "y", "n")
    qtbot.waitUntil(lambda: editor.toPlainText() == " yn")
    wait_ready(qtbot, window)
    assert state(window, key) is QuestionState.OPEN
    # The person is at the prompt with text there: the focus is theirs.
    assert editor.hasFocus()
    press("key", "space")
    qtbot.waitUntil(lambda: editor.toPlainText() == " yn ")
    assert state(window, key) is QuestionState.OPEN


def test_a_question_takes_no_key_from_another_window(window: MainWindow, press: Press, qtbot: QtBot) -> None:
    program(window).binding.presenter.settings.window = True
    other = other_window(qtbot, window)
    key = ask(window)
    qtbot.waitExposed(dialog(window))
    press("type", "yes and no")
    qtbot.waitUntil(lambda: other.text() == "yes and no")
    wait_ready(qtbot, window)
    press("key", "space", "y")
    qtbot.waitUntil(lambda: other.text() == "yes and no y")
    assert other.isActiveWindow()
    assert state(window, key) is QuestionState.OPEN


def test_the_way_to_the_question_leads_to_its_safe_button(window: MainWindow, press: Press, qtbot: QtBot) -> None:
    program(window).binding.presenter.settings.window = True
    window.prompt.editor.setFocus()
    key = ask(window)
    wait_ready(qtbot, window)
    press("key", "ctrl+j")
    qtbot.waitUntil(dialog(window).isActiveWindow)
    qtbot.waitUntil(lambda: isinstance(QApplication.focusWidget(), QPushButton))
    press("key", "Return")
    qtbot.waitUntil(lambda: state(window, key) is not QuestionState.OPEN)
    assert program(window).controller.session.questions[key].answer is False


def test_escape_cancels_the_question_and_nothing_else(window: MainWindow, press: Press, qtbot: QtBot) -> None:
    first, second = ask(window), ask(window, title="Sure?")
    wait_ready(qtbot, window)
    qtbot.waitUntil(lambda: isinstance(QApplication.focusWidget(), QPushButton))
    press("key", "Escape", "Escape", "Escape")
    qtbot.waitUntil(lambda: state(window, first) is QuestionState.CANCELLED)
    wait_ready(qtbot, window)
    # The second question came under the same key, and is inert anew.
    assert state(window, second) is QuestionState.OPEN
    assert window.isVisible()


@pytest.mark.parametrize("in_window", [False, True])
def test_escape_in_the_inbox_leaves_the_inbox_alone(
    window: MainWindow, press: Press, qtbot: QtBot, in_window: bool
) -> None:
    program(window).binding.presenter.settings.window = in_window
    key = ask(window)
    asking = wait_ready(qtbot, window)
    press("key", "ctrl+j")
    qtbot.waitUntil(lambda: QApplication.focusWidget() is asking.safe_widget())
    press("key", "ctrl+shift+j")
    qtbot.waitUntil(lambda: window.inbox.isAncestorOf(QApplication.focusWidget()))
    press("key", "Escape")
    qtbot.waitUntil(lambda: QApplication.focusWidget() is asking.safe_widget())
    assert not window.inbox_dock.isVisible()
    assert state(window, key) is QuestionState.OPEN
    press("key", "Escape")
    qtbot.waitUntil(lambda: state(window, key) is QuestionState.CANCELLED)


def test_a_real_click_answers_once(window: MainWindow, press: Press, qtbot: QtBot) -> None:
    first, second = ask(window), ask(window)
    yes = wait_ready(qtbot, window).findChild(QPushButton, "confirmButton")
    assert yes is not None
    press("mousemove", *middle_of(yes), "click", "--repeat", "3", "--delay", "30", "1")
    qtbot.waitUntil(lambda: state(window, first) is QuestionState.ANSWERED)
    wait_ready(qtbot, window)
    assert state(window, second) is QuestionState.OPEN


@pytest.mark.parametrize("in_window", [False, True])
def test_a_standing_answer_is_made_by_keys_alone_and_not_by_a_double_click(
    window: MainWindow, press: Press, qtbot: QtBot, in_window: bool
) -> None:
    program(window).binding.presenter.settings.window = in_window
    key = ask(window)
    asking = wait_ready(qtbot, window)
    always = asking.findChild(QPushButton, "alwaysButton")
    assert always is not None
    press("mousemove", *middle_of(always), "click", "--repeat", "2", "--delay", "30", "1")
    qtbot.waitUntil(lambda: window.findChild(StandingDialog) is not None)
    standing = window.findChild(StandingDialog)
    assert isinstance(standing, StandingDialog)
    qtbot.waitUntil(standing.isActiveWindow)
    press("key", "Return", "space", "Escape")
    qtbot.waitUntil(lambda: not standing.guard.is_inert, timeout=5000)
    assert standing.isVisible()
    press("key", "Down", "Tab", "Tab", "Tab", "Return")
    qtbot.waitUntil(lambda: state(window, key) is QuestionState.ANSWERED)
    assert program(window).controller.session.questions[key].answer is True
    again = ask(window)
    qtbot.waitUntil(lambda: state(window, again) is QuestionState.ANSWERED)
    assert program(window).controller.session.questions[again].decided_by
