"""What a tool call is about, for a person who must decide on it: from its arguments, bounded in size and in time."""

from __future__ import annotations

import json
from collections.abc import Iterator, Mapping
from typing import Any

from app.session.bounds import LONGEST, bounded
from app.session.question_context import RunningTool
from app.session.text_changes import ChangedLine, LineKind, changes_between

_LONGEST_NAME = 200
_MOST_LINES = 400
"""The most lines of changes."""
_FIRST_LINES = 40
"""How many lines of a file that is written are shown."""
_SHORT = 120
"""JSON that stands in one line, in characters."""
_PATHS = ("path", "file_path")
_OLD, _NEW = ("oldText", "old_string", "oldString"), ("newText", "new_string", "newString")

Arguments = Mapping[str, Any]


def running_tool(call_id: str, name: str, arguments: Arguments) -> RunningTool:
    """Return the tool *name* with what its *arguments* say, the most telling first.

    Told by the arguments, not by the name: tools of extensions have names of their own.
    """
    about, changes, taken = _said(arguments)
    # Beyond its bound nothing of a text is told, so that it need not be made fit for JSON.
    rest = {
        key: value[: LONGEST + 1] if isinstance(value, str) else value
        for key, value in arguments.items()
        if key not in taken
    }
    told = _json(rest) if rest else ""
    return RunningTool(call_id, name[:_LONGEST_NAME], about or told, tuple(changes), told if about else "")


def _said(arguments: Arguments) -> tuple[str, list[ChangedLine], set[str]]:
    """Return what *arguments* are about, the changes they make, and the keys that this tells of."""
    if (command := _text(arguments, ("command",))) is not None:
        return bounded(arguments[command]), [], {command}
    path = _text(arguments, _PATHS)
    if path is None:
        return "", [], set()
    changes, taken = _edited(arguments)
    if not changes and isinstance(content := arguments.get("content"), str):
        changes, taken = _first_lines(content), {"content"}
    return bounded(arguments[path]), changes, {path, *taken}


def _edited(arguments: Arguments) -> tuple[list[ChangedLine], set[str]]:
    edits = arguments.get("edits")
    # An edit that says more than its two texts is told as it stands: nothing of it may be left out.
    if isinstance(edits, list) and edits and all(_is_pair(edit) for edit in edits):
        return _first(_changes(edits)), {"edits"}
    if pair := _pair(arguments):
        return _first(_changes([arguments])), set(pair)
    return [], set()


def _changes(edits: list[Arguments]) -> Iterator[ChangedLine]:
    for number, edit in enumerate(edits):
        if number:
            yield ChangedLine(LineKind.GAP, "another place")
        old, new = (edit[key] for key in _pair(edit))
        yield from changes_between(bounded(old), bounded(new)) or [_no_change(old, new)]


def _no_change(old: str, new: str) -> ChangedLine:
    same = old == new
    return ChangedLine(LineKind.GAP, "no change" if same else "a change of line ends, or of what is not shown")


def _is_pair(edit: Any) -> bool:
    return isinstance(edit, dict) and len(edit) == 2 and bool(_pair(edit))


def _pair(edit: Arguments) -> tuple[str, ...]:
    """Return the keys of the old and the new text of *edit*, () when it has not both."""
    old, new = _text(edit, _OLD), _text(edit, _NEW)
    return () if old is None or new is None else (old, new)


def _first_lines(content: str) -> list[ChangedLine]:
    lines = bounded(content).replace("\r\n", "\n").split("\n")
    shown = [ChangedLine(LineKind.ADDED, line) for line in lines[:_FIRST_LINES]]
    left_out = content.count("\n") + 1 - _FIRST_LINES
    if left_out > 0:
        shown.append(ChangedLine(LineKind.GAP, f"{left_out:,} more {'lines' if left_out > 1 else 'line'}"))
    return shown


def _first(changes: Iterator[ChangedLine]) -> list[ChangedLine]:
    """Return the first of *changes*, bounded in lines and in characters; those after them are not even made."""
    shown: list[ChangedLine] = []
    room = 2 * LONGEST
    for change in changes:
        room -= len(change.text)
        if room < 0 or len(shown) == _MOST_LINES:
            return [*shown, ChangedLine(LineKind.GAP, "more changes, not shown")]
        shown.append(change)
    return shown


def _text(arguments: Arguments, keys: tuple[str, ...]) -> str | None:
    """Return the first of *keys* that is text in *arguments*."""
    return next((key for key in keys if isinstance(arguments.get(key), str)), None)


def _json(value: Any) -> str:
    """Return *value* as JSON for people, made only as far as it is kept."""
    pieces: list[str] = []
    size = 0
    # What is nested deeply is indented deeply: the bound is met long before the encoder is out of its depth.
    for piece in json.JSONEncoder(ensure_ascii=False, indent=2).iterencode(value):
        pieces.append(piece)
        size += len(piece)
        if size > LONGEST:
            return "".join(pieces)[:LONGEST] + "\n… the rest is not shown …"
    return json.dumps(value, ensure_ascii=False) if size < _SHORT else "".join(pieces)
