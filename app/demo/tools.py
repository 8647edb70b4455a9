"""Tools that only pretend: results as pi's own tools give them, without a command run or a file touched."""

from __future__ import annotations

import difflib
import re
import shlex
from dataclasses import dataclass, field
from typing import Any

from app.demo.script import Call
from app.demo.wire import Record

README = "# Demo project\n\nIt exists only in the memory of the demo agent.\n"
GREETING = 'def greet(name: str) -> str:\n    return f"Hello, {name}!"\n\n\nprint(greet("world"))\n'
UNKNOWN_FILE = "hello\nworld\n"
LISTING = (
    "total 8\n-rw-r--r-- 1 demo demo 71 Jan  1 12:00 README.md\n-rw-r--r-- 1 demo demo 84 Jan  1 12:00 greeting.py\n"
)

Files = dict[str, str]


def new_files() -> Files:
    """Return the files of the make-believe project."""
    return {"README.md": README, "greeting.py": GREETING}


@dataclass
class Performance:
    """What a tool call does: *steps* of output, each after a wait in seconds, and then *result*.

    *result* is `content` and whatever else pi's tool tells; a *streams* tool shows its output as it comes.
    """

    result: Record
    is_error: bool = False
    steps: list[tuple[float, str]] = field(default_factory=list)
    streams: bool = False


def text_content(text: str) -> list[Record]:
    """Return *text* as the content of a message."""
    return [{"type": "text", "text": text}]


def perform(call: Call, files: Files) -> Performance:
    """Return what *call* does; `write` and `edit` change *files*. Calls of unknown tools fail as pi's do."""
    arguments = call.arguments
    path = str(arguments.get("path", ""))
    match call.name:
        case "bash":
            return bash(str(arguments.get("command", "")))
        case "read":
            text = files.get(path, UNKNOWN_FILE)
            return Performance({"content": text_content(text), "structuredContent": text})
        case "write":
            files[path] = str(arguments.get("content", ""))
            return Performance({"content": text_content(f"Successfully wrote to {path}")})
        case "edit":
            return edit(path, arguments.get("edits"), files)
    return failure(f"Tool {call.name} not found")


def failure(text: str) -> Performance:
    """Return a call that fails with *text*."""
    return Performance({"content": text_content(text), "details": {}}, is_error=True)


def edit(path: str, edits: Any, files: Files) -> Performance:
    """Replace each `oldText` of *edits*, which must be there once, by its `newText` in the file *path*."""
    before = after = files.get(path, UNKNOWN_FILE)
    changes = edits if isinstance(edits, list) else []
    for change in changes:
        old, new = str(change.get("oldText", "")), str(change.get("newText", ""))
        if after.count(old) != 1:
            problem = "Could not find the exact text" if old not in after else "The text is not unique"
            return failure(
                f"{problem} in {path}. The old text must match exactly including all whitespace and newlines."
            )
        after = after.replace(old, new)
    files[path] = after
    content = text_content(f"Successfully replaced {len(changes)} block(s) in {path}.")
    return Performance({"content": content, "details": diff_details(path, before, after)})


def diff_details(path: str, before: str, after: str) -> Record:
    """Return `diff` (numbered lines), `patch` (unified) and `firstChangedLine`, as pi's `edit` does."""
    old, new = before.splitlines(), after.splitlines()
    width = len(str(max(len(old), len(new), 1)))
    lines: list[str] = []
    first = 0
    for tag, old_start, old_end, new_start, new_end in difflib.SequenceMatcher(None, old, new).get_opcodes():
        if tag == "equal":
            lines += [f" {number + 1:>{width}} {new[number]}" for number in range(new_start, new_end)]
            continue
        first = first or new_start + 1
        lines += [f"-{number + 1:>{width}} {old[number]}" for number in range(old_start, old_end)]
        lines += [f"+{number + 1:>{width}} {new[number]}" for number in range(new_start, new_end)]
    patch = difflib.unified_diff(before.splitlines(True), after.splitlines(True), path, path)
    return {"diff": "\n".join(lines), "patch": "".join(patch), "firstChangedLine": first}


def bash(command: str) -> Performance:
    """Return a make-believe run of *command*: a few commands are known, chains of them with `&&` and `;` too."""
    steps: list[tuple[float, str]] = []
    code = 0
    for link in re.split(r"(&&|;)", command):
        if link == "&&" and code:
            break
        if link in ("&&", ";", ""):
            continue
        seconds, output, code = _simple_command(link.strip())
        steps.append((seconds, output))
    output = "".join(text for _, text in steps)
    shown = output or "(no output)"
    if code:
        shown = f"{output}\n\nCommand exited with code {code}" if output else f"Command exited with code {code}"
    structured = {"output": output, "truncated": False, "exit_code": code, "wall_time_seconds": 0}
    result = {"content": text_content(shown), "structuredContent": structured}
    return Performance(result, bool(code), steps, streams=True)


def _simple_command(command: str) -> tuple[float, str, int]:
    """Return (seconds, output, exit code) of one command."""
    try:
        name, *arguments = shlex.split(command) or [""]
    except ValueError:
        return 0, "bash: syntax error: unexpected end of file\n", 2
    match name, arguments:
        case "echo", _:
            return 0, " ".join(arguments) + "\n", 0
        case "sleep", [seconds] if re.fullmatch(r"\d+(\.\d+)?", seconds):
            return float(seconds), "", 0
        case "exit", [code] if code.isdecimal():
            return 0, "", int(code) % 256
        case "false", _:
            return 0, "", 1
        case (("true" | ""), _):
            return 0, "", 0
        case "ls", _:
            return 0, LISTING if "-la" in arguments or "-l" in arguments else "README.md\ngreeting.py\n", 0
        case "pwd", _:
            return 0, "/demo\n", 0
        case "git", ["status", *_]:
            return 0, "On branch main\nnothing to commit, working tree clean\n", 0
    return 0, f"[demo] not run: {command}\n", 0
