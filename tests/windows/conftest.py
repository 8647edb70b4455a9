"""The program as a person starts it, on an X server with a window manager, pressed by real keys."""

from __future__ import annotations

import os
import shutil
import subprocess
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest
from PySide6.QtWidgets import QApplication
from pytestqt.qtbot import QtBot

from app.main import create, create_application
from app.program import Program
from app.session.phase import PhaseKind
from app.ui.main_window import MainWindow

Press = Callable[..., None]


@pytest.fixture(scope="session")
def qapp() -> QApplication:
    """The application as the program makes it."""
    return create_application([])


@pytest.fixture(scope="session")
def window_manager(tmp_path_factory: pytest.TempPathFactory) -> Iterator[None]:
    """A window manager on the display: without one no window is ever activated as on a desktop."""
    if not os.environ.get("CI") and not (shutil.which("openbox") and shutil.which("xdotool")):
        pytest.skip("needs openbox and xdotool")
    ready = tmp_path_factory.mktemp("openbox") / "ready"
    os.mkfifo(ready)
    command = ["openbox", "--sm-disable", "--startup", f"sh -c 'echo ready >{ready}'"]
    with subprocess.Popen(command, stderr=subprocess.DEVNULL) as manager:
        # A manager that starts under a window takes the focus away from it.
        assert ready.read_text() == "ready\n"
        yield
        manager.terminate()


@pytest.fixture
def window(qtbot: QtBot, qapp: QApplication, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[MainWindow]:
    """The program's window with the demo agent, ready for a prompt."""
    monkeypatch.chdir(tmp_path)
    window = create(["--demo"])
    window.show()
    qtbot.waitExposed(window)
    window.activateWindow()
    qtbot.waitUntil(window.isActiveWindow)
    qtbot.waitUntil(lambda: window.findChild(Program) is not None)
    qtbot.waitUntil(lambda: program(window).controller.session.phase.kind is PhaseKind.IDLE, timeout=20_000)
    yield window
    window.close()
    qtbot.waitUntil(lambda: program(window).controller._link is None, timeout=20_000)
    window.deleteLater()


@pytest.fixture
def press(window_manager: None, window: MainWindow) -> Press:
    """Press keys as `xdotool` names them, or click: the X server brings them to whatever window has the focus."""

    def run(*words: str) -> None:
        subprocess.run(["xdotool", *words], check=True, env=dict(os.environ))

    return run


def program(window: MainWindow) -> Program:
    """The program behind *window*."""
    found = window.findChild(Program)
    assert isinstance(found, Program)
    return found
