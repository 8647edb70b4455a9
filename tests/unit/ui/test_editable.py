"""What is too much to be edited here: each key would hold the window."""

from __future__ import annotations

import pytest

from app.ui.editable import can_be_edited


@pytest.mark.parametrize(
    ("text", "can"),
    [
        ("", True),
        ("a\n" * 199_999, True),
        ("a\n" * 200_000, False),
        ("a\r\n" * 199_999, True),
        ("\r" * 200_000, False),
        ("\u2029" * 200_000, False),
        ("x" * 100_000, True),
        ("x" * 100_001, False),
        (("x" * 100_000 + "\n") * 99, True),
        (("x" * 99_000 + "\n") * 102, False),
        ("\u0430\u00e9\u2014" * 33_000, True),
        ("\u89e3" * 9_998, True),
        ("\u89e3" * 9_999, False),
        ("\u05d0 " * 10_000, False),
        ("\t" * 10_001, False),
        ("a\u2028" * 10_000, False),
        ("x" * 89_980 + "\U0001f642" * 1_000, True),
        ("x" * 89_980 + "\U0001f642" * 1_001, False),
        ("a\u05d0" * 3_225, True),
        ("a\u05d0" * 3_226, False),
        ("\u89e3\u6790\n" * 100_000, True),
    ],
)
def test_lines_and_characters_have_bounds(text: str, can: bool) -> None:
    assert can_be_edited(text) is can


def test_there_is_less_room_in_other_places() -> None:
    assert can_be_edited("a\n" * 9, 100, 10)
    assert not can_be_edited("a\n" * 10, 100, 10)
    assert not can_be_edited("a" * 101, 100, 10)
    assert can_be_edited("a" * 50, 100, 10, 50)
    assert not can_be_edited("a" * 51, 100, 10, 50)
