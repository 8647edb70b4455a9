"""What the person was writing is on disk, and no extension takes it from there."""

from __future__ import annotations

from pathlib import Path

import pytest
from PySide6.QtTest import QTest
from pytestqt.qtbot import QtBot

from app.settings.drafts import DraftStore
from app.ui.prompt.draft_keeper import DraftKeeper
from app.ui.prompt.prompt_editor import PromptEditor

PROJECT = Path("/p")


@pytest.fixture
def store(tmp_path: Path) -> DraftStore:
    """An empty folder of drafts."""
    return DraftStore(tmp_path)


@pytest.fixture
def editor(qtbot: QtBot, store: DraftStore) -> PromptEditor:
    """An editor in which a draft is written, and kept."""
    editor = PromptEditor()
    qtbot.addWidget(editor)
    keeper = DraftKeeper(editor, store, PROJECT)
    QTest.keyClicks(editor, "mine")
    keeper.flush()
    assert store.load(str(PROJECT)) == "mine"
    return editor


def flush(editor: PromptEditor) -> None:
    editor.findChild(DraftKeeper).flush()


@pytest.mark.parametrize("text", ["", "of an extension"])
def test_a_text_of_an_extension_takes_no_draft_away(editor: PromptEditor, store: DraftStore, text: str) -> None:
    editor.set_foreign_text(text)
    flush(editor)
    assert store.load(str(PROJECT)) == "mine"
    editor.undo()
    assert editor.exact_text() == "mine"
    flush(editor)
    assert store.load(str(PROJECT)) == "mine"


def test_a_text_of_an_extension_that_was_edited_is_the_persons(editor: PromptEditor, store: DraftStore) -> None:
    editor.set_foreign_text("of an extension")
    QTest.keyClicks(editor, "!")
    flush(editor)
    assert store.load(str(PROJECT)) == "of an extension!"


def test_what_was_sent_or_deleted_is_no_draft_any_more(editor: PromptEditor, store: DraftStore) -> None:
    editor.set_foreign_text("")
    QTest.keyClicks(editor, "next")
    editor.take_text()
    flush(editor)
    assert store.load(str(PROJECT)) == ""
