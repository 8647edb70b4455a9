"""What an agent remembers of a session against what the transcript shows of it."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from app.protocol import messages
from app.session.entries import (
    AssistantEntry,
    Entry,
    NoticeEntry,
    NoticeKind,
    ShellEntry,
    TextBlock,
    ToolBlock,
    UserEntry,
)

_Said = tuple[str, str, tuple[str, ...]]
"""Who spoke, the text, and the ids of the tools that were called."""


def is_shown(history: Iterable[messages.Message], entries: Iterable[Entry]) -> bool:
    """Whether *entries* show all that was said in *history*, in its order, be it among more.

    More is what an agent does not remember: answered questions, how a process ended, what it said as it died,
    what was compacted.
    """
    shown = (said for entry in entries if (said := _said_in_entry(entry)) is not None)
    return all(said in shown for message in history if (said := _said_in_message(message)) is not None)


def from_first_shown(history: Sequence[messages.Message], entries: Sequence[Entry]) -> int:
    """Return where in *history* that begins which *entries* show as well; its length where they show nothing of it.

    *entries* came after the most of it: they show its end, be it among more.
    """
    first, shown = len(history), iter(reversed(entries))
    for index in range(len(history) - 1, -1, -1):
        said = _said_in_message(history[index])
        if said is None:
            continue
        if not any(_said_in_entry(entry) == said for entry in shown):
            break
        first = index
    return first


def _said_in_entry(entry: Entry) -> _Said | None:
    if isinstance(entry, UserEntry):
        return "user", entry.text, ()
    if isinstance(entry, AssistantEntry) and not entry.streaming:
        texts = [block.body.text for block in entry.blocks if isinstance(block, TextBlock)]
        calls = tuple(block.call_id for block in entry.blocks if isinstance(block, ToolBlock))
        return "assistant", "\n".join(text for text in texts if text), calls
    if isinstance(entry, ShellEntry):
        return "shell", entry.command, ()
    if isinstance(entry, NoticeEntry) and entry.kind is NoticeKind.CUSTOM:
        return "custom", entry.detail, ()
    return None


def _said_in_message(message: messages.Message) -> _Said | None:
    if isinstance(message, messages.UserMessage):
        return "user", messages.content_text(message.content), ()
    if isinstance(message, messages.AssistantMessage):
        content = message.content if isinstance(message.content, list) else []
        calls = tuple(block.id for block in content if isinstance(block, messages.ToolCall))
        return "assistant", messages.content_text(message.content), calls
    if isinstance(message, messages.BashExecutionMessage):
        return "shell", message.command, ()
    if isinstance(message, messages.CustomMessage) and message.display:
        return "custom", messages.content_text(message.content), ()
    return None
