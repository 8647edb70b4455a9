"""Where each version manager keeps its Nodes, in made-up homes."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from pathlib import Path

import pytest

from app.agent import version_managers
from app.agent.machine import Machine, Place


def machine(home: Path, system: str = "linux", **environment: str) -> Machine:
    """A machine whose files are all in *home*."""
    return Machine(environment, home, system, home / "root")


def make(home: Path, folders: Iterable[str], files: Mapping[str, str] | None = None) -> None:
    """Make *folders* and *files* (path → text) in *home*."""
    for folder in folders:
        (home / folder).mkdir(parents=True, exist_ok=True)
    for name, text in (files or {}).items():
        (home / name).parent.mkdir(parents=True, exist_ok=True)
        (home / name).write_text(text)


def inside(place: Place, home: Path) -> list[str]:
    """The folders of *place*, as seen from *home*."""
    return [folder.relative_to(home).as_posix() for folder in place.folders]


NODES = ("v9.11.2", "v10.0.0", "v22.9.0", "v22.19.0", "v24.1.0", "system")
"""Sorted as strings, v9 and v22.9 would come first."""


def nvm_home(home: Path, aliases: Mapping[str, str], root: str = ".nvm") -> None:
    """Install NODES with nvm, with *aliases* (name → what it stands for)."""
    make(home, [f"{root}/versions/node/{node}/bin" for node in NODES])
    make(home, [], {f"{root}/alias/{name}": f"{text}\n" for name, text in aliases.items()})


@pytest.mark.parametrize(
    ("aliases", "first"),
    [
        ({}, "v24.1.0"),
        ({"default": "node"}, "v24.1.0"),
        ({"default": "22"}, "v22.19.0"),
        ({"default": "v22.9.0"}, "v22.9.0"),
        ({"default": "10.0"}, "v10.0.0"),
        ({"default": "lts/*", "lts/*": "lts/jod", "lts/jod": "v22.9.0"}, "v22.9.0"),
        ({"default": "default"}, "v24.1.0"),
        ({"default": "/etc/hostname"}, "v24.1.0"),
        ({"default": "23"}, "v24.1.0"),
    ],
)
def test_nvm_begins_with_the_default_and_counts_down_by_number(
    tmp_path: Path, aliases: dict[str, str], first: str
) -> None:
    nvm_home(tmp_path, aliases)
    found = inside(version_managers.nvm(machine(tmp_path)), tmp_path)
    by_number = [f".nvm/versions/node/{node}/bin" for node in ("v24.1.0", "v22.19.0", "v22.9.0", "v10.0.0", "v9.11.2")]
    head = f".nvm/versions/node/{first}/bin"
    assert found[0] == head
    assert [folder for folder in found if folder != head] == [folder for folder in by_number if folder != head]


def test_nvm_may_be_elsewhere(tmp_path: Path) -> None:
    nvm_home(tmp_path, {}, ".config/nvm")
    assert ".config/nvm/versions/node/v24.1.0/bin" in inside(version_managers.nvm(machine(tmp_path)), tmp_path)
    nvm_home(tmp_path, {}, "mine")
    place = version_managers.nvm(machine(tmp_path, NVM_DIR=str(tmp_path / "mine")))
    assert inside(place, tmp_path)[0] == "mine/versions/node/v24.1.0/bin"
    assert place.where == ("~/mine/versions/node/*/bin",)


def test_nvm_for_windows_has_a_link_to_the_version_in_use(tmp_path: Path) -> None:
    make(tmp_path, ["AppData/Roaming/nvm/v9.0.0", "AppData/Roaming/nvm/v22.19.0", "AppData/Roaming/nvm/temp"])
    place = version_managers.nvm(machine(tmp_path, "win32", NVM_SYMLINK=str(tmp_path / "nodejs")))
    assert inside(place, tmp_path) == ["nodejs", "AppData/Roaming/nvm/v22.19.0", "AppData/Roaming/nvm/v9.0.0"]
    (tmp_path / "own" / "v20.6.1").mkdir(parents=True)
    place = version_managers.nvm(machine(tmp_path, "win32", NVM_HOME=str(tmp_path / "own")))
    assert inside(place, tmp_path) == ["own/v20.6.1"]


@pytest.mark.parametrize("root", [".local/share/fnm", "Library/Application Support/fnm", ".fnm", "given", "xdg/fnm"])
def test_fnm_has_a_link_for_its_default(tmp_path: Path, root: str) -> None:
    make(tmp_path, [f"{root}/node-versions/{node}/installation/bin" for node in NODES])
    environment = {"given": {"FNM_DIR": str(tmp_path / root)}, "xdg/fnm": {"XDG_DATA_HOME": str(tmp_path / "xdg")}}
    found = inside(version_managers.fnm(machine(tmp_path, **environment.get(root, {}))), tmp_path)
    assert found[:3] == [
        f"{root}/aliases/default/bin",
        f"{root}/node-versions/v24.1.0/installation/bin",
        f"{root}/node-versions/v22.19.0/installation/bin",
    ]


def test_fnm_on_windows_has_no_bin_folders(tmp_path: Path) -> None:
    make(tmp_path, ["roaming/fnm/node-versions/v22.19.0/installation"])
    place = version_managers.fnm(machine(tmp_path, "win32", APPDATA=str(tmp_path / "roaming")))
    assert inside(place, tmp_path) == ["roaming/fnm/aliases/default", "roaming/fnm/node-versions/v22.19.0/installation"]


def test_volta_has_stand_ins_and_nodes(tmp_path: Path) -> None:
    images = "tools/image/node"
    make(tmp_path, [f".volta/{images}/9.0.0", f".volta/{images}/22.19.0", f"given/{images}/24.0.0"])
    assert inside(version_managers.volta(machine(tmp_path)), tmp_path) == [
        ".volta/bin",
        f".volta/{images}/22.19.0/bin",
        f".volta/{images}/9.0.0/bin",
    ]
    place = version_managers.volta(machine(tmp_path, VOLTA_HOME=str(tmp_path / "given")))
    assert inside(place, tmp_path) == ["given/bin", f"given/{images}/24.0.0/bin"]


def test_volta_on_windows_is_in_the_local_data(tmp_path: Path) -> None:
    make(tmp_path, ["local/Volta/tools/image/node/22.19.0"])
    place = version_managers.volta(machine(tmp_path, "win32", LOCALAPPDATA=str(tmp_path / "local")))
    assert inside(place, tmp_path) == ["local/Volta/bin", "local/Volta/tools/image/node/22.19.0"]


def test_asdf_takes_its_default_from_the_home_and_its_stand_ins_last(tmp_path: Path) -> None:
    make(tmp_path, [f".asdf/installs/nodejs/{node[1:]}/bin" for node in NODES])
    make(tmp_path, [], {".tool-versions": "python 3.12.1\nnodejs 22.9.0 20.1.0\n"})
    found = inside(version_managers.asdf(machine(tmp_path)), tmp_path)
    assert found[:2] == [".asdf/installs/nodejs/22.9.0/bin", ".asdf/installs/nodejs/24.1.0/bin"]
    assert found[-1] == ".asdf/shims"
    place = version_managers.asdf(machine(tmp_path, ASDF_DATA_DIR=str(tmp_path / "given")))
    assert inside(place, tmp_path) == ["given/shims"]


@pytest.mark.parametrize(
    ("files", "first"),
    [
        ({}, "24.1.0"),
        ({".config/mise/config.toml": '[tools]\nnode = "22"\n'}, "22.19.0"),
        ({".config/mise/config.toml": '[tools]\nnode = ["22.9.0", "24"]\n'}, "22.9.0"),
        ({".config/mise/config.toml": '[tools]\nnode = {version = "10"}\n'}, "10.0.0"),
        ({".config/mise/config.toml": "[tools]\nnode = 22\n"}, "22.19.0"),
        ({".config/mise/config.toml": '[tools\nnode = "22"'}, "24.1.0"),
        ({".config/mise/config.toml": 'tools = "node"'}, "24.1.0"),
        ({".tool-versions": "node 22.9.0\n"}, "22.9.0"),
        ({".tool-versions": "nodejs 10\n"}, "10.0.0"),
    ],
)
def test_mise_takes_its_default_from_its_settings(tmp_path: Path, files: dict[str, str], first: str) -> None:
    root = ".local/share/mise"
    make(tmp_path, [f"{root}/installs/node/{node[1:]}/bin" for node in NODES], files)
    found = inside(version_managers.mise(machine(tmp_path)), tmp_path)
    assert found[0] == f"{root}/installs/node/{first}/bin"
    assert found[-1] == f"{root}/shims"


def test_mise_may_have_installed_pi_as_a_tool_of_its_own(tmp_path: Path) -> None:
    tool = "installs/npm-earendil-works-pi-coding-agent"
    make(tmp_path, [f"given/{tool}/0.9.0/bin", f"given/{tool}/0.10.0/bin", "given/installs/node/22.19.0/bin"])
    place = version_managers.mise(machine(tmp_path, MISE_DATA_DIR=str(tmp_path / "given")))
    assert inside(place, tmp_path) == [
        f"given/{tool}/0.10.0/bin",
        f"given/{tool}/0.9.0/bin",
        "given/installs/node/22.19.0/bin",
        "given/shims",
    ]


def test_mise_on_windows_is_in_the_local_data(tmp_path: Path) -> None:
    make(tmp_path, ["local/mise/installs/node/22.19.0"])
    place = version_managers.mise(machine(tmp_path, "win32", LOCALAPPDATA=str(tmp_path / "local")))
    assert inside(place, tmp_path) == ["local/mise/installs/node/22.19.0", "local/mise/shims"]


def test_n_has_one_version_in_its_prefix(tmp_path: Path) -> None:
    assert inside(version_managers.n(machine(tmp_path)), tmp_path) == ["n/bin", "root/usr/local/bin"]
    place = version_managers.n(machine(tmp_path, N_PREFIX=str(tmp_path / "given")))
    assert inside(place, tmp_path) == ["given/bin", "root/usr/local/bin"]


def test_nodenv_takes_its_default_from_a_file(tmp_path: Path) -> None:
    make(tmp_path, [f".nodenv/versions/{node[1:]}/bin" for node in NODES], {".nodenv/version": "22.9.0\n"})
    found = inside(version_managers.nodenv(machine(tmp_path)), tmp_path)
    assert found[:2] == [".nodenv/versions/22.9.0/bin", ".nodenv/versions/24.1.0/bin"]
    assert found[-1] == ".nodenv/shims"
    place = version_managers.nodenv(machine(tmp_path, NODENV_ROOT=str(tmp_path / "given")))
    assert inside(place, tmp_path) == ["given/shims"]
