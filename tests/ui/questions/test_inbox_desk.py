"""What tells of waiting questions: inbox, badge, rows of equal ones; and the way to them."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import pytest
from PySide6.QtCore import QEvent, Qt
from PySide6.QtGui import QKeyEvent
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication, QListView, QSystemTrayIcon
from pytestqt.qtbot import QtBot

from app.models.inbox import DETAIL_ROLE
from app.session.questions import Question, QuestionKind
from app.settings.schema import QuestionSettings
from app.ui.desktop_notifier import DesktopNotifier
from app.ui.main_window import MainWindow
from app.ui.questions.inbox_desk import InboxDesk
from app.ui.questions.presenter import QuestionPresenter
from app.ui.theme import DARK
from tests.ui.questions.conftest import MakeQuestion

SELECT = QuestionKind.SELECT


class Desk:
    """The main window with a presenter and its inbox desk, and what it told."""

    def __init__(self, qtbot: QtBot) -> None:
        self.qtbot = qtbot
        self.window = MainWindow(DARK)
        qtbot.addWidget(self.window)
        column = self.window.question_column.column
        settings = QuestionSettings(inert_milliseconds=60, quiet_milliseconds=40)
        self.presenter = QuestionPresenter(column, self.window.prompt.editor, settings, self.window)
        self.desk = InboxDesk(self.window, self.presenter, self._session_name)
        self.cancelled: list[int] = []
        self.desk.cancel_requested.connect(self._on_cancel_requested)
        self.window.show()
        self.window.activateWindow()
        qtbot.waitUntil(self.window.isActiveWindow)

    def _session_name(self) -> str:
        return "work"

    def _on_cancel_requested(self, key: int) -> None:
        self.cancelled.append(key)
        self.presenter.close(key)

    def open(self, *questions: Question) -> None:
        """Open *questions* and wait until all of it is told."""
        with self.qtbot.waitSignal(self.presenter.waiting_changed):
            for question in questions:
                self.presenter.open(question)

    def close(self, key: int) -> None:
        with self.qtbot.waitSignal(self.presenter.waiting_changed):
            self.presenter.close(key)

    def child(self, name: str) -> Any:
        found = self.window.findChild(object, name)  # type: ignore[call-overload]
        assert found is not None, name
        return found

    @property
    def shown(self) -> int:
        """The key of the question on screen."""
        assert self.presenter.current is not None
        return self.presenter.current.question.key

    @property
    def rows(self) -> list[str]:
        view: QListView = self.child("inboxList")
        return [view.model().index(row, 0).data() for row in range(view.model().rowCount())]


@pytest.fixture
def desk(qtbot: QtBot) -> Iterator[Desk]:
    desk = Desk(qtbot)
    yield desk
    desk.presenter.stop_showing()
    for question in desk.presenter.waiting:
        desk.presenter.close(question.key)


def test_the_inbox_lists_what_waits_oldest_first(desk: Desk, question: MakeQuestion) -> None:
    assert not desk.child("waitingBadge").isVisible()
    desk.open(question(SELECT, "One?"), question(SELECT, "Two?", timeout=60))
    assert desk.child("waitingBadge").text() == "2 questions"
    desk.qtbot.mouseClick(desk.child("waitingBadge"), Qt.MouseButton.LeftButton)
    assert desk.window.inbox_dock.isVisible()
    assert desk.rows == ["One?", "Two?"]
    detail = desk.child("inboxList").model().index(1, 0).data(DETAIL_ROLE)
    assert detail in [f"Choose · {left} s left to answer · asked just now · work" for left in (60, 59)]
    desk.close(1)
    assert (desk.rows, desk.child("waitingBadge").text()) == (["Two?"], "1 question")
    desk.close(2)
    assert not desk.child("waitingBadge").isVisible()
    assert desk.child("inboxEmpty").isVisible()


def test_the_time_is_told_while_the_inbox_is_seen(desk: Desk, question: MakeQuestion) -> None:
    desk.open(question(SELECT, "One?"))
    assert not desk.desk._clock.isActive()
    desk.window.toggle_inbox()
    desk.qtbot.waitUntil(desk.desk._clock.isActive)
    with desk.qtbot.waitSignal(desk.child("inboxList").model().dataChanged, timeout=3000):
        pass
    desk.window.toggle_inbox()
    desk.qtbot.waitUntil(lambda: not desk.desk._clock.isActive())


def escape(repeat: bool = False) -> None:
    """Press Escape where the keyboard is; *repeat* holds it down there."""
    focused = QApplication.focusWidget()
    assert focused is not None
    no = Qt.KeyboardModifier.NoModifier
    QApplication.sendEvent(focused, QKeyEvent(QEvent.Type.KeyPress, Qt.Key.Key_Escape, no, "", repeat))


def test_escape_in_the_inbox_leaves_it_and_cancels_nothing(desk: Desk, question: MakeQuestion) -> None:
    desk.open(question(SELECT, "One?", options=["a", "b"]))
    asking = desk.presenter.current
    assert asking is not None
    desk.qtbot.waitUntil(lambda: QApplication.focusWidget() is asking.safe_widget())
    desk.window.toggle_inbox()
    assert QApplication.focusWidget() is desk.child("inboxList")
    escape()
    assert not desk.window.inbox_dock.isVisible()
    # Back where the person was; a key that is still held down does nothing there.
    assert QApplication.focusWidget() is asking.safe_widget()
    escape(repeat=True)
    assert desk.cancelled == []
    asking.cancelled.connect(desk.cancelled.append)
    escape()
    assert desk.cancelled == [1]


def test_a_question_that_comes_takes_no_keys_from_the_inbox(desk: Desk, question: MakeQuestion) -> None:
    desk.window.toggle_inbox()
    # Nothing waits, so that there is no list to go to.
    assert QApplication.focusWidget() is desk.window.inbox
    desk.open(question(SELECT, "One?"))
    asking = desk.presenter.current
    assert asking is not None
    desk.qtbot.waitUntil(lambda: not asking.guard.is_inert)
    assert QApplication.focusWidget() is desk.child("inboxList")
    escape()
    assert QApplication.focusWidget() is desk.window.prompt.editor
    assert asking.question.is_open


def test_from_the_inbox_the_keyboard_goes_to_the_prompt_where_its_question_is_gone(
    desk: Desk, question: MakeQuestion
) -> None:
    desk.open(question(SELECT, "One?", options=["a"]))
    asking = desk.presenter.current
    assert asking is not None
    desk.qtbot.waitUntil(lambda: QApplication.focusWidget() is asking.safe_widget())
    desk.window.toggle_inbox()
    with desk.qtbot.waitSignal(asking.destroyed):
        desk.close(1)
    desk.window.toggle_inbox()
    assert QApplication.focusWidget() is desk.window.prompt.editor
    assert not desk.window.inbox_dock.isVisible()


def test_a_click_in_the_inbox_brings_its_question(desk: Desk, question: MakeQuestion) -> None:
    desk.open(question(SELECT, "One?"), question(SELECT, "Two?"))
    desk.window.toggle_inbox()
    view: QListView = desk.child("inboxList")
    area = view.visualRect(view.model().index(1, 0))
    with desk.qtbot.waitSignal(desk.presenter.waiting_changed):
        QTest.mouseClick(view.viewport(), Qt.MouseButton.LeftButton, pos=area.center())
    assert desk.shown == 2
    assert view.currentIndex().row() == 1


def test_the_key_goes_to_the_oldest_and_from_a_question_to_the_next(desk: Desk, question: MakeQuestion) -> None:
    desk.presenter.focus_oldest()
    desk.open(*(question(SELECT, f"{number}?") for number in range(3)))
    desk.presenter.focus_question(2)
    desk.window.prompt.editor.setFocus()
    seen = []
    for _ in range(4):
        desk.presenter.focus_oldest()
        seen.append(desk.shown)
        assert desk.presenter.current is not None
        assert desk.presenter.current.isAncestorOf(QApplication.focusWidget())
    assert seen == [1, 2, 3, 1]


def test_a_question_that_waits_no_longer_is_not_brought(desk: Desk, question: MakeQuestion) -> None:
    desk.open(question(SELECT, "One?"))
    desk.presenter.focus_question(7)
    assert desk.shown == 1


def test_equal_questions_are_one_row_and_can_only_be_cancelled_together(desk: Desk, question: MakeQuestion) -> None:
    desk.open(*(question(SELECT, title) for title in ("Same?", "Other?", "Same?", "Same?")))
    assert desk.rows == ["Same?", "Other?"]
    assert desk.child("sameCount").text() == "This very question waits 3 times."
    desk.qtbot.waitUntil(lambda: not desk.presenter.current.guard.is_inert)  # type: ignore[union-attr]
    with desk.qtbot.waitSignal(desk.presenter.waiting_changed):
        desk.child("cancelSameButton").click()
    assert desk.cancelled == [4, 3, 1]
    assert desk.shown == 2
    assert not desk.presenter.current.findChild(object, "sameRow").isVisible()  # type: ignore


def test_a_question_that_only_just_appeared_cancels_nothing(desk: Desk, question: MakeQuestion) -> None:
    desk.open(question(SELECT, "Same?"), question(SELECT, "Same?"))
    assert desk.presenter.current is not None
    assert desk.presenter.current.guard.is_inert
    desk.child("cancelSameButton").click()
    assert desk.cancelled == []


def test_the_group_of_a_row_is_cancelled_in_the_inbox(desk: Desk, question: MakeQuestion) -> None:
    desk.open(*(question(SELECT, title) for title in ("One?", "Same?", "Same?")))
    desk.window.toggle_inbox()
    assert not desk.child("cancelGroupButton").isVisible()
    desk.child("inboxList").setCurrentIndex(desk.child("inboxList").model().index(1, 0))
    assert desk.child("cancelGroupButton").text() == "Cancel all 2"
    with desk.qtbot.waitSignal(desk.presenter.waiting_changed):
        desk.qtbot.mouseClick(desk.child("cancelGroupButton"), Qt.MouseButton.LeftButton)
    assert desk.cancelled == [3, 2]
    assert not desk.child("cancelGroupButton").isVisible()


def test_the_desktop_is_told_once_while_the_window_is_not_in_front(
    desk: Desk, question: MakeQuestion, monkeypatch: pytest.MonkeyPatch
) -> None:
    told: list[tuple[str, str]] = []
    withdrawn: list[bool] = []
    active = [False]
    monkeypatch.setattr(desk.window, "isActiveWindow", lambda: active[0])
    monkeypatch.setattr(QSystemTrayIcon, "isSystemTrayAvailable", lambda: True)
    monkeypatch.setattr(QSystemTrayIcon, "supportsMessages", lambda: True)
    monkeypatch.setattr(QSystemTrayIcon, "show", lambda _icon: None)
    monkeypatch.setattr(QSystemTrayIcon, "hide", lambda _icon: withdrawn.append(True))
    monkeypatch.setattr(QSystemTrayIcon, "showMessage", lambda _icon, title, text, *_: told.append((title, text)))
    desk.open(question(SELECT, "Delete <b>all</b> & go?"))
    desk.open(question(SELECT, "Two?"))
    assert told == [("The agent asks", "Delete ‹b›all‹/b› + go?")]
    active[0] = True
    desk.close(1)
    assert withdrawn
    active[0] = False
    desk.open(question(SELECT, "Three?"))
    assert told[1:] == [("The agent asks", "Two?")]
    desk.desk._notifier.activated.emit()
    assert desk.presenter.current is not None
    assert desk.presenter.current.isAncestorOf(QApplication.focusWidget())


def test_without_a_tray_nothing_is_told(desk: Desk) -> None:
    assert not DesktopNotifier(desk.window).notify("title", "text")
