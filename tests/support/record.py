"""Drive a real agent from a scenario and record both directions, offline.

    python -m tests.support.record [SCENARIO ...] [--version 1.6.0]     writes recordings/VERSION/SCENARIO.jsonl

A recording has a row for each line: {"t": seconds, "dir": "out" | "in" | "err" | "exit", "line": text}. "out" is what
the agent printed, "in" what the client wrote, "exit" carries the exit code. Machine paths are replaced.

A scenario is a JSON object, all of it optional but for "steps":

    "args": ["--no-session"], "extensions": ["playground.ts"], "files": {"a.txt": "text"}
    "answers": [{"method": "select", "title": "part of it", "reply": {"value": "Allow"}, "after": 0.2, "once": true}]
    "steps": [{"send": {"type": "prompt", "message": "say 5"}}, {"wait": {"type": "agent_settled"}, "within": 20},
              {"sleep": 0.5}, {"raw": "not json"}, {"signal": "TERM"}, {"close": true}]

A step waits for a record that contains "wait", for at most "within" seconds. The first answer that fits a question is
given "after" some seconds; with "reply": null it is never given.
"""

from __future__ import annotations

import argparse
import json
import os
import queue
import re
import signal
import subprocess
import sys
import threading
import time
from contextlib import suppress
from dataclasses import dataclass, field
from pathlib import Path
from typing import IO, Any, get_args

from app.paths import resource
from tests.support.agents import Unavailable, Version, real_pi
from tests.support.workplace import Workplace

SCENARIOS = Path(__file__).parent / "scenarios"
RECORDINGS = Path(__file__).parent / "recordings"

Json = dict[str, Any]
_DIALOGS = ("select", "confirm", "input", "editor")
_ANSWER_SECONDS = 0.05
_WAIT_SECONDS = 20
_END_SECONDS = 8
_NODE_MODULES = re.compile(r"(?<![\w.])/[^\s\"']*?/node_modules")
_LONG_TEXT = re.compile(r'"(preamble|tools|rules|skills|docs|guidelines|description)":"((?:[^"\\]|\\.){81,})"')


def contains(record: object, part: object) -> bool:
    """Whether *record* has everything that *part* has, objects compared field by field."""
    if isinstance(part, dict):
        return isinstance(record, dict) and all(key in record and contains(record[key], part[key]) for key in part)
    return record == part


@dataclass
class Recording:
    """The rows so far; *paths* maps paths of this machine to those that are written instead."""

    paths: dict[str, str]
    rows: list[Json] = field(default_factory=list)
    _start: float = field(default_factory=time.monotonic)

    def add(self, direction: str, line: str) -> None:
        """Add *line*, now; may be called from any thread."""
        seconds = round(time.monotonic() - self._start, 3)
        self.rows.append({"t": seconds, "dir": direction, "line": self._clean(line)})

    def _clean(self, line: str) -> str:
        # The agent's own prompt and the texts of its tools are long, and no client shows them.
        line = _LONG_TEXT.sub(lambda match: f'"{match[1]}":"{match[2][:60].rstrip(chr(92))} [cut]"', line)
        line = _NODE_MODULES.sub("/home/user/node_modules", line)
        for old, new in self.paths.items():
            # Sessions are kept in folders named after the project's path, its slashes as dashes.
            line = line.replace(old, new).replace(_dashed(old), _dashed(new))
        return line


def _dashed(path: str) -> str:
    return path.strip("/").replace("/", "-")


class Player:
    """Plays a scenario against a running agent; *recording* is what went over the wire."""

    def __init__(self, scenario: Json, command: list[str], workplace: Workplace, recording: Recording) -> None:
        """Start *command* in *workplace*."""
        self.recording = recording
        self._answers: list[Json] = list(scenario.get("answers", []))
        self._heard: queue.Queue[Json] = queue.Queue()
        self._sent = 0
        self._child = subprocess.Popen(
            command,
            cwd=workplace.project,
            env={**os.environ, **workplace.environment},
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            stderr=subprocess.PIPE,
            start_new_session=True,
        )
        self._readers = [
            threading.Thread(target=self._read_out, args=(self._child.stdout,), daemon=True),
            threading.Thread(target=self._read_errors, args=(self._child.stderr,), daemon=True),
        ]
        for reader in self._readers:
            reader.start()

    def step(self, step: Json) -> None:
        """Do one *step* of the scenario. Raises ValueError for one that nobody knows."""
        match step:
            case {"send": command}:
                self._sent += 1
                self._write(json.dumps({"id": f"req-{self._sent}", **command}, ensure_ascii=False))
            case {"raw": text}:
                self._write(text)
            case {"sleep": seconds}:
                time.sleep(seconds)
            case {"signal": name}:
                os.kill(self._child.pid, signal.Signals[f"SIG{name}"])
            case {"close": _}:
                self._close_input()
            case {"wait": part}:
                self._wait(part, step.get("within", _WAIT_SECONDS))
            case _:
                raise ValueError(f"A scenario has no such step: {step}")

    def finish(self) -> None:
        """Let the agent end, its whole process group at the latest after some seconds; record how it did."""
        self._close_input()
        with suppress(subprocess.TimeoutExpired):
            self._child.wait(_END_SECONDS)
        with suppress(ProcessLookupError):
            os.killpg(self._child.pid, signal.SIGKILL)
        self._child.wait()
        for reader in self._readers:
            reader.join()
        self.recording.add("exit", str(self._child.returncode))

    def _write(self, text: str) -> None:
        assert self._child.stdin is not None
        self.recording.add("in", text)
        try:
            self._child.stdin.write(text.encode() + b"\n")
            self._child.stdin.flush()
        except (BrokenPipeError, ValueError):
            self.recording.add("err", "(client) write failed: the agent's stdin is closed")

    def _close_input(self) -> None:
        assert self._child.stdin is not None
        with suppress(BrokenPipeError):
            self._child.stdin.close()

    def _wait(self, part: Json, seconds: float) -> None:
        deadline = time.monotonic() + seconds
        while True:
            try:
                if contains(self._heard.get(timeout=0.1), part):
                    return
            except queue.Empty:
                if time.monotonic() > deadline or self._child.poll() is not None:
                    self.recording.add("err", f"(client) never seen: {json.dumps(part)}")
                    return

    def _read_out(self, stream: IO[bytes]) -> None:
        with stream:
            for raw in stream:
                line = raw.decode("utf-8", "replace").rstrip("\n")
                self.recording.add("out", line)
                with suppress(ValueError):
                    record = json.loads(line)
                    self._answer(record)
                    self._heard.put(record)

    def _read_errors(self, stream: IO[bytes]) -> None:
        with stream:
            for raw in stream:
                self.recording.add("err", raw.decode("utf-8", "replace").rstrip("\n"))

    def _answer(self, request: Json) -> None:
        if request.get("type") != "extension_ui_request" or request.get("method") not in _DIALOGS:
            return
        rule = next((each for each in self._answers if _fits(each, request)), None)
        if rule is None:
            return
        if rule.get("once"):
            self._answers.remove(rule)
        if rule.get("reply") is not None:
            reply = json.dumps({"type": "extension_ui_response", "id": request["id"], **rule["reply"]})
            timer = threading.Timer(rule.get("after", _ANSWER_SECONDS), self._write, [reply])
            timer.daemon = True
            timer.start()


def _fits(rule: Json, request: Json) -> bool:
    return rule.get("method") in (None, request["method"]) and rule.get("title", "") in request.get("title", "")


def record(scenario: Json, command: list[str]) -> list[Json]:
    """Play *scenario* with the agent that *command* starts, in a workplace of its own; return the rows."""
    with Workplace(scenario.get("files")) as workplace:
        extensions = [resource(f"extensions/{name}") for name in scenario.get("extensions", [])]
        paths = {
            str(workplace.project): "/home/user/project",
            str(workplace.home): "/home/user",
            str(resource("extensions")): "/home/user/extensions",
        }
        arguments = [*scenario.get("args", []), *workplace.arguments(*extensions)]
        player = Player(scenario, [*command, *arguments], workplace, Recording(paths))
        try:
            for step in scenario["steps"]:
                player.step(step)
        finally:
            player.finish()
        return player.recording.rows


def read_scenario(name: str) -> Json:
    """Return the scenario *name*. Raises FileNotFoundError when there is none."""
    scenario: Json = json.loads((SCENARIOS / f"{name}.json").read_text(encoding="utf-8"))
    return scenario


def main() -> None:
    """Record the scenarios that the command line names, or all."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("scenarios", nargs="*", metavar="SCENARIO")
    parser.add_argument("--version", choices=get_args(Version), default="1.6.0")
    options = parser.parse_args()
    pi = real_pi(options.version)
    if isinstance(pi, Unavailable):
        sys.exit(pi.reason)
    for name in options.scenarios or sorted(path.stem for path in SCENARIOS.glob("*.json")):
        rows = record(read_scenario(name), pi.command)
        text = "".join(json.dumps(row, ensure_ascii=False) + "\n" for row in rows)
        path = RECORDINGS / options.version / f"{name}.jsonl"
        path.write_text(text, encoding="utf-8")
        print(f"{path}: {len(rows)} rows, exit {rows[-1]['line']}")


if __name__ == "__main__":
    main()
