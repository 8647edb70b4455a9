"""The transcript: entries in their order, what streams into the last message, and the tools by call id."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from app.protocol import events, messages
from app.session.assistant import apply_delta, break_off, finish
from app.session.changes import ChangeLog, EntryAdded, EntryChanged
from app.session.entries import (
    AssistantEntry,
    Entry,
    NoticeEntry,
    NoticeKind,
    ShellEntry,
    Text,
    ToolBlock,
    ToolEntry,
    ToolState,
    UserEntry,
)

_LIVE = (ToolState.PREPARING, ToolState.READY, ToolState.RUNNING)
_FAILED = ("", "error", "aborted")
"""Stop reasons of a message that may be tried again; "" when it never ended."""


@dataclass(slots=True)
class _Hot:
    """Where the deltas of a stream go until something else comes: one kind, one block, one batch."""

    kind: type
    content_index: int
    batch: int
    body: Text

    def takes(self, event: events.AnyDelta, batch: int) -> bool:
        """Whether *event* only appends to the block, and the change is told already."""
        return type(event) is self.kind and event.content_index == self.content_index and batch == self.batch


class Transcript:
    """Owns the entries and tells each change to the log. *entries* is one list for its whole life."""

    def __init__(self, log: ChangeLog) -> None:
        """Start empty; changes go to *log*."""
        self.entries: list[Entry] = []
        self.pending: dict[NoticeKind, int] = {}
        """Cards that wait for the end of what they tell: the kind, the index."""
        self._log = log
        self._current: int | None = None
        self._tools: dict[str, tuple[int, int, ToolBlock]] = {}
        self._hot: _Hot | None = None

    # --- entries ------------------------------------------------------------------------------------------

    def add(self, entry: Entry) -> int:
        """Append *entry* and return its index."""
        self.entries.append(entry)
        index = len(self.entries) - 1
        self._log.add(EntryAdded(index))
        return index

    def notice(self, kind: NoticeKind, title: str, detail: str = "", failed: bool = False) -> int:
        """Append a notice card and return its index."""
        return self.add(NoticeEntry(kind, title, detail, failed))

    def changed(self, index: int, from_block: int = 0) -> None:
        """Tell that the entry *index* changed from *from_block* on."""
        self._log.add(EntryChanged(index, from_block))

    def reset(self) -> None:
        """Forget every entry."""
        self.entries.clear()
        self._current, self._hot = None, None
        self._tools.clear()
        self.pending.clear()
        self._log.add_reset()

    # --- messages -----------------------------------------------------------------------------------------

    def start(self, message: messages.AssistantMessage) -> None:
        """Begin a message of the model."""
        self._end_stream()
        self._current = self.add(AssistantEntry(model=message.model))

    def update(self, event: events.AnyDelta) -> None:
        """Let the streaming message grow; one that nobody started begins here."""
        hot = self._hot
        if hot is not None and hot.takes(event, self._log.batch):
            # Nearly every record of a stream comes here: text for the block that this batch has told already.
            hot.body.pieces.append(event.delta)  # type: ignore[union-attr]
            return
        self._hot = None
        if self._current is None:
            self._current = self.add(AssistantEntry())
        entry = self.entries[self._current]
        assert isinstance(entry, AssistantEntry)
        position = apply_delta(entry, event)
        if position is None:
            return
        self.changed(self._current, position)
        block = entry.blocks[position]
        if isinstance(event, events.TextDelta | events.ThinkingDelta) and not isinstance(block, ToolBlock):
            self._hot = _Hot(type(event), event.content_index, self._log.batch, block.body)
        if isinstance(event, events.ToolCallStart | events.ToolCallEnd):
            self._register(self._current, entry)

    def end(self, message: messages.Message) -> None:
        """Take in a complete *message* of any role."""
        match message:
            case messages.AssistantMessage():
                self._end_assistant(message)
            case messages.UserMessage(content=content):
                self.add(UserEntry(messages.content_text(content), messages.image_count(content)))
            case messages.ToolResultMessage():
                self._end_tool_result(message)
            case messages.BashExecutionMessage():
                self._add_shell(message)
            case messages.CustomMessage(custom_type=name, content=content, display=True):
                self.notice(NoticeKind.CUSTOM, name or "Message of an extension", messages.content_text(content))
            case messages.BranchSummaryMessage(summary=summary):
                self.notice(NoticeKind.SUMMARY, "Summary of the branch that was left", summary)
            case messages.CompactionSummaryMessage(summary=summary):
                self.notice(NoticeKind.SUMMARY, "Summary of what was compacted", summary)
            case messages.UnknownMessage(kind=kind, content=content):
                self.notice(NoticeKind.OTHER, f"Message of the role {kind or 'nobody'}", messages.content_text(content))

    def load_before(self, first: int, history: list[messages.Message]) -> int:
        """Put the complete messages of *history* in the place of the entries before *first*; return where it is now."""
        live = self.entries[first:]
        current, tools, pending, hot = self._current, dict(self._tools), dict(self.pending), self._hot
        self.reset()
        for message in history:
            self.end(message)
        self.settle()
        now_first = len(self.entries)
        by = now_first - first
        self.entries += live
        self._current, self._hot = (None if current is None else current + by), hot
        self._tools = {key: (at + by, place, tool) for key, (at, place, tool) in tools.items() if at >= first}
        self.pending = {kind: index + by for kind, index in pending.items() if index >= first}
        self._log.add_reset()
        return now_first

    def withdraw_last(self) -> None:
        """Mark the last message of the model as taken back before a retry, unless it is complete."""
        for index in range(len(self.entries) - 1, -1, -1):
            entry = self.entries[index]
            if isinstance(entry, UserEntry):
                return
            if isinstance(entry, AssistantEntry):
                if entry.stop_reason in _FAILED:
                    entry.withdrawn = True
                    self.changed(index)
                return

    def settle(self) -> None:
        """Nothing runs any more: a message that still streams and tools without a result are over."""
        self._end_stream()
        for place in self._tools.values():
            self._stop(*place)
        self._tools.clear()

    @property
    def streaming(self) -> AssistantEntry | None:
        """The message that grows now, or None."""
        entry = self.entries[self._current] if self._current is not None else None
        return entry if isinstance(entry, AssistantEntry) else None

    # --- tools --------------------------------------------------------------------------------------------

    def tool_started(self, event: events.ToolExecutionStart, now: float) -> None:
        """A tool began to run, at *now* monotonic seconds."""
        index, position, block = self._tool(event.tool_call_id, event.tool_name)
        block.state, block.started_at = ToolState.RUNNING, now
        if isinstance(event.args, dict):
            block.arguments = event.args
        self.changed(index, position)

    def tool_updated(self, event: events.ToolExecutionUpdate) -> None:
        """A tool showed what it has so far; an update after the end is late and says nothing new."""
        index, position, block = self._tools.get(event.tool_call_id, (0, 0, None))
        if block is not None and block.state in _LIVE:
            block.output.replace(_output_of(event.partial_result))
            self.changed(index, position)

    def tool_ended(self, event: events.ToolExecutionEnd) -> None:
        """A tool gave its result."""
        index, position, block = self._tool(event.tool_call_id, event.tool_name)
        block.state = ToolState.FAILED if event.is_error else ToolState.DONE
        block.duration_ms = event.duration_ms
        block.output.replace(_output_of(event.result))
        if isinstance(event.result, events.ToolResult):
            block.images = messages.image_count(event.result.content)
            block.details = event.result.details if isinstance(event.result.details, dict) else {}
        self.changed(index, position)

    @property
    def running_tools(self) -> list[ToolBlock]:
        """The tools that run now, in the order of their start."""
        running = [block for _, _, block in self._tools.values() if block.state is ToolState.RUNNING]
        return sorted(running, key=_start_of)

    # --- shell --------------------------------------------------------------------------------------------

    def shell_ended(self, index: int, entry: ShellEntry) -> None:
        """Tell that the direct shell command at *index* is over."""
        entry.state = ToolState.FAILED if entry.exit_code not in (0, None) else ToolState.DONE
        if entry.cancelled:
            entry.state = ToolState.STOPPED
        self.changed(index)

    # --- helpers ------------------------------------------------------------------------------------------

    def _end_stream(self) -> None:
        self._hot = None
        entry = self.streaming
        if entry is not None and self._current is not None:
            break_off(entry)
            self.changed(self._current)
        self._current = None

    def _end_assistant(self, message: messages.AssistantMessage) -> None:
        self._hot = None
        if self._current is None:
            self._current = self.add(AssistantEntry(model=message.model))
        index, entry = self._current, self.streaming
        assert entry is not None
        self.changed(index, finish(entry, message))
        self._register(index, entry)
        self._current = None

    def _register(self, index: int, entry: AssistantEntry) -> None:
        for position, block in enumerate(entry.blocks):
            if isinstance(block, ToolBlock):
                # A call without an id cannot be started, but it ends with the run as every other does.
                self._register_tool(block.call_id or f"{index}/{position}", index, position, block)

    def _register_tool(self, key: str, index: int, position: int, block: ToolBlock) -> None:
        before = self._tools.get(key)
        if before is not None and before[2] is not block:
            # Some models number their calls anew in each message: what runs under this id from now on is *block*.
            self._stop(*before)
        self._tools[key] = (index, position, block)

    def _stop(self, index: int, position: int, block: ToolBlock) -> None:
        if block.state in _LIVE:
            block.state = ToolState.STOPPED
            self.changed(index, position)

    def _tool(self, call_id: str, name: str) -> tuple[int, int, ToolBlock]:
        if call_id not in self._tools:
            block = ToolBlock(call_id, name, state=ToolState.RUNNING)
            self._tools[call_id] = (self.add(ToolEntry(block)), 0, block)
        return self._tools[call_id]

    def _end_tool_result(self, message: messages.ToolResultMessage) -> None:
        # Live, the result came already by `tool_execution_end`; in a history this is its only place.
        index, position, block = self._tool(message.tool_call_id, message.tool_name)
        if block.state in _LIVE:
            block.state = ToolState.FAILED if message.is_error else ToolState.DONE
            block.output.replace(messages.content_text(message.content))
            block.images = messages.image_count(message.content)
            block.details = message.details if isinstance(message.details, dict) else {}
            block.duration_ms = message.duration_ms
            self.changed(index, position)

    def _add_shell(self, message: messages.BashExecutionMessage) -> None:
        entry = ShellEntry(message.command, in_context=not message.exclude_from_context)
        entry.output.replace(message.output)
        entry.exit_code, entry.cancelled = message.exit_code, message.cancelled
        entry.truncated, entry.full_output_path = message.truncated, message.full_output_path
        self.shell_ended(self.add(entry), entry)


def _output_of(result: Any) -> str:
    if isinstance(result, str):
        return result
    return messages.content_text(result.content) if isinstance(result, events.ToolResult) else ""


def _start_of(block: ToolBlock) -> float:
    return block.started_at or 0.0
