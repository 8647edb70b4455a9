"""Questions in the smallest window: nothing lies over anything else, no button is cut, what has no room scrolls."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import combinations
from typing import Any

import pytest
from PySide6.QtCore import QRect, Qt
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QAbstractButton, QApplication, QLabel, QListView, QPushButton, QWidget
from pytestqt.qtbot import QtBot

from app.models.standing import StandingModel
from app.session.question_context import QuestionContext, RunningTool
from app.session.questions import Question, QuestionKind
from app.session.standing import Scope, StandingAnswer, asked_of
from app.settings.schema import QuestionSettings
from app.ui.elided_label import HintLabel
from app.ui.fitting_scroll import FittingScroll
from app.ui.main_window import MainWindow
from app.ui.questions.base import QuestionDialog
from app.ui.questions.presenter import QuestionPresenter
from app.ui.questions.standing_dialog import StandingDialog
from app.ui.questions.text_editor import TextEditorDialog
from app.ui.theme import DARK, Scheme, apply_scheme
from tests.ui.questions.conftest import MakeQuestion

MESSAGE = "Run this in the project? It changes files outside of it, so read it with care before you say yes to it."
LONG_OPTION = "production, with a long name that does not fit into the list at all, or nowhere"
CONTEXT = QuestionContext(tools=(RunningTool("1", "bash", "make deploy TARGET=production VERBOSE=1\n" * 6),))
FIELDS: dict[QuestionKind, dict[str, Any]] = {
    QuestionKind.SELECT: {"options": ["staging", LONG_OPTION, "preview", "none of these"], "message": MESSAGE},
    QuestionKind.CONFIRM: {"message": MESSAGE},
    QuestionKind.INPUT: {"placeholder": "v1.2.3"},
    QuestionKind.EDITOR: {"prefill": "Fix it\n\nBecause."},
}
DOCKS = ("", "inbox_dock", "answer_log_dock", "standing_dock", "notice_dock")


class Small:
    """A window of 480 by 420 pixels in the style of the program."""

    def __init__(self, qtbot: QtBot) -> None:
        apply_scheme(Scheme.DARK)
        self.window = MainWindow(DARK)
        qtbot.addWidget(self.window)
        self.window.resize(480, 420)
        column, editor = self.window.question_column.column, self.window.prompt.editor
        settings = QuestionSettings(inert_milliseconds=10, quiet_milliseconds=10)
        self.presenter = QuestionPresenter(column, editor, settings, self.window)
        self.window.show()
        self.window.activateWindow()
        qtbot.waitUntil(self.window.isActiveWindow)
        self._qtbot = qtbot

    def ask(self, *questions: Question) -> QuestionDialog:
        """Open *questions*, and return the dialog of the first one when it has its place."""
        for question in questions:
            self.presenter.open(question)
        dialog = self.presenter.current
        assert dialog is not None
        self._qtbot.waitUntil(lambda: not dialog.guard.is_inert)
        dialog.set_place(1, 3)
        dialog.set_same_count(2)
        self.settle()
        return dialog

    def settle(self) -> None:
        """Let layouts follow each other: a width gives a height, and that another place."""
        QTest.qWait(50)


@pytest.fixture
def small(qtbot: QtBot, qapp: QApplication) -> Iterator[Small]:
    palette, style = qapp.palette(), qapp.styleSheet()
    small = Small(qtbot)
    yield small
    small.presenter.stop_showing()
    for question in small.presenter.waiting:
        small.presenter.close(question.key)
    qapp.setPalette(palette)
    qapp.setStyleSheet(style)


def place(widget: QWidget, inside: QWidget) -> QRect:
    """Where *widget* is in *inside*."""
    return QRect(widget.mapTo(inside, widget.rect().topLeft()), widget.size())


def laid_over_each_other(parent: QWidget) -> list[tuple[str, str]]:
    """The visible widgets beneath *parent* that share pixels with one beside them."""
    found = []
    for owner in [parent, *parent.findChildren(QWidget)]:
        if type(owner).__module__.startswith("PySide6") and owner.layout() is None:
            continue
        children = [one for one in owner.children() if isinstance(one, QWidget) and one.isVisible()]
        for one, other in combinations(children, 2):
            if one.geometry().intersects(other.geometry()) and not one.isWindow() and not other.isWindow():
                found.append((str(one), str(other)))
    return found


def cut_buttons(parent: QWidget) -> list[str]:
    """The words of the buttons beneath *parent* that have not the room that they need, or are not in it."""
    return [
        button.text()
        for button in parent.findChildren(QAbstractButton)
        if button.isVisible()
        and button.text()
        and (button.width() < button.sizeHint().width() or button.height() < button.sizeHint().height())
    ]


def assert_whole(dialog: QuestionDialog) -> None:
    """Nothing of *dialog* is cut or covered; its own buttons are in view."""
    assert laid_over_each_other(dialog) == []
    assert cut_buttons(dialog) == []
    for button in dialog.buttons.findChildren(QPushButton):
        assert not button.isVisible() or dialog.rect().contains(place(button, dialog)), button.text()
    assert dialog.hint.shown_text() in ("", *_beginnings(dialog.hint.text()))
    safe = dialog.safe_widget()
    assert not safe.visibleRegion().isEmpty()


def _beginnings(text: str) -> list[str]:
    hints = text.split(" · ")
    return [" · ".join(hints[:count]) for count in range(1, len(hints) + 1)]


@pytest.mark.parametrize("dock", DOCKS)
@pytest.mark.parametrize("kind", list(QuestionKind))
@pytest.mark.parametrize("context", [QuestionContext(), CONTEXT], ids=["bare", "context"])
def test_nothing_of_a_question_is_cut(
    small: Small, question: MakeQuestion, kind: QuestionKind, context: QuestionContext, dock: str
) -> None:
    if dock:
        getattr(small.window, dock).show()
    asked = question(kind, "Which environment shall I deploy to?", timeout=780, context=context, **FIELDS[kind])
    dialog = small.ask(asked)
    assert_whole(dialog)
    assert cut_buttons(small.window.prompt) == []


def test_what_a_choice_tells_comes_into_view(small: Small, question: MakeQuestion) -> None:
    fields = FIELDS[QuestionKind.SELECT]
    dialog = small.ask(question(QuestionKind.SELECT, "Where?", timeout=780, context=CONTEXT, **fields))
    view = dialog.findChild(QListView, "optionList")
    assert isinstance(view, QListView)
    QTest.keyClick(view, Qt.Key.Key_2)
    small.settle()
    detail = dialog.findChild(QWidget, "optionDetail")
    assert detail is not None
    assert detail.visibleRegion().boundingRect().height() == detail.height()
    assert_whole(dialog)
    scroll = dialog.findChild(FittingScroll)
    assert isinstance(scroll, FittingScroll)
    assert scroll.verticalScrollBar().isVisible()


def test_in_a_large_window_nothing_scrolls_and_the_buttons_are_one_row(small: Small, question: MakeQuestion) -> None:
    small.window.resize(1180, 820)
    fields = FIELDS[QuestionKind.SELECT]
    dialog = small.ask(question(QuestionKind.SELECT, "Where?", timeout=780, context=CONTEXT, **fields))
    scroll = dialog.findChild(FittingScroll)
    assert isinstance(scroll, FittingScroll)
    assert not scroll.verticalScrollBar().isVisible()
    assert len({button.y() for button in dialog.buttons.findChildren(QPushButton)}) == 1
    assert dialog.hint.shown_text() == "↑↓ choose · Enter answers · Esc cancels"
    assert_whole(dialog)


@pytest.mark.parametrize("dock", ["", "inbox_dock"])
def test_the_offer_of_a_draft_is_whole(small: Small, question: MakeQuestion, dock: str) -> None:
    if dock:
        getattr(small.window, dock).show()
    dialog = small.ask(question(QuestionKind.EDITOR, "Write the message", **FIELDS[QuestionKind.EDITOR]))
    assert isinstance(dialog, TextEditorDialog)
    dialog.draft_offer.show()
    small.settle()
    offer = dialog.draft_offer
    assert offer.width() <= dialog.width()
    for button in offer.findChildren(QPushButton):
        assert offer.rect().contains(place(button, offer))
    for label in offer.findChildren(QLabel):
        assert label.height() >= label.heightForWidth(label.width())
    assert_whole(dialog)


def test_the_standing_answers_are_whole_in_a_dock(small: Small, question: MakeQuestion) -> None:
    asked = question(QuestionKind.CONFIRM, "Delete the branch that is named so and so?", message=MESSAGE)
    answer = StandingAnswer("standing:1", Scope.PROJECT, *asked_of(asked), yes=True, made=1.7e9, paused=True)
    model = StandingModel()
    model.set_answers([answer], "")
    small.window.standing.set_model(model)
    small.window.standing.set_revoked(answer)
    small.window.standing_dock.show()
    small.settle()
    assert small.window.standing.width() >= 180
    assert laid_over_each_other(small.window.standing) == []
    assert cut_buttons(small.window.standing) == []


@pytest.mark.parametrize("size", [(480, 420), (480, 260), (360, 420), (560, 600)])
def test_the_dialog_of_a_standing_answer_is_whole(small: Small, question: MakeQuestion, size: tuple[int, int]) -> None:
    asked = question(QuestionKind.CONFIRM, "Delete the branch?", message=MESSAGE, context=CONTEXT)
    dialog = StandingDialog(asked, None, "session", (10, 10), small.window)
    dialog.set_past([])
    dialog.show()
    dialog.resize(*size)
    small.settle()
    assert (dialog.width(), dialog.height()) == size
    assert laid_over_each_other(dialog) == []
    assert cut_buttons(dialog) == []
    for button in dialog.findChildren(QPushButton):
        assert dialog.rect().contains(place(button, dialog))
    for label in dialog.findChildren(QLabel):
        if label.isVisible() and label.wordWrap():
            assert label.height() >= label.heightForWidth(label.width())
    dialog.close()


def test_hints_are_told_whole_or_not_at_all(qtbot: QtBot) -> None:
    hint = HintLabel("muted")
    qtbot.addWidget(hint)
    hint.setText("One · Two · Three")
    seen = []
    for width in range(hint.sizeHint().width() + 1, 0, -1):
        hint.resize(width, 20)
        if hint.shown_text() not in seen:
            seen.append(hint.shown_text())
    assert seen == ["One · Two · Three", "One · Two", "One", ""]
