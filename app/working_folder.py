"""The folder that the agent works in: the command line asks of it, and each start, because it may go meanwhile."""

from __future__ import annotations

from pathlib import Path


def folder_problem(folder: Path) -> str:
    """Return why no agent can work in *folder*, as a sentence, or ""."""
    if folder.is_dir():
        return ""
    if folder.exists():
        return f"{folder} is a file: name the folder that the agent is to work in."
    return f"The folder {folder} does not exist."
