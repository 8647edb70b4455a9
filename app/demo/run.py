"""Runs of the demo agent: turns, tool calls, retries, queued messages, in the order in which pi tells them."""

from __future__ import annotations

import asyncio
from collections.abc import Callable

from app.demo.pace import Pace, pause
from app.demo.queue import Queue
from app.demo.script import Turn, is_script, pieces, turns
from app.demo.session import SYSTEM_MESSAGE, Session, now_ms, text_of
from app.demo.showcase import conversation
from app.demo.stream import Answer
from app.demo.toolbox import Toolbox
from app.demo.ui import ExtensionUi
from app.demo.wire import Record

MAX_RETRIES = 2


class Run:
    """One run of a session, from a message until nothing is left to do by itself."""

    def __init__(
        self, session: Session, queue: Queue, ui: ExtensionUi, pace: Pace, emit: Callable[[Record], None], retry: bool
    ) -> None:
        """Prepare a run that tells its events to *emit*; *retry* says whether failed model calls are tried again."""
        self._session = session
        self._queue = queue
        self._ui = ui
        self._pace = pace
        self._emit = emit
        self._retry = retry
        self._stop = asyncio.Event()
        self._no_retry = asyncio.Event()
        self._settled = asyncio.Event()
        self._aborted = False
        self._plan: list[Turn] = []
        self._failed = 0
        self._attempt = 0

    async def abort(self) -> None:
        """End the run as soon as it can, and return when it has settled. A question that is open must be answered."""
        self._stop.set()
        self._no_retry.set()
        await self._settled.wait()

    def abort_retry(self) -> None:
        """Give up waiting for the next try."""
        self._no_retry.set()

    async def go(self, message: Record) -> None:
        """Play the whole run that *message* starts."""
        try:
            await self._play([message])
        finally:
            self._settled.set()

    async def _play(self, starting: list[Record]) -> None:
        while True:
            added, last = await self._loop(starting)
            retry = self._will_retry(last)
            self._emit({"type": "agent_end", "messages": added, "willRetry": retry})
            starting = []
            if retry:
                if await self._wait_for_retry(last):
                    continue
            elif last["stopReason"] == "error" and self._attempt:
                self._end_retry(success=False, error=last["errorMessage"])
            self._aborted |= self._stop.is_set()
            # What waits in the queue is done even after an abort, which only ended the turns before it.
            self._stop = asyncio.Event()
            starting = self._queue.next_steering() or self._queue.next_follow_up()
            if not starting:
                break
        self._emit({"type": "agent_settled", "aborted": self._aborted})

    async def _loop(self, starting: list[Record]) -> tuple[list[Record], Record]:
        """Play turns until the model has no more to say; return the messages of them all, and the last answer."""
        self._emit({"type": "agent_start"})
        self._emit({"type": "turn_start"})
        added: list[Record] = []
        if not self._session.has_system_message():
            self._deliver({**SYSTEM_MESSAGE, "timestamp": now_ms()}, added)
        pending = [*starting, *(waiting for waiting in self._queue.next_steering() if waiting not in starting)]
        while True:
            for message in pending:
                self._queue.deliver(message)
                self._deliver(message, added)
            answer = await self._answer()
            added.append(answer)
            results: list[Record] = []
            if answer["stopReason"] == "toolUse":
                toolbox = Toolbox(self._session.files, self._ui, self._emit, self._stop)
                results = await toolbox.use([part for part in answer["content"] if part["type"] == "toolCall"])
                for result in results:
                    self._deliver(result, added)
            self._emit({"type": "turn_end", "message": answer, "toolResults": results})
            if answer["stopReason"] in ("error", "aborted"):
                return added, answer
            pending = self._queue.next_steering()
            if not results and not pending:
                pending = self._queue.next_follow_up()
                if not pending:
                    return added, answer
            self._emit({"type": "turn_start"})

    def _deliver(self, message: Record, added: list[Record]) -> None:
        """Make *message* part of the conversation; one of the person sets the model a new task."""
        self._emit({"type": "message_start", "message": message})
        self._emit({"type": "message_end", "message": message})
        self._session.append("message", message=message)
        added.append(message)
        if message["role"] == "user":
            text = text_of(message)
            self._plan = turns(text) if is_script(text) else conversation(text, self._session.files)
            self._failed = 0

    async def _answer(self) -> Record:
        """Let the model answer once, and keep the answer."""
        answer = Answer(self._session, self._emit)
        turn = self._plan[0] if self._plan else Turn(text=pieces("Done."))
        if self._stop.is_set():
            message = answer.fail("aborted", "This operation was aborted")
        elif turn.failure and (not turn.failures or self._failed < turn.failures):
            self._failed += 1
            error = f'{turn.failure}: {{"message":"scripted failure {turn.failure}","type":"server_error"}}'
            message = answer.fail("error", error)
        else:
            for request in turn.passive:
                self._ui.show(**request)
            message = await answer.play(turn, self._pace, self._stop)
        self._session.append("message", message=message)
        if message["stopReason"] != "error":
            self._plan = self._plan[1:]
            if self._attempt and message["stopReason"] != "aborted":
                self._end_retry(success=True)
        return message

    def _will_retry(self, last: Record) -> bool:
        wanted = self._retry and not self._stop.is_set() and last["stopReason"] == "error"
        return wanted and self._attempt < MAX_RETRIES

    async def _wait_for_retry(self, failed: Record) -> bool:
        """Take the answer that *failed* back and wait; whether the next try is to be made."""
        self._attempt += 1
        delay = self._pace.retry * 2 ** (self._attempt - 1)
        self._emit(
            {
                "type": "auto_retry_start",
                "attempt": self._attempt,
                "maxAttempts": MAX_RETRIES,
                "delayMs": round(delay * 1000),
                "errorMessage": failed["errorMessage"],
            }
        )
        entry = self._session.append("context_edit", targetId=self._session.leaf, replacement=None)
        self._emit({"type": "entry_appended", "entry": entry})
        if not self._stop.is_set():
            self._no_retry.clear()
        if await pause(delay, self._no_retry):
            self._end_retry(success=False, error="Retry cancelled")
            return False
        return True

    def _end_retry(self, success: bool, error: str = "") -> None:
        told = {} if success else {"finalError": error}
        self._emit({"type": "auto_retry_end", "success": success, "attempt": self._attempt, **told})
        self._attempt = 0


def user_message(text: str, images: list[Record] | None = None) -> Record:
    """Return what the person says as a message."""
    content: list[Record] = [{"type": "text", "text": text}, *(images or [])]
    return {"role": "user", "content": content, "timestamp": now_ms()}
