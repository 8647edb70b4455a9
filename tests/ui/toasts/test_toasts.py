"""Toasts: few, counted, never over the prompt, and errors stay."""

from __future__ import annotations

from datetime import datetime

import pytest
from PySide6.QtCore import QEvent, QPointF, Qt
from PySide6.QtGui import QEnterEvent
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication, QLabel, QLineEdit, QListView, QPushButton, QToolButton, QVBoxLayout, QWidget
from pytestqt.qtbot import QtBot

from app.models.notices import NoticeModel
from app.session.changes import Severity
from app.ui.toasts import toast_overlay
from app.ui.toasts.clamped_label import ClampedLabel
from app.ui.toasts.notice_list import NoticeList
from app.ui.toasts.toast import Toast
from app.ui.toasts.toast_overlay import MOST, ToastOverlay


class Stage:
    """A host with toasts, and a line edit below it that has the focus."""

    def __init__(self, qtbot: QtBot) -> None:
        self.window = QWidget()
        self.window.resize(700, 500)
        qtbot.addWidget(self.window)
        self.host = QWidget()
        self.edit = QLineEdit()
        layout = QVBoxLayout(self.window)
        layout.addWidget(self.host, 1)
        layout.addWidget(self.edit)
        self.overlay = ToastOverlay(self.host)
        self.window.show()
        self.window.activateWindow()
        qtbot.waitUntil(self.window.isActiveWindow)
        self.edit.setFocus()

    @property
    def messages(self) -> list[str]:
        """What the toasts on screen say."""
        return [toast.message for toast in self.overlay.toasts]


@pytest.fixture
def stage(qtbot: QtBot) -> Stage:
    """A host without toasts."""
    return Stage(qtbot)


def test_a_toast_is_plain_text_with_its_severity_in_a_word(stage: Stage, qtbot: QtBot) -> None:
    stage.overlay.show_toast("<b>bold</b> &amp; <a href='file:///etc/passwd'>open</a>", Severity.ERROR)
    (toast,) = stage.overlay.toasts
    qtbot.waitUntil(toast.isVisible)
    assert (toast.objectName(), toast.property("severity")) == ("toast", "error")
    texts = [label.text() for label in toast.findChildren(QLabel)]
    assert texts == ["<b>bold</b> &amp; <a href='file:///etc/passwd'>open</a>", "Error"]
    assert all(label.textFormat() is Qt.TextFormat.PlainText for label in toast.findChildren(QLabel))
    assert stage.host.rect().contains(toast.geometry())


def test_its_words_stand_close_together(stage: Stage, qtbot: QtBot) -> None:
    stage.overlay.show_toast("short", Severity.WARNING)
    stage.overlay.show_toast("long " * 30, Severity.WARNING)
    qtbot.waitUntil(lambda: all(toast.isVisible() for toast in stage.overlay.toasts))
    for toast in stage.overlay.toasts:
        text, detail = toast.findChildren(QLabel)
        assert text.height() == text.heightForWidth(text.width())
        assert detail.y() - text.geometry().bottom() <= 4
        assert toast.findChild(QToolButton).y() <= text.y()


def test_it_never_takes_the_focus(stage: Stage, qtbot: QtBot) -> None:
    stage.overlay.show_toast("m", Severity.INFO)
    qtbot.waitUntil(stage.overlay.toasts[0].isVisible)
    assert QApplication.focusWidget() is stage.edit


def test_it_appears_in_its_place(stage: Stage, qtbot: QtBot, monkeypatch: pytest.MonkeyPatch) -> None:
    places: list[int] = []
    monkeypatch.setattr(Toast, "showEvent", lambda self, event: places.append(self.geometry().right()))
    stage.overlay.show_toast("m", Severity.INFO)
    qtbot.waitUntil(lambda: bool(places))
    assert places == [stage.host.width() - 17]


def test_equal_ones_are_counted(stage: Stage) -> None:
    for _ in range(3):
        stage.overlay.show_toast("same", Severity.INFO, "Pienza")
    (toast,) = stage.overlay.toasts
    assert toast.count == 3
    assert toast.findChildren(QLabel)[1].text() == "Pienza · ×3"


def test_only_a_handful_is_shown_and_errors_are_not_pushed_out(stage: Stage, qtbot: QtBot) -> None:
    stage.overlay.show_toast("error 0", Severity.ERROR)
    for number in range(20):
        stage.overlay.show_toast(f"info {number}", Severity.INFO)
    assert stage.messages == ["error 0", "info 17", "info 18", "info 19"]
    for number in range(1, 8):
        stage.overlay.show_toast(f"error {number}", Severity.ERROR)
    assert stage.messages == ["error 0", "error 1", "error 2", "error 3"]
    more = stage.host.findChild(QPushButton, "moreToasts")
    qtbot.waitUntil(more.isVisible)
    assert more.text() == "4 more…"
    assert len(stage.overlay.toasts) == MOST
    with qtbot.waitSignal(stage.overlay.history_requested):
        QTest.mouseClick(more, Qt.MouseButton.LeftButton)
    qtbot.waitUntil(more.isHidden)


def test_infos_go_and_errors_stay_until_they_are_closed(
    stage: Stage, qtbot: QtBot, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(toast_overlay, "_LIFETIME_MS", {Severity.INFO: 30, Severity.WARNING: 60})
    for severity in Severity:
        stage.overlay.show_toast(severity.value, severity)
    qtbot.waitUntil(lambda: stage.messages == ["error"])
    toast = stage.overlay.toasts[0]
    QTest.mouseClick(toast.findChild(QToolButton), Qt.MouseButton.LeftButton)
    assert stage.messages == []


@pytest.fixture
def brief(monkeypatch: pytest.MonkeyPatch) -> None:
    """Toasts that go after an instant."""
    monkeypatch.setattr(toast_overlay, "_LIFETIME_MS", {Severity.INFO: 40, Severity.WARNING: 40})


def enter(toast: Toast) -> None:
    """The pointer comes onto *toast*."""
    where = QPointF(5, 5)
    QApplication.sendEvent(toast, QEnterEvent(where, where, where))


def running(stage: Stage) -> list[str]:
    """The messages of the toasts whose time runs."""
    return [toast.message for toast in stage.overlay.toasts if toast._timer.isActive()]


@pytest.mark.usefixtures("brief")
def test_the_pointer_holds_all_of_them(stage: Stage, qtbot: QtBot) -> None:
    stage.overlay.show_toast("held", Severity.INFO)
    stage.overlay.show_toast("also held", Severity.WARNING)
    assert running(stage) == ["held", "also held"]
    toast = stage.overlay.toasts[0]
    enter(toast)
    stage.overlay.show_toast("held", Severity.INFO)
    stage.overlay.show_toast("new", Severity.INFO)
    assert running(stage) == []
    QApplication.sendEvent(toast, QEvent(QEvent.Type.Leave))
    qtbot.waitUntil(lambda: stage.messages == [])


@pytest.mark.usefixtures("brief")
def test_the_focus_holds_them_only_while_it_is_there(stage: Stage, qtbot: QtBot) -> None:
    stage.overlay.show_toast("a", Severity.INFO)
    stage.overlay.show_toast("b", Severity.INFO)
    toast = stage.overlay.toasts[1]
    qtbot.waitUntil(toast.isVisible)
    toast.findChild(QToolButton).setFocus()
    assert (toast.is_held, running(stage)) == (True, [])
    stage.edit.setFocus()
    qtbot.waitUntil(lambda: stage.messages == [])


@pytest.mark.usefixtures("brief")
def test_closing_the_one_under_the_pointer_lets_the_others_go(stage: Stage, qtbot: QtBot) -> None:
    stage.overlay.show_toast("a", Severity.INFO)
    stage.overlay.show_toast("b", Severity.INFO)
    toast = stage.overlay.toasts[0]
    qtbot.waitUntil(toast.isVisible)
    enter(toast)
    QTest.mouseClick(toast.findChild(QToolButton), Qt.MouseButton.LeftButton)
    assert stage.messages == ["b"]
    qtbot.waitUntil(lambda: stage.messages == [])


def test_one_under_the_pointer_is_not_pushed_out(stage: Stage, qtbot: QtBot) -> None:
    for number in range(MOST):
        stage.overlay.show_toast(f"info {number}", Severity.INFO)
    enter(stage.overlay.toasts[0])
    stage.overlay.show_toast("info 4", Severity.INFO)
    assert stage.messages == ["info 0", "info 2", "info 3", "info 4"]


@pytest.mark.parametrize("message", ["word " * 100_000, "\n".join("n" * 500), "W" * 5000, "\x1b[31m" * 5000, "漢" * 99])
def test_a_message_of_any_size_stays_small(stage: Stage, qtbot: QtBot, message: str) -> None:
    stage.overlay.show_toast(message, Severity.INFO)
    (toast,) = stage.overlay.toasts
    qtbot.waitUntil(toast.isVisible)
    (text,) = toast.findChildren(ClampedLabel)
    assert toast.width() == 300
    assert text.height() <= 13 * text.fontMetrics().lineSpacing()
    assert stage.window.width() == 700


def test_those_that_have_no_room_are_counted(stage: Stage, qtbot: QtBot) -> None:
    for number in range(MOST):
        stage.overlay.show_toast(f"{number} " + "word " * 400, Severity.ERROR)
    more = stage.host.findChild(QPushButton, "moreToasts")
    qtbot.waitUntil(more.isVisible)
    shown = [toast for toast in stage.overlay.toasts if toast.isVisible()]
    assert more.text() == f"{MOST - len(shown)} more…"
    assert all(stage.host.rect().contains(widget.geometry()) for widget in [*shown, more])
    for toast in shown:
        QTest.mouseClick(toast.findChild(QToolButton), Qt.MouseButton.LeftButton)
    qtbot.waitUntil(stage.overlay.toasts[0].isVisible)


def test_an_error_has_room_before_all_others(stage: Stage, qtbot: QtBot) -> None:
    stage.window.resize(700, 240)
    stage.overlay.show_toast("info " * 60, Severity.INFO)
    stage.overlay.show_toast("error " * 60, Severity.ERROR)
    error = stage.overlay.toasts[1]
    qtbot.waitUntil(error.isVisible)
    assert not stage.overlay.toasts[0].isVisible()
    stage.window.resize(700, 600)
    qtbot.waitUntil(stage.overlay.toasts[0].isVisible)
    assert error.geometry().top() > stage.overlay.toasts[0].geometry().bottom()
    assert stage.host.findChild(QPushButton, "moreToasts").isHidden()


@pytest.mark.parametrize(
    ("text", "lines"), [("", 1), ("one", 1), ("a\n\nb", 3), ("1\n2\n3\n4", 4), ("x" * 1000, 4), ("😀" * 5, 1)]
)
def test_a_clamped_label_breaks_any_text_and_tells_what_it_leaves_out(qtbot: QtBot, text: str, lines: int) -> None:
    label = ClampedLabel(text, 3)
    qtbot.addWidget(label)
    row = label.fontMetrics().lineSpacing()
    assert label.heightForWidth(200) == lines * row
    label.resize(200, lines * row)
    assert label.sizeHint() == label.size()
    label.show()
    label.grab()


def test_the_host_decides_where_they_are(stage: Stage, qtbot: QtBot) -> None:
    stage.overlay.show_toast("m", Severity.INFO)
    toast = stage.overlay.toasts[0]
    stage.window.resize(420, 500)
    qtbot.waitUntil(lambda: toast.isVisible() and toast.geometry().right() < stage.host.width())


def test_the_history_can_be_searched_and_cleared(qtbot: QtBot) -> None:
    notices, model = NoticeList(), NoticeModel()
    qtbot.addWidget(notices)
    notices.set_model(model)
    for message in ("build failed", "all fine"):
        model.add(message, Severity.INFO, "", datetime(2026, 12, 1))
    view = notices.findChild(QListView, "noticeList")
    QTest.keyClicks(notices.findChild(QLineEdit), "FAILED")
    assert view.model().rowCount() == 1
    assert "build failed" in view.model().index(0, 0).data()
    QTest.mouseClick(notices.findChild(QPushButton, "clearNotices"), Qt.MouseButton.LeftButton)
    assert model.rowCount() == 0


def test_a_long_notification_wraps_in_the_history_at_any_width(qtbot: QtBot) -> None:
    notices, model = NoticeList(), NoticeModel()
    qtbot.addWidget(notices)
    notices.set_model(model)
    model.add("many words " * 20, Severity.INFO, "", datetime(2026, 12, 1))
    notices.resize(500, 400)
    notices.show()
    view = notices.findChild(QListView, "noticeList")
    first = view.model().index(0, 0)
    qtbot.waitUntil(lambda: view.visualRect(first).height() > 0)
    wide = view.visualRect(first).height()
    notices.resize(250, 400)
    qtbot.waitUntil(lambda: view.visualRect(first).height() > wide)
    assert view.visualRect(first).width() <= view.viewport().width()
    assert not view.horizontalScrollBar().isVisible()
