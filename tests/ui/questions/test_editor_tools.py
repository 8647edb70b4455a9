"""The tools above a long text: find, changes, wrapping."""

from __future__ import annotations

from PySide6.QtCore import Qt
from PySide6.QtGui import QTextCursor
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication, QPlainTextEdit
from pytestqt.qtbot import QtBot

from app.session.questions import QuestionKind, Typed
from tests.ui.questions.conftest import MakeQuestion, Stage

CONTROL = Qt.KeyboardModifier.ControlModifier


def test_control_f_finds_and_escape_closes_only_the_bar(stage: Stage, question: MakeQuestion) -> None:
    stage.open(question(QuestionKind.EDITOR, prefill="one two"))
    stage.key(Qt.Key.Key_F, CONTROL)
    QTest.keyClicks(stage.child("findWords"), "two")
    assert stage.child("answerEdit").textCursor().selectedText() == "two"
    stage.key(Qt.Key.Key_Escape)
    assert not stage.child("findBar").isVisible()
    assert stage.cancelled == []
    assert QApplication.focusWidget() is stage.child("answerEdit")


def test_the_changes_are_shown_in_the_place_of_the_text(stage: Stage, question: MakeQuestion) -> None:
    stage.open(question(QuestionKind.EDITOR, prefill="one\ntwo"))
    QTest.keyClicks(stage.child("answerEdit"), "x")
    stage.click("changesButton")
    assert stage.child("changesPane").toPlainText() == "− one\n+ xone\n  two"
    assert not stage.child("answerEdit").isVisible()
    stage.click("changesButton")
    assert QApplication.focusWidget() is stage.child("answerEdit")
    assert not stage.child("changesPane").isVisible()


def test_the_text_is_answered_from_its_changes_too(stage: Stage, question: MakeQuestion) -> None:
    stage.open(question(QuestionKind.EDITOR, prefill="one"))
    QTest.keyClicks(stage.child("answerEdit"), "x")
    stage.click("changesButton")
    stage.key(Qt.Key.Key_Return, CONTROL)
    assert stage.answers == [(1, Typed("xone"))]


def test_an_untouched_text_has_no_changes(stage: Stage, question: MakeQuestion) -> None:
    stage.open(question(QuestionKind.EDITOR, prefill="one\r\ntwo"))
    stage.click("changesButton")
    assert stage.child("changesPane").toPlainText() == "Nothing is changed."
    stage.click("changesButton")
    stage.child("answerEdit").moveCursor(QTextCursor.MoveOperation.End)
    QTest.keyClicks(stage.child("answerEdit"), "!")
    stage.click("changesButton")
    assert stage.child("changesPane").toPlainText() == "  one\n− two\n+ two!"


def test_giant_changes_come_as_one_reads(stage: Stage, question: MakeQuestion, qtbot: QtBot) -> None:
    line = "\u89e3" * 9_000
    stage.open(question(QuestionKind.EDITOR, prefill="\n".join([line] * 9)))
    edit, pane = stage.child("answerEdit"), stage.child("changesPane")
    qtbot.waitUntil(lambda: not edit.isReadOnly())
    edit.replace_text("\n".join(["n" + line] * 9))
    stage.click("changesButton")
    assert pane.toPlainText().startswith("− " + line[:1000])
    assert pane.document().characterCount() < 20_000

    def is_at_end() -> bool:
        pane.verticalScrollBar().setValue(pane.verticalScrollBar().maximum())
        return "shown as you scroll" not in pane.toPlainText()

    qtbot.waitUntil(is_at_end)
    parts = pane.toPlainText().replace("\n", "").replace("\u2028", "")
    assert parts == ("− " + line) * 9 + ("+ n" + line) * 9
    edit.undo()
    stage.click("changesButton")
    stage.click("changesButton")
    assert pane.toPlainText() == "Nothing is changed."


def test_finding_leaves_the_changes(stage: Stage, question: MakeQuestion) -> None:
    stage.open(question(QuestionKind.EDITOR, prefill="one"))
    stage.click("changesButton")
    stage.click("findButton")
    assert stage.child("answerEdit").isVisible()
    assert QApplication.focusWidget() is stage.child("findWords")


def test_long_lines_wrap_or_not(stage: Stage, question: MakeQuestion) -> None:
    stage.open(question(QuestionKind.EDITOR, prefill="word " * 200))
    stage.click("wrapButton")
    assert stage.child("answerEdit").lineWrapMode() is QPlainTextEdit.LineWrapMode.NoWrap
    stage.click("wrapButton")
    assert stage.child("answerEdit").lineWrapMode() is QPlainTextEdit.LineWrapMode.WidgetWidth
