"""Real processes for tests: who runs, who carries which mark, and children that get away from their parents."""

from __future__ import annotations

import os
from pathlib import Path

ORPHAN = """
import os, signal, sys, time
def orphan(on_term=signal.SIG_DFL):
    if os.fork():
        os.wait()
        return
    os.setsid()
    if os.fork():
        os._exit(0)
    signal.signal(signal.SIGTERM, on_term)
    null = os.open(os.devnull, os.O_RDWR)
    out = os.dup(1)
    for stream in (0, 1, 2):
        os.dup2(null, stream)
    os.write(out, b"orphan %d\\n" % os.getpid())
    os.close(out)
    while True:
        signal.pause()
"""
"""For scripts of agents: `orphan()` starts a child of nobody in a session of its own, which says its pid and stays.
It does *on_term* at SIGTERM."""


def runs(pid: int) -> bool:
    """Whether *pid* runs; one that has ended and waits for its parent does not."""
    try:
        os.kill(pid, 0)
        return Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split()[0] != "Z"
    except (ProcessLookupError, FileNotFoundError):
        return False


def name_of(pid: int) -> str:
    """The name of the program that *pid* runs; "" when it has ended."""
    try:
        return Path(f"/proc/{pid}/comm").read_text().strip()
    except OSError:
        return ""


def agent_id_of(pid: int) -> str:
    """The mark that the agent *pid* was started with, without those of the Pienzas around."""
    return _variable(pid).rpartition(":")[2]


def marked_with(agent_id: str) -> list[int]:
    """Every process that runs with the mark *agent_id*."""
    pids = [int(entry.name) for entry in Path("/proc").iterdir() if entry.name.isdigit()]
    return [pid for pid in pids if agent_id in _variable(pid).split(":")]


def _variable(pid: int) -> str:
    try:
        entries = Path(f"/proc/{pid}/environ").read_bytes().split(b"\0")
    except OSError:
        return ""
    return next((entry[16:].decode() for entry in entries if entry.startswith(b"PIENZA_AGENT_ID=")), "")
