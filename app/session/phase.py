"""What the agent is doing now, as one line: from events only, never guessed from time."""

from __future__ import annotations

from dataclasses import dataclass
from enum import Enum


class PhaseKind(Enum):
    """The phases, as a person would name them."""

    STARTING = "starting"
    IDLE = "ready"
    SENDING = "sending"
    COMMAND = "running the command"
    WAITING = "waiting for the model"
    THINKING = "thinking"
    ANSWERING = "answering"
    PREPARING = "preparing a tool call"
    TOOL = "running"
    ASKING = "waiting for you"
    RETRYING = "retrying"
    COMPACTING = "compacting"
    SHELL = "running your command"
    STOPPING = "stopping"
    ENDED = "ended"


@dataclass(frozen=True, slots=True)
class Phase:
    """*detail* names the tool or command; *since* and *until* are monotonic seconds, *until* of a retry."""

    kind: PhaseKind
    detail: str = ""
    since: float = 0.0
    until: float | None = None

    @property
    def is_busy(self) -> bool:
        """Whether Stop has something to stop."""
        return self.kind not in (PhaseKind.STARTING, PhaseKind.IDLE, PhaseKind.ENDED)
