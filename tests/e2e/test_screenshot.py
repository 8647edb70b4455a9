"""`--screenshot`: a picture and exit code 0, or a sentence and another one; the agent is always ended in order."""

from __future__ import annotations

import shlex
import subprocess
import sys
from pathlib import Path

import pytest
from pytestqt.qtbot import QtBot

from app.controller.controller import Controller
from app.settings.schema import Settings
from app.ui import screenshot
from app.ui.main_window import MainWindow
from app.ui.theme import DARK

ROOT = Path(__file__).resolve().parents[2]
FALSE = shlex.join([sys.executable, "-c", "raise SystemExit(3)"])
TRUE = shlex.join([sys.executable, "-c", "pass"])


def take(file: Path, *arguments: str) -> tuple[int, str]:
    """Run the program to its end; returns its exit code and what it said."""
    command = [sys.executable, "-m", "app", *arguments, "--screenshot", str(file)]
    result = subprocess.run(command, cwd=ROOT, capture_output=True, text=True, check=False)
    return result.returncode, result.stderr


def test_a_picture_is_saved(tmp_path: Path) -> None:
    file = tmp_path / "picture.png"
    assert take(file, "--demo") == (0, f"Saved {file}\n")
    assert file.read_bytes().startswith(b"\x89PNG")


@pytest.mark.parametrize("name", ["none/picture.png", "picture.none"])
def test_a_picture_that_cannot_be_written_is_a_failure(tmp_path: Path, name: str) -> None:
    """And nothing is said of a process that was left behind."""
    assert take(tmp_path / name, "--demo") == (1, f"{tmp_path / name} could not be written.\n")


@pytest.mark.parametrize(
    ("agent", "why"),
    [
        ("none-such", "none-such could not be started: none-such was not found."),
        (FALSE, f"{Path(sys.executable).name} ended with exit code 3."),
        (TRUE, f"{Path(sys.executable).name} ended by itself."),
        ("'open", 'The agent command cannot be read: no closing quotation in "\'open".'),
    ],
)
def test_without_an_agent_there_is_no_picture(tmp_path: Path, agent: str, why: str) -> None:
    file = tmp_path / "picture.png"
    assert take(file, "--agent", agent) == (1, f"No picture was made: {why}\n")
    assert not file.exists()


def test_an_agent_that_says_nothing_is_not_waited_for(
    qtbot: QtBot, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr(screenshot, "_LONGEST_MS", 0)
    failures: list[bool] = []
    monkeypatch.setattr(screenshot, "fail", lambda: failures.append(True))
    window = MainWindow(DARK)
    qtbot.addWidget(window)
    screenshot.Screenshot(window, Controller(Settings(), window), tmp_path / "x.png")
    with qtbot.waitSignal(window.close_requested):
        window.show()
    assert failures == [True]
    assert "No picture was made: the agent said nothing in " in capsys.readouterr().err
