"""The program where no window can be shown: a sentence, never an abort."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

import pytest

from app.display import NO_DISPLAY, UNUSABLE_DISPLAY

pytestmark = pytest.mark.skipif(not sys.platform.startswith("linux"), reason="other systems always have a display")

ROOT = Path(__file__).resolve().parents[2]


def run(*arguments: str, **environment: str) -> subprocess.CompletedProcess[str]:
    """Run the program to its end, with no display but what *environment* says."""
    kept = {name: value for name, value in os.environ.items() if name not in ("DISPLAY", "WAYLAND_DISPLAY")}
    kept.pop("QT_QPA_PLATFORM", None)
    return subprocess.run(
        [sys.executable, "-m", "app", *arguments],
        cwd=ROOT,
        env={**kept, **environment},
        capture_output=True,
        text=True,
        check=False,
    )


def test_without_a_display_a_sentence_says_what_to_do() -> None:
    result = run("--demo")
    assert (result.returncode, result.stdout, result.stderr) == (1, "", f"{NO_DISPLAY}\n")


def test_a_display_that_cannot_be_used_is_told() -> None:
    result = run("--demo", QT_QPA_PLATFORM="none-such")
    assert result.returncode == 1
    assert result.stderr.splitlines()[-1] == UNUSABLE_DISPLAY
    assert "none-such" in result.stderr


def test_a_picture_needs_no_display(tmp_path: Path) -> None:
    picture = tmp_path / "picture.png"
    result = run("--demo", "--screenshot", str(picture))
    assert (result.returncode, picture.exists()) == (0, True), result.stderr


@pytest.mark.parametrize(("arguments", "code"), [(["--version"], 0), (["--demo", "--agent", "x"], 2)])
def test_what_opens_no_window_needs_no_display(arguments: list[str], code: int) -> None:
    assert run(*arguments).returncode == code
