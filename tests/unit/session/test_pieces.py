"""A text in pieces: together they are the text, and none of them costs much."""

from __future__ import annotations

import pytest

from app.session.pieces import cost_of, end_of, pieces
from app.session.revealed import is_deceptive

TEXTS = [
    "",
    "one line",
    "two\nlines",
    "a\n" * 50,
    "words of a line without an end " * 20,
    "x" * 100,
    "\u05d0\u05d1 " * 50,
    "\n" * 100,
    "ab" * 4 + "\r\n" + "cd" * 30,
]


@pytest.mark.parametrize("text", TEXTS)
@pytest.mark.parametrize("whole_runs", [True, False])
def test_the_pieces_are_the_text_and_each_is_small(text: str, whole_runs: bool) -> None:
    taken = list(pieces(text, 12, 4, whole_runs=whole_runs))
    assert "".join(taken) == text
    assert all(taken)
    assert max((cost_of(piece.strip()) for piece in taken), default=0) <= 13
    assert max((piece.strip().count("\n") for piece in taken), default=0) < 4


@pytest.mark.parametrize(
    ("text", "first"),
    [
        ("one two three four", "one two "),
        ("one\ntwo three four", "one\n"),
        ("a\nb\nc\nd\ne\nf\n", "a\nb\nc\nd\n"),
        ("a" * 20, "a" * 12),
        ("\u05d0" * 20, "\u05d0" * 3),
        ("a" * 11 + "\r\nb", "a" * 11 + "\r\n"),
        ("\U0001f468\u200d\U0001f469\u200d\U0001f467" * 3, "\U0001f468\u200d\U0001f469\u200d\U0001f467"),
        ("ab\u2764\ufe0f\u2764\ufe0f", "ab\u2764\ufe0f"),
        ("a" * 12 + "\u200d" * 200, "a" * 12),
        ("\u200d" * 200, "\u200d" * 3),
        ("\u05d0\u05d0\u05d0\u200d", "\u05d0\u05d0\u05d0\u200d"),
        ("one two thr  \t\n\n  four", "one two thr  \t\n\n  "),
        ("one two three        \n\n        four", "one two "),
        ("one two      \n\n      three", "one two      \n\n      "),
    ],
)
def test_a_piece_ends_with_a_line_or_else_between_words(text: str, first: str) -> None:
    assert next(pieces(text, 12, 4)) == first


def test_no_joined_character_is_taken_for_a_deception_where_two_pieces_meet() -> None:
    families = "\U0001f468\u200d\U0001f469\u200d\U0001f467" * 5_000
    assert not any(is_deceptive(piece) for piece in pieces(families))


def test_a_run_of_blanks_is_one_piece_up_to_a_bound() -> None:
    assert [len(piece) for piece in pieces("\n" * 300_000 + "x", 12, 4)] == [200_004, 99_996, 1]
    assert next(pieces("\n" * 100, 12, 4, whole_runs=False)) == "\n" * 4


@pytest.mark.parametrize(
    ("text", "end"),
    [("one\ntwo\nthree\nfour", "four"), ("one\n2\n3\n4\n5", "3\n4\n5"), ("x" * 20, "x" * 8), ("x\n", "")],
)
def test_the_end_has_whole_lines_where_it_can(text: str, end: str) -> None:
    assert end_of(text, 8, 3) == end
