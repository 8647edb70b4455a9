"""Where programs such as pi are installed, in the order in which they are looked for.

A program that is started by a double click has a short PATH: what the person's shell adds is missing. So the usual
places are looked through after it. PATH always wins. Nothing here runs a program: a search costs a few milliseconds.
"""

from __future__ import annotations

import os
import re
from collections.abc import Iterable
from pathlib import Path

from app.agent import version_managers
from app.agent.machine import Machine, Place, newest_first, read_text

_PREFIX = re.compile(r"^\s*prefix\s*=\s*(.+?)\s*$", re.MULTILINE)
_VARIABLE = re.compile(r"\$\{(\w+)\??\}")

_LINE = 76
"""How many characters a line of the report has, so that it fits into a narrow window."""


def search_places(machine: Machine) -> list[Place]:
    """Return every place to look in, the first one to look in first."""
    makers = _WINDOWS if machine.is_windows else _UNIX
    return [make(machine) for make in makers]


def folders_of(places: Iterable[Place]) -> list[Path]:
    """Return the folders of *places* in their order, each once."""
    return list(dict.fromkeys(folder for place in places for folder in place.folders))


def looked_in(places: Iterable[Place]) -> str:
    """Return *places* for a person to read: a column of names, and beside it where each of them was looked for."""
    known = [place for place in places if place.where]
    width = max((len(place.name) for place in known), default=0) + 2
    lines = ["Looked in:"]
    for place in known:
        first, *further = _joined(place.where, _LINE - width)
        lines += [f"{place.name:<{width}}{first}", *(f"{'':<{width}}{text}" for text in further)]
    return "\n".join(lines)


def _joined(texts: Iterable[str], width: int) -> list[str]:
    """Return *texts* with commas, as many on a line as fit into *width* characters; none is broken."""
    lines: list[str] = []
    for text in texts:
        if lines and len(lines[-1]) + 2 + len(text) < width:
            lines[-1] += f", {text}"
        else:
            lines.append(text)
    return lines


def _path(machine: Machine) -> Place:
    folders = filter(None, machine.environment.get("PATH", os.defpath).split(os.pathsep))
    return machine.place("PATH", map(Path, folders))


def _npm(machine: Machine) -> Place:
    """npm's global prefix: as the variables say, else as the person's .npmrc does, then the usual ones."""
    prefixes = [machine.variable("NPM_CONFIG_PREFIX"), machine.variable("npm_config_prefix"), _npmrc_prefix(machine)]
    given = [prefix for prefix in prefixes if prefix]
    if machine.is_windows:
        roaming = machine.data("APPDATA", "AppData/Roaming")
        programs = machine.variable("ProgramFiles")
        return machine.place("npm", [*given, roaming / "npm", *([programs / "nodejs"] if programs else [])])
    usual = [machine.home / ".npm-global", machine.home / ".npm-packages", machine.root / "usr/local"]
    return machine.place("npm", [prefix / "bin" for prefix in (*given, *usual)])


def _npmrc_prefix(machine: Machine) -> Path | None:
    """Return the prefix of the person's .npmrc, with ~ and ${VARIABLE} put in; None when there is none."""
    file = machine.variable("NPM_CONFIG_USERCONFIG") or machine.home / ".npmrc"
    found = _PREFIX.findall(read_text(file))
    if not found:
        return None
    environment = {"HOME": str(machine.home), **machine.environment}
    text = _VARIABLE.sub(lambda name: environment.get(name[1], ""), found[-1].strip("\"'"))
    path = machine.home / text[2:] if text.startswith(("~/", "~\\")) else Path(text)
    return path if path.is_absolute() else None


def _homebrew(machine: Machine) -> Place:
    """Homebrew's prefix; a Node of a certain version is kept out of its bin folder."""
    given = machine.variable("HOMEBREW_PREFIX")
    prefixes = [machine.root / "opt/homebrew", machine.root / "home/linuxbrew/.linuxbrew", machine.home / ".linuxbrew"]
    prefixes = [*([given] if given else []), *prefixes]
    nodes = [node / "bin" for prefix in prefixes for node in newest_first(prefix / "opt", pattern="node@*")]
    bins = [prefix / "bin" for prefix in prefixes]
    return machine.place("Homebrew", [*bins, *nodes], [*bins, prefixes[0] / "opt" / "node@*" / "bin"])


def _pnpm(machine: Machine) -> Place:
    if machine.is_windows:
        root = machine.variable("PNPM_HOME") or machine.data("LOCALAPPDATA", "AppData/Local") / "pnpm"
    else:
        root = machine.data("PNPM_HOME", ".local/share/pnpm", "Library/pnpm")
    return machine.place("pnpm", [root, root / "bin"])


def _bun(machine: Machine) -> Place:
    return machine.place("Bun", [machine.data("BUN_INSTALL", ".bun") / "bin"])


def _yarn(machine: Machine) -> Place:
    return machine.place("Yarn", [machine.home / ".yarn/bin", machine.home / ".config/yarn/global/node_modules/.bin"])


def _snap(machine: Machine) -> Place:
    return machine.place("snap", [machine.root / "snap/bin", machine.root / "var/lib/snapd/snap/bin"])


def _home(machine: Machine) -> Place:
    return machine.place("home", [machine.home / ".local/bin", machine.home / "bin"])


def _scoop(machine: Machine) -> Place:
    root = machine.data("SCOOP", "scoop")
    apps = [root / "apps" / name / "current" for name in ("nodejs", "nodejs-lts")]
    kept = [root / "persist" / name / "bin" for name in ("nodejs", "nodejs-lts")]
    return machine.place("Scoop", [root / "shims", *kept, *(app / "bin" for app in apps), *apps])


_UNIX = (
    _path, _npm, version_managers.nvm, version_managers.fnm, version_managers.volta, version_managers.asdf,
    version_managers.mise, version_managers.n, _homebrew, _pnpm, _bun, version_managers.nodenv, _yarn, _snap, _home,
)  # fmt: skip
_WINDOWS = (
    _path, _npm, version_managers.nvm, version_managers.fnm, version_managers.volta, version_managers.mise, _scoop,
    _pnpm, _bun,
)  # fmt: skip
