"""What `Session.apply` says has changed: small events, never snapshots.

All are hashable, so that a batch tells once that a state changed, however many records changed it. What leaves no state
to look at is told as often as it happened; of the texts for the editor the last one is told.
"""

from __future__ import annotations

from dataclasses import dataclass
from enum import Enum


@dataclass(frozen=True, slots=True)
class EntryAdded:
    """The transcript has a new last entry at *index*."""

    index: int


@dataclass(frozen=True, slots=True)
class EntryChanged:
    """The entry at *index* changed, from its block *from_block* on (0 for entries without blocks)."""

    index: int
    from_block: int = 0


@dataclass(frozen=True, slots=True)
class TranscriptReset:
    """The transcript was replaced as a whole (another session, history loaded)."""


@dataclass(frozen=True, slots=True)
class QuestionOpened:
    """The question *key* waits for the person."""

    key: int


@dataclass(frozen=True, slots=True)
class QuestionChanged:
    """The question *key* is open as before, but what can be said of it changed (it can be heard now)."""

    key: int


@dataclass(frozen=True, slots=True)
class QuestionClosed:
    """The question *key* closed; `Question.state` says how."""

    key: int


class Severity(Enum):
    """How loud a notification is; unknown kinds of the wire count as INFO."""

    INFO = "info"
    WARNING = "warning"
    ERROR = "error"


@dataclass(frozen=True, slots=True)
class Notified:
    """An extension (`from_extension`) or Pienza itself has something to say in passing. Plain text."""

    message: str
    severity: Severity = Severity.INFO
    from_extension: bool = True


@dataclass(frozen=True, slots=True)
class StatusChanged:
    """The status entry *key* was set or cleared; `Surface.status` holds what it is now."""

    key: str


@dataclass(frozen=True, slots=True)
class WidgetChanged:
    """The widget *key* was set or cleared; `Surface.widgets` holds what it is now."""

    key: str


@dataclass(frozen=True, slots=True)
class SurfaceReset:
    """Status entries, widgets and title were cleared or restored together (the session switched)."""


@dataclass(frozen=True, slots=True)
class TitleChanged:
    """`Surface.title` changed; empty means the default."""


@dataclass(frozen=True, slots=True)
class EditorTextSet:
    """An extension wants *text* in the prompt editor; what stands there must stay reachable (undo, stash)."""

    text: str


@dataclass(frozen=True, slots=True)
class TextReturned:
    """*text* was typed by the person and did not reach the agent: it belongs back into the prompt editor."""

    text: str


@dataclass(frozen=True, slots=True)
class HistoryWanted:
    """The conversation of another session must be asked for (`get_messages`)."""


@dataclass(frozen=True, slots=True)
class PhaseChanged:
    """`Session.phase` changed."""


@dataclass(frozen=True, slots=True)
class QueueChanged:
    """`Session.queue` (texts that steer, texts that follow) changed."""


@dataclass(frozen=True, slots=True)
class StateChanged:
    """Model, thinking level, session name or another field of `Session.info` changed."""


@dataclass(frozen=True, slots=True)
class AskState:
    """The core cannot tell from events alone whether the agent is idle: ask `get_state` soon."""


@dataclass(frozen=True, slots=True)
class StateWanted:
    """An extension may have gone to another session, of which no event tells: ask `get_state` now."""


@dataclass(frozen=True, slots=True)
class RecordNoted:
    """The peer sent something that this version does not understand; quiet, counted, never an error box."""

    reason: str
    excerpt: str


Change = (
    EntryAdded
    | EntryChanged
    | TranscriptReset
    | QuestionOpened
    | QuestionChanged
    | QuestionClosed
    | Notified
    | StatusChanged
    | WidgetChanged
    | SurfaceReset
    | TitleChanged
    | EditorTextSet
    | TextReturned
    | HistoryWanted
    | StateWanted
    | PhaseChanged
    | QueueChanged
    | StateChanged
    | AskState
    | RecordNoted
)


_HAPPENINGS = (Notified, TextReturned)


class ChangeLog:
    """Collects the changes of one batch of records, each in its place: a state's once, where it came first."""

    def __init__(self) -> None:
        """Start empty."""
        self._changes: dict[object, Change] = {}
        self.batch = 0
        """Counts the batches; lets a writer tell whether it has told its change in this one."""

    def add(self, change: Change) -> None:
        """Add *change*; one of a state that this batch has already stays where it is."""
        key: object = object() if isinstance(change, _HAPPENINGS) else change
        if isinstance(change, EditorTextSet):
            key = EditorTextSet
            self._changes.pop(key, None)
        self._changes[key] = change

    def add_reset(self) -> None:
        """Add that the transcript was replaced; what this batch told of its entries before is void."""
        void = EntryAdded | EntryChanged | TranscriptReset
        self._changes = {key: change for key, change in self._changes.items() if not isinstance(change, void)}
        self.add(TranscriptReset())

    def take(self) -> list[Change]:
        """Return the changes of the batch and begin the next one."""
        changes = list(self._changes.values())
        self._changes = {}
        self.batch += 1
        return changes
