"""How a streaming assistant message grows, and how its authoritative end replaces what was streamed."""

from __future__ import annotations

import json
from bisect import bisect_left
from collections.abc import Callable
from typing import Any, TypeVar

from app.protocol import events, messages
from app.session.entries import AssistantEntry, Block, TextBlock, ThinkingBlock, ToolBlock, ToolState

B = TypeVar("B", TextBlock, ThinkingBlock, ToolBlock)

_CUT_SHORT = ("error", "aborted")


def apply_delta(entry: AssistantEntry, event: events.AnyDelta) -> int | None:
    """Let *event* grow *entry*; return the position of the block that changed, or None."""
    apply = _APPLY.get(type(event))
    return apply(entry, event) if apply else None


def finish(entry: AssistantEntry, message: messages.AssistantMessage) -> int:
    """Make *entry* say exactly what *message* says; return the position of the first block that differs.

    A message that was cut short without content keeps what was streamed: it is all that there is to read.
    """
    entry.streaming = False
    entry.stop_reason = message.stop_reason
    entry.error = message.error_message
    entry.model = message.model or entry.model
    before = entry.blocks
    was_cut_short = message.stop_reason in _CUT_SHORT
    if message.content or not was_cut_short:
        entry.blocks = _blocks_of(message.content, before)
        entry.indices = list(range(len(entry.blocks)))
    for block in entry.blocks:
        _close(block, ToolState.STOPPED if was_cut_short else ToolState.READY)
    pairs = zip(before, entry.blocks, strict=False)
    return next((i for i, (old, new) in enumerate(pairs) if old is not new), min(len(before), len(entry.blocks)))


def break_off(entry: AssistantEntry) -> None:
    """End *entry*, whose end never came: its text stays as far as it came, its tool calls were never made."""
    entry.streaming = False
    for block in entry.blocks:
        _close(block, ToolState.STOPPED)


def tool_block(call: messages.ToolCall) -> ToolBlock:
    """Return a block for the complete *call*."""
    return ToolBlock(call.id, call.name, call.arguments, state=ToolState.READY)


def _close(block: Block, state: ToolState) -> None:
    """Nothing is added to *block* any more; a call that was being prepared is in *state* now."""
    if isinstance(block, ToolBlock):
        if block.state is ToolState.PREPARING:
            block.state = state
    else:
        block.closed = True


def _blocks_of(content: messages.Content, before: list[Block]) -> list[Block]:
    if isinstance(content, str):
        content = [messages.TextContent(content)]
    tools = {block.call_id: block for block in before if isinstance(block, ToolBlock)}
    blocks: list[Block] = []
    for part in content:
        old = before[len(blocks)] if len(blocks) < len(before) else None
        if (block := _block_of(part, old, tools)) is not None:
            blocks.append(block)
    return blocks


def _block_of(part: messages.ContentBlock, old: Block | None, tools: dict[str, ToolBlock]) -> Block | None:
    match part:
        case messages.TextContent(text=text) if text:
            block = old if isinstance(old, TextBlock) else TextBlock()
            return block if block.body.text == text else _with_body(TextBlock(), text)
        case messages.ThinkingContent(thinking=text, redacted=redacted) if text or redacted:
            thought = old if isinstance(old, ThinkingBlock) and old.body.text == text else ThinkingBlock()
            thought.redacted = redacted
            return thought if thought.body.text == text else _with_body(thought, text)
        case messages.ToolCall(id=call_id, name=name, arguments=arguments):
            tool = tools.pop(call_id, None) or tool_block(part)
            tool.name, tool.arguments = name or tool.name, arguments
            return tool
    return None


T = TypeVar("T", TextBlock, ThinkingBlock)


def _with_body(block: T, text: str) -> T:
    block.body.replace(text)
    return block


def _position(entry: AssistantEntry, content_index: int, make: Callable[[], Block]) -> int:
    """Return the position of the block *content_index*, made where it belongs when it is not there yet."""
    position = bisect_left(entry.indices, content_index)
    if position == len(entry.indices) or entry.indices[position] != content_index:
        entry.indices.insert(position, content_index)
        entry.blocks.insert(position, make())
    return position


def _start_text(entry: AssistantEntry, event: events.TextStart) -> int:
    return _position(entry, event.content_index, TextBlock)


def _start_thinking(entry: AssistantEntry, event: events.ThinkingStart) -> int:
    return _position(entry, event.content_index, ThinkingBlock)


def _grow_text(entry: AssistantEntry, event: events.TextDelta) -> int:
    return _grow(entry, _position(entry, event.content_index, TextBlock), event.delta)


def _grow_thinking(entry: AssistantEntry, event: events.ThinkingDelta) -> int:
    return _grow(entry, _position(entry, event.content_index, ThinkingBlock), event.delta)


def _grow(entry: AssistantEntry, position: int, delta: str) -> int:
    block = entry.blocks[position]
    body = block.arguments_text if isinstance(block, ToolBlock) else block.body
    body.append(delta)
    return position


def _end_text(entry: AssistantEntry, event: events.TextEnd) -> int:
    return _end(entry, _position(entry, event.content_index, TextBlock), event.content)


def _end_thinking(entry: AssistantEntry, event: events.ThinkingEnd) -> int:
    return _end(entry, _position(entry, event.content_index, ThinkingBlock), event.content)


def _end(entry: AssistantEntry, position: int, content: str | None) -> int:
    block = entry.blocks[position]
    if not isinstance(block, ToolBlock):
        block.closed = True
        if content is not None and content != block.body.text:
            block.body.replace(content)
    return position


def _start_tool(entry: AssistantEntry, event: events.ToolCallStart) -> int:
    position = _position(entry, event.content_index, _unnamed_tool)
    block = entry.blocks[position]
    if isinstance(block, ToolBlock):
        block.call_id, block.name = event.id or block.call_id, event.tool_name or block.name
    return position


def _grow_tool(entry: AssistantEntry, event: events.ToolCallDelta) -> int:
    return _grow(entry, _position(entry, event.content_index, _unnamed_tool), event.delta)


def _end_tool(entry: AssistantEntry, event: events.ToolCallEnd) -> int:
    position = _position(entry, event.content_index, _unnamed_tool)
    block = entry.blocks[position]
    if isinstance(block, ToolBlock):
        _complete(block, event.tool_call)
    return position


def _complete(block: ToolBlock, call: messages.ToolCall | None) -> None:
    if call is None:
        block.arguments = _arguments_in(block.arguments_text.text)
    else:
        block.call_id, block.name = call.id or block.call_id, call.name or block.name
        block.arguments = call.arguments
    block.arguments_text.replace("")
    if block.state is ToolState.PREPARING:
        block.state = ToolState.READY


def _arguments_in(text: str) -> dict[str, Any]:
    try:
        value = json.loads(text)
    except (ValueError, RecursionError):
        return {}
    return value if isinstance(value, dict) else {}


def _unnamed_tool() -> ToolBlock:
    return ToolBlock("")


_APPLY: dict[type, Callable[[AssistantEntry, Any], int]] = {
    events.TextStart: _start_text,
    events.TextDelta: _grow_text,
    events.TextEnd: _end_text,
    events.ThinkingStart: _start_thinking,
    events.ThinkingDelta: _grow_thinking,
    events.ThinkingEnd: _end_thinking,
    events.ToolCallStart: _start_tool,
    events.ToolCallDelta: _grow_tool,
    events.ToolCallEnd: _end_tool,
}
