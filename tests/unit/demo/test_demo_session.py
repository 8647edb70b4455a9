"""A session as a tree of entries."""

from __future__ import annotations

from typing import Any

import pytest

from app.demo.compaction import CompactionError, compact
from app.demo.models import MODELS, usage
from app.demo.run import user_message
from app.demo.session import Session, text_of


def say(session: Session, text: str) -> dict[str, Any]:
    return session.append("message", message=user_message(text))


def answer(session: Session, text: str) -> dict[str, Any]:
    message = {"role": "assistant", "content": [{"type": "text", "text": text}], "usage": usage(10, 2)}
    return session.append("message", message=message)


def texts(session: Session) -> list[str]:
    return [text_of(message) for message in session.messages()]


def test_a_session_begins_with_its_model_and_thinking_level() -> None:
    session = Session()
    assert [entry["type"] for entry in session.entries] == ["model_change", "thinking_level_change"]
    assert session.messages() == []


def test_a_withdrawn_message_is_an_entry_but_no_message() -> None:
    session = Session()
    say(session, "a")
    failed = answer(session, "failed")
    session.append("context_edit", targetId=failed["id"], replacement=None)
    assert texts(session) == ["a"]
    assert failed in session.branch()


def test_a_copy_ends_where_it_was_asked_to_and_lives_on_its_own() -> None:
    session = Session()
    first = say(session, "a")
    leaf = session.leaf
    second = say(session, "b")
    other = session.copy(second["parentId"])
    assert (texts(other), session.leaf, other.leaf) == (["a"], second["id"], leaf)
    assert other.id != session.id
    say(other, "c")
    assert texts(session) == ["a", "b"]
    assert first in other.entries


def test_the_tree_nests_entries_and_branches() -> None:
    session = Session()
    root = session.leaf
    say(session, "a")
    session.leaf = root
    say(session, "b")
    (tree,) = session.tree()
    level = tree["children"][0]
    assert [text_of(child["entry"]["message"]) for child in level["children"]] == ["a", "b"]


def test_a_model_without_reasoning_turns_thinking_off_and_back_it_stays_off() -> None:
    session = Session()
    assert session.set_model(MODELS[1])
    assert session.thinking_level == "off"
    assert not session.set_model(MODELS[0])
    assert session.set_thinking_level("high")
    assert not session.set_thinking_level("high")
    assert session.set_thinking_level("nonsense")
    assert session.thinking_level == "off"


def test_statistics_count_what_is_there() -> None:
    session = Session()
    say(session, "a" * 40)
    answer(session, "b")
    stats = session.stats()
    assert (stats["userMessages"], stats["assistantMessages"], stats["totalMessages"]) == (1, 1, 2)
    assert stats["tokens"] == {"input": 10, "output": 2, "cacheRead": 0, "cacheWrite": 0, "total": 12}
    assert stats["contextUsage"]["contextWindow"] == 200_000


def test_compaction_keeps_the_last_prompt_and_a_summary() -> None:
    session = Session()
    for text in ("one", "two", "three"):
        say(session, text)
        answer(session, f"answer to {text}")
    result = compact(session, "the numbers")
    assert "- one\n- two" in result["summary"]
    assert "the numbers" in result["summary"]
    first, *rest = session.messages()
    assert (first["role"], first["tokensBefore"]) == ("compactionSummary", result["tokensBefore"])
    assert [text_of(message) for message in rest] == ["three", "answer to three"]


def test_a_small_session_cannot_be_compacted() -> None:
    session = Session()
    say(session, "one")
    with pytest.raises(CompactionError, match="Nothing to compact"):
        compact(session)


def test_the_last_answer_with_text_is_found() -> None:
    session = Session()
    assert session.last_assistant_text() is None
    answer(session, "this")
    answer(session, "")
    assert session.last_assistant_text() == "this"
