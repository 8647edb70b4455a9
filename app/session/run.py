"""Whether the agent is busy, and with what: the state of one run, from events only."""

from __future__ import annotations

from dataclasses import dataclass, field

from app.protocol.commands import Bash, Command, Prompt
from app.session.entries import AssistantEntry, TextBlock, ThinkingBlock
from app.session.phase import Phase, PhaseKind
from app.session.questions import Questions
from app.session.transcript import Transcript

_NOTHING_TO_STOP = (PhaseKind.ENDED, PhaseKind.STARTING, PhaseKind.IDLE, PhaseKind.ASKING)


@dataclass(slots=True)
class Run:
    """The flags that events set and clear.

    *listening* is True from the first response on: before it the agent does not read what it is sent.
    *settles* is True once the agent showed that it tells when it is done (`agent_settled`, since 0.80.4).
    """

    alive: bool = False
    listening: bool = False
    active: bool = False
    settles: bool = False
    stopping: bool = False
    compacting: bool = False
    retry_until: float | None = None
    ended_because: str = ""
    sent: dict[str, Command] = field(default_factory=dict)
    """The commands without a response yet, oldest first, by id."""
    outlived: frozenset[str] = frozenset()
    """The commands that had no response when the agent last settled: what they began may be over already."""

    def settle(self) -> None:
        """Nothing follows by itself any more."""
        self.active, self.compacting, self.retry_until = False, False, None
        self.outlived = frozenset(self.sent)

    @property
    def slash_commands(self) -> list[str]:
        """The ids of prompts that run an extension's command now, oldest first."""
        return [key for key, command in self.sent.items() if _is_slash(command)]

    @property
    def shell(self) -> Bash | None:
        """The direct shell command that runs now."""
        return next((command for command in self.sent.values() if isinstance(command, Bash)), None)


def phase_now(run: Run, transcript: Transcript, questions: Questions, now: float) -> Phase:
    """Return the phase; *now* in monotonic seconds."""
    kind, detail = _kind_now(run, transcript, questions)
    if run.stopping and kind not in _NOTHING_TO_STOP:
        kind = PhaseKind.STOPPING
    return Phase(kind, detail, now, run.retry_until if kind is PhaseKind.RETRYING else None)


def _kind_now(run: Run, transcript: Transcript, questions: Questions) -> tuple[PhaseKind, str]:
    if not run.alive:
        return PhaseKind.ENDED, run.ended_because
    if questions.has_open:
        return PhaseKind.ASKING, ""
    if not run.listening:
        return PhaseKind.STARTING, ""
    if run.active:
        return _busy_with(run, transcript)
    if run.compacting:
        return PhaseKind.COMPACTING, ""
    return _waiting_for(run)


def _busy_with(run: Run, transcript: Transcript) -> tuple[PhaseKind, str]:
    if run.retry_until is not None:
        return PhaseKind.RETRYING, ""
    if run.compacting:
        return PhaseKind.COMPACTING, ""
    if running := transcript.running_tools:
        return PhaseKind.TOOL, running[-1].name
    return _streaming(transcript.streaming), ""


def _streaming(entry: AssistantEntry | None) -> PhaseKind:
    if entry is None or not entry.blocks:
        return PhaseKind.WAITING
    last = entry.blocks[-1]
    if isinstance(last, ThinkingBlock):
        return PhaseKind.THINKING
    return PhaseKind.ANSWERING if isinstance(last, TextBlock) else PhaseKind.PREPARING


def _waiting_for(run: Run) -> tuple[PhaseKind, str]:
    if (shell := run.shell) is not None:
        return PhaseKind.SHELL, shell.command
    for command in run.sent.values():
        if isinstance(command, Prompt):
            slash = _is_slash(command)
            return (PhaseKind.COMMAND, command.message) if slash else (PhaseKind.SENDING, "")
    return PhaseKind.IDLE, ""


def _is_slash(command: Command) -> bool:
    return isinstance(command, Prompt) and command.message.startswith("/")
