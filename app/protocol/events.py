"""Session events (pi's `docs/json.md`) and the two events of RPC mode, as typed records.

1.6.0 and 0.73.1 send the same types with other fields; every field has a default. What a window does not show
(`agent_end.messages`, `turn_end.message`, 0.73.1's snapshot in every delta) is not declared: the decoder skips it
unread, which keeps the cost of a delta the same at any length of the answer.
"""

from __future__ import annotations

from typing import Any

from msgspec import Struct, field

from app.protocol.messages import UNKNOWN, Content, Message, ToolCall


class Delta(Struct, tag_field="type", rename="camel"):
    """One step of a streaming assistant message; *content_index* names the block."""

    content_index: int = 0


class StreamStart(Delta, tag="start"):
    """The provider's stream began."""


class TextStart(Delta, tag="text_start"):
    """A text block began."""


class TextDelta(Delta, tag="text_delta"):
    """Text to append."""

    delta: str = ""


class TextEnd(Delta, tag="text_end"):
    """A text block ended; *content* is authoritative, None when the peer did not say."""

    content: str | None = None


class ThinkingStart(Delta, tag="thinking_start"):
    """A thinking block began."""


class ThinkingDelta(Delta, tag="thinking_delta"):
    """Reasoning to append."""

    delta: str = ""


class ThinkingEnd(Delta, tag="thinking_end"):
    """A thinking block ended; *content* is authoritative, None when the peer did not say."""

    content: str | None = None


class ToolCallStart(Delta, tag="toolcall_start"):
    """A tool call began; 1.6.0 names it here, 0.73.1 only at its end."""

    id: str = ""
    tool_name: str = ""


class ToolCallDelta(Delta, tag="toolcall_delta"):
    """JSON text of the arguments to append."""

    delta: str = ""


class ToolCallEnd(Delta, tag="toolcall_end"):
    """The complete tool call."""

    tool_call: ToolCall | None = None


class StreamDone(Delta, tag="done"):
    """The provider's stream completed."""

    reason: str = ""


class StreamError(Delta, tag="error"):
    """The provider's stream failed."""

    reason: str = ""


class UnknownDelta(Delta, tag=UNKNOWN):
    """A step of a *kind* that this version does not know."""

    kind: str = ""


AnyDelta = (
    TextDelta
    | ThinkingDelta
    | ToolCallDelta
    | TextStart
    | TextEnd
    | ThinkingStart
    | ThinkingEnd
    | ToolCallStart
    | ToolCallEnd
    | StreamStart
    | StreamDone
    | StreamError
    | UnknownDelta
)


class Event(Struct, tag_field="type", rename="camel"):
    """What all events share: the tag `type`."""


class AgentStart(Event, tag="agent_start"):
    """A run of the agent began."""


class AgentEnd(Event, tag="agent_end"):
    """A run ended; retries, compaction and queued messages may follow."""

    will_retry: bool = False


class AgentSettled(Event, tag="agent_settled"):
    """Nothing follows by itself any more (1.6.0 only)."""

    aborted: bool = False


class TurnStart(Event, tag="turn_start"):
    """One answer of the model with its tool calls began."""


class TurnEnd(Event, tag="turn_end"):
    """One answer of the model with its tool calls ended."""


class MessageStart(Event, tag="message_start"):
    """A message began."""

    message: Message | None = None


class MessageUpdate(Event, tag="message_update"):
    """The assistant's message grew by one step."""

    assistant_message_event: AnyDelta | None = None


class MessageEnd(Event, tag="message_end"):
    """A message is complete; this one is authoritative."""

    message: Message | None = None


class ToolResult(Struct, rename="camel"):
    """What a tool gave: *content* for the model, *details* for people."""

    content: Content = ""
    details: Any = None


class ToolExecutionStart(Event, tag="tool_execution_start"):
    """A tool began to run."""

    tool_call_id: str = ""
    tool_name: str = ""
    args: Any = None
    parent_tool_call_id: str = ""


class ToolExecutionUpdate(Event, tag="tool_execution_update"):
    """A running tool has something to show; for pi's own tools it replaces what was shown before."""

    tool_call_id: str = ""
    tool_name: str = ""
    args: Any = None
    partial_result: ToolResult | str | None = None


class ToolExecutionEnd(Event, tag="tool_execution_end"):
    """A tool ended. *duration_ms* is absent when it did not run."""

    tool_call_id: str = ""
    tool_name: str = ""
    result: ToolResult | str | None = None
    is_error: bool = False
    duration_ms: float | None = None


class QueueUpdate(Event, tag="queue_update"):
    """The complete queue, as texts without ids."""

    steering: list[str] = field(default_factory=list)
    follow_up: list[str] = field(default_factory=list)


class EntryAppended(Event, tag="entry_appended"):
    """An entry was appended to the session; `context_edit` takes a message back."""

    entry: dict[str, Any] = field(default_factory=dict)


class SessionInfoChanged(Event, tag="session_info_changed"):
    """The session's name changed; absent means that it has none."""

    name: str | None = None


class ThinkingLevelChanged(Event, tag="thinking_level_changed"):
    """The thinking level changed."""

    level: str = ""


class CompactionStart(Event, tag="compaction_start"):
    """Compaction began: *reason* is manual, threshold or overflow."""

    reason: str = ""


class CompactionResult(Struct, rename="camel"):
    """What a compaction did."""

    summary: str = ""
    tokens_before: int | None = None
    estimated_tokens_after: int | None = None


class CompactionEnd(Event, tag="compaction_end"):
    """Compaction ended: with a result, aborted, or with an error."""

    reason: str = ""
    result: CompactionResult | None = None
    aborted: bool = False
    will_retry: bool = False
    error_message: str = ""


class AutoRetryStart(Event, tag="auto_retry_start"):
    """The model call failed and is tried again after *delay_ms* milliseconds."""

    attempt: int = 0
    max_attempts: int = 0
    delay_ms: float = 0.0
    error_message: str = ""


class AutoRetryEnd(Event, tag="auto_retry_end"):
    """The retries ended, for better or worse."""

    success: bool = False
    attempt: int = 0
    final_error: str = ""


class SummarizationRetryScheduled(Event, tag="summarization_retry_scheduled"):
    """A summary failed and is tried again after *delay_ms* milliseconds."""

    attempt: int = 0
    max_attempts: int = 0
    delay_ms: float = 0.0
    error_message: str = ""


class SummarizationRetryAttemptStart(Event, tag="summarization_retry_attempt_start"):
    """A summary is tried again: *source* is compaction or branchSummary."""

    source: str = ""
    reason: str = ""


class SummarizationRetryFinished(Event, tag="summarization_retry_finished"):
    """The tries of a summary ended."""


class BashExecutionUpdate(Event, tag="bash_execution_update"):
    """Output of a direct shell command; *id* is the command's."""

    id: str = ""
    delta: str = ""


class ExtensionError(Event, tag="extension_error"):
    """An extension's handler threw."""

    extension_path: str = ""
    event: str = ""
    error: str = ""


SessionEvent = (
    MessageUpdate
    | MessageStart
    | MessageEnd
    | ToolExecutionUpdate
    | ToolExecutionStart
    | ToolExecutionEnd
    | BashExecutionUpdate
    | AgentStart
    | AgentEnd
    | AgentSettled
    | TurnStart
    | TurnEnd
    | QueueUpdate
    | EntryAppended
    | SessionInfoChanged
    | ThinkingLevelChanged
    | CompactionStart
    | CompactionEnd
    | AutoRetryStart
    | AutoRetryEnd
    | SummarizationRetryScheduled
    | SummarizationRetryAttemptStart
    | SummarizationRetryFinished
    | ExtensionError
)
