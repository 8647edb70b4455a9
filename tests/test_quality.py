"""Style, types, import contracts and banned words, as tests: each runs its tool on the whole project."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parents[1]
LINT_IMPORTS = "from importlinter.cli import lint_imports_command; lint_imports_command()"


@pytest.mark.parametrize(
    "arguments",
    [
        ("-m", "ruff", "check", "."),
        ("-m", "ruff", "format", "--check", "."),
        ("-m", "mypy"),
        ("-c", LINT_IMPORTS),
    ],
    ids=["style", "format", "types", "import contracts"],
)
def test_the_tool_has_nothing_to_say(arguments: tuple[str, ...]) -> None:
    result = subprocess.run([sys.executable, *arguments], cwd=ROOT, capture_output=True, text=True, check=False)
    assert result.returncode == 0, f"{result.stdout}\n{result.stderr}"


def test_the_project_names_nothing_outside_of_itself() -> None:
    """A stranger's clone has neither the workplace nor what lay beside it."""
    words = ("../" + "shared", "/work" + "/")
    listed = subprocess.run(["git", "ls-files", "-z"], cwd=ROOT, capture_output=True, text=True, check=False)
    if listed.returncode != 0:
        pytest.skip("not a git checkout")
    found = []
    for name in filter(None, listed.stdout.split("\0")):
        path = ROOT / name
        text = path.read_text(encoding="utf-8", errors="replace") if path.is_file() else ""
        found += [f"{name}: {word}" for word in words if word in text]
    assert found == []
