"""The prompt editor: what sends, what breaks the line, and that no text is ever lost."""

from __future__ import annotations

import pytest
from PySide6.QtCore import QEvent, Qt
from PySide6.QtGui import QInputMethodEvent, QKeyEvent
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication, QLabel, QPushButton
from pytestqt.qtbot import QtBot

from app.session.session import Queue
from app.ui.prompt.prompt_panel import PromptPanel


@pytest.fixture
def panel(qtbot: QtBot) -> PromptPanel:
    """A prompt on screen that takes what is sent."""
    panel = PromptPanel()
    qtbot.addWidget(panel)
    panel.resize(600, 200)
    panel.show()
    panel.activateWindow()
    qtbot.waitUntil(panel.isActiveWindow)
    panel.editor.setFocus()
    return panel


def sent(panel: PromptPanel) -> list[str]:
    """Collect what the panel wants to send."""
    texts: list[str] = []
    panel.sent.connect(texts.append)
    return texts


def test_enter_sends_and_shift_enter_breaks_the_line(panel: PromptPanel) -> None:
    texts = sent(panel)
    QTest.keyClicks(panel.editor, "one")
    QTest.keyClick(panel.editor, Qt.Key.Key_Return, Qt.KeyboardModifier.ShiftModifier)
    QTest.keyClicks(panel.editor, "two")
    assert texts == []
    QTest.keyClick(panel.editor, Qt.Key.Key_Enter, Qt.KeyboardModifier.KeypadModifier)
    assert texts == ["one\ntwo"]


def test_with_the_setting_enter_breaks_the_line_and_control_enter_sends(panel: PromptPanel) -> None:
    texts = sent(panel)
    panel.editor.send_with_control = True
    QTest.keyClicks(panel.editor, "one")
    QTest.keyClick(panel.editor, Qt.Key.Key_Return)
    assert (texts, panel.editor.toPlainText()) == ([], "one\n")
    QTest.keyClick(panel.editor, Qt.Key.Key_Return, Qt.KeyboardModifier.ControlModifier)
    assert texts == ["one\n"]


def test_alt_enter_follows_up(panel: PromptPanel) -> None:
    texts: list[str] = []
    panel.follow_up_sent.connect(texts.append)
    QTest.keyClicks(panel.editor, "later")
    QTest.keyClick(panel.editor, Qt.Key.Key_Return, Qt.KeyboardModifier.AltModifier)
    assert texts == ["later"]


def test_blank_text_is_not_sent(panel: PromptPanel) -> None:
    texts = sent(panel)
    QTest.keyClicks(panel.editor, "   ")
    QTest.keyClick(panel.editor, Qt.Key.Key_Return)
    assert texts == []
    assert not panel.findChild(QPushButton, "sendButton").isEnabled()


def test_the_enter_of_an_input_method_only_accepts(panel: PromptPanel) -> None:
    texts = sent(panel)
    QApplication.sendEvent(panel.editor, QInputMethodEvent("nihao", []))
    QTest.keyClick(panel.editor, Qt.Key.Key_Return)
    assert texts == []
    accepted = QInputMethodEvent("", [])
    accepted.setCommitString("你好")
    QApplication.sendEvent(panel.editor, accepted)
    assert "你好" in panel.editor.toPlainText()


def test_a_held_enter_sends_once(panel: PromptPanel) -> None:
    texts = sent(panel)
    QTest.keyClicks(panel.editor, "once")
    QTest.keyClick(panel.editor, Qt.Key.Key_Return)
    for _ in range(5):
        repeat = QKeyEvent(QEvent.Type.KeyPress, Qt.Key.Key_Return, Qt.KeyboardModifier.NoModifier, "", True)
        QApplication.sendEvent(panel.editor, repeat)
    assert texts == ["once"]


def test_the_history_is_walked_and_the_draft_kept(panel: PromptPanel) -> None:
    for text in ("first", "second"):
        QTest.keyClicks(panel.editor, text)
        panel.accepted()
    QTest.keyClicks(panel.editor, "draft")
    QTest.keyClick(panel.editor, Qt.Key.Key_Up)
    assert panel.editor.toPlainText() == "second"
    QTest.keyClick(panel.editor, Qt.Key.Key_Up)
    QTest.keyClick(panel.editor, Qt.Key.Key_Up)
    assert panel.editor.toPlainText() == "first"
    QTest.keyClick(panel.editor, Qt.Key.Key_Down)
    QTest.keyClick(panel.editor, Qt.Key.Key_Down)
    assert panel.editor.toPlainText() == "draft"


def test_what_an_extension_puts_there_can_be_undone(panel: PromptPanel) -> None:
    QTest.keyClicks(panel.editor, "mine")
    panel.editor.set_text("theirs\nwith two lines")
    assert panel.editor.toPlainText() == "theirs\nwith two lines"
    panel.editor.undo()
    assert panel.editor.toPlainText() == "mine"


def test_an_extension_that_writes_without_end_pushes_nothing_of_the_person_out(panel: PromptPanel) -> None:
    QTest.keyClicks(panel.editor, "mine")
    for number in range(1000):
        panel.editor.set_foreign_text(f"theirs {number}")
    QTest.keyClick(panel.editor, Qt.Key.Key_Up)
    assert panel.editor.exact_text() == "mine"


def test_what_extensions_put_there_is_undone_up_to_a_bound(panel: PromptPanel) -> None:
    QTest.keyClicks(panel.editor, "mine")
    lines = ("x" * 1_000 + "\n") * 600
    for number in range(12):
        panel.editor.set_foreign_text(f"{number}\n{lines}")
    steps = []
    while panel.editor.document().isUndoAvailable():
        panel.editor.undo()
        steps.append(panel.editor.exact_text().partition("\n")[0])
    assert steps == ["10", "9", "8", "7"]
    assert panel.editor._history.previous("") == "mine"


@pytest.mark.parametrize("text", ["a\u00a0b", "a\u2028b", "\ttab", "e\u0301 \U0001f642 \u200b."])
def test_what_is_sent_is_what_was_written(panel: PromptPanel, text: str) -> None:
    texts = sent(panel)
    panel.editor.set_text(text)
    QTest.keyClick(panel.editor, Qt.Key.Key_Return)
    assert texts == [text]


def test_text_that_came_back_stands_before_what_was_typed_since(panel: PromptPanel) -> None:
    QTest.keyClicks(panel.editor, "since")
    panel.editor.give_back("before")
    assert panel.editor.toPlainText() == "before\n\nsince"


def test_it_grows_with_its_lines_to_the_bound(panel: PromptPanel) -> None:
    low = panel.editor.sizeHint().height()
    panel.editor.set_most_height(200)
    panel.editor.set_text("\n".join(str(number) for number in range(100)))
    assert low < panel.editor.sizeHint().height() <= 200


def test_stop_is_there_while_the_agent_works(panel: PromptPanel, qtbot: QtBot) -> None:
    stop = panel.findChild(QPushButton, "stopButton")
    assert not stop.isVisible()
    panel.set_busy(True)
    assert stop.isVisible()
    assert panel.findChild(QPushButton, "sendButton").text() == "Send"
    panel.set_busy(True, steers=True)
    assert panel.findChild(QPushButton, "sendButton").text() == "Steer"
    with qtbot.waitSignal(panel.stopped):
        QTest.mouseClick(stop, Qt.MouseButton.LeftButton)


def test_the_queue_shows_equal_texts_apart(panel: PromptPanel) -> None:
    label = panel.findChild(QLabel, "queueLabel")
    panel.set_queue(Queue(["go on", "go on"], ["<b>later</b>"]))
    assert label.text().splitlines() == ["steers: go on", "steers: go on", "follows: <b>later</b>"]
    panel.set_queue(Queue(["go on"], []))
    assert label.text() == "steers: go on"
    panel.set_queue(Queue())
    assert not label.isVisible()


@pytest.mark.parametrize("how", ["enter", "alt", "button"])
def test_an_enter_on_its_way_does_not_send_what_an_extension_just_put_there(
    panel: PromptPanel, qtbot: QtBot, how: str
) -> None:
    texts = sent(panel)
    panel.follow_up_sent.connect(texts.append)
    QTest.keyClicks(panel.editor, "mine")
    panel.editor.set_foreign_text("rm -rf /")

    def send() -> None:
        if how == "button":
            QTest.mouseClick(panel.findChild(QPushButton, "sendButton"), Qt.MouseButton.LeftButton)
        else:
            modifiers = Qt.KeyboardModifier.AltModifier if how == "alt" else Qt.KeyboardModifier.NoModifier
            QTest.keyClick(panel.editor, Qt.Key.Key_Return, modifiers)

    send()
    assert (texts, panel.editor.exact_text()) == ([], "rm -rf /")
    qtbot.waitUntil(lambda: not panel.editor.is_unread)
    send()
    assert texts == ["rm -rf /"]
