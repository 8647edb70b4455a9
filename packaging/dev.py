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
from typing import NamedTuple

ROOT = Path(__file__).resolve().parent.parent
sys.path.insert(0, str(ROOT))

from app.display import has_display  # noqa: E402

VENV = ROOT / ".venv"
PICTURE = ROOT / "pienza-demo.png"
OLDEST_MINOR = 11

QT_LIBRARIES = {
    "libGL.so.1": "libgl1",
    "libEGL.so.1": "libegl1",
    "libxkbcommon.so.0": "libxkbcommon0",
    "libfontconfig.so.1": "libfontconfig1",
    "libdbus-1.so.3": "libdbus-1-3",
    "libglib-2.0.so.0": "libglib2.0-0",
    "libbrotlidec.so.1": "libbrotli1",
    # For a window under X11:
    "libxcb-cursor.so.0": "libxcb-cursor0",
    "libxcb-icccm.so.4": "libxcb-icccm4",
    "libxcb-keysyms.so.1": "libxcb-keysyms1",
    "libxcb-shape.so.0": "libxcb-shape0",
    "libxcb-xkb.so.1": "libxcb-xkb1",
    "libxkbcommon-x11.so.0": "libxkbcommon-x11-0",
    "libX11-xcb.so.1": "libx11-xcb1",
}
"""What Qt loads, and the Debian packages that bring it."""
X11_PROGRAMS = {
    "Xvfb": "xvfb",
    "xvfb-run": "xvfb",
    "xauth": "xauth",
    "openbox": "openbox",
    "xdotool": "xdotool",
}
"""What the tests need to open real windows where there is no screen, and to press real keys in them."""
CORE = "--include=app/protocol/*,app/session/*"
"""The part of the coverage report in which every branch must be taken."""


class SetupError(Exception):
    """The set-up cannot go on; the message is a sentence for the person."""


class Interpreter(NamedTuple):
    """A Python 3 to make the environment from: where it is, and its *minor* version."""

    path: str
    minor: int


def main(arguments: list[str]) -> int:
    """Set up, then do what *arguments* say; returns the exit code."""
    what, *rest = arguments or ["run"]
    if what not in ("run", "test"):
        print(__doc__)
        return 2
    try:
        python = prepare(testing=what == "test")
        return run(python, rest) if what == "run" else test(python, rest)
    except SetupError as error:
        print(error, file=sys.stderr)
        return 1
    except KeyboardInterrupt:
        return 130


# --- running ----------------------------------------------------------------------------------------------


def run(python: Path, arguments: list[str]) -> int:
    """Open the window; without a display, say so and draw the demo session into a picture."""
    command = [str(python), "-m", "app"]
    if has_display(os.environ):
        return become([*command, *arguments])
    if opens_window(arguments):
        print(f"There is no display here. The demo session is drawn into {PICTURE} instead.", flush=True)
        arguments = ["--demo", "--screenshot", str(PICTURE)]
    return become([*command, *arguments], QT_QPA_PLATFORM="offscreen")


def opens_window(arguments: list[str]) -> bool:
    """Whether Pienza would open a window with *arguments*, rather than print or draw something and go."""
    options = {argument.split("=")[0] for argument in arguments}
    return options.isdisjoint({"--version", "--help", "-h", "--demo-agent", "--screenshot"})


def call(command: list[str], **environment: str) -> int:
    """Run *command* in the project's folder with *environment* on top of this one; returns its exit code."""
    return subprocess.call(command, cwd=ROOT, env={**os.environ, **environment})


def become(command: list[str], **environment: str) -> int:
    """Let *command* take the place of this process; where the system cannot (Windows), `call` it.

    So Ctrl+C and a request to end reach the window alone, which takes its time to end the agent in order.
    """
    if os.name == "nt":
        return call(command, **environment)
    os.chdir(ROOT)
    return os.execve(command[0], command, {**os.environ, **environment})


# --- testing ----------------------------------------------------------------------------------------------


def test(python: Path, arguments: list[str]) -> int:
    """Run pytest with *arguments*; without any, everything. Returns the exit code of the first failure."""
    module = [str(python), "-m"]
    pytest, coverage = [*module, "pytest"], [*module, "coverage"]
    if arguments:
        return call([*pytest, *arguments])
    measured = ["--cov=app", "--cov-report=", "--cov-append"]
    offscreen = [*pytest, "-n", "2", "-m", "not xvfb", *measured]
    steps: list[tuple[str, Callable[[], int]]] = [
        # Before the tests, because each of those has a limit of time and a download has none.
        ("Real agents from npm", lambda: call([*module, "tests.support.agents"])),
        ("Tests", lambda: call(offscreen, QT_QPA_PLATFORM="offscreen")),
        ("Real windows", lambda: test_windows([*pytest, "-m", "xvfb", *measured])),
        ("Coverage of the core: every branch", lambda: call([*coverage, "report", CORE, "--fail-under=100"])),
        ("Coverage of the whole: 85 %", lambda: call([*coverage, "report", "--fail-under=85"])),
    ]
    call([*coverage, "erase"])
    codes = []
    for title, step in steps:
        print(f"\n=== {title}", flush=True)
        codes.append(step())
    return next((code for code in codes if code), 0)


def test_windows(command: list[str]) -> int:
    """Run the tests that open real windows on a private X server; where there is none, say that they are left out.

    CI may leave nothing out: there it is a failure.
    """
    if shutil.which("xvfb-run") is None:
        print("Left out: there is no xvfb-run here.")
        return 1 if os.environ.get("CI") else 0
    return call(["xvfb-run", "-a", "-s", "-screen 0 1600x1200x24", *command], QT_QPA_PLATFORM="xcb")


# --- the virtual environment ------------------------------------------------------------------------------


class Stamp(NamedTuple):
    """What an environment was made from, and for what: kept in it as lines, in this order."""

    python: str
    place: str
    source: str
    purpose: str

    @classmethod
    def read(cls, file: Path) -> Stamp:
        """Return the stamp in *file*; an empty one where there is none, or one that says something else."""
        lines = file.read_text(encoding="utf-8").splitlines() if file.exists() else []
        return cls(*lines) if len(lines) == len(cls._fields) else cls("", "", "", "")

    @classmethod
    def wanted(cls, minor: int, testing: bool) -> Stamp:
        """Return the stamp of an environment of Python 3.*minor* for this project as it is here."""
        source = hashlib.sha256((ROOT / "pyproject.toml").read_bytes()).hexdigest()
        return cls(f"3.{minor}", str(ROOT), source, "test" if testing else "run")

    def satisfies(self, wanted: Stamp) -> bool:
        """Whether it will do; one for tests serves for running too, and one of another Python serves as well."""
        return (self.place, self.source) == (wanted.place, wanted.source) and self.purpose in (wanted.purpose, "test")


def prepare(testing: bool) -> Path:
    """Install what is missing; returns the Python of the virtual environment. Raises SetupError.

    What is there and works is only added to: a window may be open that runs from it.
    """
    install_packages(missing_packages(testing))
    interpreter = find_python()
    python = VENV / ("Scripts/python.exe" if os.name == "nt" else "bin/python")
    file = VENV / "pienza-setup"
    stamp, wanted = Stamp.read(file), Stamp.wanted(interpreter.minor, testing)
    if not (python.exists() and stamp.satisfies(wanted)):
        print("Setting up .venv …", flush=True)
        # The programs in a moved environment name the place where it was.
        moved = stamp.place not in ("", wanted.place)
        minor = None if moved else environment_minor(python)
        file.unlink(missing_ok=True)
        if minor is None:
            make_environment(interpreter)
        fill_environment(python, testing)
        # Whoever runs tests today may run the window tomorrow: what is there for tests stays.
        purpose = "test" if minor is not None and stamp.purpose == "test" else wanted.purpose
        stamp = wanted._replace(python=f"3.{interpreter.minor if minor is None else minor}", purpose=purpose)
        file.write_text("\n".join(stamp) + "\n", encoding="utf-8")
    if stamp.python != wanted.python:
        print(f".venv is of Python {stamp.python} and stays so; remove it for {wanted.python}.", file=sys.stderr)
    return python


def environment_minor(python: Path) -> int | None:
    """Return the minor version of the environment's *python*; None unless it runs, has pip and is new enough."""
    if not python.exists():
        return None
    ask = [str(python), "-c", "import pip, sys; print(*sys.version_info[:2])"]
    answer = subprocess.run(ask, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, text=True, check=False)
    major, minor = (*answer.stdout.split(), "0", "0")[:2]
    return int(minor) if answer.returncode == 0 and major == "3" and int(minor) >= OLDEST_MINOR else None


def find_python() -> Interpreter:
    """Return a Python that is new enough: this one, else the best one found. Raises SetupError."""
    if sys.version_info >= (3, OLDEST_MINOR):
        return Interpreter(own_python(), sys.version_info.minor)
    for minor in (13, 12, 11, 14):
        found = shutil.which(f"python3.{minor}")
        # A version manager may leave a stand-in on the PATH for a version that it has switched off.
        if found and subprocess.call([found, "-c", ""], stderr=subprocess.DEVNULL) == 0:
            return Interpreter(found, minor)
    raise SetupError(f"Pienza needs Python 3.{OLDEST_MINOR} or newer, and none was found.")


def own_python() -> str:
    """Return the Python that runs this; of a virtual environment the one behind it, because `.venv` may be that."""
    behind = str(getattr(sys, "_base_executable", ""))
    return behind if os.path.isfile(behind) else sys.executable


def make_environment(interpreter: Interpreter) -> None:
    """Make the virtual environment anew and empty, with `uv` where there is one. Raises SetupError."""
    if uv := shutil.which("uv"):
        # With pip as a seed: the test of the wheel uses it.
        make = [uv, "venv", "--quiet", "--clear", "--seed", "--python", interpreter.path, str(VENV)]
    else:
        if not can_make_environments(interpreter):
            install_packages([f"python3.{interpreter.minor}-venv"], needed=True)
        make = [interpreter.path, "-m", "venv", "--clear", str(VENV)]
    must(make, "The virtual environment .venv could not be made.")


def fill_environment(python: Path, testing: bool) -> None:
    """Install into the environment of *python* what it lacks. Raises SetupError."""
    target = f"{ROOT}[test]" if testing else str(ROOT)
    if uv := shutil.which("uv"):
        install = [uv, "pip", "install", "--quiet", "--python", str(python), "--editable", target]
    else:
        pip = [str(python), "-m", "pip", "--disable-pip-version-check", "install", "--quiet"]
        install = [*pip, "--editable", target]
    must(install, "What Pienza needs could not be installed. Is the network there?")


def must(command: list[str], failure: str) -> None:
    """Run *command*. Raises SetupError with the sentence *failure* if it fails."""
    if call(command) != 0:
        raise SetupError(f"{failure} What went wrong stands above; the command was:\n  {' '.join(command)}")


def can_make_environments(interpreter: Interpreter) -> bool:
    """Whether *interpreter* can make virtual environments (Debian splits that off)."""
    check = [interpreter.path, "-c", "import ensurepip, venv"]
    return subprocess.call(check, stderr=subprocess.DEVNULL) == 0


# --- system packages --------------------------------------------------------------------------------------


def missing_packages(testing: bool) -> list[str]:
    """Return the Debian packages that this machine lacks, in a stable order; none on other systems."""
    if not sys.platform.startswith("linux"):
        return []
    missing = [package for library, package in QT_LIBRARIES.items() if not can_load(library)]
    if testing:
        missing += [package for program, package in X11_PROGRAMS.items() if shutil.which(program) is None]
    return list(dict.fromkeys(missing))


def can_load(library: str) -> bool:
    """Whether the dynamic loader finds *library*."""
    try:
        ctypes.CDLL(library)
    except OSError:
        return False
    return True


def apt_line(packages: Iterable[str]) -> list[str]:
    """Return the command that installs *packages*."""
    return ["apt-get", "install", "-y", "--no-install-recommends", *packages]


def install_packages(packages: list[str], needed: bool = False) -> None:
    """Install *packages* as root, else say the exact line.

    Goes on without them unless they are *needed*, because Qt may do without some: then raises SetupError.
    """
    if not packages or apt_installs(packages):
        return
    if shutil.which("apt-get"):
        advice = f"System packages are missing. Run once:\n  sudo {' '.join(apt_line(packages))}"
    else:
        advice = f"System packages are missing; under Debian their names are {', '.join(packages)}."
    if needed:
        raise SetupError(advice)
    print(advice, file=sys.stderr)


def apt_installs(packages: list[str]) -> bool:
    """Install *packages* with apt-get; returns False where it is not there, not allowed, or fails."""
    if shutil.which("apt-get") is None or os.geteuid() != 0:
        return False
    print(f"Installing {' '.join(packages)} …", flush=True)
    quiet = {"DEBIAN_FRONTEND": "noninteractive"}
    call(["apt-get", "update", "-qq"], **quiet)
    return call([*apt_line(packages), "-qq"], **quiet) == 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
