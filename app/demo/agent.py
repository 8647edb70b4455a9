"""The demo agent as a whole: lines come in, records go out, until the input ends."""

from __future__ import annotations

import asyncio
import json
import signal
import sys
import threading
from collections.abc import Coroutine
from typing import Any

from app.demo import playground, showcase
from app.demo.commands import HANDLERS, NO_DATA, CommandError
from app.demo.pace import Pace
from app.demo.queue import Queue
from app.demo.run import Run, user_message
from app.demo.session import Session
from app.demo.shell import Shell
from app.demo.ui import ExtensionUi
from app.demo.wire import Record, Wire, read_lines

BUSY = "Agent is already processing. Specify streamingBehavior ('steer' or 'followUp') to queue the message."


class Agent:
    """One agent with one session at a time."""

    def __init__(self, wire: Wire, pace: Pace) -> None:
        """Talk over *wire*. Must be made inside a running event loop."""
        self.emit = wire.write
        self.session = Session()
        self.queue = Queue(wire.write)
        self.shell = Shell()
        self.run: Run | None = None
        self.auto_compaction = True
        self.auto_retry = True
        self.exit_code: asyncio.Future[int] = asyncio.get_running_loop().create_future()
        self._ui = ExtensionUi(wire.write)
        self._pace = pace
        self._tasks: set[asyncio.Task[None]] = set()
        self._running: asyncio.Task[None] | None = None
        self._leaving = False

    def start(self) -> None:
        """Do what extensions do when a session starts."""
        showcase.start(self._ui)

    def finish(self, code: int) -> None:
        """End with exit code *code*; the first call counts."""
        if not self.exit_code.done():
            self.exit_code.set_result(code)

    def receive(self, line: bytes) -> None:
        """Take one line from the client."""
        try:
            record = json.loads(line)
        except (ValueError, RecursionError) as error:
            self._respond({}, "parse", error=f"Failed to parse command: {error}")
            return
        if not isinstance(record, dict):
            self.emit({"type": "response", "success": False, "error": "Unknown command: undefined"})
        elif record.get("type") == "extension_ui_response":
            self._ui.answer(record)
        else:
            self._spawn(self._handle(record))

    def enter(self, session: Session) -> Record:
        """Leave the session for *session*, and return what the commands that do so answer."""
        if self._running is not None:
            self._running.cancel()
        self._running = self.run = None
        self.queue = Queue(self.emit, steering_mode=self.queue.steering_mode, follow_up_mode=self.queue.follow_up_mode)
        self.session = session
        self.start()
        return {"cancelled": False}

    def switch_model(self, model: Record) -> None:
        """Go on with *model*, and tell when that changes the thinking level."""
        if self.session.set_model(model):
            self._tell_thinking_level()

    def switch_thinking_level(self, level: str) -> None:
        """Go on with the thinking *level*, or the nearest one below that the model has."""
        if self.session.set_thinking_level(level):
            self._tell_thinking_level()

    def _tell_thinking_level(self) -> None:
        self.emit({"type": "thinking_level_changed", "level": self.session.thinking_level})

    def _spawn(self, work: Coroutine[Any, Any, None]) -> asyncio.Task[None]:
        task = asyncio.create_task(work)
        self._tasks.add(task)
        task.add_done_callback(self._tasks.discard)
        return task

    async def _handle(self, asked: Record) -> None:
        """Carry out the command *asked* and answer it."""
        name = str(asked.get("type", "undefined"))
        if name == "prompt":
            await self._prompt(asked)
        elif name not in HANDLERS:
            self._respond(asked, asked.get("type"), error=f"Unknown command: {name}")
        else:
            try:
                self._respond(asked, name, await HANDLERS[name](self, asked))
            except CommandError as error:
                self._respond(asked, name, error=str(error))
        self._leave_if_asked()

    def _respond(self, asked: Record, name: Any, data: Any = NO_DATA, error: str | None = None) -> None:
        response = {"id": asked["id"]} if "id" in asked else {}
        response |= {"type": "response", **({} if name is None else {"command": name}), "success": error is None}
        if error is not None:
            response["error"] = error
        elif data is not NO_DATA:
            response["data"] = data
        self.emit(response)

    async def _prompt(self, asked: Record) -> None:
        """Run a slash command, queue the message or start a run with it."""
        text = str(asked.get("message", ""))
        found = playground.find(text)
        behavior = asked.get("streamingBehavior")
        if found is not None:
            await self._slash_command(*found)
            self._respond(asked, "prompt", {"disposition": "handled"})
        elif self.run is None:
            self._respond(asked, "prompt", {"disposition": "started"})
            self._start_run(user_message(text, asked.get("images")))
        elif behavior in ("steer", "followUp"):
            self.queue.add(user_message(text, asked.get("images")), steer=behavior == "steer")
            self._respond(asked, "prompt", {"disposition": "queued"})
        else:
            self._respond(asked, "prompt", error=BUSY)

    async def _slash_command(self, name: str, handler: playground.Handler, arguments: str) -> None:
        try:
            await handler(self._ui, arguments)
        except RuntimeError as error:
            address = {"extensionPath": f"command:{name}", "event": "command"}
            self.emit({"type": "extension_error", **address, "error": str(error)})
        self._leaving |= name == playground.SHUTDOWN

    def _start_run(self, message: Record) -> None:
        run = Run(self.session, self.queue, self._ui, self._pace, self.emit, self.auto_retry)
        self.run = run
        self._running = self._spawn(self._play(run, message))

    async def _play(self, run: Run, message: Record) -> None:
        await run.go(message)
        if self.run is run:
            self._running = self.run = None
        self._leave_if_asked()

    def _leave_if_asked(self) -> None:
        if self._leaving and self.run is None:
            self.finish(0)


async def serve(fast: bool) -> int:
    """Serve standard input and output until the input ends; return the exit code (143 after SIGTERM)."""
    loop = asyncio.get_running_loop()
    wire = Wire(sys.stdout.buffer)
    agent = Agent(wire, Pace.of(fast))
    if sys.platform != "win32":
        loop.add_signal_handler(signal.SIGTERM, agent.finish, 143)
    agent.start()

    def read() -> None:
        read_lines(sys.stdin.fileno(), lambda line: loop.call_soon_threadsafe(agent.receive, line))
        # Once more around the loop, so that what came in last is still answered where no time is needed for it.
        loop.call_soon_threadsafe(loop.call_soon, loop.call_soon, agent.finish, 0)

    threading.Thread(target=read, name="standard input", daemon=True).start()
    code = await agent.exit_code
    wire.close()
    agent.shell.abort()
    return code
