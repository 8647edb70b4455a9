"""Where the version managers keep their Nodes, and what was installed with them: the default version first."""

from __future__ import annotations

import re
import tomllib
from collections.abc import Iterable
from pathlib import Path

from app.agent.machine import Machine, Place, newest_first, read_text

_MOST_ALIASES = 8
"""How many aliases may lead to one another: "default" → "lts/*" → "lts/jod" → "v22.19.0"."""


def nvm(machine: Machine) -> Place:
    """nvm has a folder for each version; its default is a file, often with the name of a further alias."""
    if machine.is_windows:
        root = machine.variable("NVM_HOME") or _roaming(machine) / "nvm"
        link = machine.variable("NVM_SYMLINK")
        linked = [link] if link else []
        return machine.place("nvm", [*linked, *newest_first(root)], [*linked, root / "v*"])
    root = machine.data("NVM_DIR", ".nvm", ".config/nvm")
    versions = root / "versions" / "node"
    return _bins(machine, "nvm", versions, newest_first(versions, _nvm_default(root)))


def _nvm_default(root: Path) -> str:
    name = "default"
    for _ in range(_MOST_ALIASES):
        # A name of its own that begins with "/" or "~" would leave the folder: nvm knows none such.
        text = read_text(root / "alias" / name).strip() if not name.startswith(("/", "~")) else ""
        if not text:
            break
        name = text
    return name


def fnm(machine: Machine) -> Place:
    """fnm's aliases are links to versions."""
    if machine.is_windows:
        root = machine.variable("FNM_DIR") or _roaming(machine) / "fnm"
    else:
        root = machine.data("FNM_DIR", *_data_folders(machine, "fnm"), ".fnm")
    versions = [folder / "installation" for folder in newest_first(root / "node-versions")]
    pattern = [root / "aliases" / "default", root / "node-versions" / "*" / "installation"]
    bin_folder = "" if machine.is_windows else "bin"
    return machine.place(
        "fnm",
        [folder / bin_folder for folder in (pattern[0], *versions)],
        [folder / bin_folder for folder in pattern],
    )


def volta(machine: Machine) -> Place:
    """Volta's own folder holds stand-ins; its Nodes are kept apart."""
    root = machine.data("VOLTA_HOME", ".volta")
    if machine.is_windows and machine.variable("VOLTA_HOME") is None:
        root = _local(machine) / "Volta"
    nodes = newest_first(root / "tools" / "image" / "node")
    bins = nodes if machine.is_windows else [node / "bin" for node in nodes]
    return machine.place("Volta", [root / "bin", *bins], [root / "bin"])


def asdf(machine: Machine) -> Place:
    """asdf's default stands in the home's .tool-versions. Its stand-ins need asdf itself, so they come last."""
    root = machine.data("ASDF_DATA_DIR", ".asdf")
    versions = root / "installs" / "nodejs"
    found = newest_first(versions, _tool_version(machine, "nodejs"))
    return _bins(machine, "asdf", versions, found, root / "shims")


def mise(machine: Machine) -> Place:
    """mise keeps Nodes, and npm packages as tools of their own."""
    if machine.is_windows:
        root = machine.variable("MISE_DATA_DIR") or _local(machine) / "mise"
    else:
        root = machine.data("MISE_DATA_DIR", *_data_folders(machine, "mise"))
    wanted = _mise_default(machine) or _tool_version(machine, "node") or _tool_version(machine, "nodejs")
    versions = root / "installs" / "node"
    tools = [
        version / "bin"
        for tool in sorted((root / "installs").glob("npm-*pi-coding-agent"))
        for version in newest_first(tool)
    ]
    nodes = newest_first(versions, wanted)
    bins = nodes if machine.is_windows else [node / "bin" for node in nodes]
    pattern = [root / "installs" / "node" / "*" / "bin", root / "installs" / "npm-*" / "*" / "bin", root / "shims"]
    return machine.place("mise", [*tools, *bins, root / "shims"], pattern)


def n(machine: Machine) -> Place:
    """n puts the version in use into its prefix."""
    return machine.place("n", [machine.data("N_PREFIX", "n") / "bin", machine.root / "usr/local/bin"])


def nodenv(machine: Machine) -> Place:
    """nodenv has a folder for each version; the default stands in a file."""
    root = machine.data("NODENV_ROOT", ".nodenv")
    found = newest_first(root / "versions", read_text(root / "version").strip())
    return _bins(machine, "nodenv", root / "versions", found, root / "shims")


def _bins(machine: Machine, name: str, parent: Path, versions: Iterable[Path], *last: Path) -> Place:
    return machine.place(name, [*(version / "bin" for version in versions), *last], [parent / "*" / "bin", *last])


def _data_folders(machine: Machine, name: str) -> list[str]:
    """Return where *name* keeps its data in the home: as the XDG rules say, or as macOS does."""
    xdg = machine.variable("XDG_DATA_HOME")
    folders = [f".local/share/{name}", f"Library/Application Support/{name}"]
    return [str(xdg / name), *folders] if xdg else folders


def _tool_version(machine: Machine, tool: str) -> str:
    found = re.search(rf"^\s*{tool}\s+(\S+)", read_text(machine.home / ".tool-versions"), re.MULTILINE)
    return found[1] if found else ""


def _mise_default(machine: Machine) -> str:
    config = machine.variable("XDG_CONFIG_HOME") or machine.home / ".config"
    try:
        wanted = tomllib.loads(read_text(config / "mise" / "config.toml"))["tools"]["node"]
    except (tomllib.TOMLDecodeError, KeyError, TypeError):
        return ""
    first = wanted[0] if isinstance(wanted, list) and wanted else wanted
    return str(first.get("version", "") if isinstance(first, dict) else first)


def _roaming(machine: Machine) -> Path:
    return machine.data("APPDATA", "AppData/Roaming")


def _local(machine: Machine) -> Path:
    return machine.data("LOCALAPPDATA", "AppData/Local")
