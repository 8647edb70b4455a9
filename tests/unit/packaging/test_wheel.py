"""The wheel in a fresh environment: it starts, and it carries its resources."""

from __future__ import annotations

import os
import subprocess
import sys
import sysconfig
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parents[3]
CHECK = "from app.paths import resource; import app; print(app.__file__); print(resource('extensions/playground.ts'))"


@pytest.fixture(scope="module")
def installed(tmp_path_factory: pytest.TempPathFactory) -> tuple[Path, dict[str, str]]:
    """The Python of a fresh environment with the wheel; what the wheel needs comes from this environment."""
    folder = tmp_path_factory.mktemp("wheel")
    pip = [sys.executable, "-m", "pip", "--disable-pip-version-check", "--quiet"]
    subprocess.run([*pip, "wheel", "--no-deps", "--wheel-dir", str(folder), str(ROOT)], check=True)
    (wheel,) = folder.glob("pienza-*.whl")
    site = folder / "site"
    subprocess.run([*pip, "install", "--no-deps", "--target", str(site), str(wheel)], check=True)
    subprocess.run([sys.executable, "-m", "venv", "--without-pip", str(folder / "fresh")], check=True)
    python = folder / "fresh" / ("Scripts/python.exe" if os.name == "nt" else "bin/python")
    needed = os.pathsep.join((str(site), sysconfig.get_paths()["purelib"]))
    return python, {**os.environ, "PYTHONPATH": needed, "QT_QPA_PLATFORM": "offscreen"}


def test_the_wheel_finds_its_own_resources(installed: tuple[Path, dict[str, str]], tmp_path: Path) -> None:
    python, environment = installed
    result = subprocess.run(
        [str(python), "-P", "-c", CHECK], env=environment, cwd=tmp_path, capture_output=True, text=True, check=True
    )
    package, playground = map(Path, result.stdout.split())
    assert package.parent.parent.name == "site"
    assert playground == package.parent / "_resources" / "extensions" / "playground.ts"
    assert playground.is_file()


def test_the_wheel_says_its_version(installed: tuple[Path, dict[str, str]], tmp_path: Path) -> None:
    python, environment = installed
    result = subprocess.run(
        [str(python), "-P", "-m", "app", "--version"],
        env=environment,
        cwd=tmp_path,
        capture_output=True,
        text=True,
        check=True,
    )
    assert result.stdout.strip() == "Pienza 0.1.0"
