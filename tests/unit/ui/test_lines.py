"""Lines on a grid: rows wrap and lose nothing, rows of a diff have the colour of their line."""

from __future__ import annotations

from hypothesis import given
from hypothesis import strategies as st

from app.session.cells import text_width
from app.ui.transcript.lines import diff_tones, wrapped


@given(st.text(st.sampled_from("ab 漢e\u0301👩\u200d\n"), max_size=80), st.integers(8, 20))
def test_no_row_is_wider_than_the_grid(text: str, columns: int) -> None:
    rows = wrapped(text, columns)
    assert "".join(rows) == text.replace("\n", "")
    assert all(text_width(row) <= columns for row in rows)


def test_each_row_of_a_diff_has_the_colour_of_its_line() -> None:
    diff = " same\n-old line\n+new\n"
    assert wrapped(diff, 8) == [" same", "-old lin", "e", "+new"]
    assert diff_tones(diff, 8) == ["", "removed", "removed", "added"]
