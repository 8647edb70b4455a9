"""What the transcript is made of, as data: entries, and the blocks of an assistant's message.

An entry never moves and is never removed; it changes in place. Text that streams is kept as a list of pieces
and joined when somebody reads it, so that a delta costs the same at any length.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from enum import Enum
from typing import Any

from app.session.questions import Question


class ToolState(Enum):
    """Where a tool call stands."""

    PREPARING = "preparing"
    """The model is still writing the arguments."""
    READY = "ready"
    """The arguments are complete; it has not been started."""
    RUNNING = "running"
    DONE = "done"
    FAILED = "failed"
    STOPPED = "stopped"
    """The agent settled or ended before a result came."""


class NoticeKind(Enum):
    """What a notice card in the transcript is about."""

    RETRY = "retry"
    COMPACTION = "compaction"
    ERROR = "error"
    MODEL = "model"
    EXTENSION_ERROR = "extension error"
    CUSTOM = "custom message"
    SUMMARY = "summary"
    OTHER = "other"
    """A message of a role that this version does not know."""
    SESSION = "session"
    """The conversation began anew, or the agent ended."""


@dataclass(slots=True, eq=False)
class Text:
    """Text that grows by pieces; *text* joins them once for each reader that comes after a change."""

    pieces: list[str] = field(default_factory=list)
    _looked_at: str = ""
    """The text, joined, as it was looked at last."""
    _has_halves: bool = False
    """Whether half surrogate pairs were found in it."""

    def append(self, piece: str) -> None:
        """Add *piece* at the end, in constant time."""
        self.pieces.append(piece)

    def replace(self, text: str) -> None:
        """Put *text* in the place of all pieces."""
        self.pieces = [text] if text else []

    @property
    def text(self) -> str:
        """The whole text. Half surrogate pairs that do not meet their other half read as U+FFFD."""
        self._join()
        return whole_characters(self._looked_at) if self._has_halves else self._looked_at

    def _join(self) -> None:
        """Join the pieces, and look for halves in what is new: a frame of a long stream must not read all of it."""
        is_longer = bool(self.pieces) and self.pieces[0] is self._looked_at
        new = self.pieces[1:] if is_longer else self.pieces
        if is_longer and not new:
            return
        self._has_halves = (is_longer and self._has_halves) or any(map(_has_half, new))
        self._looked_at = "".join(self.pieces)
        self.pieces = [self._looked_at] if self._looked_at else []


def _has_half(text: str) -> bool:
    if text.isascii():
        return False
    try:
        text.encode()
    except UnicodeEncodeError:
        return True
    return False


def whole_characters(text: str) -> str:
    """Join surrogate pairs in *text* and replace the halves that are left by U+FFFD."""
    return text.encode("utf-16-le", "surrogatepass").decode("utf-16-le", "replace")


@dataclass(slots=True, eq=False)
class TextBlock:
    """Markdown of the assistant."""

    body: Text = field(default_factory=Text)
    closed: bool = False


@dataclass(slots=True, eq=False)
class ThinkingBlock:
    """Reasoning of the model; *redacted* when the provider keeps it to itself."""

    body: Text = field(default_factory=Text)
    closed: bool = False
    redacted: bool = False


@dataclass(slots=True, eq=False)
class ToolBlock:
    """One tool call with what is known of its run.

    *arguments* is complete from READY on; before that *arguments_text* holds the JSON that came so far.
    *output* is plain text that may hold ANSI escapes; *duration_ms* is None until the agent tells it.
    """

    call_id: str
    name: str = ""
    arguments: dict[str, Any] = field(default_factory=dict)
    arguments_text: Text = field(default_factory=Text)
    state: ToolState = ToolState.PREPARING
    output: Text = field(default_factory=Text)
    images: int = 0
    details: dict[str, Any] = field(default_factory=dict)
    duration_ms: float | None = None
    started_at: float | None = None
    """Monotonic seconds; None until it runs."""


Block = TextBlock | ThinkingBlock | ToolBlock


@dataclass(slots=True, eq=False)
class UserEntry:
    """What the person (or the queue) said."""

    text: str
    images: int = 0


@dataclass(slots=True, eq=False)
class AssistantEntry:
    """One message of the model: blocks in the order of their content index.

    *withdrawn* is set when the agent took the message back before a retry: it is shown folded.
    """

    blocks: list[Block] = field(default_factory=list)
    indices: list[int] = field(default_factory=list)
    """The content index of each block, ascending."""
    streaming: bool = True
    stop_reason: str = ""
    error: str = ""
    model: str = ""
    withdrawn: bool = False


@dataclass(slots=True, eq=False)
class ToolEntry:
    """A tool run that belongs to no message on the wire (started by an extension, or its call was never seen)."""

    block: ToolBlock


@dataclass(slots=True, eq=False)
class ShellEntry:
    """A direct shell command of the person (`bash` command), not of the model."""

    command: str
    output: Text = field(default_factory=Text)
    state: ToolState = ToolState.RUNNING
    exit_code: int | None = None
    cancelled: bool = False
    truncated: bool = False
    full_output_path: str = ""
    in_context: bool = True
    shown: int = 0
    """How many characters of the output are kept."""


@dataclass(slots=True, eq=False)
class QuestionEntry:
    """The card of a question: what was asked and how it closed. *question* changes in place."""

    question: Question


@dataclass(slots=True, eq=False)
class NoticeEntry:
    """A quiet card in words: *title* one line, *detail* any length, both plain text."""

    kind: NoticeKind
    title: str
    detail: str = ""
    failed: bool = False


Entry = UserEntry | AssistantEntry | ToolEntry | ShellEntry | QuestionEntry | NoticeEntry
