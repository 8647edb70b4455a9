"""The language that scripts the demo's model."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from app.demo.sampler import SAMPLER
from app.demo.script import Call, Turn, is_script, pieces, plan, turns


def said(turn: Turn) -> str:
    return "".join(turn.text)


@pytest.mark.parametrize(
    ("line", "text"),
    [
        ("say 3", "Word0 word1 word2 "),
        ("say", "Word0 word1 word2 word3 word4 "),
        ("text one\\ntwo", "one\ntwo"),
        ("markdown", SAMPLER),
        ("think hm", "Thought about it."),
        ("what is this?", "You said: what is this?"),
        ("say many", "You said: say many"),
    ],
)
def test_a_step_says_its_text(line: str, text: str) -> None:
    assert said(plan(line)) == text


def test_slow_words_have_their_own_delay_in_seconds() -> None:
    turn = plan("slow 40 3")
    assert (turn.delay, turn.text) == (0.04, ["Word0 ", "word1 ", "word2 "])


def test_a_failure_comes_for_a_while_or_always() -> None:
    assert (plan("fail 503 2").failure, plan("fail 503 2").failures) == (503, 2)
    assert plan("fail 429").failures == 0


def test_a_cut_breaks_after_five_words() -> None:
    turn = plan("cut")
    assert turn.cut
    assert len(turn.text) == 5


@pytest.mark.parametrize(
    ("line", "calls"),
    [
        ("bash ls -la && echo done", [Call("bash", {"command": "ls -la && echo done"})]),
        ("both echo a || echo b", [Call("bash", {"command": "echo a"}), Call("bash", {"command": "echo b"})]),
        ("read a.txt", [Call("read", {"path": "a.txt"})]),
        ("write b/c.txt one\\ntwo", [Call("write", {"path": "b/c.txt", "content": "one\ntwo"})]),
        (
            "edit a.txt hello => bye",
            [Call("edit", {"path": "a.txt", "edits": [{"oldText": "hello", "newText": "bye"}]})],
        ),
        ('tool web {"q": [1]}', [Call("web", {"q": [1]})]),
        ("tool web", [Call("web", {})]),
        ("tool web {x}", [Call("web", {"input": "{x}"})]),
    ],
)
def test_a_step_calls_its_tools(line: str, calls: list[Call]) -> None:
    assert plan(line).calls == calls


def test_a_turn_ends_with_the_step_that_calls_a_tool() -> None:
    first, second = turns("think Hm.\ntext Look:\nbash ls\n\ntext Seen.\nsay 1\n")
    assert ("".join(first.thinking), said(first), len(first.calls)) == ("Hm.", "Thought about it.Look:", 1)
    assert (said(second), second.calls) == ("Seen.Word0 ", [])


def test_a_script_that_ends_with_a_tool_has_no_turn_after_it() -> None:
    assert len(turns("bash ls")) == 1


def test_a_failure_and_what_comes_after_it_are_one_turn() -> None:
    (turn,) = turns("fail 503 2\nsay 2")
    assert (turn.failure, turn.failures, said(turn)) == (503, 2, "Recovered.Word0 word1 ")


@pytest.mark.parametrize("text", ["say 3", "  markdown ", "\nbash ls\nanything", "edit a.py x => y"])
def test_a_text_that_begins_with_a_step_is_a_script(text: str) -> None:
    assert is_script(text)


@pytest.mark.parametrize("text", ["", "Read the file main.py", "read the file", "write a poem", "cut it", "say hello"])
def test_plain_words_are_no_script(text: str) -> None:
    assert not is_script(text)


@given(st.text(max_size=3000))
def test_pieces_are_the_whole_text_in_two_hundred_parts_at_most(text: str) -> None:
    parts = pieces(text)
    assert "".join(parts) == text
    assert len(parts) <= 201
