"""The wheel in a fresh environment: it starts, and it carries its resources."""

from __future__ import annotations

import os
import subprocess
import sys
import sysconfig
from dataclasses import dataclass
from importlib import metadata
from pathlib import Path

import pytest

from app import __version__

ROOT = Path(__file__).resolve().parents[3]
SHOW = "import app, app.paths; print(app.__file__); print(app.paths.resource('extensions/playground.ts'))"


@dataclass(frozen=True)
class Installed:
    """A fresh environment that knows the wheel unpacked in *site*, and what the wheel needs from this one."""

    python: Path
    site: Path

    def run(self, *arguments: str) -> str:
        """Return what its Python prints, started in another folder than the project's."""
        needed = os.pathsep.join((str(self.site), sysconfig.get_path("purelib")))
        result = subprocess.run(
            [str(self.python), "-P", *arguments],
            env={**os.environ, "PYTHONPATH": needed, "QT_QPA_PLATFORM": "offscreen"},
            cwd=self.site.parent,
            capture_output=True,
            text=True,
            check=True,
        )
        return result.stdout.strip()


@pytest.fixture(scope="module")
def installed(tmp_path_factory: pytest.TempPathFactory) -> Installed:
    """The wheel of this project, built and unpacked."""
    folder = tmp_path_factory.mktemp("wheel")
    pip = [sys.executable, "-m", "pip", "--disable-pip-version-check", "--quiet"]
    subprocess.run([*pip, "wheel", "--no-deps", "--wheel-dir", str(folder), str(ROOT)], check=True)
    (wheel,) = folder.glob("pienza-*.whl")
    site = folder / "site"
    subprocess.run([*pip, "install", "--no-deps", "--target", str(site), str(wheel)], check=True)
    # Some other package's folder that happens to have the name of ours in the source tree.
    (site / "resources").mkdir()
    subprocess.run([sys.executable, "-m", "venv", "--without-pip", str(folder / "fresh")], check=True)
    return Installed(folder / "fresh" / ("Scripts/python.exe" if os.name == "nt" else "bin/python"), site)


def test_the_wheel_finds_its_own_resources(installed: Installed) -> None:
    package, playground = map(Path, installed.run("-c", SHOW).splitlines())
    assert package == installed.site / "app" / "__init__.py"
    assert playground == installed.site / "app" / "_resources" / "extensions" / "playground.ts"
    assert playground.read_bytes() == (ROOT / "resources" / "extensions" / "playground.ts").read_bytes()


def test_the_wheel_says_its_version(installed: Installed) -> None:
    assert installed.run("-m", "app", "--version") == f"Pienza {__version__}"


def test_the_wheel_brings_the_command_and_no_tests(installed: Installed) -> None:
    (entry,) = metadata.Distribution.discover(name="pienza", path=[str(installed.site)])
    assert [(point.group, point.value) for point in entry.entry_points] == [("gui_scripts", "app.__main__:main")]
    assert {path.name for path in installed.site.iterdir() if path.is_dir()} >= {"app", "bin"}
    assert not (installed.site / "tests").exists()
