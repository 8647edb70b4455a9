"""Panels of extensions: docks around the prompt that never squeeze it."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st
from PySide6.QtCore import QPoint, QSize, Qt
from PySide6.QtGui import QContextMenuEvent, QGuiApplication
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication, QDockWidget, QMainWindow, QToolButton, QVBoxLayout, QWidget
from pytestqt.qtbot import QtBot

from app.ui.docks.prompt_room import PromptRoom, fair_shares
from app.ui.docks.title_bar import HEIGHT, TitleBar
from app.ui.docks.widget_docks import WidgetDocks
from app.ui.docks.widget_panel import MOST_ROWS
from app.ui.prompt.prompt_panel import PromptPanel
from app.ui.theme import DARK, LIGHT


class Question(QWidget):
    """What wants much of the column, and needs 300."""

    def sizeHint(self) -> QSize:
        return QSize(200, 520)

    def minimumSizeHint(self) -> QSize:
        return QSize(200, 300)


class Stage:
    """An outer window with a transcript's place and the prompt in an inner window, as in the program."""

    def __init__(self, qtbot: QtBot) -> None:
        self.outer = QMainWindow()
        self.outer.resize(800, 700)
        self.outer.setMinimumSize(300, 200)
        qtbot.addWidget(self.outer)
        middle = QWidget()
        self.inner = QMainWindow()
        self.inner.setWindowFlags(Qt.WindowType.Widget)
        self.prompt = PromptPanel()
        self.inner.setCentralWidget(self.prompt)
        self.column = QVBoxLayout(middle)
        self.column.addStretch(1)
        self.column.addWidget(self.inner)
        self.outer.setCentralWidget(middle)
        self.docks = WidgetDocks(self.inner, LIGHT, self.outer)
        self.outer.show()
        self._qtbot = qtbot

    def dock(self, key: str) -> QDockWidget:
        """The dock of *key*, once it is there."""
        self._qtbot.waitUntil(lambda: self.find(key) is not None)
        found = self.find(key)
        assert found is not None
        return found

    def find(self, key: str) -> QDockWidget | None:
        """The dock of *key*, or None."""
        return self.outer.findChild(QDockWidget, f"widget:{key}")

    def settle(self) -> None:
        """Wait until what was set is shown."""
        self._qtbot.waitUntil(lambda: not self.docks._update.isActive())


@pytest.fixture
def stage(qtbot: QtBot) -> Stage:
    """A window without panels."""
    return Stage(qtbot)


def test_panels_stand_above_and_below_the_prompt(stage: Stage, qtbot: QtBot) -> None:
    stage.docks.set_widget("plan", ["one", "two"], "aboveEditor")
    stage.docks.set_widget("hint", ["three"], "belowEditor")
    above, below = stage.dock("plan"), stage.dock("hint")
    qtbot.waitUntil(lambda: above.isVisible() and below.isVisible() and above.geometry().top() >= 0)
    qtbot.waitUntil(lambda: above.geometry().bottom() <= stage.prompt.geometry().top())
    qtbot.waitUntil(lambda: below.geometry().top() >= stage.prompt.geometry().bottom())
    assert stage.prompt.height() >= stage.prompt.minimumSizeHint().height()


def test_an_update_keeps_the_dock_and_a_clear_removes_it(stage: Stage, qtbot: QtBot) -> None:
    stage.docks.set_widget("plan", ["one"], "aboveEditor")
    dock = stage.dock("plan")
    stage.docks.set_widget("plan", ["\x1b[1mtwo\x1b[0m", "<b>x</b>"], "aboveEditor")
    stage.settle()
    assert stage.dock("plan") is dock
    assert stage.docks.panel("plan").plain() == "two\n<b>x</b>"
    stage.docks.set_widget("plan", None, "aboveEditor")
    qtbot.waitUntil(lambda: stage.find("plan") is None)
    stage.docks.clear()
    stage.settle()
    with pytest.raises(KeyError):
        stage.docks.panel("plan")


def test_a_key_is_shown_letter_for_letter(stage: Stage) -> None:
    stage.docks.set_widget("&File <b>", ["x & y"], "aboveEditor")
    dock = stage.dock("&File <b>")
    assert dock.toggleViewAction().text() == "&&File <b>"
    assert [action.text() for action in stage.docks.panels_menu().actions()] == ["&&File <b>"]


def test_a_closed_panel_stays_closed_until_it_is_asked_for(stage: Stage, qtbot: QtBot) -> None:
    stage.docks.set_widget("plan", ["one"], "aboveEditor")
    dock = stage.dock("plan")
    qtbot.waitUntil(dock.isVisible)
    bar = dock.titleBarWidget()
    assert isinstance(bar, TitleBar)
    QTest.mouseClick(bar.findChildren(QToolButton)[1], Qt.MouseButton.LeftButton)
    assert dock.isHidden()
    stage.docks.set_widget("plan", ["two"], "aboveEditor")
    stage.settle()
    assert dock.isHidden()
    stage.docks.set_widget("plan", None, "aboveEditor")
    qtbot.waitUntil(lambda: stage.find("plan") is None)
    stage.docks.set_widget("plan", ["three"], "aboveEditor")
    dock = stage.dock("plan")
    assert dock.isHidden()
    stage.docks.panels_menu().actions()[0].trigger()
    qtbot.waitUntil(dock.isVisible)


def test_many_panels_become_tabs_and_leave_the_prompt_its_room(stage: Stage, qtbot: QtBot) -> None:
    for number in range(40):
        stage.docks.set_widget(f"ext-{number:02d}", ["a", "b"], "aboveEditor" if number % 2 else "belowEditor")
    last = stage.dock("ext-39")
    stage.settle()
    qtbot.waitUntil(lambda: len(stage.inner.tabifiedDockWidgets(last)) >= 15)
    assert stage.outer.size().height() == 700
    assert stage.prompt.editor.height() >= stage.prompt.editor.minimumSizeHint().height()
    assert len(stage.docks.panels_menu().actions()) == 40


def test_a_new_tab_does_not_cover_the_one_in_front(stage: Stage, qtbot: QtBot) -> None:
    for number in range(5):
        stage.docks.set_widget(f"p{number}", ["a", "b"], "aboveEditor")
    docks = [stage.dock(f"p{number}") for number in range(5)]
    qtbot.waitUntil(lambda: not docks[0].visibleRegion().isEmpty())
    docks[3].raise_()
    qtbot.waitUntil(lambda: not docks[3].visibleRegion().isEmpty())
    stage.docks.set_widget("p5", ["a", "b"], "aboveEditor")
    stage.dock("p5")
    stage.settle()
    qtbot.waitUntil(lambda: not docks[3].visibleRegion().isEmpty())
    assert stage.docks.panel("p3").verticalScrollBar().maximum() == 0


def test_panels_take_no_more_than_their_share_of_a_low_window(stage: Stage, qtbot: QtBot) -> None:
    lines = [f"line {number}" for number in range(3000)]
    stage.docks.set_widget("log", lines, "aboveEditor")
    stage.docks.set_widget("tail", lines, "belowEditor")
    above, below = stage.dock("log"), stage.dock("tail")
    stage.settle()
    tall = stage.inner.minimumHeight()
    stage.outer.resize(500, 360)
    qtbot.waitUntil(lambda: stage.inner.minimumHeight() < tall)
    qtbot.waitUntil(lambda: stage.outer.rect().contains(below.mapTo(stage.outer, below.rect().bottomLeft())))
    assert stage.outer.height() == 360
    assert stage.prompt.height() >= stage.prompt.minimumSizeHint().height()
    assert above.height() + below.height() <= 0.5 * 360
    stage.outer.resize(500, 700)
    qtbot.waitUntil(lambda: stage.inner.minimumHeight() == tall)


@given(st.integers(0, 500), st.integers(0, 500), st.integers(0, 500))
def test_the_sides_share_their_room_fairly(above: int, below: int, room: int) -> None:
    first, second = fair_shares(above, below, room)
    assert first + second == min(room, above + below)
    assert first >= min(above, room // 2)
    assert second >= min(below, room // 2)


def test_the_menu_of_a_panel_is_that_of_its_title(stage: Stage, qtbot: QtBot) -> None:
    stage.docks.set_widget("plan", ["one"], "aboveEditor")
    dock = stage.dock("plan")
    qtbot.waitUntil(dock.isVisible)
    bar = dock.titleBarWidget()
    assert isinstance(bar, TitleBar)
    for widget in (stage.docks.panel("plan").viewport(), bar):
        middle = widget.rect().center()
        where = QContextMenuEvent(QContextMenuEvent.Reason.Mouse, middle, widget.mapToGlobal(middle))
        QApplication.sendEvent(widget, where)
        qtbot.waitUntil(bar._menu.isVisible)
        assert "Copy the text" in [action.text() for action in bar._menu.actions()]
        bar._menu.close()


def test_a_tab_that_is_asked_for_comes_to_the_front(stage: Stage, qtbot: QtBot) -> None:
    for number in range(6):
        stage.docks.set_widget(f"p{number}", ["a"], "aboveEditor")
    first = stage.dock("p0")
    stage.settle()
    menu = stage.docks.panels_menu()
    assert stage.docks.panels_menu() is menu
    for _ in range(2):
        menu.actions()[0].trigger()
    qtbot.waitUntil(lambda: not first.visibleRegion().isEmpty())


def test_a_panel_goes_where_it_is_sent_and_stays_there(stage: Stage, qtbot: QtBot) -> None:
    stage.docks.set_widget("plan", ["one"], "aboveEditor")
    dock = stage.dock("plan")
    bar = dock.titleBarWidget()
    assert isinstance(bar, TitleBar)
    actions = {action.data(): action for action in bar.findChildren(QToolButton)[0].menu().actions()}
    actions["below"].trigger()
    assert stage.inner.dockWidgetArea(dock) == Qt.DockWidgetArea.BottomDockWidgetArea
    stage.docks.set_widget("plan", ["two"], "aboveEditor")
    stage.settle()
    assert stage.inner.dockWidgetArea(dock) == Qt.DockWidgetArea.BottomDockWidgetArea
    actions["right"].trigger()
    assert stage.outer.dockWidgetArea(dock) == Qt.DockWidgetArea.RightDockWidgetArea
    actions["float"].trigger()
    assert dock.isFloating()
    actions["above"].trigger()
    assert not dock.isFloating()
    assert stage.inner.dockWidgetArea(dock) == Qt.DockWidgetArea.TopDockWidgetArea


def test_a_new_placement_is_followed(stage: Stage, qtbot: QtBot) -> None:
    stage.docks.set_widget("plan", ["one"], "aboveEditor")
    dock = stage.dock("plan")
    stage.docks.set_widget("plan", ["one"], "belowEditor")
    qtbot.waitUntil(lambda: stage.inner.dockWidgetArea(dock) == Qt.DockWidgetArea.BottomDockWidgetArea)
    assert dock.isVisible()


def test_a_log_scrolls_inside_of_its_panel(stage: Stage, qtbot: QtBot) -> None:
    stage.docks.set_widget("log", [f"line {number}" for number in range(3000)], "aboveEditor")
    panel_dock = stage.dock("log")
    qtbot.waitUntil(panel_dock.isVisible)
    panel = stage.docks.panel("log")
    row = panel.fontMetrics().lineSpacing()
    assert panel.sizeHint().height() < (MOST_ROWS + 2) * row
    assert panel.verticalScrollBar().maximum() > 2900 * row
    stage.docks.set_widget("log", ["W" * 20_000], "aboveEditor")
    stage.settle()
    assert panel.horizontalScrollBar().maximum() > 10_000
    assert stage.outer.width() == 800
    panel.grab()


def test_the_widest_line_in_view_can_be_scrolled_to(stage: Stage, qtbot: QtBot) -> None:
    stage.docks.set_widget("log", ["short"] * 1000 + ["漢" * 500], "aboveEditor")
    qtbot.waitUntil(stage.dock("log").isVisible)
    panel = stage.docks.panel("log")
    wanted = panel.sizeHint()
    assert panel.horizontalScrollBar().maximum() == 0
    panel.verticalScrollBar().setValue(panel.verticalScrollBar().maximum())
    assert panel.horizontalScrollBar().maximum() > 900 * panel.fontMetrics().horizontalAdvance("0") - panel.width()
    assert panel.sizeHint() == wanted
    assert len(panel._runs) <= MOST_ROWS + 2


def test_a_scroll_bar_takes_no_line_away(stage: Stage, qtbot: QtBot) -> None:
    stage.docks.set_widget("wide", ["W" * 500, "second"], "aboveEditor")
    qtbot.waitUntil(stage.dock("wide").isVisible)
    panel = stage.docks.panel("wide")
    qtbot.waitUntil(lambda: panel.horizontalScrollBar().maximum() > 0)
    qtbot.waitUntil(lambda: panel.verticalScrollBar().maximum() == 0)


def test_a_link_is_opened_by_a_click_and_text_is_copied(stage: Stage, qtbot: QtBot) -> None:
    stage.docks.set_widget("links", ["\x1b]8;;https://example.com/\x1b\\a link\x1b]8;;\x1b\\ and text"], "aboveEditor")
    qtbot.waitUntil(stage.dock("links").isVisible)
    panel = stage.docks.panel("links")
    where = QPoint(16, panel.fontMetrics().lineSpacing() // 2 + 4)
    QTest.mouseMove(panel.viewport(), where)
    with qtbot.waitSignal(stage.docks.link_activated) as clicked:
        QTest.mouseClick(panel.viewport(), Qt.MouseButton.LeftButton, pos=where)
    assert clicked.args == ["https://example.com/"]
    with qtbot.assertNotEmitted(stage.docks.link_activated):
        QTest.mouseClick(panel.viewport(), Qt.MouseButton.LeftButton, pos=where + QPoint(200, 0))
        QTest.mousePress(panel.viewport(), Qt.MouseButton.LeftButton, pos=where + QPoint(200, 0))
        QTest.mouseRelease(panel.viewport(), Qt.MouseButton.LeftButton, pos=where)
    panel.copy()
    assert QGuiApplication.clipboard().text() == "a link and text"


def test_it_paints_wide_characters_and_both_themes(stage: Stage, qtbot: QtBot) -> None:
    lines = ["│ 漢字漢字   \x1b[38;2;200;80;80mfail\x1b[39m │", "│ 👩\u200d💻 \x1b[7;42minverse\x1b[0m │"]
    stage.docks.set_widget("grid", lines, "aboveEditor")
    qtbot.waitUntil(stage.dock("grid").isVisible)
    light = stage.docks.panel("grid").grab().toImage()
    stage.docks.set_theme(DARK)
    assert stage.docks.panel("grid").grab().toImage() != light


def test_panels_side_by_side_share_the_width(stage: Stage, qtbot: QtBot) -> None:
    for key in ("a", "b", "c"):
        stage.docks.set_widget(key, ["x" * 40], "aboveEditor")
        stage.dock(key)
    docks = [stage.dock(key) for key in ("a", "b", "c")]
    qtbot.waitUntil(lambda: max(dock.width() for dock in docks) - min(dock.width() for dock in docks) <= 4)


def test_a_burst_of_updates_is_one_layout(stage: Stage, qtbot: QtBot, monkeypatch: pytest.MonkeyPatch) -> None:
    heights: list[int] = []
    give = PromptRoom._give
    monkeypatch.setattr(PromptRoom, "_give", lambda self, *side: (heights.append(side[1]), give(self, *side))[1])
    stage.docks.set_widget("plan", ["0"], "aboveEditor")
    dock = stage.dock("plan")
    qtbot.waitUntil(dock.isVisible)
    stage.settle()
    heights.clear()
    for number in range(2000):
        stage.docks.set_widget("plan", [str(number)] * (number % 3 + 1), "aboveEditor")
    stage.settle()
    assert stage.docks.panel("plan").lines == ["1999"] * 2
    assert len(heights) == 2, "one layout, of two sides"


def test_a_window_that_is_not_built_yet_takes_panels(qtbot: QtBot) -> None:
    outer, inner = QMainWindow(), QMainWindow()
    qtbot.addWidget(outer)
    qtbot.addWidget(inner)
    docks = WidgetDocks(inner, LIGHT, outer)
    docks.set_widget("early", ["one"], "aboveEditor")
    qtbot.waitUntil(lambda: inner.findChild(QDockWidget, "widget:early") is not None)
    docks.clear()
    qtbot.waitUntil(lambda: inner.minimumHeight() == 0)


def test_panels_make_way_for_a_question(stage: Stage, qtbot: QtBot) -> None:
    lines = [f"line {number}" for number in range(8)]
    stage.docks.set_widget("above", lines, "aboveEditor")
    stage.docks.set_widget("below", lines, "belowEditor")
    above = stage.dock("above")
    stage.settle()
    tall = stage.inner.minimumHeight()
    question = Question()
    stage.column.insertWidget(1, question)
    line = stage.docks.panel("above").line_height()
    qtbot.waitUntil(lambda: stage.docks.panel("above").height() in range(line, 2 * line))
    assert stage.prompt.height() >= stage.prompt.minimumSizeHint().height()
    stage.outer.resize(800, 500)
    qtbot.waitUntil(lambda: above.height() < HEIGHT + line)
    assert question.height() >= 300
    stage.outer.resize(800, 700)
    question.hide()
    qtbot.waitUntil(lambda: stage.inner.minimumHeight() == tall)
    stage.settle()
