"""Started from the desktop, not from a terminal (B033): a short PATH, pi elsewhere, or nowhere, or named wrongly."""

from __future__ import annotations

import json
import os
import sys
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from PySide6.QtCore import Qt
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QFileDialog, QLineEdit, QPushButton
from pytestqt.qtbot import QtBot

from app.ui.window_menu import WindowMenu
from tests.e2e.conftest import PROBES, SHORT_PATH, App, Play
from tests.unit.agent.test_pi import installed, put

AGENT = f"""#!/usr/bin/env node
import os, sys
sys.path.insert(0, {str(PROBES)!r})
import fakepi
fakepi.ui("notify", "1", message=os.environ["PATH"])
fakepi.serve(on_prompt=fakepi.start_turn)
"""
"""A made-up pi in Python: only a made-up Node runs it."""
NODE = f"""#!/bin/sh
if [ "$1" = "--version" ]; then echo v22.19.0; exit; fi
exec {sys.executable} "$@"
"""
NOT_FOUND = "pi was not found. The demo agent serves in its place."

Open = Callable[[], App]


@pytest.fixture
def start(play: Play, home: Path, qtbot: QtBot, tmp_path: Path) -> Open:
    """Start the program as a double click does: without arguments."""

    def start() -> App:
        app = App(qtbot, "", tmp_path / "no.log")
        apps.append(app)
        return app

    apps: list[App] = []
    yield start  # type: ignore[misc]
    for app in apps:
        app.close()


def nvm_folder(home: Path) -> Path:
    """Make nvm's folder with one Node; return where its programs are."""
    return put(home / ".nvm" / "versions" / "node" / "v22.19.0" / "bin" / "node", NODE).parent


def settings(pienza_home: Path) -> dict[str, Any]:
    """The settings file as it stands."""
    whole: dict[str, Any] = json.loads((pienza_home / "settings" / "settings.json").read_text())
    return whole


def save_pi(pienza_home: Path, path: str) -> None:
    """Let the settings name *path* as pi."""
    whole = settings(pienza_home)
    whole["agent"]["pi"] = path
    (pienza_home / "settings" / "settings.json").write_text(json.dumps(whole))


def said(app: App) -> str:
    """What the banner says; "" when there is none."""
    return app.window.banner._sentence.text() if app.window.banner.isVisible() else ""


def press(app: App, action: str) -> None:
    """Press the button of *action* in the banner."""
    button = app.window.banner.findChild(QPushButton, f"bannerAction:{action}")
    assert button is not None
    QTest.mouseClick(button, Qt.MouseButton.LeftButton)


def picker(app: App) -> QFileDialog:
    """The file dialog on screen."""
    dialogs: list[QFileDialog] = []

    def is_open() -> bool:
        dialogs[:] = [dialog for dialog in app.window.findChildren(QFileDialog) if dialog.isVisible()]
        return len(dialogs) == 1

    app.wait(is_open)
    return dialogs[0]


def pick(app: App, path: Path) -> None:
    """Choose *path* in the file dialog on screen."""
    name = picker(app).findChild(QLineEdit, "fileNameEdit")
    assert name is not None
    name.setText(str(path))
    QTest.keyClick(name, Qt.Key.Key_Return)
    app.wait(lambda: not app.window.findChildren(QFileDialog))


def choose_from_menu(app: App) -> None:
    """Take "Choose pi…" from the window's menu."""
    button = app.window.findChild(WindowMenu)
    assert button is not None
    button.menu().aboutToShow.emit()
    next(action for action in button.menu().actions() if action.text() == "Choose pi…").trigger()


def test_b033_a_pi_of_nvm_is_found_and_its_children_find_its_node(start: Open, home: Path) -> None:
    launcher = installed(nvm_folder(home).parent)
    launcher.resolve().write_text(AGENT)
    app = start()
    app.wait(lambda: app.toasts == [f"{launcher.parent}:{SHORT_PATH}"])
    assert said(app) == ""
    assert os.environ["PATH"] == SHORT_PATH


def test_b033_a_pi_that_is_a_script_of_any_kind_finds_the_node_beside_it(start: Open, home: Path) -> None:
    folder = nvm_folder(home)
    put(folder / "pi", AGENT)
    app = start()
    app.wait(lambda: app.toasts == [f"{folder}:{SHORT_PATH}"])


def test_b033_the_pi_of_the_settings_runs_on_a_node_that_is_not_on_the_path(
    start: Open, home: Path, pienza_home: Path
) -> None:
    folder = nvm_folder(home)
    launcher = installed(home / "anywhere")
    launcher.resolve().write_text(AGENT)
    save_pi(pienza_home, str(launcher))
    app = start()
    app.wait(lambda: app.toasts == [f"{folder}:{SHORT_PATH}:{launcher.parent}"])


def test_b033_where_no_pi_is_found_it_can_be_chosen_and_is_remembered(
    start: Open, home: Path, pienza_home: Path
) -> None:
    app = start()
    app.wait(lambda: said(app) == NOT_FOUND)
    assert "nvm       ~/.nvm/versions/node/*/bin" in app.window.banner._detail.text()
    press(app, "choose")
    picker(app).reject()
    app.wait(lambda: not app.window.findChildren(QFileDialog))
    assert said(app) == NOT_FOUND
    chosen = put(home / "deep" / "pi", AGENT)
    put(chosen.parent / "node", NODE)
    before = settings(pienza_home)
    press(app, "choose")
    pick(app, chosen)
    app.wait(lambda: app.toasts == [f"{chosen.parent}:{SHORT_PATH}"])
    assert said(app) == ""
    before["agent"]["pi"] = str(chosen)
    assert settings(pienza_home) == before
    app.close()
    again = start()
    again.wait(lambda: again.toasts == [f"{chosen.parent}:{SHORT_PATH}"])


def test_b033_what_cannot_be_pi_is_told_and_not_remembered(start: Open, home: Path, pienza_home: Path) -> None:
    (notes := home / "notes.txt").write_text("not a program")
    app = start()
    app.wait(lambda: app.session.info.model == "Demo")
    press(app, "choose")
    pick(app, notes)
    app.wait(lambda: said(app) == f"That cannot be pi: {notes} is not executable.")
    assert "pi" not in settings(pienza_home)["agent"]
    assert app.session.info.model == "Demo"
    press(app, "choose")
    picker(app).reject()


def test_b033_a_pi_of_the_settings_that_is_gone_is_told_and_another_one_runs(
    start: Open, home: Path, pienza_home: Path
) -> None:
    pi = put(nvm_folder(home) / "pi", AGENT)
    save_pi(pienza_home, "/gone/pi")
    app = start()
    app.wait(lambda: len(app.toasts) == 1)
    assert said(app) == f"The pi of the settings cannot be used: /gone/pi does not exist. {pi} runs in its place."
    assert settings(pienza_home)["agent"]["pi"] == "/gone/pi"


def test_a_program_that_is_no_agent_can_be_chosen_anew(start: Open, home: Path, pienza_home: Path) -> None:
    save_pi(pienza_home, str(put(home / "pi", "#!/bin/sh\nexit 2\n")))
    app = start()
    app.wait(lambda: said(app) == "pi ended with exit code 2.")
    press(app, "choose")
    pick(app, put(nvm_folder(home) / "pi", AGENT))
    app.wait(lambda: len(app.toasts) == 1)


def test_another_pi_can_be_chosen_at_any_time(start: Open, home: Path, pienza_home: Path) -> None:
    put(nvm_folder(home) / "pi", AGENT)
    app = start()
    app.wait(lambda: len(app.toasts) == 1)
    other = put(home / "other" / "pi", AGENT)
    put(other.parent / "node", NODE)
    choose_from_menu(app)
    pick(app, other)
    app.wait(lambda: len(app.toasts) == 2)
    assert settings(pienza_home)["agent"]["pi"] == str(other)


def test_a_new_start_takes_the_message_away_when_pi_is_there_now(start: Open, home: Path) -> None:
    app = start()
    app.wait(lambda: app.session.info.model == "Demo")
    assert said(app) == NOT_FOUND
    put(nvm_folder(home) / "pi", AGENT)
    app.program.binding.agent.restart()
    app.wait(lambda: len(app.toasts) == 1)
    assert said(app) == ""


def test_a_choice_that_cannot_be_saved_is_told(start: Open, home: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    def full(path: Path, changed: object) -> str:
        raise OSError("No space left on device")

    monkeypatch.setattr("app.program.save_settings", full)
    app = start()
    app.wait(lambda: app.session.info.model == "Demo")
    press(app, "choose")
    pick(app, put(nvm_folder(home) / "pi", AGENT))
    app.wait(lambda: any("could not be saved: No space left on device" in toast for toast in app.toasts))


def test_where_pi_is_is_not_asked_while_a_command_runs_in_its_place(play: Play) -> None:
    app = play("B016")
    app.wait(app.settled)
    choose_from_menu(app)
    assert any("in the place of pi" in toast for toast in app.toasts)
    assert not app.window.findChildren(QFileDialog)
