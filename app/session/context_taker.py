"""Takes the snapshot of what runs when a question comes."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import islice
from typing import Any

from app.protocol.commands import Prompt
from app.session.bounds import bounded
from app.session.entries import AssistantEntry, Entry, TextBlock, ToolBlock, UserEntry
from app.session.question_context import QuestionContext, RunningTool
from app.session.run import Run
from app.session.running_tool import running_tool
from app.session.transcript import Transcript

_MOST_TOOLS = 50
_LOOKED_AT = 500
"""How many entries are searched for the last words: the cards of a storm of questions may stand behind them."""
_LAST_WORDS = 2_000
"""In characters."""
_LONGEST_COMMAND = 2_000


class ContextTaker:
    """Keeps what it made of the tools that still run, so that each question of a storm costs next to nothing."""

    def __init__(self) -> None:
        """Start without tools."""
        self._made: dict[str, tuple[Any, RunningTool]] = {}

    def take(self, run: Run, transcript: Transcript) -> QuestionContext:
        """Return what runs now; later records change nothing of it."""
        running = transcript.running_tools
        self._made = {tool.call_id: self._make(tool) for tool in running[:_MOST_TOOLS]}
        tools = tuple(made for _, made in self._made.values())
        return QuestionContext(
            tools,
            tuple(_slash_commands(run)),
            len(running) - len(tools),
            _last_words(transcript.entries) if run.active or running else "",
        )

    def _make(self, tool: ToolBlock) -> tuple[Any, RunningTool]:
        before = self._made.get(tool.call_id)
        # Arguments are never changed in place: a tool that starts anew under an old id brings its own.
        if before is not None and before[0] is tool.arguments and before[1].name == tool.name:
            return before
        return tool.arguments, running_tool(tool.call_id, tool.name, tool.arguments)


def _slash_commands(run: Run) -> list[str]:
    commands = (run.sent[key] for key in run.slash_commands)
    return [bounded(command.message, _LONGEST_COMMAND, 500) for command in commands if isinstance(command, Prompt)]


def _last_words(entries: Sequence[Entry]) -> str:
    """Return the end of what the agent said last, "" when it said nothing since the person did."""
    for entry in islice(reversed(entries), _LOOKED_AT):
        if isinstance(entry, UserEntry):
            return ""
        if isinstance(entry, AssistantEntry) and not entry.withdrawn and (words := _words(entry)):
            return words if len(words) <= _LAST_WORDS else "…" + words[-_LAST_WORDS:]
    return ""


def _words(entry: AssistantEntry) -> str:
    texts = (block.body.text.strip() for block in reversed(entry.blocks) if isinstance(block, TextBlock))
    return next(filter(None, texts), "")
