"""One session of the demo agent: a tree of entries in memory (pi's docs/session-format.md)."""

from __future__ import annotations

import time
import uuid
from datetime import UTC, datetime
from typing import Any

from app.demo.models import LEVELS, MODELS, levels
from app.demo.tools import new_files
from app.demo.wire import Record

SYSTEM_MESSAGE = {"role": "system", "content": "", "sections": {"preamble": "You are the demo agent of Pienza."}}


def now_ms() -> int:
    """Return the time as messages tell it, in milliseconds."""
    return time.time_ns() // 1_000_000


class Session:
    """Entries that are only ever added; the branch from the root to *leaf* is the conversation."""

    def __init__(self) -> None:
        """Start an empty session with the first model."""
        self.id = str(uuid.uuid4())
        self.name = ""
        self.entries: list[Record] = []
        self.leaf: str | None = None
        self.files = new_files()
        self.model: Record = MODELS[0]
        self.thinking_level = "medium"
        self.append("model_change", provider=self.model["provider"], modelId=self.model["id"])
        self.append("thinking_level_change", thinkingLevel=self.thinking_level)

    def append(self, kind: str, **fields: Any) -> Record:
        """Add an entry behind the leaf, make it the leaf and return it."""
        stamp = datetime.now(UTC).isoformat(timespec="milliseconds").replace("+00:00", "Z")
        entry = {"type": kind, "id": uuid.uuid4().hex[:8], "parentId": self.leaf, "timestamp": stamp, **fields}
        self.entries.append(entry)
        self.leaf = entry["id"]
        return entry

    def set_model(self, model: Record) -> bool:
        """Switch to *model*; whether that changed the thinking level."""
        self.model = model
        self.append("model_change", provider=model["provider"], modelId=model["id"])
        return self.set_thinking_level(self.thinking_level)

    def set_thinking_level(self, level: str) -> bool:
        """Take the highest level that the model has and that is not above *level*; whether it changed."""
        wanted = LEVELS.index(level) if level in LEVELS else 0
        level = levels(self.model)[min(wanted, len(levels(self.model)) - 1)]
        if level == self.thinking_level:
            return False
        self.thinking_level = level
        self.append("thinking_level_change", thinkingLevel=level)
        return True

    def branch(self) -> list[Record]:
        """Return the entries from the root to the leaf."""
        by_id = {entry["id"]: entry for entry in self.entries}
        path: list[Record] = []
        here = self.leaf
        while here is not None:
            path.append(by_id[here])
            here = by_id[here]["parentId"]
        return path[::-1]

    def messages(self) -> list[Record]:
        """Return the messages of the branch: without withdrawn ones, and from the last compaction on."""
        branch = self.branch()
        withdrawn = {entry["targetId"] for entry in branch if entry["type"] == "context_edit"}
        kept = [entry for entry in branch if entry["type"] == "message" and entry["id"] not in withdrawn]
        compaction = next((entry for entry in reversed(branch) if entry["type"] == "compaction"), None)
        if compaction is None:
            return [entry["message"] for entry in kept]
        ids = [entry["id"] for entry in kept]
        start = ids.index(compaction["firstKeptEntryId"])
        summary = {"role": "compactionSummary", "summary": compaction["summary"], "timestamp": now_ms()}
        return [
            {**summary, "tokensBefore": compaction["tokensBefore"]},
            *(entry["message"] for entry in kept[start:]),
        ]

    def has_system_message(self) -> bool:
        """Whether the branch begins with what the model was told."""
        return any(entry["type"] == "message" and entry["message"]["role"] == "system" for entry in self.branch())

    def tokens(self) -> int:
        """Return a rough count of the tokens in the context."""
        return sum(len(str(message.get("content", ""))) for message in self.messages()) // 4

    def user_entries(self) -> list[Record]:
        """Return the entries of the branch that hold the person's messages."""
        return [entry for entry in self.branch() if entry["type"] == "message" and entry["message"]["role"] == "user"]

    def copy(self, leaf: str | None) -> Session:
        """Return a new session with the branch up to *leaf*."""
        other = Session()
        self.leaf, leaf = leaf, self.leaf
        other.entries = self.branch()
        other.leaf, self.leaf = self.leaf, leaf
        other.name, other.model, other.thinking_level = self.name, self.model, self.thinking_level
        other.files = dict(self.files)
        return other

    def tree(self) -> list[Record]:
        """Return the entries as nested nodes of `entry` and `children`."""
        nodes: dict[str, Record] = {entry["id"]: {"entry": entry, "children": []} for entry in self.entries}
        roots: list[Record] = []
        for node in nodes.values():
            parent = nodes.get(node["entry"]["parentId"])
            (parent["children"] if parent else roots).append(node)
        return roots

    def last_assistant_text(self) -> str | None:
        """Return the text of the last answer that has any."""
        for message in reversed(self.messages()):
            if message["role"] == "assistant" and (text := text_of(message)):
                return text
        return None

    def stats(self) -> Record:
        """Return what `get_session_stats` tells."""
        messages = self.messages()
        roles = [message["role"] for message in messages]
        answers = [message for message in messages if message["role"] == "assistant"]
        used = {key: sum(answer["usage"][key] for answer in answers) for key in ("input", "output")}
        window = self.model["contextWindow"]
        return {
            "sessionId": self.id,
            "userMessages": roles.count("user"),
            "assistantMessages": len(answers),
            "toolCalls": sum(part["type"] == "toolCall" for answer in answers for part in answer["content"]),
            "toolResults": roles.count("toolResult"),
            "totalMessages": len(messages),
            "tokens": {**used, "cacheRead": 0, "cacheWrite": 0, "total": sum(used.values())},
            "cost": 0,
            "contextUsage": {
                "tokens": self.tokens(),
                "contextWindow": window,
                "percent": 100 * self.tokens() / window,
            },
        }


def text_of(message: Record) -> str:
    """Return the text parts of *message* as one string."""
    content = message.get("content", "")
    if isinstance(content, str):
        return content
    return "".join(part["text"] for part in content if part["type"] == "text")
