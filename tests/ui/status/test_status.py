"""The status bar: entries of extensions that cannot move the window, and what the agent does in words."""

from __future__ import annotations

import pytest
from PySide6.QtGui import QContextMenuEvent
from PySide6.QtWidgets import QApplication, QLabel, QMenu, QToolButton, QWidget
from pytestqt.qtbot import QtBot

from app.session.phase import Phase, PhaseKind
from app.session.session import Info
from app.ui.elided_label import ElidedLabel
from app.ui.main_window import MainWindow
from app.ui.status.agent_status import AgentStatus, context_text, phase_text
from app.ui.status.status_button import StatusButton
from app.ui.status.status_entries import StatusEntries
from app.ui.status.status_entry import StatusEntry
from app.ui.theme import DARK, LIGHT


@pytest.fixture
def entries(qtbot: QtBot) -> StatusEntries:
    """Entries on screen, 600 wide."""
    entries = StatusEntries(LIGHT)
    qtbot.addWidget(entries)
    entries.resize(600, 28)
    entries.show()
    return entries


def wait(qtbot: QtBot, entries: StatusEntries, shown: dict[str, str]) -> None:
    """Wait until just these entries are on screen."""
    qtbot.waitUntil(lambda: entries.shown() == shown)


def test_entries_keep_their_order_and_are_cleared(entries: StatusEntries, qtbot: QtBot) -> None:
    for key, text in (("b", "one"), ("a", "\x1b[32mtwo\x1b[0m\nlines"), ("b", "three")):
        entries.set_entry(key, text)
    wait(qtbot, entries, {"b": "three", "a": "two lines"})
    first, second = (entries.findChild(QWidget, f"status:{key}") for key in "ba")
    assert first.x() < second.x()
    entries.set_entry("b", None)
    wait(qtbot, entries, {"a": "two lines"})
    entries.clear()
    wait(qtbot, entries, {})


def test_a_clear_takes_what_was_not_shown_yet(entries: StatusEntries, qtbot: QtBot) -> None:
    entries.set_entry("old", "session")
    entries.clear()
    entries.set_entry("new", "session")
    wait(qtbot, entries, {"new": "session"})
    assert entries.findChild(QWidget, "status:old") is None


def test_an_entry_paints_no_controls_that_turn_the_text(entries: StatusEntries, qtbot: QtBot) -> None:
    entries.set_entry("a", "\x1b[32msafe \u202etxt.exe\u202c\x1b[0m")
    wait(qtbot, entries, {"a": "safe txt.exe"})
    entry = entries.findChild(StatusEntry, "status:a")
    assert [span.text for span in entry._spans] == ["safe txt.exe"]


def test_a_burst_is_one_layout(entries: StatusEntries, qtbot: QtBot, monkeypatch: pytest.MonkeyPatch) -> None:
    layouts: list[int] = []
    lay_out = StatusEntries._lay_out
    monkeypatch.setattr(StatusEntries, "_lay_out", lambda self: (layouts.append(1), lay_out(self))[1])
    for number in range(2000):
        entries.set_entry("n", str(number))
    wait(qtbot, entries, {"n": "1999"})
    assert len(layouts) == 1


def test_what_does_not_fit_is_in_the_menu(entries: StatusEntries, qtbot: QtBot) -> None:
    for number in range(40):
        entries.set_entry(f"key&{number}", f"<b>busy</b> & {number} " * 20)
    qtbot.waitUntil(lambda: bool(entries.shown()))
    more = entries.findChild(QToolButton, "statusMore")
    assert more.isVisible()
    assert more.text() == f"+{40 - len(entries.shown())}"
    more.menu().aboutToShow.emit()
    texts = [action.text() for action in more.menu().actions()]
    assert len(texts) == 40
    assert texts[0].startswith("key&&0: <b>busy</b> && 0")
    assert entries.minimumSizeHint().width() < 50
    assert entries.sizeHint().width() == 0


def test_an_entry_can_be_hidden_by_its_key(entries: StatusEntries, qtbot: QtBot) -> None:
    entries.set_entry("a", "1")
    entries.set_entry("b", "2")
    wait(qtbot, entries, {"a": "1", "b": "2"})
    middle = entries.rect().center()
    event = QContextMenuEvent(QContextMenuEvent.Reason.Mouse, middle, entries.mapToGlobal(middle))
    QApplication.sendEvent(entries, event)
    menu = next(menu for menu in entries.findChildren(QMenu) if menu.isVisible())
    menu.actions()[0].trigger()
    menu.close()
    wait(qtbot, entries, {"b": "2"})
    entries.set_entry("a", "changed")
    entries.set_entry("b", "3")
    wait(qtbot, entries, {"b": "3"})
    more = entries.findChild(QToolButton, "statusMore")
    more.menu().aboutToShow.emit()
    more.menu().actions()[0].trigger()
    wait(qtbot, entries, {"a": "changed", "b": "3"})


def test_a_tooltip_is_letters_and_bounded(entries: StatusEntries, qtbot: QtBot) -> None:
    entries.set_entry("<i>k</i>", "<img src='http://x/'>" + "y" * 100_000)
    qtbot.waitUntil(lambda: entries.findChild(QWidget, "status:<i>k</i>") is not None)
    tooltip = entries.findChild(QWidget, "status:<i>k</i>").toolTip()
    assert tooltip.startswith("<span>&lt;i&gt;k&lt;/i&gt;: &lt;img src=")
    assert len(tooltip) < 3000


def test_an_entry_is_as_wide_as_what_it_paints(entries: StatusEntries, qtbot: QtBot) -> None:
    entries.set_entry("bold", "\x1b[1;7m  NORMAL  \x1b[0m row 3")
    entries.set_entry("huge", "\x1b[31mx\x1b[0my" * 100_000)
    qtbot.waitUntil(lambda: list(entries.shown()) == ["bold", "huge"])
    bold, huge = (entries.findChild(StatusEntry, f"status:{key}") for key in ("bold", "huge"))
    painted = sum(bold._metrics(span).horizontalAdvance(span.text) for span in bold._spans)
    assert painted < bold.width() < painted + 4
    assert (huge.width(), len(huge._spans)) == (240, 400)


def test_it_paints_in_every_style_and_theme(entries: StatusEntries, qtbot: QtBot) -> None:
    entries.set_entry("a", "\x1b[1;3;4;9;31;44mall\x1b[0m \x1b[7minverse\x1b[0m \x1b[2mdim\x1b[0m " + "x" * 300)
    qtbot.waitUntil(lambda: "a" in entries.shown())
    light = entries.grab().toImage()
    entries.set_theme(DARK)
    assert entries.grab().toImage() != light


@pytest.mark.parametrize(
    ("phase", "now", "text"),
    [
        (Phase(PhaseKind.IDLE), 0, ""),
        (Phase(PhaseKind.ENDED, "gone"), 0, ""),
        (Phase(PhaseKind.STARTING), 9, "Starting…"),
        (Phase(PhaseKind.WAITING, since=0), 1, "Waiting for the model…"),
        (Phase(PhaseKind.TOOL, "bash", since=0), 12.5, "Running bash · 12 s"),
        (Phase(PhaseKind.THINKING, since=0), 200, "Thinking · 3 min"),
        (Phase(PhaseKind.RETRYING, since=0, until=3), 0.4, "Retrying in 3 s"),
        (Phase(PhaseKind.RETRYING, since=0, until=3), 9, "Retrying in 0 s"),
    ],
)
def test_a_phase_is_a_line_in_words(phase: Phase, now: float, text: str) -> None:
    assert phase_text(phase, now) == text


@pytest.mark.parametrize(
    ("percent", "text"), [(None, ""), (0, "0 % full"), (98.4, "98 % full"), (312.5, ">100 % full")]
)
def test_the_context_is_never_a_wrong_number(percent: float | None, text: str) -> None:
    assert context_text(percent) == text


def test_the_agent_status_shows_what_it_knows(qtbot: QtBot) -> None:
    status = AgentStatus()
    qtbot.addWidget(status)
    status.show()
    status.set_info(Info(model="<b>Model</b>", thinking_level="high", context_percent=34))
    status.set_connection("pi", True)
    status.set_phase(Phase(PhaseKind.TOOL, "bash"))
    status.resize(status.sizeHint())
    assert [button.text() for button in status.findChildren(StatusButton)] == ["<b>Model</b>", "high", "34 % full"]
    assert [label.text() for label in status.findChildren(QLabel) if label.isVisible()][1:] == ["● pi"]
    status.set_phase(Phase(PhaseKind.IDLE))
    status.set_connection("", False)
    texts = [label.text() for label in status.findChildren(QLabel) if label.isVisible()]
    assert texts[-1] == "○ no agent"


@pytest.mark.parametrize("connected", [True, False])
def test_in_a_narrow_window_the_agent_is_told_last_of_all(qtbot: QtBot, connected: bool) -> None:
    status = AgentStatus()
    qtbot.addWidget(status)
    status.show()
    status.set_info(Info(model="Model", thinking_level="high", context_percent=34))
    status.set_phase(Phase(PhaseKind.STARTING))
    status.set_connection("The demo agent", connected)
    connection = "● The demo agent" if connected else "○ no agent"
    seen = []
    for width in range(status.sizeHint().width(), 0, -1):
        status.resize(width, 20)
        parts = [part for part in status._parts if part.isVisible()]
        right = [part.geometry().right() for part in parts]
        assert right == sorted(right)
        shown = [part.shown_text() if isinstance(part, ElidedLabel) else part.text() for part in parts]
        if shown not in seen:
            seen.append(shown)
    phase = "Starting…"
    whole = [phase, "Model", "high", "34 % full", connection]
    assert seen[:4] == [whole, [*whole[:2], *whole[3:]], [phase, *whole[3:]], [phase, connection]]
    # The phase ends in an ellipsis before a letter of the connection goes.
    assert any(texts[0] != phase and texts[1] == connection for texts in seen[4:])
    assert not any(texts[0] == phase and texts[1] != connection for texts in seen[4:])


def test_the_status_bar_of_a_small_window_shows_the_whole_connection(qtbot: QtBot) -> None:
    window = MainWindow(DARK)
    qtbot.addWidget(window)
    window.resize(480, 420)
    window.show()
    status = window.agent_status
    status.set_info(Info(model="Model", thinking_level="medium", context_percent=34))
    window.waiting_badge.set_count(12)
    connection = status.findChild(ElidedLabel, "connectionLabel")
    assert isinstance(connection, ElidedLabel)
    for connected, text in ((True, "● The demo agent"), (False, "○ no agent")):
        status.set_connection("The demo agent", connected)
        qtbot.waitUntil(lambda text=text: connection.shown_text() == text)  # type: ignore[misc]
