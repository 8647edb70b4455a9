"""The demo agent as a process to talk to."""

from __future__ import annotations

import json
import os
import queue
import signal
import subprocess
import sys
import threading
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest

Record = dict[str, Any]
ROOT = Path(__file__).resolve().parents[3]


class DemoProcess:
    """A running demo agent; *records* is everything that it wrote after what it shows at the start."""

    def __init__(self, folder: Path) -> None:
        environment = {**os.environ, "PYTHONPATH": str(ROOT)}
        self.process = subprocess.Popen(
            [sys.executable, "-P", "-m", "app.demo", "--fast", "--mode", "rpc"],
            cwd=folder,
            env=environment,
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            stderr=subprocess.PIPE,
        )
        assert self.process.stdout is not None
        assert self.process.stdin is not None
        self._stdin = self.process.stdin
        self._lines: queue.Queue[bytes] = queue.Queue()
        self.records: list[Record] = []
        threading.Thread(target=self._read, args=(self.process.stdout,), daemon=True).start()
        self.opening = [self.next(), self.next()]
        self.records.clear()

    def _read(self, stream: Any) -> None:
        for line in stream:
            self._lines.put(line)
        self._lines.put(b"")

    def send(self, record: Record) -> None:
        """Write one record."""
        self.send_raw(json.dumps(record).encode() + b"\n")

    def send_raw(self, data: bytes) -> None:
        """Write bytes as they are."""
        self._stdin.write(data)
        self._stdin.flush()

    def next(self, timeout: float = 10) -> Record:
        """Return the next record. Raises EOFError at the end."""
        line = self._lines.get(timeout=timeout)
        if not line:
            raise EOFError
        assert line.endswith(b"\n")
        record: Record = json.loads(line)
        self.records.append(record)
        return record

    def until(self, wanted: Callable[[Record], bool]) -> Record:
        """Return the next record that is *wanted*, past all others."""
        while not wanted(record := self.next()):
            pass
        return record

    def until_type(self, kind: str, **fields: Any) -> Record:
        """Return the next record of type *kind* with those *fields*."""
        return self.until(lambda r: r["type"] == kind and all(r.get(name) == value for name, value in fields.items()))

    def ask(self, kind: str, **fields: Any) -> Record:
        """Send a command and return its response, past all other records."""
        self.send({"id": f"ask-{kind}", "type": kind, **fields})
        return self.until(lambda record: record.get("id") == f"ask-{kind}" and record["type"] == "response")

    def data(self, kind: str, **fields: Any) -> Any:
        """Send a command that succeeds and return the data of its response."""
        response = self.ask(kind, **fields)
        assert response["success"], response
        return response["data"]

    def prompt(self, message: str) -> list[Record]:
        """Let it run *message* until it has settled, and return what it wrote."""
        start = len(self.records)
        self.send({"type": "prompt", "message": message})
        self.until_type("agent_settled")
        return self.records[start:]

    def answer(self, request: Record, **fields: Any) -> None:
        """Answer a dialog."""
        self.send({"type": "extension_ui_response", "id": request["id"], **fields})

    def close(self) -> int:
        """Close its input, and return the exit code once it is gone."""
        self._stdin.close()
        return self.process.wait(timeout=10)

    def terminate(self) -> int:
        """Tell it to end, and return the exit code once it is gone."""
        self.process.send_signal(signal.SIGTERM)
        return self.process.wait(timeout=10)

    def stderr(self) -> str:
        """Return what it complained of, once it is gone."""
        assert self.process.stderr is not None
        return self.process.stderr.read().decode()

    def clean_up(self) -> None:
        """Leave nothing behind."""
        self.process.kill()
        self.process.wait()
        for stream in (self.process.stdin, self.process.stdout, self.process.stderr):
            if stream is not None and not stream.closed:
                try:
                    stream.close()
                except BrokenPipeError:
                    continue


@pytest.fixture
def demo(tmp_path: Path) -> Iterator[DemoProcess]:
    process = DemoProcess(tmp_path)
    yield process
    process.clean_up()
