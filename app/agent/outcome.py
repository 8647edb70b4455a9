"""Why an agent's process is gone, as one sentence for a person. Pure."""

from __future__ import annotations

from dataclasses import dataclass, replace
from enum import Enum


class OutcomeKind(Enum):
    """How a start ended."""

    NOT_FOUND = "not found"
    """The program, or the folder to start it in, does not exist."""
    FAILED_TO_START = "failed to start"
    """The system refused to start the program."""
    EXITED = "exited"
    """It left by itself, with an exit code."""
    CRASHED = "crashed"
    """A signal ended it, and not one of ours."""
    STOPPED = "stopped"
    """We asked it to end."""
    STARTUP_EXIT = "startup exit"
    """It left with code 0 before it could hear an answer to the question that it had asked."""


@dataclass(frozen=True)
class Facts:
    """What the link saw, as plain values.

    *exit_code* counts only when the process ran and was not killed; *signal* is the number of the signal that
    killed it (on Windows 0: unknown), or None. *start_error* holds the system's words, or "" when it started.
    """

    label: str
    program: str
    folder: str = ""
    exit_code: int = 0
    signal: int | None = None
    stop_requested: bool = False
    start_error: str = ""
    program_found: bool = True
    folder_found: bool = True
    stderr_tail: str = ""


@dataclass(frozen=True)
class Outcome:
    """How a start ended; *sentence* says it in words, *stderr_tail* is what the agent complained of last.

    *exit_code* is None unless it left by itself, *signal* is None unless it was killed.
    """

    kind: OutcomeKind
    sentence: str
    exit_code: int | None = None
    signal: int | None = None
    stderr_tail: str = ""

    @property
    def expected(self) -> bool:
        """Whether nobody needs to be alarmed: we stopped it, or it left in good order."""
        return self.kind is OutcomeKind.STOPPED or (self.kind is OutcomeKind.EXITED and self.exit_code == 0)

    def while_asking_at_start(self) -> Outcome:
        """Return this outcome as it reads when a question was open and the agent had not answered anything yet.

        Only a good exit changes: an agent that asks while it starts up runs out of things to wait for, and leaves
        with code 0 (measured on pi 1.6.0 and 0.73.1).
        """
        if self.kind is not OutcomeKind.EXITED or self.exit_code != 0:
            return self
        sentence = "The agent ended while it was starting up, before it could hear an answer to its question."
        return replace(self, kind=OutcomeKind.STARTUP_EXIT, sentence=sentence)


def outcome_of(facts: Facts) -> Outcome:
    """Return the outcome that *facts* amount to."""
    if facts.start_error:
        return _not_started(facts)
    kind, sentence = _ended(facts)
    exit_code = facts.exit_code if facts.signal is None else None
    return Outcome(kind, sentence, exit_code, facts.signal, facts.stderr_tail)


def _not_started(facts: Facts) -> Outcome:
    if not facts.folder_found:
        kind, reason = OutcomeKind.NOT_FOUND, f"the folder {facts.folder} does not exist"
    elif not facts.program_found:
        kind, reason = OutcomeKind.NOT_FOUND, f"{facts.program} was not found"
    else:
        kind, reason = OutcomeKind.FAILED_TO_START, facts.start_error.strip().rstrip(".")
    return Outcome(kind, f"{facts.label} could not be started: {reason}.")


def _ended(facts: Facts) -> tuple[OutcomeKind, str]:
    if facts.stop_requested:
        how = "was stopped by force" if facts.signal == 9 else "was stopped"
        return OutcomeKind.STOPPED, f"{facts.label} {how}."
    if facts.signal is not None:
        how = f"was killed (signal {facts.signal})" if facts.signal else "crashed"
        return OutcomeKind.CRASHED, f"{facts.label} {how}."
    if facts.exit_code == 0:
        return OutcomeKind.EXITED, f"{facts.label} ended by itself."
    return OutcomeKind.EXITED, f"{facts.label} ended with exit code {facts.exit_code}."
