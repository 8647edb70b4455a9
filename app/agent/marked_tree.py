"""Everything that an agent started, wherever it went (Linux).

A child that makes a session of its own leaves the agent's, one whose parent has ended leaves the line of parents: both
keep the mark in their environment. One that drops its environment still has a parent, or the session. Not found are a
process that gave up all three, one that gave up two and hides its environment (`ssh-agent`, or another user's), and
what a service outside of the agent runs for it (a container, a unit of systemd, a command on another machine).
"""

from __future__ import annotations

import signal
from collections import defaultdict
from collections.abc import Iterable

from app.agent.marker import is_marked
from app.agent.processes import LOOKS_TO_BE_SURE, Process, all_processes, environment_of, process_of, send

_ROUNDS = 10


class MarkedTree:
    """The processes marked with *agent_id*, the session of *leader*, and all that descend from either.

    *leader* is the agent's process: a child of ours, not yet collected.
    """

    def __init__(self, leader: int, agent_id: str) -> None:
        """Note who the leader is, so that a later process of the same number is never taken for it."""
        self._leader = process_of(leader)
        self._session = self._leader.pid if self._leader is not None else None
        self._agent_id = agent_id
        self._leader_ended = False
        self._asked: set[Process] = set()

    def leader_ended(self) -> None:
        """Take note that the leader is gone: its session counts on only as long as somebody is in it."""
        self._leader_ended = True

    def interrupt(self) -> bool:
        """Ask each process to end that was not asked before. False when there is none (any more)."""
        members = self._members()
        reached = [send(process, 0 if process in self._asked else signal.SIGTERM) for process in members]
        self._asked |= members
        return any(reached)

    def kill(self) -> bool:
        """End each process at once. False when there was none; others may have come meanwhile."""
        reached = [send(process, signal.SIGKILL) for process in self._members()]
        return any(reached)

    def kill_all(self) -> None:
        """End every process before this returns, without waiting: look again until there is nothing new.

        A process with a deadly signal on its way starts no other one, so that the looks come to an end; they are
        bounded all the same.
        """
        killed: set[Process] = set()
        quiet = 0
        for _ in range(_ROUNDS):
            new = self._members() - killed
            for process in new:
                send(process, signal.SIGKILL)
            killed |= new
            quiet = 0 if new else quiet + 1
            if quiet == LOOKS_TO_BE_SURE:
                return

    def _members(self) -> set[Process]:
        processes = all_processes()
        if self._leader_ended and not self._is_session_ours(processes):
            self._session = None
        return _with_descendants(filter(self._is_root, processes), processes)

    def _is_session_ours(self, processes: list[Process]) -> bool:
        """Whether the number of the session cannot have been given to others: it is not free while one is in it."""
        others_lead = any(process.pid == self._session for process in processes)
        return not others_lead and any(process.session == self._session for process in processes)

    def _is_root(self, process: Process) -> bool:
        if process == self._leader or process.session == self._session:
            return True
        return is_marked(environment_of(process.pid), self._agent_id)


def _with_descendants(roots: Iterable[Process], processes: list[Process]) -> set[Process]:
    children: dict[int, list[Process]] = defaultdict(list)
    for process in processes:
        children[process.parent].append(process)
    found: set[Process] = set()
    waiting = list(roots)
    while waiting:
        process = waiting.pop()
        if process not in found:
            found.add(process)
            waiting += children[process.pid]
    return found
