"""Messages and their content blocks (pi's `docs/message-types.md`), as far as a window shows them.

Every field has a default: an error path sends the least complete records, and they are the ones to be read.
Fields that no view needs (signatures, provider data) are not declared; the decoder skips them unread.
"""

from __future__ import annotations

from typing import Any

from msgspec import Struct, field

UNKNOWN = "?"
"""The tag of the member that stands for tags we do not know; no peer sends it."""


class Block(Struct, tag_field="type", rename="camel"):
    """What all content blocks share: the tag `type`."""


class TextContent(Block, tag="text"):
    """Markdown text."""

    text: str = ""


class ThinkingContent(Block, tag="thinking"):
    """Reasoning; *redacted* when the provider keeps it to itself."""

    thinking: str = ""
    redacted: bool = False


class ImageContent(Block, tag="image"):
    """An image: *data* is base64."""

    data: str = ""
    mime_type: str = ""


class ToolCall(Block, tag="toolCall"):
    """A tool call of the model."""

    id: str = ""
    name: str = ""
    arguments: dict[str, Any] = field(default_factory=dict)


class UnknownContent(Block, tag=UNKNOWN):
    """A block of a *kind* that this version does not know."""

    kind: str = ""


ContentBlock = TextContent | ThinkingContent | ImageContent | ToolCall | UnknownContent
Content = str | list[ContentBlock]


class Cost(Struct, rename="camel"):
    """Money spent, in US dollars."""

    total: float = 0.0


class Usage(Struct, rename="camel"):
    """Tokens of one model call."""

    input: int = 0
    output: int = 0
    cache_read: int = 0
    cache_write: int = 0
    total_tokens: int = 0
    cost: Cost = field(default_factory=Cost)


class RoleMessage(Struct, tag_field="role", rename="camel"):
    """What all messages share: the tag `role`."""


class SystemMessage(RoleMessage, tag="system"):
    """The prompt and tools of the agent: long, and never shown as conversation."""


class UserMessage(RoleMessage, tag="user"):
    """What the person said."""

    content: Content = ""
    timestamp: float = 0.0


class AssistantMessage(RoleMessage, tag="assistant"):
    """What the model said; `message_end` carries the authoritative one."""

    content: Content = ""
    model: str = ""
    provider: str = ""
    stop_reason: str = ""
    error_message: str = ""
    usage: Usage | None = None
    timestamp: float = 0.0


class ToolResultMessage(RoleMessage, tag="toolResult"):
    """The result of a tool call, as the model reads it."""

    tool_call_id: str = ""
    tool_name: str = ""
    content: Content = ""
    details: Any = None
    is_error: bool = False
    duration_ms: float | None = None
    timestamp: float = 0.0


class BashExecutionMessage(RoleMessage, tag="bashExecution"):
    """A direct shell command of the person."""

    command: str = ""
    output: str = ""
    exit_code: int | None = None
    cancelled: bool = False
    truncated: bool = False
    full_output_path: str = ""
    exclude_from_context: bool = False
    timestamp: float = 0.0


class CustomMessage(RoleMessage, tag="custom"):
    """What an extension put into the context; *display* says whether people should see it."""

    custom_type: str = ""
    content: Content = ""
    display: bool = True
    timestamp: float = 0.0


class BranchSummaryMessage(RoleMessage, tag="branchSummary"):
    """The summary of a branch that was left."""

    summary: str = ""
    timestamp: float = 0.0


class CompactionSummaryMessage(RoleMessage, tag="compactionSummary"):
    """The summary that stands for the compacted part of the session."""

    summary: str = ""
    tokens_before: int = 0
    timestamp: float = 0.0


class UnknownMessage(RoleMessage, tag=UNKNOWN):
    """A message of a role that this version does not know: *kind* is the role."""

    kind: str = ""
    content: Content = ""


Message = (
    SystemMessage
    | UserMessage
    | AssistantMessage
    | ToolResultMessage
    | BashExecutionMessage
    | CustomMessage
    | BranchSummaryMessage
    | CompactionSummaryMessage
    | UnknownMessage
)


def content_text(content: object) -> str:
    """Return the text blocks of *content* joined by line feeds; "" for what is no content."""
    if isinstance(content, str):
        return content
    if not isinstance(content, list):
        return ""
    texts = (block.text if isinstance(block, TextContent) else "" for block in content)
    return "\n".join(text for text in texts if text)


def image_count(content: object) -> int:
    """Return how many images *content* holds."""
    return sum(isinstance(block, ImageContent) for block in content) if isinstance(content, list) else 0
