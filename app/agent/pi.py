"""Finding pi and the Node to run it with.

pi's launcher is a script for whichever `node` comes first, which may be too old or missing where a program starts
from the desktop. So the launcher is followed to the JavaScript file behind it, and that is run with a Node that fits.
What pi itself starts finds the same Node: its folder comes first in the child's PATH.
"""

from __future__ import annotations

import json
import os
import re
import shutil
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from pathlib import Path

from app.agent.launch import Launch, LaunchProblem
from app.agent.node import NodeVersion, Version, node_candidates, parse_version, pick_node, version_text
from app.agent.shim import shim_target

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


def find_pi(folders: Iterable[Path], windows: bool = os.name == "nt") -> PiInstallation | None:
    """Return the first pi in *folders* that can be run. Looks at the file system only; quick."""
    for folder in folders:
        for name in ("pi.exe", "pi.cmd", "pi.bat") if windows else ("pi",):
            found = pi_at(folder / name, windows)
            if isinstance(found, PiInstallation):
                return found
    return None


def pi_at(launcher: Path, windows: bool = os.name == "nt") -> PiInstallation | LaunchProblem:
    """Return the pi that *launcher* starts, or why it cannot be run. Looks at the file system only; quick."""
    if not launcher.is_absolute():
        return LaunchProblem(f"{launcher} is not an absolute path.")
    if os.path.isdir(launcher):
        return LaunchProblem(f"{launcher} is a folder.")
    if not os.path.isfile(launcher):
        return LaunchProblem(f"{launcher} does not exist.")
    installation = _installation(launcher, windows)
    if installation.script is None and windows and launcher.suffix.lower() != ".exe":
        return LaunchProblem(f"{launcher} is no program, and leads to no JavaScript file that Node could run.")
    if installation.script is None and not windows and not os.access(launcher, os.X_OK):
        return LaunchProblem(f"{launcher} is not executable.")
    return installation


def _installation(launcher: Path, windows: bool) -> PiInstallation:
    behind = shim_target(launcher)
    for package in _package_folders(launcher, behind):
        try:
            manifest = json.loads((package / "package.json").read_text("utf-8"))
            name, programs = manifest["name"], manifest["bin"]
            script = package / (programs if isinstance(programs, str) else programs["pi"])
            if name in PACKAGES and script.is_file():
                return PiInstallation(launcher, script, str(manifest.get("version", "")), _node_needed(manifest))
        except (OSError, ValueError, KeyError, TypeError):
            continue
    # Elsewhere a launcher can be run as it is, and may do more than its last line says.
    return PiInstallation(launcher, behind if windows else None)


def _package_folders(launcher: Path, behind: Path | None) -> Iterator[Path]:
    """Yield the folders that may be the package of *launcher*: around its target, then where package managers put it.

    *behind* is the JavaScript file that the launcher itself names.
    """
    yield from launcher.resolve().parents
    if behind is not None:
        yield from behind.resolve().parents
    here = launcher.parent
    volta = here.parent / "tools" / "image" / "packages"
    for name in PACKAGES:
        for modules in (
            here / "node_modules",  # npm on Windows
            here.parent / "lib" / "node_modules",  # npm elsewhere
            here.parent,  # node_modules/.bin
            here.parent / "install" / "global" / "node_modules",  # Bun
            volta / name / "lib" / "node_modules",
            volta / name / "node_modules",
        ):
            yield modules / name


def _node_needed(manifest: dict[str, object]) -> Version:
    engines = manifest.get("engines")
    wanted = _AT_LEAST.search(str(engines.get("node", ""))) if isinstance(engines, dict) else None
    return (parse_version(wanted[1]) if wanted else ()) or PACKAGES[str(manifest["name"])]


def launch_pi(
    installation: PiInstallation,
    folder: Path,
    environment: Mapping[str, str],
    node_version: NodeVersion,
    node_folders: Iterable[Path],
    *,
    arguments: tuple[str, ...] = (),
    bundled: Path | None = None,
) -> Launch | LaunchProblem:
    """Return how to start *installation* in RPC mode with *arguments* added, or why that cannot be.

    *environment* is the child's. Nodes are looked for beside pi, then in *node_folders*; *bundled* is one to fall
    back to. BLOCKS as long as *node_version* does, when pi's script is known.
    """
    rpc = ("--mode", "rpc", *arguments)
    launcher = installation.launcher
    # Beside its launcher is the Node that pi was installed with.
    candidates = node_candidates([launcher.parent, *node_folders], bundled)
    if installation.script is None:
        node = next(iter(candidates), None)
        command: tuple[str, ...] = (str(launcher),)
    else:
        node, refused = pick_node(candidates, installation.node, node_version)
        if node is None:
            return _node_problem(installation, refused)
        command = (str(node), str(installation.script))
    child = {**environment, "PATH": child_path(environment.get("PATH", ""), launcher.parent, node)}
    return Launch(command[0], (*command[1:], *rpc), folder, child, "pi")


def child_path(search_path: str, pi_folder: Path, node: Path | None) -> str:
    """Return *search_path* for a child that is to find *node* as `node`, and pi's own programs at the end.

    Where it would find that Node anyway, the person's own programs keep their order: pi's shell commands inherit it.
    """
    parts = [part for part in search_path.split(os.pathsep) if part]
    found = shutil.which("node", path=search_path) if parts else None
    if node is not None and (found is None or Path(found).resolve() != node.resolve()):
        parts.insert(0, str(node.parent))
    return os.pathsep.join(dict.fromkeys([*parts, str(pi_folder)]))


def _node_problem(installation: PiInstallation, refused: list[tuple[Path, Version]]) -> LaunchProblem:
    who = " ".join(filter(None, ("pi", installation.version)))
    what = f"Node {version_text(installation.node)} or newer" if installation.node else "Node"
    if not refused:
        return LaunchProblem(f"{who} needs {what}, and no Node was found.")
    known = [f"{version_text(version) or 'unknown version'} ({node})" for node, version in refused]
    return LaunchProblem(f"{who} needs {what}; found {known[0]}.", "Tried:\n" + "\n".join(known))
