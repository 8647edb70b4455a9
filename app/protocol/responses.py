"""What comes back for a command (pi's `docs/rpc-commands.md`, `RpcResponse` in its `rpc-types`)."""

from __future__ import annotations

from typing import Any

from msgspec import Struct, field

from app.protocol.events import CompactionResult
from app.protocol.messages import Message


class Data(Struct, rename="camel"):
    """What the data of all responses share: camel case on the wire."""


class Accepted(Data):
    """Of prompt, steer, follow_up. *disposition*: started, queued, handled; "" in 0.73.1."""

    disposition: str = ""


class ClearedQueue(Data):
    """Of clear_queue: the texts that were queued."""

    steering: list[str] = field(default_factory=list)
    follow_up: list[str] = field(default_factory=list)


class Switched(Data):
    """Of new_session, switch_session, clone, fork. *text* is fork's: the prompt that was forked from."""

    cancelled: bool = False
    text: str = ""


class Model(Data):
    """A model; *context_window* in tokens."""

    id: str = ""
    name: str = ""
    provider: str = ""
    reasoning: bool = False
    input: list[str] = field(default_factory=list)
    context_window: int | None = None


class ModelCycled(Data):
    """Of cycle_model."""

    model: Model | None = None
    thinking_level: str = ""


class ModelList(Data):
    """Of get_available_models."""

    models: list[Model] = field(default_factory=list)


class Level(Data):
    """Of cycle_thinking_level; the data is null when the model has no levels."""

    level: str = ""


class LevelList(Data):
    """Of get_available_thinking_levels."""

    levels: list[str] = field(default_factory=list)


class SessionState(Data):
    """Of get_state."""

    model: Model | None = None
    thinking_level: str = ""
    is_streaming: bool = False
    is_compacting: bool = False
    steering_mode: str = ""
    follow_up_mode: str = ""
    session_file: str = ""
    session_id: str = ""
    session_name: str = ""
    auto_compaction_enabled: bool = False
    message_count: int = 0
    pending_message_count: int = 0


class BashResult(Data):
    """Of bash; *exit_code* is absent when it was cancelled."""

    output: str = ""
    exit_code: int | None = None
    cancelled: bool = False
    truncated: bool = False
    full_output_path: str = ""


class TokenCount(Data):
    """Tokens of a whole session."""

    input: int = 0
    output: int = 0
    cache_read: int = 0
    cache_write: int = 0
    total: int = 0


class ContextUsage(Data):
    """How full the context is; None means that the agent does not know until the next answer."""

    tokens: int | None = None
    context_window: int | None = None
    percent: float | None = None


class SessionStats(Data):
    """Of get_session_stats; *cost* in US dollars."""

    session_id: str = ""
    total_messages: int = 0
    tokens: TokenCount = field(default_factory=TokenCount)
    cost: float = 0.0
    context_usage: ContextUsage | None = None


class Exported(Data):
    """Of export_html."""

    path: str = ""


class ForkMessage(Data):
    """A user message that can be forked from."""

    entry_id: str = ""
    text: str = ""


class ForkMessageList(Data):
    """Of get_fork_messages."""

    messages: list[ForkMessage] = field(default_factory=list)


class EntryList(Data):
    """Of get_entries: entries as they stand in the session file."""

    entries: list[dict[str, Any]] = field(default_factory=list)
    leaf_id: str | None = None


class Tree(Data):
    """Of get_tree: nodes nest as deep as the session is long."""

    tree: list[dict[str, Any]] = field(default_factory=list)
    leaf_id: str | None = None


class LastText(Data):
    """Of get_last_assistant_text; None when there is no answer yet."""

    text: str | None = None


class MessageList(Data):
    """Of get_messages."""

    messages: list[Message] = field(default_factory=list)


class SlashCommand(Data):
    """A command that a prompt can start with, without its slash; *source*: extension, prompt, skill."""

    name: str = ""
    description: str = ""
    source: str = ""


class CommandList(Data):
    """Of get_commands."""

    commands: list[SlashCommand] = field(default_factory=list)


RESPONSE_DATA: dict[str, type[Struct]] = {
    "prompt": Accepted, "steer": Accepted, "follow_up": Accepted, "clear_queue": ClearedQueue,
    "new_session": Switched, "switch_session": Switched, "clone": Switched, "fork": Switched,
    "set_model": Model, "cycle_model": ModelCycled, "get_available_models": ModelList,
    "cycle_thinking_level": Level, "get_available_thinking_levels": LevelList, "get_state": SessionState,
    "compact": CompactionResult, "bash": BashResult, "get_session_stats": SessionStats, "export_html": Exported,
    "get_fork_messages": ForkMessageList, "get_entries": EntryList, "get_tree": Tree,
    "get_last_assistant_text": LastText, "get_messages": MessageList, "get_commands": CommandList,
}  # fmt: skip
"""The type of the data by command; a command that is not named answers without data."""


class Response(Struct):
    """The answer to one command.

    *id* is the command's, None when the agent did not echo one. *data* is one of RESPONSE_DATA's types, or None
    where there is none (also null). *error* is "" for success.
    """

    id: str | None = None
    command: str = ""
    success: bool = False
    data: Any = None
    error: str = ""
