"""Several questions wait their turn, windows are questions too, and closing asks before it throws text away."""

from __future__ import annotations

import pytest
from PySide6.QtCore import QEvent, QObject, QPoint, Qt
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication, QPushButton, QWidget
from pytestqt.qtbot import QtBot

from app.session.question_context import QuestionContext, RunningTool
from app.session.questions import Confirmed, QuestionKind, QuestionState
from app.ui.questions.base import QuestionDialog
from tests.ui.questions.conftest import MakeQuestion, Stage


class WindowWatcher(QObject):
    """Notes what is shown as a window of its own."""

    def __init__(self) -> None:
        super().__init__()
        self.shown: list[str] = []

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        if event.type() == QEvent.Type.Show and isinstance(watched, QWidget) and watched.isWindow():
            self.shown.append(f"{type(watched).__name__} {watched.objectName()}")
        return False


def test_four_at_once_are_counted_and_answered_in_any_order(stage: Stage, question: MakeQuestion) -> None:
    kinds = (QuestionKind.CONFIRM, QuestionKind.INPUT, QuestionKind.SELECT, QuestionKind.EDITOR)
    for kind in kinds:
        stage.presenter.open(question(kind))
    stage.wait_ready()
    assert stage.child("questionPlace").text() == "1 of 4"
    assert len(stage.presenter._dialogs) == 1
    stage.dialog.move_requested.emit(2)
    assert stage.dialog.question.key == 3
    assert stage.child("questionPlace").text() == "3 of 4"
    stage.presenter.close(3)
    assert [one.key for one in stage.presenter.waiting] == [1, 2, 4]
    assert stage.dialog.question.key == 1


def test_no_dialog_is_made_for_what_closed_together_with_the_one_on_screen(
    stage: Stage, question: MakeQuestion
) -> None:
    made: list[QuestionDialog] = []
    stage.presenter.dialog_made.connect(made.append)
    asked = [question(QuestionKind.CONFIRM) for _ in range(50)]
    for one in asked:
        stage.presenter.open(one)
    for one in asked[:-1]:
        one.state = QuestionState.STOPPED
    for one in asked[:-1]:
        stage.presenter.close(one.key)
    assert [dialog.question.key for dialog in made] == [1, 50]
    assert stage.dialog.question.key == 50


def test_what_was_typed_is_there_when_the_person_comes_back(stage: Stage, question: MakeQuestion) -> None:
    stage.open(question(QuestionKind.INPUT))
    stage.presenter.open(question(QuestionKind.CONFIRM))
    QTest.keyClicks(stage.child("answerEdit"), "draft")
    stage.dialog.move_requested.emit(1)
    assert stage.dialog.question.key == 2
    stage.dialog.move_requested.emit(-1)
    assert stage.child("answerEdit").text() == "draft"


def test_the_focus_goes_back_to_the_prompt(stage: Stage, question: MakeQuestion) -> None:
    stage.open(question(QuestionKind.CONFIRM))
    stage.presenter.close(1)
    assert QApplication.focusWidget() is stage.prompt.editor


def test_b044_a_question_leaves_the_draft_its_selection_and_its_undo(stage: Stage, question: MakeQuestion) -> None:
    editor = stage.prompt.editor
    editor.setPlainText("one\ntwo\n")
    cursor = editor.textCursor()
    cursor.movePosition(cursor.MoveOperation.End)
    editor.setTextCursor(cursor)
    QTest.keyClicks(editor, "three")
    cursor.setPosition(4)
    cursor.movePosition(cursor.MoveOperation.EndOfWord, cursor.MoveMode.KeepAnchor)
    editor.setTextCursor(cursor)
    stage.open(question(QuestionKind.CONFIRM))
    stage.presenter.close(1)
    assert editor.toPlainText() == "one\ntwo\nthree"
    assert editor.textCursor().selectedText() == "two"
    QTest.keyClick(editor, Qt.Key.Key_Z, Qt.KeyboardModifier.ControlModifier)
    assert editor.toPlainText() == "one\ntwo\n"


def test_b044_a_question_leaves_the_place_in_a_long_draft(stage: Stage, question: MakeQuestion) -> None:
    editor = stage.prompt.editor
    editor.setPlainText("\n".join(f"line {number}" for number in range(200)))
    bar = editor.verticalScrollBar()
    bar.setValue(bar.maximum() // 2)
    place = bar.value()
    assert place > 0
    stage.open(question(QuestionKind.CONFIRM))
    stage.presenter.close(1)
    assert bar.value() == place


@pytest.mark.parametrize("kind", list(QuestionKind))
def test_b044_every_part_of_a_question_is_reached_by_tab(
    stage: Stage, question: MakeQuestion, kind: QuestionKind
) -> None:
    options = tuple("abcdefghij") if kind is QuestionKind.SELECT else ()
    stage.open(question(kind, options=options))
    stage.presenter.open(question(kind, options=options))
    parts = {
        part
        for part in stage.dialog.findChildren(QWidget)
        if part.isVisible() and part.isEnabled() and part.focusPolicy() & Qt.FocusPolicy.TabFocus
    }
    reached: set[QWidget] = set()
    while (focused := QApplication.focusWidget()) is not None and focused not in reached:
        reached.add(focused)
        QTest.keyClick(focused, Qt.Key.Key_Tab)
    assert len(parts) > 2
    assert parts <= reached


@pytest.mark.parametrize("kind", list(QuestionKind))
def test_no_part_of_a_question_is_a_window_even_for_a_moment(
    stage: Stage, question: MakeQuestion, qapp: QApplication, kind: QuestionKind
) -> None:
    watcher = WindowWatcher()
    qapp.installEventFilter(watcher)
    context = QuestionContext((RunningTool("t", "b\u0430sh", "ls"),))
    stage.open(question(kind, "\u202e", options=tuple("abcdefghij"), context=context))
    qapp.removeEventFilter(watcher)
    assert watcher.shown == []
    assert stage.window.isActiveWindow()


def test_written_text_is_not_thrown_away_without_asking(stage: Stage, question: MakeQuestion) -> None:
    stage.open(question(QuestionKind.EDITOR, prefill="draft"))
    QTest.keyClicks(stage.child("answerEdit"), "more ")
    stage.key(Qt.Key.Key_Escape)
    assert stage.cancelled == []
    stage.click("keepButton")
    stage.key(Qt.Key.Key_Escape)
    stage.click("discardButton")
    assert stage.cancelled == [1]


def test_unchanged_text_is_cancelled_at_once(stage: Stage, question: MakeQuestion) -> None:
    stage.open(question(QuestionKind.EDITOR, prefill="draft"))
    stage.key(Qt.Key.Key_Escape)
    assert stage.cancelled == [1]


def test_a_window_of_its_own_answers_and_cancels_the_same(stage: Stage, question: MakeQuestion, qtbot: QtBot) -> None:
    stage.open(question(QuestionKind.CONFIRM))
    stage.dialog.pop_out_requested.emit()
    qtbot.waitUntil(stage.dialog.isWindow)
    stage.wait_ready()
    stage.dialog.close()
    assert stage.cancelled == [1]
    assert stage.dialog.isVisible()
    stage.click("confirmButton")
    assert stage.answers == [(1, Confirmed(True))]


def test_the_way_out_is_offered_again_in_the_column(stage: Stage, question: MakeQuestion) -> None:
    stage.open(question(QuestionKind.CONFIRM))
    dialog = stage.dialog
    stage.presenter.settings.window = True
    stage.presenter._show(1)
    assert dialog.isWindow()
    assert dialog._pop_out.isHidden()
    stage.presenter.settings.window = False
    stage.presenter._show(1)
    assert not dialog.isWindow()
    assert not dialog._pop_out.isHidden()


def test_who_turns_over_questions_in_a_window_stays_in_a_window(stage: Stage, question: MakeQuestion) -> None:
    stage.open(question(QuestionKind.CONFIRM))
    stage.presenter.open(question(QuestionKind.INPUT))
    stage.presenter._pop_out(stage.dialog)
    stage.dialog.move(40, 60)
    stage.dialog.move_requested.emit(1)
    assert stage.dialog.question.kind is QuestionKind.INPUT
    assert stage.dialog.isWindow()
    assert stage.dialog.pos() == QPoint(40, 60)


def test_b057_the_main_window_says_that_a_question_waits_elsewhere(
    stage: Stage, question: MakeQuestion, qtbot: QtBot, monkeypatch: pytest.MonkeyPatch
) -> None:
    alerted: list[QWidget] = []
    monkeypatch.setattr(QApplication, "alert", alerted.append)
    dialog = stage.open(question(QuestionKind.CONFIRM))
    assert alerted == [stage.window]
    line = stage.window.findChild(QWidget, "questionWaiting")
    assert isinstance(line, QWidget)
    assert not line.isVisible()
    dialog.pop_out_requested.emit()
    qtbot.waitUntil(line.isVisible)
    assert dialog.parent() is stage.window
    assert dialog.testAttribute(Qt.WidgetAttribute.WA_ShowWithoutActivating)
    stage.window.activateWindow()
    qtbot.waitUntil(stage.window.isActiveWindow)
    button = line.findChild(QPushButton)
    assert isinstance(button, QPushButton)
    QTest.mouseClick(button, Qt.MouseButton.LeftButton)
    qtbot.waitUntil(dialog.isActiveWindow)
    stage.presenter.close(1)
    assert not line.isVisible()


def test_questions_open_as_windows_when_the_settings_say_so(stage: Stage, question: MakeQuestion) -> None:
    stage.presenter.settings.window = True
    stage.open(question(QuestionKind.CONFIRM))
    assert stage.dialog.isWindow()
    stage.click("denyButton")
    assert stage.answers == [(1, Confirmed(False))]


def test_a_question_that_cannot_be_heard_says_so_until_it_can(stage: Stage, question: MakeQuestion) -> None:
    asked = question(QuestionKind.CONFIRM, heard=False)
    stage.open(asked)
    assert "cannot hear an answer yet" in stage.child("questionNotice").text()
    asked.heard = True
    stage.presenter.refresh(asked.key)
    assert not stage.child("questionNotice").isVisible()


def test_a_question_that_nothing_waited_for_says_so(stage: Stage, question: MakeQuestion) -> None:
    stage.open(question(QuestionKind.CONFIRM, unawaited=True))
    assert "did not wait for the answer" in stage.child("questionNotice").text()


def test_the_countdown_runs_from_the_moment_of_receipt(stage: Stage, question: MakeQuestion) -> None:
    asked = question(QuestionKind.CONFIRM, timeout=60)
    asked.deadline = asked.opened_at + 42
    stage.open(asked)
    assert stage.child("countdown").text() in ("42 s left", "41 s left")


def test_long_words_keep_the_buttons_on_screen(stage: Stage, question: MakeQuestion) -> None:
    stage.window.resize(1024, 600)
    message = "\n".join(f"line {i}" for i in range(400))
    stage.open(question(QuestionKind.CONFIRM, "T" * 20_000, message=message))
    for button in filter(QPushButton.isVisible, stage.dialog.findChildren(QPushButton)):
        corner = button.mapTo(stage.window, button.rect().bottomRight())
        assert stage.window.rect().contains(corner), button.objectName()
    assert stage.child("questionTitle").text() == "T" * 20_000
    assert stage.child("questionMessage").toPlainText().endswith("line 399")
    assert stage.window.size().height() == 600


def test_markup_stays_letter_for_letter(stage: Stage, question: MakeQuestion) -> None:
    title = "<b>Trusted</b> <font color=green>verified</font>"
    message = "<h1>Update</h1><a href='file:///etc/passwd'>Click</a><img src='http://127.0.0.1/x.png'>"
    stage.open(question(QuestionKind.CONFIRM, title, message=message))
    assert stage.child("questionTitle").toPlainText() == title
    assert stage.child("questionMessage").toPlainText() == message


def test_a_storm_of_questions_makes_one_dialog(stage: Stage, question: MakeQuestion, qtbot: QtBot) -> None:
    for _ in range(5000):
        stage.presenter.open(question(QuestionKind.CONFIRM))
    stage.wait_ready()
    qtbot.waitUntil(lambda: stage.child("questionPlace").text() == "1 of 5000")
    assert len(stage.presenter._dialogs) == 1
    for key in range(5000, 1, -1):
        stage.presenter.close(key)
    qtbot.waitUntil(lambda: not stage.child("questionPlace").isVisible())
    stage.presenter.close(1)
    assert stage.presenter.current is None
