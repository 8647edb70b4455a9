"""What ran stands beside the question: to be read to its end, folded away, and never in the way of an answer."""

from __future__ import annotations

import pytest
from PySide6.QtCore import Qt
from PySide6.QtGui import QTextBlock
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication, QPlainTextEdit, QToolButton, QWidget
from pytestqt.qtbot import QtBot

from app.session.question_context import QuestionContext
from app.session.questions import Chosen, QuestionKind, Typed
from app.session.running_tool import running_tool
from app.ui.theme import theme_in_use
from tests.ui.questions.conftest import MakeQuestion, Stage

BASH = running_tool("a", "bash", {"command": "echo <b>one</b>\n" + "word " * 2_000 + "the end"})
EDIT = running_tool("b", "edit", {"path": "p", "edits": [{"oldText": "old", "newText": "new"}]})
CONTEXT = QuestionContext((BASH,), words="Now I build.")


@pytest.mark.parametrize("kind", list(QuestionKind))
def test_a_command_is_readable_to_its_end_beside_every_question(
    stage: Stage, question: MakeQuestion, kind: QuestionKind
) -> None:
    stage.open(question(kind, options=["a", "b"], context=CONTEXT))
    text: QPlainTextEdit = stage.child("questionContext")
    assert text.isVisible()
    assert text.isReadOnly()
    assert stage.child("contextFold").accessibleName() == "Running when this was asked"
    assert text.accessibleName() == "Running when this was asked"
    shown = text.toPlainText()
    assert shown.startswith("bash\necho <b>one</b>\n")
    assert shown.replace("\n", " ").endswith("the end  The agent said before that: Now I build.")
    assert text.verticalScrollBar().maximum() > 0
    assert text.height() < stage.window.height() / 2
    text.setFocus()
    stage.key(Qt.Key.Key_End, Qt.KeyboardModifier.ControlModifier)
    assert text.verticalScrollBar().value() == text.verticalScrollBar().maximum()


def test_giant_ones_come_as_one_reads_and_are_readable_to_their_end(
    stage: Stage, question: MakeQuestion, qtbot: QtBot
) -> None:
    command = "\n".join(f"echo {number}" for number in range(5_000)) + "\u202e"
    tools = (running_tool("a", "bash", {"command": command}), EDIT)
    stage.open(question(QuestionKind.CONFIRM, context=QuestionContext(tools)))
    text: QPlainTextEdit = stage.child("questionContext")
    assert text.blockCount() < 600
    assert text.toPlainText().endswith("\n… more, shown as you scroll here …")
    text.setFocus()

    def is_at_end() -> bool:
        stage.key(Qt.Key.Key_End, Qt.KeyboardModifier.ControlModifier)
        return "shown as you scroll" not in text.toPlainText()

    qtbot.waitUntil(is_at_end)
    assert text.toPlainText() == f"bash\n{command[:-1]}⟨U+202E⟩\n\nedit\np\n− old\n+ new"
    grounds = [block.blockFormat().background().color().name() for block in last_blocks(text, 3)]
    assert grounds[1:] == [theme_in_use().removed, theme_in_use().added]
    assert grounds[0] not in grounds[1:]
    assert stage.child("contextWarning").isVisible()


def last_blocks(text: QPlainTextEdit, count: int) -> list[QTextBlock]:
    """Return the last *count* paragraphs."""
    return [text.document().findBlockByNumber(text.blockCount() - number) for number in range(count, 0, -1)]


def test_it_can_be_selected_and_copied(stage: Stage, question: MakeQuestion) -> None:
    stage.open(question(QuestionKind.CONFIRM, context=QuestionContext((EDIT,))))
    text: QPlainTextEdit = stage.child("questionContext")
    text.setFocus()
    stage.key(Qt.Key.Key_A, Qt.KeyboardModifier.ControlModifier)
    assert text.textCursor().selection().toPlainText() == "edit\np\n− old\n+ new"


def test_what_an_edit_removes_and_adds_has_its_ground(stage: Stage, question: MakeQuestion) -> None:
    stage.open(question(QuestionKind.CONFIRM, context=QuestionContext((EDIT,))))
    document = stage.child("questionContext").document()
    grounds = [document.findBlockByNumber(number).blockFormat().background().color().name() for number in (2, 3)]
    assert grounds == [theme_in_use().removed, theme_in_use().added]


def test_a_command_is_read_from_left_to_right_whatever_it_begins_with(stage: Stage, question: MakeQuestion) -> None:
    hebrew = running_tool("a", "bash", {"command": "\u05d0\u05d1/x; rm"})
    stage.open(question(QuestionKind.CONFIRM, context=QuestionContext((hebrew,), words="\u05d0\u05d1.")))
    document = stage.child("questionContext").document()
    directions = [block.textDirection() for block in (document.findBlockByNumber(1), document.lastBlock())]
    assert directions == [Qt.LayoutDirection.LeftToRight, Qt.LayoutDirection.RightToLeft]


def test_few_lines_need_no_scroll_bar(stage: Stage, question: MakeQuestion, qtbot: QtBot) -> None:
    stage.open(question(QuestionKind.CONFIRM, context=QuestionContext((EDIT,))))
    text: QPlainTextEdit = stage.child("questionContext")
    qtbot.waitUntil(lambda: text.verticalScrollBar().maximum() == 0)
    assert text.height() < 8 * text.fontMetrics().lineSpacing()


def test_without_a_context_there_is_no_pane(stage: Stage, question: MakeQuestion) -> None:
    stage.open(question(QuestionKind.CONFIRM))
    assert stage.child("questionContextPane").isHidden()


@pytest.mark.parametrize("kind", list(QuestionKind))
def test_it_never_takes_the_focus_and_tab_comes_there_last(
    stage: Stage, question: MakeQuestion, kind: QuestionKind
) -> None:
    options = ["a", "b"] if kind is QuestionKind.SELECT else []
    stage.open(question(kind, options=options, context=CONTEXT))
    dialog = stage.dialog
    assert QApplication.focusWidget() is dialog.safe_widget()
    last_button = stage.child("confirmButton" if kind is QuestionKind.CONFIRM else "acceptButton")
    last_button.setEnabled(True)
    order: list[QWidget] = []
    while (focused := QApplication.focusWidget()) is not None and focused not in order and len(order) < 30:
        order.append(focused)
        QTest.keyClick(focused, Qt.Key.Key_Tab)
    last = [stage.child("contextFold"), stage.child("questionContext")]
    if dialog.can_stand:
        last.insert(0, stage.child("alwaysButton"))
    place = order.index(last_button) + 1
    assert order[place : place + len(last)] == last
    assert not dialog.isAncestorOf(order[place + len(last)])


def test_folding_keeps_the_names_and_the_warning(stage: Stage, question: MakeQuestion) -> None:
    evil = running_tool("a", "bash", {"command": "rm \u202egpj.exe"})
    stage.open(question(QuestionKind.CONFIRM, context=QuestionContext((evil,))))
    fold: QToolButton = stage.child("contextFold")
    assert (fold.text(), fold.accessibleDescription()) == ("▾ Running when this was asked", "unfolded")
    stage.click("contextFold")
    assert stage.child("questionContext").isHidden()
    assert (fold.text(), fold.accessibleDescription()) == ("▸ Running when this was asked: bash", "folded")
    assert stage.child("contextWarning").isVisible()
    stage.click("contextFold")
    assert stage.child("questionContext").isVisible()


def test_what_was_folded_stays_folded_for_the_questions_to_come(stage: Stage, question: MakeQuestion) -> None:
    for _ in range(3):
        stage.presenter.open(question(QuestionKind.CONFIRM, context=CONTEXT))
    stage.wait_ready()
    stage.dialog.move_requested.emit(1)
    stage.wait_ready()
    stage.click("contextFold")
    for _ in range(3):
        assert stage.child("questionContext").isHidden()
        stage.dialog.move_requested.emit(1)
    stage.wait_ready()
    stage.click("contextFold")
    stage.dialog.move_requested.emit(1)
    assert stage.child("questionContext").isVisible()


def test_keys_in_it_answer_nothing_and_escape_cancels(stage: Stage, question: MakeQuestion) -> None:
    stage.open(question(QuestionKind.CONFIRM, context=CONTEXT))
    stage.child("questionContext").setFocus()
    for key in (Qt.Key.Key_Return, Qt.Key.Key_Space, Qt.Key.Key_Y):
        stage.key(key)
    assert (stage.answers, stage.cancelled) == ([], [])
    stage.key(Qt.Key.Key_Escape)
    assert stage.cancelled == [1]


def test_long_names_make_no_dialog_wider_and_are_cut_at_their_end(
    stage: Stage, question: MakeQuestion, qtbot: QtBot
) -> None:
    commands = tuple(f"/{letter} && " + "w" * 200 for letter in "abc")
    stage.window.resize(420, 600)
    stage.open(question(QuestionKind.CONFIRM, context=QuestionContext(commands=commands)))
    stage.click("contextFold")
    fold: QToolButton = stage.child("contextFold")
    assert stage.child("questionContextPane").minimumSizeHint().width() < 100
    assert fold.text().startswith("▸ 3 running when")
    assert fold.text().endswith("…")
    assert "; any of them may ask: /a && www" in fold.accessibleName()
    qtbot.waitUntil(lambda: fold.width() <= stage.child("questionContextPane").width())
    stage.window.resize(1600, 600)
    qtbot.waitUntil(lambda: "; any of them may ask: /a &&&& www" in fold.text())


def test_a_question_that_deceives_is_marked_and_its_answer_is_exact(stage: Stage, question: MakeQuestion) -> None:
    title, options = "Run p\u0430ypal\u202e?" + "\n" * 50 + "now", ["yes", "n\u043e\u200b"]
    stage.open(question(QuestionKind.SELECT, title, options=options))
    assert stage.child("questionTitle").toPlainText() == "Run p⟨а Cyrillic⟩ypal⟨U+202E⟩?\n… 49 blank lines …\nnow"
    assert stage.child("questionTitle").accessibleName().startswith("Run p⟨а Cyrillic⟩ypal")
    assert stage.child("readingWarning").isVisible()
    shown = stage.child("optionList").model()
    assert shown.index(1, 0).data() == "n⟨о Cyrillic⟩⟨U+200B⟩"
    stage.key(Qt.Key.Key_2)
    assert stage.child("optionDetail").toPlainText() == "n⟨о Cyrillic⟩⟨U+200B⟩"
    stage.key(Qt.Key.Key_Return)
    assert stage.answers == [(1, Chosen(1))]


def test_a_message_that_hides_its_end_is_folded(stage: Stage, question: MakeQuestion) -> None:
    stage.open(question(QuestionKind.CONFIRM, message="ls" + " " * 500 + "&& rm -rf ~"))
    assert stage.child("questionMessage").toPlainText() == "ls … 500 blanks … && rm -rf ~"
    assert stage.child("readingWarning").isHidden()


def test_a_proposed_text_that_deceives_is_told_and_sent_as_it_is(stage: Stage, question: MakeQuestion) -> None:
    prefill = "Fix\u200b p\u0430ypal\u202e" + " " * 300 + "\n" * 90
    stage.open(question(QuestionKind.EDITOR, prefill=prefill))
    assert stage.child("readingWarning").text().startswith("The text below contains")
    stage.click("acceptButton")
    assert stage.answers == [(1, Typed(prefill))]
