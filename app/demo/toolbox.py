"""Tool calls as pi runs them: prepared one after another, with a hook that may ask, then performed together."""

from __future__ import annotations

import asyncio
import re
import time
from collections.abc import Callable

from app.demo.pace import pause
from app.demo.script import Call
from app.demo.session import now_ms
from app.demo.tools import Files, Performance, failure, perform, text_content
from app.demo.ui import ExtensionUi
from app.demo.wire import Record

ABORTED = "Operation aborted"


class Toolbox:
    """Performs the tool calls of one turn; stops when *stop* is set, but not in the middle of a question."""

    def __init__(self, files: Files, ui: ExtensionUi, emit: Callable[[Record], None], stop: asyncio.Event) -> None:
        """Work on *files*, ask through *ui*, tell events to *emit*."""
        self._files = files
        self._ui = ui
        self._emit = emit
        self._stop = stop

    async def use(self, blocks: list[Record]) -> list[Record]:
        """Perform the `toolCall` *blocks* and return their `toolResult` messages in the same order."""
        refusals = [await self._prepare(block) for block in blocks]
        return list(
            await asyncio.gather(
                *(self._perform(block, refused) for block, refused in zip(blocks, refusals, strict=True))
            )
        )

    async def _prepare(self, block: Record) -> Record | None:
        """Tell that the call begins and let the hook look at it; the result when it is refused, else None."""
        self._emit(
            {
                "type": "tool_execution_start",
                "toolCallId": block["id"],
                "toolName": block["name"],
                "args": block["arguments"],
            }
        )
        reason = ABORTED if self._stop.is_set() else await self._hook(block)
        if not reason:
            return None
        return self._end(block, failure(reason))

    async def _hook(self, block: Record) -> str:
        """Ask about a dangerous command, as an extension might; return why it is blocked, or ""."""
        command = str(block["arguments"].get("command", ""))
        if block["name"] != "bash" or not re.search(r"\bdangerous\b", command):
            return ""
        answer = await self._ui.select(f"Run {command}?", ["Allow", "Block"])
        if self._stop.is_set():
            return ABORTED
        return "" if answer == "Allow" else "Blocked by the user"

    async def _perform(self, block: Record, refused: Record | None) -> Record:
        if refused is not None:
            return refused
        began = time.monotonic()
        if self._stop.is_set():
            return self._end(block, failure(ABORTED))
        performance = perform(Call(block["name"], block["arguments"]), self._files)
        if performance.streams and await self._stream(block, performance):
            performance = failure("Command aborted")
        elapsed = time.monotonic() - began
        if "structuredContent" in performance.result and performance.streams:
            performance.result["structuredContent"]["wall_time_seconds"] = round(elapsed, 1)
        return self._end(block, performance, round(elapsed * 1000))

    async def _stream(self, block: Record, performance: Performance) -> bool:
        """Show the output as it grows; whether the call was stopped."""
        self._update(block, {"content": []})
        output = ""
        for seconds, text in performance.steps:
            if await pause(seconds, self._stop):
                return True
            output += text
            if text:
                self._update(block, {"content": text_content(output), "details": {}})
        return False

    def _update(self, block: Record, partial: Record) -> None:
        self._emit(
            {
                "type": "tool_execution_update",
                "toolCallId": block["id"],
                "toolName": block["name"],
                "args": block["arguments"],
                "partialResult": partial,
            }
        )

    def _end(self, block: Record, performance: Performance, duration: int | None = None) -> Record:
        """Tell how the call ended and return its message."""
        address = {"toolCallId": block["id"], "toolName": block["name"]}
        ran = {} if duration is None else {"durationMs": duration}
        self._emit(
            {
                "type": "tool_execution_end",
                **address,
                "result": performance.result,
                "isError": performance.is_error,
                **ran,
            }
        )
        told = {key: value for key, value in performance.result.items() if key in ("content", "details")}
        return {
            "role": "toolResult",
            **address,
            **told,
            "isError": performance.is_error,
            **ran,
            "timestamp": now_ms(),
        }
