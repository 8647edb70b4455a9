"""Shell commands that the person gives directly (the RPC command `bash`): these are really run."""

from __future__ import annotations

import asyncio
import codecs
import os
import signal
import sys
import tempfile
from collections.abc import Callable

from app.demo.wire import Record

MOST_LINES = 2_000
MOST_BYTES = 50 * 1024


class Shell:
    """Runs commands in the agent's folder, each in a process group of its own."""

    def __init__(self) -> None:
        """Start with nothing running."""
        self._running: set[asyncio.subprocess.Process] = set()
        self._cancelled: set[asyncio.subprocess.Process] = set()

    async def run(self, command: str, tell: Callable[[str], None]) -> Record:
        """Run *command*, give *tell* each piece of its output, and return pi's `BashResult`."""
        process = await asyncio.create_subprocess_shell(
            command,
            stdin=asyncio.subprocess.DEVNULL,
            stdout=asyncio.subprocess.PIPE,
            stderr=asyncio.subprocess.STDOUT,
            start_new_session=True,
        )
        self._running.add(process)
        pieces: list[str] = []
        decoder = codecs.getincrementaldecoder("utf-8")("replace")
        try:
            while process.stdout is not None and (chunk := await process.stdout.read(65536)):
                if text := decoder.decode(chunk):
                    pieces.append(text)
                    tell(text)
            code = await process.wait()
        finally:
            self._running.discard(process)
        cancelled = process in self._cancelled
        self._cancelled.discard(process)
        result: Record = {"output": "", "cancelled": cancelled, "truncated": False}
        return result | _tail("".join(pieces)) | ({} if cancelled else {"exitCode": code})

    def abort(self) -> None:
        """Kill what runs; each `run` returns as cancelled."""
        for process in self._running:
            self._cancelled.add(process)
            try:
                if sys.platform == "win32":
                    process.kill()
                else:
                    os.killpg(process.pid, signal.SIGKILL)
            except ProcessLookupError:
                continue


def _tail(output: str) -> Record:
    """Return the end of *output* that is told at once, and where all of it is kept when that is not all."""
    lines = output.splitlines(True)
    kept = "".join(lines[-MOST_LINES:]).encode()[-MOST_BYTES:].decode("utf-8", "ignore")
    if kept == output:
        return {"output": output}
    with tempfile.NamedTemporaryFile("w", encoding="utf-8", prefix="pi-bash-", suffix=".log", delete=False) as file:
        file.write(output)
    return {"output": kept, "truncated": True, "fullOutputPath": file.name}
