"""The process group that an agent leads: how everything that it started is found where the system tells no more.

On macOS a child that made a session or a group of its own is not covered: its environment cannot be read. On Windows
`taskkill` ends the agent and its descendants while the agent lives; what it leaves behind when it exits by itself
runs on.
"""

from __future__ import annotations

import os
import signal
import sys

from PySide6.QtCore import QProcess


class ProcessGroup:
    """The group of *leader*, the agent's process; 0 for none."""

    def __init__(self, leader: int) -> None:
        """Do nothing yet."""
        self._leader = leader
        self._leader_ended = False
        self._asked = False

    def leader_ended(self) -> None:
        """Take note that the leader is gone: its group counts on only as long as somebody is in it."""
        self._leader_ended = True

    def interrupt(self) -> bool:
        """Ask the group to end, once. False when nobody is in it (any more), and always on Windows, which cannot."""
        if sys.platform == "win32":
            return False
        asked, self._asked = self._asked, True
        return self._send(0 if asked else signal.SIGTERM)

    def kill(self) -> bool:
        """End everybody in the group at once. False when there was nobody, and always on Windows."""
        if sys.platform == "win32":
            if self._leader and not self._leader_ended:
                QProcess.startDetached("taskkill", ["/T", "/F", "/PID", str(self._leader)])
            return False
        return self._send(signal.SIGKILL)

    def kill_all(self) -> None:
        """As `kill`: one signal reaches the whole group."""
        self.kill()

    def _send(self, number: int) -> bool:
        """Send signal *number* to the group; False when there is no such group (any more)."""
        if sys.platform == "win32" or not self._leader:
            return False
        try:
            os.killpg(self._leader, number)
        except (ProcessLookupError, PermissionError):
            # macOS forbids it for a group that has only zombies; elsewhere it holds a process of another user.
            if self._leader_ended:
                self._leader = 0
            return False
        return True
