"""The little language that scripts the demo's model: one step a line.

say N                    N words, one delta a word
slow MS N                N words, MS milliseconds apart
text ...                 that text, in small deltas ("\\n" is a line feed)
markdown                 a sampler: headings, lists, table, code, links
think ...                that text as reasoning, then "Thought about it."
bash CMD                 a call of the tool `bash`
both CMD || CMD          two calls of `bash` in one turn
read PATH | write PATH TEXT | edit PATH OLD => NEW
tool NAME JSON           a call of any tool
fail STATUS [TIMES]      a failed model call, TIMES times for this message (default: always)
cut                      the stream breaks in the middle of a sentence

A turn plays the steps up to and including the next one that calls a tool; the turn after its results goes on
from there. Once everything is played, the model says "Done.".
"""

from __future__ import annotations

import json
import re
from dataclasses import dataclass, field
from typing import Any

from app.demo.sampler import SAMPLER
from app.demo.wire import Record

Arguments = dict[str, Any]

STEPS: dict[str, re.Pattern[str]] = {
    verb: re.compile(rf"{verb}{rest}$")
    for verb, rest in {
        "say": r"(?: (\d+))?",
        "slow": r" (\d+)(?: (\d+))?",
        "text": r" (.*)",
        "markdown": "",
        "think": r" (.*)",
        "bash": r" (.+)",
        "both": r" (.+?) \|\| (.+)",
        "read": r" (\S*[./]\S*)",
        "write": r" (\S*[./]\S*) (.*)",
        "edit": r" (\S*[./]\S*) (.+) => (.*)",
        "tool": r" (\w+)(?: (\{.*\}))?",
        "fail": r" (\d{3})(?: (\d+))?",
        "cut": "",
    }.items()
}


@dataclass(frozen=True)
class Call:
    """One tool call."""

    name: str
    arguments: Arguments


@dataclass
class Turn:
    """What the model does in one turn.

    *delay* is in seconds between pieces of text, None for the pace of the agent. *failure* is an HTTP status that
    comes *failures* times (0: always) before the rest is played. *passive* are extension UI requests to show first.
    """

    thinking: list[str] = field(default_factory=list)
    text: list[str] = field(default_factory=list)
    calls: list[Call] = field(default_factory=list)
    delay: float | None = 0.0
    failure: int = 0
    failures: int = 0
    cut: bool = False
    passive: list[Record] = field(default_factory=list)

    def add(self, other: Turn) -> None:
        """Play the steps of *other* as well, in this turn."""
        self.thinking += other.thinking
        self.text += other.text
        self.calls += other.calls
        self.delay = other.delay or self.delay
        self.failure, self.failures = (
            (other.failure, other.failures) if other.failure else (self.failure, self.failures)
        )
        self.cut |= other.cut


def words(count: int) -> list[str]:
    """Return *count* numbered words, each with the space after it."""
    return [f"{'word' if number else 'Word'}{number} " for number in range(count)]


def pieces(text: str, size: int = 5) -> list[str]:
    """Cut *text* into pieces of at least *size* characters, 200 at most."""
    size = max(size, len(text) // 200)
    return [text[start : start + size] for start in range(0, len(text), size)]


def match_step(line: str) -> tuple[str, tuple[str, ...]] | None:
    """Return the verb of *line* and what stands after it, or None when it is no step."""
    verb = line.partition(" ")[0]
    found = STEPS[verb].match(line) if verb in STEPS else None
    return (verb, tuple(group or "" for group in found.groups())) if found else None


def is_script(text: str) -> bool:
    """Whether *text* is meant for this language: its first line is a step."""
    lines = [line.strip() for line in text.splitlines() if line.strip()]
    return bool(lines) and match_step(lines[0]) is not None


def turns(script: str) -> list[Turn]:
    """Return the turns that *script* amounts to; a line that is no step is said back."""
    played = [Turn()]
    for line in filter(None, map(str.strip, script.splitlines())):
        step = plan(line)
        played[-1].add(step)
        if step.calls:
            played.append(Turn())
    if played[-1] == Turn():
        played.pop()
    return played


def plan(line: str) -> Turn:
    """Return the turn of the single step *line*."""
    step = match_step(line)
    if step is None:
        return Turn(text=pieces(f"You said: {line}"))
    match step:
        case "say", (count,):
            return Turn(text=words(int(count or 5)))
        case "slow", (delay, count):
            return Turn(text=words(int(count or 20)), delay=int(delay) / 1000)
        case "text", (text,):
            return Turn(text=pieces(_unescape(text)))
        case "markdown", _:
            return Turn(text=pieces(SAMPLER))
        case "think", (text,):
            return Turn(thinking=pieces(text), text=pieces("Thought about it."))
        case "fail", (status, times):
            return Turn(failure=int(status), failures=int(times or 0), text=pieces("Recovered."))
        case "cut", _:
            return Turn(text=words(5), cut=True)
    return Turn(calls=_calls(*step))


def _calls(verb: str, rest: tuple[str, ...]) -> list[Call]:
    match verb, rest:
        case "both", commands:
            return [Call("bash", {"command": command}) for command in commands]
        case "bash", (command,):
            return [Call("bash", {"command": command})]
        case "write", (path, text):
            return [Call("write", {"path": path, "content": _unescape(text)})]
        case "edit", (path, old, new):
            return [Call("edit", {"path": path, "edits": [{"oldText": old, "newText": new}]})]
        case "tool", (name, arguments):
            return [Call(name, _object(arguments))]
    return [Call(verb, {"path": rest[0]})]


def _object(text: str) -> Arguments:
    try:
        value = json.loads(text or "{}")
    except ValueError:
        return {"input": text}
    return value if isinstance(value, dict) else {"input": text}


def _unescape(text: str) -> str:
    return text.replace("\\n", "\n")
