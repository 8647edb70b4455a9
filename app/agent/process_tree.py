"""Everything that an agent started, as one thing to be ended: as much of it as the system lets us find."""

from __future__ import annotations

from typing import Protocol

from app.agent import processes
from app.agent.marked_tree import MarkedTree
from app.agent.process_group import ProcessGroup


class ProcessTree(Protocol):
    """The agent's process, the leader, and what it started. Nothing here waits or reaches a foreign process."""

    def leader_ended(self) -> None:
        """Take note that the leader is gone: from now on its number may be given to others."""

    def interrupt(self) -> bool:
        """Ask each process to end, once. False when there is none (any more)."""

    def kill(self) -> bool:
        """End each process at once. False when there was none."""

    def kill_all(self) -> None:
        """End every process, also those that are started meanwhile, before this returns."""


def tree_of(leader: int, agent_id: str) -> ProcessTree:
    """Return the tree of the process *leader*, a child of ours that was started with the mark *agent_id*."""
    return MarkedTree(leader, agent_id) if processes.is_supported() else ProcessGroup(leader)
