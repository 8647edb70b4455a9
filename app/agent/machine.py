"""The machine as the search for programs sees it: its system, its home, its variables. Looks at files, runs nothing."""

from __future__ import annotations

import os
import sys
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from pathlib import Path

from app.agent.node import Version, parse_version

ROOT = Path("/")
_READ_LIMIT = 64 * 1024


@dataclass(frozen=True, slots=True)
class Place:
    """Where one program keeps others: *folders* to look in, best first; *where* says them to a person."""

    name: str
    folders: tuple[Path, ...]
    where: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Machine:
    """*environment* holds the variables, *system* is as `sys.platform` says it, *root* is where "/" begins."""

    environment: Mapping[str, str]
    home: Path
    system: str = sys.platform
    root: Path = ROOT

    @property
    def is_windows(self) -> bool:
        """Whether this is Windows, where launchers and folders have other names."""
        return self.system == "win32"

    def variable(self, name: str) -> Path | None:
        """Return the folder that the variable *name* holds; None when it holds no absolute path."""
        path = Path(self.environment.get(name, ""))
        return path if path.is_absolute() else None

    def data(self, name: str, *otherwise: str) -> Path:
        """Return the folder of the variable *name*, else the one of *otherwise* in the home that exists.

        The first of *otherwise* is returned when none exists.
        """
        given = self.variable(name)
        if given is not None:
            return given
        folders = [self.home / text for text in otherwise]
        return next((folder for folder in folders if os.path.isdir(folder)), folders[0])

    def place(self, name: str, folders: Iterable[Path], where: Iterable[Path] = ()) -> Place:
        """Return the place *name*; *where* names its folders when a pattern says it better than they do."""
        found = tuple(dict.fromkeys(folders))
        return Place(name, found, tuple(map(self._short, where or found)))

    def _short(self, folder: Path) -> str:
        """Return *folder* as people write it, with ~ for the home."""
        try:
            return str(Path("~") / folder.relative_to(self.home))
        except ValueError:
            return str(folder)


def this_machine(environment: Mapping[str, str]) -> Machine:
    """Return the machine that this program runs on, with the variables *environment*."""
    home = environment.get("USERPROFILE" if os.name == "nt" else "HOME", "")
    return Machine(environment, Path(home) if home else Path.home(), root=ROOT)


def read_text(path: Path) -> str:
    """Return the start of the text file *path*, 64 KiB at most; "" when it cannot be read."""
    try:
        with path.open("rb") as file:
            return file.read(_READ_LIMIT).decode("utf-8", "replace")
    except OSError:
        return ""


def number_of(folder: Path) -> Version:
    """Return the version that a folder is named after ("v22.19.0", "node@22"); empty when it has none."""
    return parse_version(folder.name.rpartition("@")[2])


def newest_first(parent: Path, wanted: str = "", pattern: str = "*") -> list[Path]:
    """Return the folders in *parent* that are named after a version, by number, the newest first.

    The newest one of the version *wanted* ("22", "v20.6.1") comes before all others.
    """
    try:
        numbered = {folder: number for folder in parent.glob(pattern) if (number := number_of(folder))}
    except OSError:
        return []
    folders = sorted(numbered, key=numbered.__getitem__, reverse=True)
    start = parse_version(wanted)
    chosen = [folder for folder in folders if start and numbered[folder][: len(start)] == start][:1]
    return list(dict.fromkeys(chosen + folders))
