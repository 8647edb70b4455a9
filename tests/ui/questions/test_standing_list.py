"""The dock's list: what the person can do with a standing answer, by mouse, keyboard and menu."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import pytest
from PySide6.QtCore import Qt
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QListView, QWidget
from pytestqt.qtbot import QtBot

from app.models.standing import StandingModel
from app.session.questions import Confirmed, Question, QuestionKind
from app.session.standing import StandingAnswer, standing_answer
from app.ui.questions.standing_list import StandingList


def answer(title: str, paused: bool = False) -> StandingAnswer:
    question = Question(1, "i", QuestionKind.CONFIRM, title)
    return replace(standing_answer(question, Confirmed(True), number=title, session="", made=1.0), paused=paused)


class Shown:
    """A list with a model, and what it told."""

    def __init__(self, qtbot: QtBot) -> None:
        self.model = StandingModel()
        self.list = StandingList()
        qtbot.addWidget(self.list)
        self.told: list[str] = []
        self.list.revoke_requested.connect(self._on_revoke)
        self.list.resume_requested.connect(self._on_resume)
        self.list.undo_requested.connect(self._on_undo)
        self.list.set_model(self.model)
        self.list.show()
        self.list.activateWindow()
        qtbot.waitUntil(self.list.isActiveWindow)

    def _on_revoke(self, key: str) -> None:
        self.told.append(f"revoke {key}")

    def _on_resume(self, key: str) -> None:
        self.told.append(f"resume {key}")

    def _on_undo(self) -> None:
        self.told.append("undo")

    def child(self, name: str) -> Any:
        found = self.list.findChild(QWidget, name)
        assert found is not None, name
        return found

    @property
    def view(self) -> QListView:
        view = self.child("standingList")
        assert isinstance(view, QListView)
        return view

    def click(self, name: str) -> None:
        QTest.mouseClick(self.child(name), Qt.MouseButton.LeftButton)

    def key(self, key: Qt.Key, modifiers: Qt.KeyboardModifier = Qt.KeyboardModifier.NoModifier) -> None:
        self.view.setFocus()
        QTest.keyClick(self.view, key, modifiers)


@pytest.fixture
def shown(qtbot: QtBot) -> Shown:
    return Shown(qtbot)


def test_without_any_it_says_how_one_is_made(shown: Shown) -> None:
    assert "Always…" in shown.child("standingEmpty").text()
    assert shown.child("standingEmpty").isVisible()
    for name in ("standingList", "standingRevoke", "standingResume", "standingUndo", "standingDetail"):
        assert shown.child(name).isHidden(), name


def test_one_is_read_whole_and_revoked_by_mouse_or_key(shown: Shown) -> None:
    shown.model.set_answers([answer("One?"), answer("Two?")], "")
    assert shown.child("standingDetail").toPlainText() == "One?"
    assert shown.child("standingEmpty").isHidden()
    shown.key(Qt.Key.Key_Down)
    assert shown.child("standingDetail").toPlainText() == "Two?"
    shown.click("standingRevoke")
    shown.key(Qt.Key.Key_Delete)
    assert shown.told == ["revoke standing:Two?", "revoke standing:Two?"]


def test_the_context_menu_has_what_the_buttons_do(shown: Shown) -> None:
    assert shown.view.contextMenuPolicy() is Qt.ContextMenuPolicy.ActionsContextMenu
    assert [action.text() for action in shown.view.actions()] == ["Revoke", "Resume", "Undo revoke"]
    assert [action.isEnabled() for action in shown.view.actions()] == [False, False, False]


def test_a_paused_one_says_so_and_is_resumed(shown: Shown) -> None:
    shown.model.set_answers([answer("One?")], "")
    assert shown.child("standingPaused").isHidden()
    shown.key(Qt.Key.Key_R, Qt.KeyboardModifier.ControlModifier)
    shown.model.set_answers([answer("One?", paused=True)], "")
    assert shown.child("standingPaused").isVisible()
    shown.click("standingResume")
    shown.key(Qt.Key.Key_R, Qt.KeyboardModifier.ControlModifier)
    assert shown.told == ["resume standing:One?"] * 2


def test_what_was_revoked_can_be_brought_back(shown: Shown) -> None:
    shown.model.set_answers([answer("Two?")], "")
    shown.list.set_revoked(answer("One?"))
    assert shown.child("standingSaid").text() == "“One?” is revoked."
    shown.click("standingUndo")
    shown.key(Qt.Key.Key_Z, Qt.KeyboardModifier.ControlModifier)
    assert shown.told == ["undo", "undo"]
    shown.list.set_revoked(None)
    assert shown.child("standingUndo").isHidden()


def test_the_choice_stays_where_it_was_when_others_come_and_go(shown: Shown) -> None:
    shown.model.set_answers([answer("One?"), answer("Two?")], "")
    shown.key(Qt.Key.Key_Down)
    shown.model.set_answers([answer("Two?"), answer("Three?")], "")
    assert shown.view.currentIndex().data() == "Two?"
    shown.model.set_answers([answer("One?"), answer("Two?"), answer("Three?")], "")
    shown.model.set_answers([answer("One?"), answer("Three?")], "")
    assert shown.view.currentIndex().data() == "Three?"
    shown.model.set_answers([answer("One?")], "")
    assert shown.view.currentIndex().data() == "One?"
    shown.model.set_answers([], "")
    assert not shown.view.currentIndex().isValid()
