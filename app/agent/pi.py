"""Finding pi and the Node to run it with.

pi's launcher is a script for whichever `node` comes first, which may be too old or missing where a program starts
from the desktop. So the launcher is followed to the JavaScript file behind it, and that is run with a Node that fits.
"""

from __future__ import annotations

import json
import os
import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from pathlib import Path

from app.agent.launch import Launch, LaunchProblem
from app.agent.node import NodeVersion, Version, node_candidates, parse_version, pick_node, version_text

PACKAGES: dict[str, Version] = {
    "@earendil-works/pi-coding-agent": (22, 19),
    "@mariozechner/pi-coding-agent": (20, 6),
}
"""The npm packages that are pi, with the Node they need where their manifest does not say."""

_AT_LEAST = re.compile(r">=\s*(\S+)")


@dataclass(frozen=True)
class PiInstallation:
    """A pi that was found.

    *script* is the JavaScript file behind *launcher*; None when the launcher leads to no known package and can only
    be run as it is. *node* is the lowest version of Node that fits.
    """

    launcher: Path
    script: Path | None = None
    version: str = ""
    node: Version = ()


def find_pi(search_path: str, windows: bool = os.name == "nt") -> PiInstallation | None:
    """Return the first pi in the folders of *search_path*. Looks at the file system only; quick."""
    for folder in filter(None, search_path.split(os.pathsep)):
        for name in ("pi.exe", "pi.cmd", "pi.bat") if windows else ("pi",):
            launcher = Path(folder, name)
            if launcher.is_file() and (windows or os.access(launcher, os.X_OK)):
                return _installation(launcher)
    return None


def _installation(launcher: Path) -> PiInstallation:
    for package in _package_folders(launcher):
        try:
            manifest = json.loads((package / "package.json").read_text("utf-8"))
            name, programs = manifest["name"], manifest["bin"]
            if name in PACKAGES:
                script = package / (programs if isinstance(programs, str) else programs["pi"])
                return PiInstallation(launcher, script, str(manifest.get("version", "")), _node_needed(manifest))
        except (OSError, ValueError, KeyError, TypeError):
            continue
    return PiInstallation(launcher)


def _package_folders(launcher: Path) -> Iterator[Path]:
    """Yield the folders that may be the package of *launcher*: around its target, then where npm puts packages."""
    yield from launcher.resolve().parents
    here = launcher.parent
    for modules in (here / "node_modules", here.parent / "lib" / "node_modules", here.parent):
        for name in PACKAGES:
            yield modules / name


def _node_needed(manifest: dict[str, object]) -> Version:
    engines = manifest.get("engines")
    wanted = _AT_LEAST.search(str(engines.get("node", ""))) if isinstance(engines, dict) else None
    return (parse_version(wanted[1]) if wanted else ()) or PACKAGES[str(manifest["name"])]


def launch_pi(
    installation: PiInstallation | None,
    folder: Path,
    environment: Mapping[str, str],
    node_version: NodeVersion,
    *,
    arguments: tuple[str, ...] = (),
    bundled: Path | None = None,
    windows: bool = os.name == "nt",
) -> Launch | LaunchProblem:
    """Return how to start *installation* in RPC mode with *arguments* added, or why that cannot be.

    *environment* is the child's, and its PATH is where Nodes are looked for; *bundled* is a Node to fall back to.
    BLOCKS as long as *node_version* does, when pi's script is known.
    """
    search_path = environment.get("PATH", "")
    if installation is None:
        return LaunchProblem("pi was not found.", "Looked in:\n" + "\n".join(search_path.split(os.pathsep)))
    rpc = ("--mode", "rpc", *arguments)
    launcher = installation.launcher
    if installation.script is None:
        command = ("cmd.exe", "/d", "/c", str(launcher)) if windows and launcher.suffix != ".exe" else (str(launcher),)
        return _launch((*command, *rpc), folder, environment, launcher.parent)
    candidates = node_candidates(search_path, [launcher.parent], bundled)
    node, refused = pick_node(candidates, installation.node, node_version)
    if node is None:
        return _node_problem(installation, refused)
    return _launch((str(node), str(installation.script), *rpc), folder, environment, launcher.parent, node.parent)


def _launch(command: tuple[str, ...], folder: Path, environment: Mapping[str, str], *needed: Path) -> Launch:
    """Make the launch of *command*, with the folders *needed* at the end of the child's PATH.

    At the end, because the agent's shell commands inherit it: the person's own programs keep their order.
    """
    parts = [*filter(None, environment.get("PATH", "").split(os.pathsep)), *map(str, needed)]
    child = {**environment, "PATH": os.pathsep.join(dict.fromkeys(parts))}
    return Launch(command[0], command[1:], folder, child, "pi")


def _node_problem(installation: PiInstallation, refused: list[tuple[Path, Version]]) -> LaunchProblem:
    need = f"pi {installation.version} needs Node {version_text(installation.node)} or newer"
    if not refused:
        return LaunchProblem(f"{need}, and no Node was found.")
    known = [f"{version_text(version) or 'unknown version'} ({node})" for node, version in refused]
    return LaunchProblem(f"{need}; found {known[0]}.", "Tried:\n" + "\n".join(known))
