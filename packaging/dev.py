#!/usr/bin/env python3
"""Sets everything up, then runs Pienza or its tests. Standard library only.

python3 packaging/dev.py run [ARGUMENT ...]    open the window
python3 packaging/dev.py test [ARGUMENT ...]   run all tests, or pytest with these arguments
"""

from __future__ import annotations

import ctypes
import hashlib
import os
import shutil
import subprocess
import sys
from collections.abc import Callable, Iterable
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
VENV = ROOT / ".venv"
OLDEST = (3, 11)

QT_LIBRARIES = {
    "libGL.so.1": "libgl1",
    "libEGL.so.1": "libegl1",
    "libxkbcommon.so.0": "libxkbcommon0",
    "libfontconfig.so.1": "libfontconfig1",
    "libdbus-1.so.3": "libdbus-1-3",
    "libglib-2.0.so.0": "libglib2.0-0",
    "libbrotlidec.so.1": "libbrotli1",
}
"""What Qt loads in any case, and the Debian packages that bring it."""
X11_LIBRARIES = {
    "libxcb-cursor.so.0": "libxcb-cursor0",
    "libxcb-icccm.so.4": "libxcb-icccm4",
    "libxcb-keysyms.so.1": "libxcb-keysyms1",
    "libxcb-shape.so.0": "libxcb-shape0",
    "libxcb-xkb.so.1": "libxcb-xkb1",
    "libxkbcommon-x11.so.0": "libxkbcommon-x11-0",
    "libX11-xcb.so.1": "libx11-xcb1",
}
"""What Qt loads for a window under X11."""
X11_PROGRAMS = {"Xvfb": "xvfb", "xvfb-run": "xvfb", "xauth": "xauth"}
"""What the tests need to open real windows where there is no screen."""


class SetupError(Exception):
    """The set-up cannot go on; the message is a sentence for the person."""


def main(arguments: list[str]) -> int:
    """Set up, then do what *arguments* say; returns the exit code."""
    what, *rest = arguments or ["run"]
    if what not in ("run", "test"):
        print(__doc__)
        return 2
    try:
        python = prepare(testing=what == "test")
    except SetupError as error:
        print(error, file=sys.stderr)
        return 1
    return run(python, rest) if what == "run" else test(python, rest)


# --- running ----------------------------------------------------------------------------------------------


def run(python: Path, arguments: list[str]) -> int:
    """Open the window; without a display, say so and draw the demo session into a picture."""
    command = [str(python), "-m", "app", *arguments]
    if has_display(os.environ) or "--version" in arguments or "--help" in arguments:
        return call(command)
    picture = ROOT / "pienza-demo.png"
    print(f"There is no display here. The demo session is drawn into {picture} instead.")
    return call([str(python), "-m", "app", "--demo", "--screenshot", str(picture)], QT_QPA_PLATFORM="offscreen")


def has_display(environment: os._Environ[str] | dict[str, str]) -> bool:
    """Whether a window can be shown, or Qt was told where to draw."""
    if not sys.platform.startswith("linux"):
        return True
    return any(environment.get(name) for name in ("DISPLAY", "WAYLAND_DISPLAY", "QT_QPA_PLATFORM"))


def test(python: Path, arguments: list[str]) -> int:
    """Run pytest with *arguments*; without any, everything: tests, real windows, coverage."""
    pytest = [str(python), "-m", "pytest"]
    if arguments:
        return call([*pytest, *arguments], QT_QPA_PLATFORM="offscreen")
    coverage = [str(python), "-m", "coverage"]
    with_coverage = ["--cov=app", "--cov-report=", "--cov-append"]
    steps: list[tuple[str, Callable[[], int]]] = [
        ("Tests", lambda: call([*pytest, "-n", "2", "-m", "not xvfb", *with_coverage], QT_QPA_PLATFORM="offscreen")),
        ("Real windows", lambda: test_windows([*pytest, "-m", "xvfb", *with_coverage])),
        ("Coverage of the core: all branches", lambda: call([*coverage, "report", *CORE, "--fail-under=100"])),
        ("Coverage of the whole: 85 %", lambda: call([*coverage, "report", "--fail-under=85"])),
    ]
    call([*coverage, "erase"])
    codes = []
    for title, step in steps:
        print(f"\n=== {title}", flush=True)
        codes.append(step())
    return next((code for code in codes if code), 0)


CORE = ["--include=app/protocol/*,app/session/*"]


def test_windows(command: list[str]) -> int:
    """Run the tests that open real windows on a private X server; left out, and said, where there is none."""
    if shutil.which("xvfb-run") is None:
        print("Left out: there is no xvfb-run here.")
        return 0
    return call(["xvfb-run", "-a", "-s", "-screen 0 1600x1200x24", *command], QT_QPA_PLATFORM="xcb")


def call(command: list[str], **environment: str) -> int:
    """Run *command* in the project's folder; returns its exit code. What is set already wins."""
    return subprocess.call(command, cwd=ROOT, env={**environment, **os.environ})


# --- setting up -------------------------------------------------------------------------------------------


def prepare(testing: bool) -> Path:
    """Install what is missing; returns the Python of the virtual environment. Raises SetupError."""
    install_packages(missing_packages(testing))
    interpreter = find_python()
    python = VENV / ("Scripts/python.exe" if os.name == "nt" else "bin/python")
    stamp = VENV / "pienza-setup"
    wanted = stamp_text(interpreter, testing)
    if python.exists() and stamp.exists() and satisfies(stamp.read_text(encoding="utf-8"), wanted):
        return python
    print("Setting up .venv …", flush=True)
    install(interpreter, python, testing)
    stamp.write_text(wanted, encoding="utf-8")
    return python


def stamp_text(interpreter: str, testing: bool) -> str:
    """Return what the environment was made from, and for what: two lines."""
    project = (ROOT / "pyproject.toml").read_bytes()
    return hashlib.sha256(project + interpreter.encode()).hexdigest() + ("\ntest" if testing else "\nrun")


def satisfies(stamp: str, wanted: str) -> bool:
    """Whether an environment with *stamp* will do; one for tests serves for running too."""
    return stamp == wanted or (stamp.splitlines()[:1] == wanted.splitlines()[:1] and stamp.endswith("test"))


def find_python() -> str:
    """Return a Python that is new enough: this one, else the newest found. Raises SetupError."""
    if sys.version_info >= OLDEST:
        return sys.executable
    for minor in (13, 12, 11, 14):
        if found := shutil.which(f"python3.{minor}"):
            return found
    raise SetupError("Pienza needs Python 3.11 or newer, and none was found.")


def install(interpreter: str, python: Path, testing: bool) -> None:
    """Make the virtual environment anew, with `uv` where there is one. Raises SetupError."""
    target = f"{ROOT}[test]" if testing else str(ROOT)
    if uv := shutil.which("uv"):
        commands = [
            [uv, "venv", "--quiet", "--clear", "--python", interpreter, str(VENV)],
            [uv, "pip", "install", "--quiet", "--python", str(python), "--editable", target],
        ]
    else:
        pip = [str(python), "-m", "pip", "install", "--quiet", "--disable-pip-version-check"]
        commands = [[interpreter, "-m", "venv", "--clear", str(VENV)], [*pip, "--editable", target]]
    for command in commands:
        if subprocess.call(command, cwd=ROOT) != 0:
            raise SetupError(f"This did not work, see above: {' '.join(command)}")


def missing_packages(testing: bool) -> list[str]:
    """Return the Debian packages that this machine lacks, in a stable order; none on other systems."""
    if not sys.platform.startswith("linux"):
        return []
    missing = [package for library, package in (QT_LIBRARIES | X11_LIBRARIES).items() if not can_load(library)]
    if testing:
        missing += [package for program, package in X11_PROGRAMS.items() if shutil.which(program) is None]
    if shutil.which("uv") is None and not VENV.exists() and not can_make_environments():
        missing.append("python3-venv")
    return list(dict.fromkeys(missing))


def can_load(library: str) -> bool:
    """Whether the dynamic loader finds *library*."""
    try:
        ctypes.CDLL(library)
    except OSError:
        return False
    return True


def can_make_environments() -> bool:
    """Whether this Python can make virtual environments (Debian splits that off)."""
    try:
        import ensurepip  # noqa: F401
        import venv  # noqa: F401
    except ImportError:
        return False
    return True


def apt_line(packages: Iterable[str]) -> list[str]:
    """Return the command that installs *packages*."""
    return ["apt-get", "install", "-y", "--no-install-recommends", *packages]


def install_packages(packages: list[str]) -> None:
    """Install *packages* as root; else say the exact line and go on, because Qt may do without some of them.

    Raises SetupError when only a package is missing without which nothing works.
    """
    if not packages:
        return
    if shutil.which("apt-get") and os.geteuid() == 0:
        print(f"Installing {' '.join(packages)} …", flush=True)
        environment = {**os.environ, "DEBIAN_FRONTEND": "noninteractive"}
        subprocess.call(["apt-get", "update", "-qq"], env=environment)
        if subprocess.call(apt_line(packages), env=environment, stdout=subprocess.DEVNULL) != 0:
            raise SetupError(f"This did not work, see above: {' '.join(apt_line(packages))}")
        return
    line = f"System packages are missing. Run once:\n  sudo {' '.join(apt_line(packages))}"
    if "python3-venv" in packages:
        raise SetupError(line)
    print(line, file=sys.stderr)


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
