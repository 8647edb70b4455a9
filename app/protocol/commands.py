"""What a client sends: the commands of RPC mode (pi's `docs/rpc-commands.md`; 33 in 1.6.0).

Optional fields that are None are left out on the wire.
"""

from __future__ import annotations

from typing import Literal

from msgspec import Struct

from app.protocol.messages import ImageContent

QueueMode = Literal["all", "one-at-a-time"]


class Command(Struct, tag_field="type", rename="camel", omit_defaults=True):
    """What all commands share: the tag `type`; ids are given by the connection."""


class Prompt(Command, tag="prompt"):
    """Say *message*; while the agent runs, *streaming_behavior* must say how it joins."""

    message: str
    images: list[ImageContent] | None = None
    streaming_behavior: Literal["steer", "followUp"] | None = None


class Steer(Command, tag="steer"):
    """Queue *message* for the next moment the agent listens."""

    message: str
    images: list[ImageContent] | None = None


class FollowUp(Command, tag="follow_up"):
    """Queue *message* for when the agent would stop."""

    message: str
    images: list[ImageContent] | None = None


class Abort(Command, tag="abort"):
    """Stop the run. Its response waits for an open dialog of a tool hook."""


class ClearQueue(Command, tag="clear_queue"):
    """Take back all queued messages (not in 0.73.1)."""


class NewSession(Command, tag="new_session"):
    """Start an empty session."""

    parent_session: str | None = None


class GetState(Command, tag="get_state"):
    """Ask for model, level, modes, session and whether it streams."""


class SetModel(Command, tag="set_model"):
    """Use another model."""

    provider: str
    model_id: str


class CycleModel(Command, tag="cycle_model"):
    """Use the next model."""


class GetAvailableModels(Command, tag="get_available_models"):
    """Ask for the models that have credentials."""


class SetThinkingLevel(Command, tag="set_thinking_level"):
    """Use another thinking level."""

    level: str


class CycleThinkingLevel(Command, tag="cycle_thinking_level"):
    """Use the next thinking level."""


class GetAvailableThinkingLevels(Command, tag="get_available_thinking_levels"):
    """Ask for the levels of the current model (not in 0.73.1)."""


class SetSteeringMode(Command, tag="set_steering_mode"):
    """Deliver steering messages one at a time or all at once."""

    mode: QueueMode


class SetFollowUpMode(Command, tag="set_follow_up_mode"):
    """Deliver follow-up messages one at a time or all at once."""

    mode: QueueMode


class Compact(Command, tag="compact"):
    """Compact the context now."""

    custom_instructions: str | None = None


class SetAutoCompaction(Command, tag="set_auto_compaction"):
    """Compact by itself, or not."""

    enabled: bool


class SetAutoRetry(Command, tag="set_auto_retry"):
    """Retry by itself, or not."""

    enabled: bool


class AbortRetry(Command, tag="abort_retry"):
    """Stop retrying."""


class Bash(Command, tag="bash"):
    """Run a shell command directly."""

    command: str
    exclude_from_context: bool | None = None


class AbortBash(Command, tag="abort_bash"):
    """Stop the shell command."""


class GetSessionStats(Command, tag="get_session_stats"):
    """Ask for tokens, cost and context use."""


class ExportHtml(Command, tag="export_html"):
    """Write the session as HTML."""

    output_path: str | None = None


class SwitchSession(Command, tag="switch_session"):
    """Open a session file; a path that does not exist succeeds with an empty session."""

    session_path: str


class Fork(Command, tag="fork"):
    """Start a new session before the user message *entry_id*."""

    entry_id: str


class Clone(Command, tag="clone"):
    """Copy the session to a new file and go on there."""


class GetForkMessages(Command, tag="get_fork_messages"):
    """Ask for the user messages that can be forked from."""


class GetEntries(Command, tag="get_entries"):
    """Ask for the session's entries (not in 0.73.1)."""

    since: str | None = None


class GetTree(Command, tag="get_tree"):
    """Ask for the session's tree (not in 0.73.1)."""


class GetLastAssistantText(Command, tag="get_last_assistant_text"):
    """Ask for the last answer."""


class SetSessionName(Command, tag="set_session_name"):
    """Name the session."""

    name: str


class GetMessages(Command, tag="get_messages"):
    """Ask for the whole conversation."""


class GetCommands(Command, tag="get_commands"):
    """Ask for extension commands, prompt templates and skills."""


AnyCommand = (
    Prompt | Steer | FollowUp | Abort | ClearQueue | NewSession | GetState | SetModel | CycleModel
    | GetAvailableModels | SetThinkingLevel | CycleThinkingLevel | GetAvailableThinkingLevels | SetSteeringMode
    | SetFollowUpMode | Compact | SetAutoCompaction | SetAutoRetry | AbortRetry | Bash | AbortBash
    | GetSessionStats | ExportHtml | SwitchSession | Fork | Clone | GetForkMessages | GetEntries | GetTree
    | GetLastAssistantText | SetSessionName | GetMessages | GetCommands
)  # fmt: skip

COMMAND_NAMES = frozenset(kind.__struct_config__.tag for kind in AnyCommand.__args__)
"""The wire names of all commands."""


def command_name(command: Command) -> str:
    """Return the wire name of *command*, for example "get_state"."""
    return str(type(command).__struct_config__.tag)
