"""Saved sessions as they are told by their files (pi's `docs/session-format.md`), from the ends of each file alone."""

from __future__ import annotations

import json
from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any

from app.session.plain import one_line

_LONGEST = 200


@dataclass(frozen=True, slots=True)
class SavedSession:
    """One file of a session: its *path*, the *folder* it works in, and when it was *changed* (seconds, epoch).

    *name* is what it was called, *prompt* what was said first; both are one line, "" where there is none.
    """

    path: str
    id: str
    folder: str
    name: str
    prompt: str
    changed: float

    @property
    def title(self) -> str:
        """What it is known by."""
        return self.name or self.prompt or "(nothing said)"


def saved_session(path: str, head: bytes, tail: bytes, changed: float) -> SavedSession | None:
    """Return what the file at *path* tells, *head* its first bytes and *tail* its last; None where it is no session.

    Lines that cannot be read, because they are broken or cut, are passed over. A name between both ends is not seen.
    """
    records = list(_records(head))
    if not records or records[0].get("type") != "session":
        return None
    header = records[0]
    prompts = (_prompt(record) for record in records)
    names = [_name(record) for record in (*records, *_records(tail)) if record.get("type") == "session_info"]
    return SavedSession(
        path,
        _text(header.get("id")),
        _text(header.get("cwd")),
        names[-1] if names else "",
        next(filter(None, prompts), ""),
        changed,
    )


def _records(data: bytes) -> Iterator[dict[str, Any]]:
    for line in data.split(b"\n"):
        try:
            record = json.loads(line)
        except (ValueError, RecursionError):
            continue
        if isinstance(record, dict):
            yield record


def _name(record: dict[str, Any]) -> str:
    return one_line(_text(record.get("name")), _LONGEST)


def _prompt(record: dict[str, Any]) -> str:
    message = record.get("message")
    if not isinstance(message, dict) or message.get("role") != "user":
        return ""
    content = message.get("content")
    parts = content if isinstance(content, list) else [{"text": content}]
    texts = [_text(part.get("text")) for part in parts if isinstance(part, dict)]
    return one_line(" ".join(texts), _LONGEST)


def _text(value: object) -> str:
    return value if isinstance(value, str) else ""


def ago(seconds: float) -> str:
    """Return how long *seconds* are, in the largest unit that fits: "3 h"."""
    for size, unit in ((86400 * 365, "y"), (86400, "d"), (3600, "h"), (60, "min")):
        if seconds >= size:
            return f"{int(seconds // size)} {unit} ago"
    return "just now"
