"""One answer of the model as events: deltas of its blocks, and the message that they amount to."""

from __future__ import annotations

import asyncio
import json
import time
import uuid
from collections.abc import Callable
from typing import Any

from app.demo.models import usage
from app.demo.pace import Pace, pause
from app.demo.script import Call, Turn, pieces
from app.demo.session import Session, now_ms
from app.demo.wire import Record

BROKEN = "Stream ended without finish_reason"


class Answer:
    """An assistant message in the making."""

    def __init__(self, session: Session, emit: Callable[[Record], None]) -> None:
        """Begin an answer of the model of *session*; nothing is sent yet."""
        self._emit = emit
        self._began = time.monotonic()
        self._level = session.thinking_level
        self._tokens_in = session.tokens()
        self._tokens_out = 0
        self.message: Record = {
            "role": "assistant",
            "content": [],
            "api": session.model["api"],
            "provider": session.model["provider"],
            "model": session.model["id"],
            "usage": usage(),
            "stopReason": "pending",
            "timestamp": now_ms(),
        }

    def fail(self, reason: str, error: str) -> Record:
        """Send an answer that is nothing but an error, with the stop reason *reason*, and return the message."""
        self._finish(reason, error)
        self._emit({"type": "message_start", "message": self.message})
        self._emit({"type": "message_end", "message": self.message})
        return self.message

    async def play(self, turn: Turn, pace: Pace, stop: asyncio.Event) -> Record:
        """Stream *turn* until it is done, breaks or *stop* is set, and return the message."""
        self._emit({"type": "message_start", "message": {**self.message, "content": []}})
        delay = pace.piece if turn.delay is None else turn.delay
        stopped = await self._block("thinking", turn.thinking, delay, stop)
        stopped = stopped or await self._block("text", turn.text, delay, stop)
        if not stopped and not turn.cut:
            self._calls(turn.calls)
        for index, block in enumerate(self.message["content"]):
            self._end_block(index, block)
        if stopped:
            self._finish("aborted", "Request was aborted")
        elif turn.cut:
            self._finish("error", BROKEN)
        else:
            reason = "toolUse" if turn.calls else "stop"
            self.message["rawStopReason"] = "tool_calls" if turn.calls else "stop"
            self._finish(reason)
        self._emit({"type": "message_end", "message": self.message})
        return self.message

    async def _block(self, kind: str, parts: list[str], delay: float, stop: asyncio.Event) -> bool:
        """Stream *parts* as one block of *kind*; whether *stop* came in between."""
        if not parts:
            return stop.is_set()
        index = self._start_block({"type": kind, kind: ""}, f"{kind}_start")
        block = self.message["content"][index]
        for part in parts:
            if await pause(delay, stop):
                return True
            block[kind] += part
            self._update(f"{kind}_delta", index, delta=part)
        return False

    def _calls(self, calls: list[Call]) -> None:
        for call in calls:
            block: Record = {"type": "toolCall", "id": f"call_{uuid.uuid4().hex[:10]}", "name": call.name}
            index = self._start_block(block, "toolcall_start", id=block["id"], toolName=call.name)
            block["arguments"] = call.arguments
            for part in ("", *pieces(json.dumps(call.arguments), 12)):
                self._update("toolcall_delta", index, delta=part)

    def _start_block(self, block: Record, event: str, **fields: Any) -> int:
        self.message["content"].append(block)
        index = len(self.message["content"]) - 1
        self._update(event, index, **fields)
        return index

    def _end_block(self, index: int, block: Record) -> None:
        if block["type"] == "toolCall":
            self._update("toolcall_end", index, toolCall=block)
        else:
            self._update(f"{block['type']}_end", index, content=block[block["type"]])

    def _update(self, event: str, index: int, **fields: Any) -> None:
        self._tokens_out += event.endswith("_delta")
        told = {"type": event, "contentIndex": index, **fields}
        counted = usage(self._tokens_in, self._tokens_out) if self._tokens_out else usage()
        self._emit({"type": "message_update", "usage": counted, "assistantMessageEvent": told})

    def _finish(self, reason: str, error: str = "") -> None:
        self.message |= {"stopReason": reason, "thinkingLevel": self._level}
        self.message["durationMs"] = round((time.monotonic() - self._began) * 1000)
        if self._tokens_out:
            self.message["usage"] = usage(self._tokens_in, self._tokens_out)
        if error:
            self.message["errorMessage"] = error
