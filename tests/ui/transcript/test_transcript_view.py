"""The transcript on screen: every word, only what is in view, and the place that the person chose."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st
from PySide6.QtCore import QPoint, Qt
from PySide6.QtGui import QContextMenuEvent, QGuiApplication
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication, QMenu, QPushButton
from pytestqt.qtbot import QtBot

from app.session.changes import EntryAdded, EntryChanged
from app.session.entries import (
    AssistantEntry,
    Entry,
    NoticeEntry,
    NoticeKind,
    QuestionEntry,
    ShellEntry,
    TextBlock,
    ThinkingBlock,
    ToolBlock,
    ToolEntry,
    ToolState,
    UserEntry,
)
from app.session.questions import Question, QuestionKind, QuestionState
from app.ui.theme import DARK, LIGHT
from app.ui.transcript.transcript_view import TranscriptView
from tests.support.replaying import RECORDINGS, replay
from tests.unit.session.agent import Agent


@pytest.fixture
def view(qtbot: QtBot) -> TranscriptView:
    """An empty transcript on screen."""
    view = TranscriptView(LIGHT)
    qtbot.addWidget(view)
    view.resize(800, 600)
    view.show()
    return view


def text_block(text: str) -> TextBlock:
    """A closed block of markdown."""
    block = TextBlock(closed=True)
    block.body.append(text)
    return block


def assistant(*blocks: Any, **fields: Any) -> AssistantEntry:
    """A message of the model."""
    return AssistantEntry(list(blocks), list(range(len(blocks))), streaming=False, **fields)


def tool(state: ToolState, **fields: Any) -> ToolBlock:
    """A tool call in *state*."""
    return ToolBlock("t", "bash", {"command": "make"}, state=state, **fields)


def words(view: TranscriptView, *entries: Entry) -> str:
    """What can be read when *entries* are shown."""
    view.set_entries(list(entries))
    return view.visible_text()


@pytest.mark.parametrize(
    ("entry", "expected"),
    [
        (UserEntry("<b>hi</b>\nthere", 2), "<b>hi</b>\nthere\n[2 images]"),
        (assistant(tool(ToolState.PREPARING)), "bash make preparing…"),
        (assistant(tool(ToolState.READY)), "bash make waiting"),
        (assistant(tool(ToolState.RUNNING)), "bash make running…"),
        (assistant(tool(ToolState.DONE)), "bash make done"),
        (assistant(tool(ToolState.DONE, duration_ms=7)), "bash make 7 ms"),
        (assistant(tool(ToolState.FAILED, duration_ms=1234)), "bash make failed · 1.2 s"),
        (assistant(tool(ToolState.STOPPED)), "bash make stopped"),
        (assistant(tool(ToolState.DONE, details={"diff": "+a\n-b\n+c"})), "bash make +2 −1"),
        (ToolEntry(ToolBlock("", "", {"odd": 1}, state=ToolState.DONE)), 'tool {"odd": 1} done'),
        (assistant(ThinkingBlock(redacted=True)), "Reasoning kept by the provider"),
        (assistant(ThinkingBlock()), "Thinking…"),
        (assistant(ThinkingBlock(closed=True)), "Thought · 0 words"),
        (assistant(error="quota exhausted"), "The model call failed failed\nquota exhausted"),
        (assistant(text_block("taken back"), withdrawn=True), "A failed try was taken back"),
        (NoticeEntry(NoticeKind.RETRY, "Succeeded after 2 retries", "503"), "Succeeded after 2 retries 503"),
        (NoticeEntry(NoticeKind.ERROR, "It broke", "why", True), "It broke why failed"),
        (ShellEntry("ls", exit_code=3, state=ToolState.FAILED), "$ ls exit code 3"),
        (ShellEntry("ls", exit_code=0, state=ToolState.DONE, in_context=False), "$ ls not in the context"),
    ],
)
def test_an_entry_in_words(view: TranscriptView, entry: Entry, expected: str) -> None:
    assert words(view, entry) == expected


@pytest.mark.parametrize(
    ("state", "answer", "expected"),
    [
        (QuestionState.OPEN, None, "Question <b>Sure?</b> waiting for you"),
        (QuestionState.ANSWERED, True, "Question <b>Sure?</b> answered Yes"),
        (QuestionState.ANSWERED, False, "Question <b>Sure?</b> answered No"),
        (QuestionState.ANSWERED, "Al\nlow", "Question <b>Sure?</b> answered “Al low”"),
        (QuestionState.CANCELLED, None, "Question <b>Sure?</b> cancelled"),
        (QuestionState.STOPPED, None, "Question <b>Sure?</b> cancelled by Stop"),
        (QuestionState.EXPIRED, None, "Question <b>Sure?</b> time ran out"),
        (QuestionState.WITHDRAWN, None, "Question <b>Sure?</b> withdrawn"),
        (QuestionState.LOST, None, "Question <b>Sure?</b> lost with the agent"),
    ],
)
def test_what_became_of_a_question_in_words(
    view: TranscriptView, state: QuestionState, answer: Any, expected: str
) -> None:
    question = Question(1, "id", QuestionKind.CONFIRM, "<b>Sure?</b>", state=state, answer=answer, reason="Over.")
    assert words(view, QuestionEntry(question)) == expected
    click(view, QPoint(100, 30))
    if state is QuestionState.WITHDRAWN:
        assert "Over. This is an inference: the agent does not tell." in view.visible_text()


def click(view: TranscriptView, where: QPoint) -> None:
    """Click into the transcript and let it lay out."""
    QTest.mouseClick(view.viewport(), Qt.MouseButton.LeftButton, pos=where)


def test_a_card_unfolds_and_folds(view: TranscriptView, qtbot: QtBot) -> None:
    block = tool(ToolState.DONE, duration_ms=7)
    block.output.append("\x1b[32mline 1\x1b[0m\n" + "\n".join(f"line {number}" for number in range(2, 400)))
    view.set_entries([assistant(block)])
    view.visible_text()
    click(view, QPoint(100, 30))
    assert view.visible_text().startswith("bash make 7 ms\nline 1\nline 2")
    view.grab()
    QTest.keyClick(view, Qt.Key.Key_Home)
    click(view, QPoint(100, 30))
    assert view.visible_text() == "bash make 7 ms"


def test_an_open_question_leads_to_its_dialog(view: TranscriptView, qtbot: QtBot) -> None:
    view.set_entries([QuestionEntry(Question(7, "id", QuestionKind.CONFIRM, "Sure?"))])
    view.visible_text()
    with qtbot.waitSignal(view.question_activated) as activated:
        click(view, QPoint(100, 30))
    assert activated.args == [7]


MARKDOWN = st.lists(
    st.sampled_from(
        [
            "word",
            "<b>raw</b>",
            "List<String>",
            "a < b",
            "**bold**",
            "`code`",
            "# Title",
            "- item",
            "\n",
            "\n\n",
            "> quote",
        ]
    ),
    max_size=20,
).map(" ".join)


@given(MARKDOWN)
@settings(max_examples=60, deadline=None, suppress_health_check=[HealthCheck.function_scoped_fixture])
def test_no_word_is_swallowed(view: TranscriptView, text: str) -> None:
    shown = words(view, assistant(text_block(text)))
    for word in ("raw", "List<String>", "bold", "code", "item", "quote", "Title", "word"):
        assert shown.count(word) >= text.count(word), word


@pytest.mark.parametrize("text", ["if a < b and List<String>", "<b>raw</b> & <img src=x>", "```\nunclosed\n<i>"])
def test_markup_stays_letter_for_letter(view: TranscriptView, text: str) -> None:
    assert words(view, assistant(text_block(text))).strip() == text.replace("```\n", "")


def test_an_image_keeps_its_words_and_loads_nothing(view: TranscriptView) -> None:
    assert "chart" in words(view, assistant(text_block("See ![chart](http://127.0.0.1/x.png) here")))


def test_a_link_is_opened_by_a_click_after_its_target_was_shown(view: TranscriptView, qtbot: QtBot) -> None:
    view.set_entries([assistant(text_block("[ok](https://example.com/)"))])
    view.visible_text()
    where = QPoint(view._margin() + 4, 30)
    QTest.mouseMove(view.viewport(), where)
    qtbot.waitUntil(lambda: view.viewport().cursor().shape() == Qt.CursorShape.PointingHandCursor)
    assert view.viewport().toolTip() == "<span>https://example.com/</span>"
    with qtbot.waitSignal(view.link_activated) as activated:
        click(view, where)
    assert activated.args == ["https://example.com/"]
    QTest.mouseMove(view.viewport(), QPoint(400, 300))
    qtbot.waitUntil(lambda: view.viewport().toolTip() == "")


def test_what_streams_is_shown_and_replaced_by_its_end(view: TranscriptView) -> None:
    agent = Agent()
    view.set_entries(agent.session.transcript.entries)

    def show(changes: list[Any]) -> None:
        for change in changes:
            if isinstance(change, EntryAdded):
                view.entry_added(change.index)
            elif isinstance(change, EntryChanged):
                view.entry_changed(change.index, change.from_block)

    for piece in ("# Ti", "tle\n\nOne ", "two\n\n```py\na", " = 1\n"):
        show(agent.step("text_delta", delta=piece))
    assert view.visible_text() == "Title\nOne two\na = 1"
    show(agent.event("message_end", message={"role": "assistant", "content": "The truth."}))
    assert view.visible_text() == "The truth."
    view.grab()


def entries_of(count: int) -> list[Entry]:
    """Many short messages."""
    return [UserEntry(f"message {number}") for number in range(count)]


def test_only_what_is_in_view_is_laid_out(view: TranscriptView) -> None:
    view.set_entries(entries_of(20_000))
    assert view.visible_text().endswith("message 19999")
    assert view.laid_out() < 60
    QTest.keyClick(view, Qt.Key.Key_Home)
    assert view.visible_text().startswith("message 0\n")
    assert view.laid_out() < 120
    for _ in range(80):
        QTest.keyClick(view, Qt.Key.Key_PageDown)
    assert view.laid_out() <= 300


def test_it_follows_the_end_until_the_person_looks_elsewhere(view: TranscriptView, qtbot: QtBot) -> None:
    entries = entries_of(100)
    view.set_entries(entries)
    view.visible_text()
    entries.append(UserEntry("new 1"))
    view.entry_added(100)
    assert view.visible_text().endswith("new 1")
    view.verticalScrollBar().setValue(500)
    before = view.visible_text()
    assert not view.is_following
    entries.append(UserEntry("new 2"))
    view.entry_added(101)
    assert view.visible_text() == before
    jump = view.findChild(QPushButton, "jumpToLatest")
    assert (jump.isVisible(), jump.text()) == (True, "Jump to latest · 1 new")
    QTest.mouseClick(jump, Qt.MouseButton.LeftButton)
    qtbot.waitUntil(lambda: view.is_following and view.visible_text().endswith("new 2"))
    QTest.keyClick(view, Qt.Key.Key_Home)
    QTest.keyClick(view, Qt.Key.Key_End)
    assert view.is_following


def test_the_place_is_kept_at_another_size(view: TranscriptView) -> None:
    view.set_entries([UserEntry(f"message {number} " + "word " * 60) for number in range(200)])
    view.visible_text()
    view.verticalScrollBar().setValue(4000)
    first = view.visible_text().split(" word")[0]
    view.resize(500, 400)
    assert view.visible_text().split(" word")[0] == first


def test_a_reset_begins_at_the_end(view: TranscriptView) -> None:
    entries = entries_of(50)
    view.set_entries(entries)
    view.verticalScrollBar().setValue(0)
    entries.clear()
    view.reset()
    assert view.visible_text() == ""
    entries.append(UserEntry("only"))
    view.entry_added(0)
    assert view.visible_text() == "only"


def test_lines_of_any_length_are_shown(view: TranscriptView) -> None:
    shown = words(view, assistant(text_block("x" * 2_000_000)), assistant(text_block("w " * 5_000)))
    assert len(shown) > 9_000
    view.grab()
    QTest.keyClick(view, Qt.Key.Key_Home)
    view.grab()


def test_both_themes_paint_and_an_empty_one_says_what_it_is_for(view: TranscriptView) -> None:
    view.set_placeholder("What shall we build?", "pi works in /a/long/path")
    empty = view.grab().toImage()
    table = "| a | b |\n|---|---|\n| 1 | `2` |\n\n---\n\n> quote\n\n1. one\n   - two\n"
    view.set_entries([UserEntry("hi"), assistant(text_block(table), tool(ToolState.RUNNING), error="no")])
    light = view.grab().toImage()
    view.set_theme(DARK)
    dark = view.grab().toImage()
    assert empty != light != dark


def test_a_message_is_copied_from_its_menu(view: TranscriptView, qtbot: QtBot) -> None:
    view.set_entries([UserEntry("copy me")])
    view.visible_text()
    where = QPoint(100, 30)
    event = QContextMenuEvent(QContextMenuEvent.Reason.Mouse, where, view.viewport().mapToGlobal(where))
    QApplication.sendEvent(view.viewport(), event)
    menu = next(menu for menu in view.findChildren(QMenu) if menu.isVisible())
    menu.actions()[0].trigger()
    menu.close()
    assert QGuiApplication.clipboard().text() == "copy me"


def test_recordings_of_real_traffic_are_shown(view: TranscriptView) -> None:
    path: Path = RECORDINGS / "1.6.0" / "turn-with-tools.jsonl"
    view.set_entries(replay(path).session.transcript.entries)
    view.resize(900, 3000)
    shown = view.visible_text()
    for word in ("Findings", "bash ls -la", "<b>raw HTML</b>", "edit a.txt", "+1 −1"):
        assert word in shown


def test_of_a_long_answer_only_the_paragraphs_in_view_are_laid_out(view: TranscriptView, qtbot: QtBot) -> None:
    view.set_entries([assistant(text_block("\n\n".join(f"paragraph {number} " * 30 for number in range(3000))))])
    qtbot.waitUntil(lambda: "paragraph 2999" in view.visible_text())
    placed = view._layouts[0].placed
    assert len(placed) == 3000
    assert sum(part.is_exact for part in placed) < 300
    view.verticalScrollBar().setValue(view.verticalScrollBar().maximum() // 2)
    view.grab()
    assert sum(part.is_exact for part in placed) < 600
    top = view._scroll_top()
    view.resize(500, 400)
    view.grab()
    assert sum(part.is_exact for part in view._layouts[0].placed) < 300
    assert view._scroll_top() > top
    QTest.keyClick(view, Qt.Key.Key_End)
    view.grab()
    assert view._layouts[0].placed[-1].is_exact
