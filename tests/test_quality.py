"""Style, types and import contracts as tests: each runs its tool on the whole project."""

from __future__ import annotations

import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parents[1]
FOLDERS = ("app", "packaging", "resources", "tests", ".ci")
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


def project_files() -> Iterator[Path]:
    """Yield the files of the project, found without git: an unpacked archive has the same rules."""
    yield from (path for path in ROOT.iterdir() if path.suffix in (".md", ".toml"))
    for folder in FOLDERS:
        yield from (path for path in (ROOT / folder).rglob("*") if path.is_file() and "__pycache__" not in path.parts)


def test_the_project_names_nothing_outside_of_itself() -> None:
    """A stranger's clone has neither the workplace nor what lay beside it."""
    words = ("../" + "shared", "/work" + "/")
    found = [
        f"{path.relative_to(ROOT)}: {word}"
        for path in project_files()
        for word in words
        if word.encode() in path.read_bytes()
    ]
    assert found == []
