"""Signals to everything that an agent started, not just to the agent.

The agent leads a session and a process group of its own (Unix). Its shell tools may put their children into further
groups; those are found through their parents where the system tells (Linux).
"""

from __future__ import annotations

import os
import signal
import sys
from collections import defaultdict
from collections.abc import Iterator
from pathlib import Path
from typing import NamedTuple

from PySide6.QtCore import QProcess


def interrupt(leader: int) -> None:
    """Ask every process of the group of *leader* to end. Windows knows no such request: nothing happens there."""
    if sys.platform != "win32":
        _signal_group(leader, signal.SIGTERM)


def kill(leader: int) -> None:
    """End every process of the group of *leader* at once, and its descendants in other groups while it lives."""
    if sys.platform == "win32":
        QProcess.startDetached("taskkill", ["/T", "/F", "/PID", str(leader)])
        return
    for group in [leader, *_groups_of_descendants(leader)]:
        _signal_group(group, signal.SIGKILL)


def has_members(leader: int) -> bool:
    """Whether a process of the group of *leader* still runs; always False on Windows.

    One that has ended but was not collected by its parent does not count, where the system tells (Linux).
    """
    if sys.platform == "win32" or not _signal_group(leader, 0):
        return False
    states = {process.state for process in _process_table() if process.group == leader}
    return not states or states != {b"Z"}


def _signal_group(group: int, number: int) -> bool:
    """Send signal *number* to *group*; False when there is no such group (any more)."""
    if sys.platform == "win32":
        return False
    try:
        os.killpg(group, number)
    except ProcessLookupError:
        return False
    except PermissionError:
        # macOS says so of a group that has only zombies; elsewhere it holds a process of another user.
        return False
    return True


def _groups_of_descendants(ancestor: int) -> set[int]:
    """Return the process groups that descendants of *ancestor* lead away from its own; empty where unknown."""
    children: dict[int, list[_Process]] = defaultdict(list)
    for process in _process_table():
        children[process.parent].append(process)
    groups: set[int] = set()
    waiting = [ancestor]
    while waiting:
        for child in children.pop(waiting.pop(), ()):
            waiting.append(child.pid)
            groups.add(child.group)
    return groups - {ancestor}


class _Process(NamedTuple):
    pid: int
    state: bytes
    parent: int
    group: int


def _process_table() -> Iterator[_Process]:
    """Yield every process that /proc shows; none where there is no /proc."""
    for stat in Path("/proc").glob("[0-9]*/stat"):
        try:
            # The name of the program, in parentheses, may itself hold spaces and parentheses.
            fields = stat.read_bytes().rpartition(b")")[2].split()
            yield _Process(int(stat.parent.name), fields[0], int(fields[1]), int(fields[2]))
        except (OSError, IndexError, ValueError):
            continue
