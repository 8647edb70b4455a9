"""The banner: a sentence, what can be done about it, and detail on demand."""

from __future__ import annotations

from collections.abc import Iterator

import pytest
from PySide6.QtCore import Qt
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QPushButton, QToolButton, QVBoxLayout, QWidget
from pytestqt.qtbot import QtBot

from app.ui.banner import Banner
from app.ui.text_pane import TextPane


@pytest.fixture
def banner(qtbot: QtBot) -> Iterator[Banner]:
    """A hidden banner in a window."""
    window = QWidget()
    window.resize(600, 400)
    qtbot.addWidget(window)
    layout = QVBoxLayout(window)
    layout.addWidget(banner := Banner())
    layout.addStretch(1)
    window.show()
    yield banner
    window.close()


def pane(banner: Banner, name: str) -> TextPane:
    """The text pane *name* of *banner*."""
    found = banner.findChild(TextPane, name)
    assert found is not None
    return found


def buttons(banner: Banner) -> dict[str, QPushButton]:
    """The action buttons on screen, by the name of their action."""
    found = [button for button in banner.findChildren(QPushButton) if button.isVisible()]
    return {str(button.property("action")): button for button in found if button.property("action")}


def test_it_says_a_sentence_letter_for_letter(banner: Banner) -> None:
    assert banner.isHidden()
    banner.show_message("<b>pi</b> ended & left", "", {})
    assert banner.isVisible()
    assert pane(banner, "bannerSentence").toPlainText() == "<b>pi</b> ended & left"
    assert not pane(banner, "bannerDetail").isVisible()
    assert not banner.findChild(QPushButton, "bannerDetailButton").isVisible()


def test_an_action_is_told_once_and_closes_it(banner: Banner, qtbot: QtBot) -> None:
    banner.show_message("It ended.", "", {"restart": "Start again", "plain": "Start without extensions"})
    told: list[str] = []
    banner.action_requested.connect(told.append)
    QTest.mouseClick(buttons(banner)["plain"], Qt.MouseButton.LeftButton)
    assert told == ["plain"]
    assert banner.isHidden()


def test_an_action_with_a_further_step_leaves_it_open(banner: Banner) -> None:
    banner.show_message("pi was not found.", "", {"choose": "Choose pi…"})
    told: list[str] = []
    banner.action_requested.connect(told.append)
    QTest.mouseClick(buttons(banner)["choose"], Qt.MouseButton.LeftButton)
    assert told == ["choose"]
    assert banner.isVisible()


def test_a_new_message_takes_the_place_of_the_old_one(banner: Banner, qtbot: QtBot) -> None:
    banner.show_message("first", "why", {"restart": "Start again"})
    banner.findChild(QPushButton, "bannerDetailButton").click()
    banner.show_message("second", "other", {"plain": "Start without extensions"})
    qtbot.waitUntil(lambda: set(buttons(banner)) == {"plain"})
    assert pane(banner, "bannerSentence").toPlainText() == "second"
    assert not pane(banner, "bannerDetail").isVisible()


def test_detail_unfolds_and_stays_within_bounds(banner: Banner) -> None:
    banner.show_message("It ended.", "line\n" * 5000, {})
    button = banner.findChild(QPushButton, "bannerDetailButton")
    QTest.mouseClick(button, Qt.MouseButton.LeftButton)
    detail = pane(banner, "bannerDetail")
    assert detail.isVisible()
    assert detail.sizeHint().height() < 12 * detail.fontMetrics().lineSpacing()
    QTest.mouseClick(button, Qt.MouseButton.LeftButton)
    assert not detail.isVisible()


def test_it_can_be_closed(banner: Banner) -> None:
    banner.show_message("It ended.", "", {})
    close = banner.findChild(QToolButton)
    assert close.accessibleName() == "Close this message"
    QTest.mouseClick(close, Qt.MouseButton.LeftButton)
    assert banner.isHidden()
