"""Where programs are looked for, in which order, and how that is told."""

from __future__ import annotations

import os
from pathlib import Path

import pytest

from app.agent.machine import Machine, Place
from app.agent.pi import find_pi
from app.agent.search_path import folders_of, looked_in, search_places
from tests.unit.agent.test_pi import installed, put
from tests.unit.agent.test_version_managers import inside, machine, make


def place_of(machine: Machine, name: str) -> Place:
    """The place *name* on *machine*."""
    return next(place for place in search_places(machine) if place.name == name)


def test_the_path_comes_first_and_the_order_is_stated(tmp_path: Path) -> None:
    unix = ["PATH", "npm", "nvm", "fnm", "Volta", "asdf", "mise", "n", "Homebrew", "pnpm", "Bun", "nodenv", "Yarn",
            "snap", "home"]  # fmt: skip
    assert [place.name for place in search_places(machine(tmp_path))] == unix
    windows = ["PATH", "npm", "nvm", "fnm", "Volta", "mise", "Scoop", "pnpm", "Bun"]
    assert [place.name for place in search_places(machine(tmp_path, "win32"))] == windows


def test_a_pi_on_the_path_wins_over_all_others(tmp_path: Path) -> None:
    mine = machine(tmp_path, PATH=os.pathsep.join(["", str(tmp_path / "empty"), str(tmp_path / "own" / "bin")]))
    nvm = installed(tmp_path / ".nvm" / "versions" / "node" / "v22.19.0")
    found = find_pi(folders_of(search_places(mine)), windows=False)
    assert found is not None
    assert found.launcher == nvm
    own = installed(tmp_path / "own")
    found = find_pi(folders_of(search_places(mine)), windows=False)
    assert found is not None
    assert found.launcher == own


@pytest.mark.parametrize(
    ("npmrc", "environment", "first"),
    [
        ("prefix=~/mine\n", {}, "mine/bin"),
        ("registry=x\n prefix = ${HOME}/mine \n", {}, "mine/bin"),
        ('prefix="${PLACE}/deep"\n', {"PLACE": "{home}/a"}, "a/deep/bin"),
        ("prefix=~/first\nprefix=~/last\n", {}, "last/bin"),
        ("; prefix=~/mine\n", {}, ".npm-global/bin"),
        ("prefix=relative\n", {}, ".npm-global/bin"),
        ("my-prefix=~/mine\n", {}, ".npm-global/bin"),
        ("prefix=~/mine\n", {"NPM_CONFIG_PREFIX": "{home}/given"}, "given/bin"),
        ("", {"npm_config_prefix": "{home}/given"}, "given/bin"),
        ("", {"NPM_CONFIG_PREFIX": "relative"}, ".npm-global/bin"),
    ],
)
def test_npm_has_its_prefix_where_it_was_told(
    tmp_path: Path, npmrc: str, environment: dict[str, str], first: str
) -> None:
    make(tmp_path, [], {".npmrc": npmrc})
    given = {name: text.format(home=tmp_path) for name, text in environment.items()}
    found = inside(place_of(machine(tmp_path, **given), "npm"), tmp_path)
    assert found[0] == first
    assert found[-3:] == [".npm-global/bin", ".npm-packages/bin", "root/usr/local/bin"]


def test_npms_own_settings_may_be_elsewhere(tmp_path: Path) -> None:
    make(tmp_path, [], {"elsewhere": "prefix=~/mine"})
    given = machine(tmp_path, NPM_CONFIG_USERCONFIG=str(tmp_path / "elsewhere"))
    assert inside(place_of(given, "npm"), tmp_path)[0] == "mine/bin"


def test_npm_on_windows_keeps_programs_in_its_prefix_itself(tmp_path: Path) -> None:
    environment = {"APPDATA": str(tmp_path / "roaming"), "ProgramFiles": str(tmp_path / "programs")}
    make(tmp_path, [], {".npmrc": "prefix=~\\mine"})
    assert inside(place_of(machine(tmp_path, "win32", **environment), "npm"), tmp_path) == [
        "mine",
        "roaming/npm",
        "programs/nodejs",
    ]


def test_homebrew_keeps_nodes_of_a_certain_version_apart(tmp_path: Path) -> None:
    brew = "root/opt/homebrew"
    make(tmp_path, [f"{brew}/opt/node@9", f"{brew}/opt/node@22", f"{brew}/opt/git"])
    assert inside(place_of(machine(tmp_path), "Homebrew"), tmp_path) == [
        f"{brew}/bin",
        "root/home/linuxbrew/.linuxbrew/bin",
        ".linuxbrew/bin",
        f"{brew}/opt/node@22/bin",
        f"{brew}/opt/node@9/bin",
    ]
    given = machine(tmp_path, HOMEBREW_PREFIX=str(tmp_path / "given"))
    assert inside(place_of(given, "Homebrew"), tmp_path)[0] == "given/bin"


@pytest.mark.parametrize(
    ("name", "system", "environment", "folders"),
    [
        ("pnpm", "linux", {}, [".local/share/pnpm", ".local/share/pnpm/bin"]),
        ("pnpm", "linux", {"PNPM_HOME": "given"}, ["given", "given/bin"]),
        ("pnpm", "win32", {"LOCALAPPDATA": "local"}, ["local/pnpm", "local/pnpm/bin"]),
        ("Bun", "linux", {}, [".bun/bin"]),
        ("Bun", "win32", {"BUN_INSTALL": "given"}, ["given/bin"]),
        ("Yarn", "linux", {}, [".yarn/bin", ".config/yarn/global/node_modules/.bin"]),
        ("snap", "linux", {}, ["root/snap/bin", "root/var/lib/snapd/snap/bin"]),
        ("home", "linux", {}, [".local/bin", "bin"]),
    ],
)
def test_a_place_with_few_folders(
    tmp_path: Path, name: str, system: str, environment: dict[str, str], folders: list[str]
) -> None:
    given = {variable: str(tmp_path / folder) for variable, folder in environment.items()}
    assert inside(place_of(machine(tmp_path, system, **given), name), tmp_path) == folders


def test_pnpm_on_macos_is_in_the_library(tmp_path: Path) -> None:
    make(tmp_path, ["Library/pnpm"])
    assert inside(place_of(machine(tmp_path, "darwin"), "pnpm"), tmp_path)[0] == "Library/pnpm"


def test_scoop_keeps_what_npm_installs_beside_its_node(tmp_path: Path) -> None:
    put(tmp_path / "scoop" / "persist" / "nodejs" / "bin" / "pi.cmd", '@"%~dp0\\pi.js" %*')
    script = put(tmp_path / "scoop" / "persist" / "nodejs" / "bin" / "pi.js")
    found = find_pi(place_of(machine(tmp_path, "win32"), "Scoop").folders, windows=True)
    assert found is not None
    assert found.script == script


def test_where_was_looked_is_told_in_columns(tmp_path: Path) -> None:
    make(tmp_path, [".nvm/versions/node/v22.19.0/bin"])
    lines = looked_in(search_places(machine(tmp_path, PATH="/usr/bin:/bin"))).splitlines()
    assert lines[:4] == [
        "Looked in:",
        "PATH      /usr/bin, /bin",
        "npm       ~/.npm-global/bin, ~/.npm-packages/bin, ~/root/usr/local/bin",
        "nvm       ~/.nvm/versions/node/*/bin",
    ]
    assert lines[-1] == "home      ~/.local/bin, ~/bin"
    assert lines[lines.index("Volta     ~/.volta/bin") + 2 :][:3] == [
        "mise      ~/.local/share/mise/installs/node/*/bin",
        "          ~/.local/share/mise/installs/npm-*/*/bin",
        "          ~/.local/share/mise/shims",
    ]
    assert max(map(len, lines)) <= 76


def test_a_home_with_nothing_in_it_or_that_cannot_be_read_is_no_fault(tmp_path: Path) -> None:
    locked = tmp_path / "locked"
    locked.mkdir(mode=0)
    for home in (tmp_path, tmp_path / "missing", locked):
        for system in ("linux", "darwin", "win32"):
            assert find_pi(folders_of(search_places(machine(home, system, PATH=""))), system == "win32") is None
    locked.chmod(0o755)
