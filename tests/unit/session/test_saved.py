"""What a session's file tells of it, in all three formats, whole or broken."""

from __future__ import annotations

import json
from typing import Any

import hypothesis.strategies as st
import pytest
from hypothesis import given

from app.session.saved import ago, saved_session

HEADER = {"type": "session", "version": 3, "id": "i", "timestamp": "2026-12-03T14:00:00.000Z", "cwd": "/p"}


def lines(*records: dict[str, Any]) -> bytes:
    return b"".join(json.dumps(record).encode() + b"\n" for record in records)


def said(text: Any, role: str = "user") -> dict[str, Any]:
    return {"type": "message", "id": "a", "parentId": None, "message": {"role": role, "content": text}}


def test_a_session_is_known_by_its_last_name_or_by_what_was_said_first() -> None:
    head = lines(HEADER, said("rules", "system"), said("\n fix  the\ttests "), said("and more"))
    session = saved_session("/s/a.jsonl", head, b"", 5.0)
    assert session is not None
    assert (session.id, session.folder, session.prompt, session.changed) == ("i", "/p", "fix the tests", 5.0)
    assert session.title == "fix the tests"
    names = [{"type": "session_info", "name": name} for name in ("old", "new")]
    named = saved_session("/s/a.jsonl", head + lines(names[0]), lines(names[1]), 5.0)
    assert named is not None
    assert (named.title, named.prompt) == ("new", "fix the tests")


@pytest.mark.parametrize(
    ("content", "prompt"),
    [
        ([{"type": "image", "data": "x"}, {"type": "text", "text": "look"}], "look"),
        ([{"type": "text", "text": 5}, 7, None], ""),
        (None, ""),
        ("\u202etxt.exe", "txt.exe"),
    ],
)
def test_content_of_any_shape_is_read_as_far_as_it_can_be(content: Any, prompt: str) -> None:
    session = saved_session("", lines(HEADER, said(content)), b"", 0)
    assert session is not None
    assert session.prompt == prompt


def test_broken_and_cut_lines_are_passed_over() -> None:
    head = lines({"type": "session", "id": 5}) + b"{broken\n[1]\n\xff\xfe\n" + lines(said("hi")) + b'{"type":"mess'
    session = saved_session("", head, b'age"}\n' + lines({"type": "session_info"}), 0)
    assert session is not None
    assert (session.id, session.prompt, session.name, session.title) == ("", "hi", "", "hi")
    empty = saved_session("", lines(HEADER, {"type": "message"}), b"", 0)
    assert empty is not None
    assert empty.title == "(nothing said)"


@pytest.mark.parametrize("head", [b"", b"text", lines({"type": "message"}), b"[" * 100_000])
def test_what_is_no_session_is_none(head: bytes) -> None:
    assert saved_session("", head, b"", 0) is None


@given(st.binary(max_size=200), st.binary(max_size=200))
def test_no_bytes_raise(head: bytes, tail: bytes) -> None:
    assert saved_session("", lines(HEADER) + head, tail, 0) is not None


@pytest.mark.parametrize(
    ("seconds", "text"),
    [(-5, "just now"), (59, "just now"), (60, "1 min ago"), (7200, "2 h ago"), (86400 * 3, "3 d ago"),
     (86400 * 800, "2 y ago")],
)  # fmt: skip
def test_time_is_told_in_its_largest_unit(seconds: float, text: str) -> None:
    assert ago(seconds) == text
