"""Lines on a grid: rows wrap and lose nothing, rows of a diff have the colour of their line."""

from __future__ import annotations

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from app.session.cells import text_width
from app.ui.transcript import rows
from app.ui.transcript.rows import diff_tones, guessed_rows, rows_of

LETTERS = "ab 漢e\u0301👩\u200d\n"


@given(st.text(st.sampled_from(LETTERS), max_size=80), st.integers(8, 20))
def test_no_row_is_wider_than_the_grid(text: str, columns: int) -> None:
    shown = rows_of(text, columns)
    assert "".join(shown) == text.replace("\n", "")
    assert all(text_width(row) <= columns for row in shown)


@settings(suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(st.text(st.sampled_from(LETTERS), max_size=80), st.integers(8, 20))
def test_of_a_long_text_rows_are_cut_when_they_are_looked_at(
    monkeypatch: pytest.MonkeyPatch, text: str, columns: int
) -> None:
    monkeypatch.setattr(rows, "_LONGEST_EXACT", 0)
    shown = rows_of(text, columns)
    every = [shown[number] for number in range(len(shown))]
    assert "".join(every) == text.replace("\n", "")
    assert all(text_width(row) <= columns for row in every)
    assert list(shown[1:-1]) == every[1:-1]
    with pytest.raises(IndexError):
        shown[len(shown)]


@given(st.text(st.sampled_from("ab \n\t"), max_size=80), st.integers(8, 20))
def test_a_guess_is_exact_where_every_character_takes_one_cell(text: str, columns: int) -> None:
    assert guessed_rows(text, columns) == len(rows_of(text, columns))


def test_a_guess_comes_near_for_wide_characters() -> None:
    assert guessed_rows("漢" * 1000, 20) == 100
    assert guessed_rows("漢\n" * 10, 20) == 10


def test_each_row_of_a_diff_has_the_colour_of_its_line() -> None:
    diff = " same\n-old line\n+new\n"
    assert list(rows_of(diff, 8)) == [" same", "-old lin", "e", "+new"]
    assert diff_tones(diff, 8) == ["", "removed", "removed", "added"]
