"""Probes of the types toast, status, widget and title."""

from __future__ import annotations

import json

from PySide6.QtWidgets import QApplication, QDockWidget

from app.session.changes import Severity
from tests.e2e.conftest import PROBES, Play


def test_b063_fifty_notifications_leave_the_window_usable(play: Play) -> None:
    app = play("B063")
    app.window.prompt.editor.setFocus()
    app.wait(lambda: app.window.notice_list._model is not None and app.window.notice_list._model.rowCount() >= 40)
    assert len(app.window.toasts.toasts) <= 4
    assert any(toast.severity is Severity.ERROR for toast in app.window.toasts.toasts)
    assert QApplication.focusWidget() is app.window.prompt.editor
    prompt_top = app.window.prompt.mapTo(app.window, app.window.prompt.rect().topLeft()).y()
    app.wait(lambda: all(toast.isVisible() for toast in app.window.toasts.toasts))
    for toast in app.window.toasts.toasts:
        assert toast.mapTo(app.window, toast.rect().bottomLeft()).y() < prompt_top


def test_b065_odd_fields_are_plain_toasts_or_none(play: Play) -> None:
    app = play("B065")
    app.wait(lambda: "404" in app.toasts)
    model = app.window.notice_list._model
    assert model is not None
    lines = [model.index(row).data() for row in range(model.rowCount())]
    assert len([line for line in lines if "Protocol" not in line]) == 6
    assert any("error" in line and "upper" in line for line in lines)
    assert not app.window.banner.isVisible()


def test_b067_escape_codes_leave_no_rest(play: Play) -> None:
    app = play("B067")
    keys = [json.loads(line)["statusKey"] for line in (PROBES / "B067.jsonl").read_text().splitlines()]
    app.window.resize(1600, 800)
    app.wait(lambda: len(app.status) == len(set(keys)))
    assert set(app.status.values()) == {"clean"}


def test_b069_forty_long_entries_never_move_the_window(play: Play) -> None:
    app = play("B069")
    size = app.window.size()
    app.wait(lambda: len(app.session.surface.status) >= 40)
    app.wait(lambda: bool(app.status))
    assert app.window.size() == size
    app.window.resize(500, 600)
    app.wait(lambda: app.window.width() == 500)
    assert app.window.agent_status.isVisible()


def test_b071_columns_line_up_on_the_grid(play: Play) -> None:
    from app.ui.docks.grid import width_of

    app = play("B071")
    app.wait(lambda: app.window.findChild(QDockWidget, "widget:powerline-secondary") is not None)
    lines = app.window.docks.panel("powerline-secondary").lines
    assert width_of(lines[0]) == width_of(lines[1]) == width_of(lines[2]) == width_of(lines[4])
    assert "<b>not bold</b> & <i>not italic</i>" in app.window.docks.panel("powerline-secondary").plain()
    assert "\x1b" not in app.window.docks.panel("powerline-secondary").plain()


def test_b073_a_log_and_forty_panels_leave_the_window_as_it_is(play: Play) -> None:
    app = play("B073")
    size = app.window.size()
    app.wait(lambda: len(app.session.surface.widgets) == 41)
    app.wait(lambda: app.window.findChild(QDockWidget, "widget:ext-39") is not None)
    assert app.window.size() == size
    assert app.window.prompt.editor.height() >= app.window.prompt.editor.minimumSizeHint().height()
    assert len(app.window.docks.panels_menu().actions()) == 41


def test_b075_what_comes_before_the_first_answer_is_shown_once(play: Play) -> None:
    app = play("B075", delay=0)
    app.wait(lambda: app.toasts == ["early toast"] and app.status == {"early": "early"})
    app.wait(lambda: app.window.findChild(QDockWidget, "widget:early") is not None)
    assert app.window.windowTitle() == "from the start hook — Pienza"
    app.program.controller.restart()
    app.wait(lambda: app.window.toasts.toasts[0].count == 2)
    app.wait(lambda: app.status == {"early": "early"})
    assert len(app.window.findChildren(QDockWidget, "widget:early")) == 1


def test_b077_strange_titles(play: Play) -> None:
    app = play("B077")
    app.wait(lambda: bool(app.toasts) or app.session.run.listening)
    app.wait(lambda: app.session.info.model == "Fake One")
    records = [json.loads(line) for line in (PROBES / "B077.jsonl").read_text(encoding="utf-8").splitlines()]
    app.wait(lambda: app.session.surface.title == (records[-1].get("title") or ""))
    assert "Pienza" in app.window.windowTitle()
