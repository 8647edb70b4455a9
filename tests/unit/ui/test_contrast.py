"""Colours of a terminal can be read on both surfaces; the grid and the heights add up."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from app.session.ansi import Style
from app.ui.ansi_text import span_colors
from app.ui.contrast import TEXT_CONTRAST, ground, luminance, mix, parse, ratio, readable
from app.ui.docks.grid import MOST_CELLS, between, runs_of, width_of
from app.ui.theme import DARK, LIGHT, Theme
from app.ui.transcript.height_index import HeightIndex
from app.ui.transcript.rows import rows_of

THEMES = pytest.mark.parametrize("theme", [DARK, LIGHT], ids=["dark", "light"])


@THEMES
@pytest.mark.parametrize("surface", ["background", "panel", "raised", "code"])
def test_every_token_for_text_can_be_read(theme: Theme, surface: str) -> None:
    for token in ("text", "muted", "accent", "ok", "warning", "error"):
        assert ratio(parse(getattr(theme, token)), parse(getattr(theme, surface))) >= TEXT_CONTRAST, token
    assert ratio(parse(theme.control), parse(getattr(theme, surface))) >= 3
    assert ratio(parse(theme.on_accent), parse(theme.accent)) >= TEXT_CONTRAST


@THEMES
def test_all_256_colours_can_be_read(theme: Theme) -> None:
    for color in range(256):
        assert ratio(readable(color, parse(theme.panel)), parse(theme.panel)) >= TEXT_CONTRAST


@THEMES
def test_grounds_keep_their_names_and_all_colours_can_be_read_on_them(theme: Theme) -> None:
    assert luminance(ground(0)) < 0.01
    assert luminance(ground(15)) == pytest.approx(1)
    assert ground(231) == ground((255, 255, 255)) == (255, 255, 255)
    for behind in range(256):
        for color in (None, *range(16)):
            colors = span_colors(Style(foreground=color, background=behind), theme, theme.panel)
            text, under = parse(colors.text.name()), ground(behind)
            assert ratio(text, under) >= TEXT_CONTRAST
            assert colors.background is None or parse(colors.background.name()) == under


@given(st.tuples(*[st.integers(0, 255)] * 3), st.tuples(*[st.integers(0, 255)] * 3))
def test_any_colour_can_be_read_on_any_surface(color: tuple[int, int, int], surface: tuple[int, int, int]) -> None:
    assert ratio(readable(color, surface), surface) >= TEXT_CONTRAST


def test_the_measures_are_those_of_wcag() -> None:
    assert round(ratio((0, 0, 0), (255, 255, 255)), 2) == 21
    assert luminance((255, 255, 255)) == pytest.approx(1)
    assert mix((0, 0, 0), (255, 255, 255), 0.5) == (128, 128, 128)
    assert parse("#0a0b0c") == (10, 11, 12)


def test_runs_stand_in_their_columns() -> None:
    runs = runs_of("a\t\x1b[31m漢b")
    assert [(run.column, run.cells, run.text) for run in runs] == [(0, 8, "a       "), (8, 2, "漢"), (10, 1, "b")]
    assert width_of("│ 漢字 │") == width_of("│ abcd │") == 8
    assert width_of("x" * 50_000) == MOST_CELLS + 1
    assert width_of("") == 0


def test_of_a_long_line_only_what_is_in_view_is_taken() -> None:
    runs = runs_of("漢" * 1000 + "\x1b[1m" + "a" * 100 + "\x1b[m" + "é")
    assert [run.column for run in between(runs, 100.5, 104)] == [100, 102, 104]
    assert [run.text for run in between(runs, 2050, 2200)] == ["a" * 100, "é"]
    assert list(between(runs, 0, -1)) == []


@given(st.lists(st.integers(0, 500), max_size=60), st.data())
def test_the_height_index_agrees_with_plain_sums(heights: list[int], data: st.DataObject) -> None:
    index = HeightIndex()
    cut = data.draw(st.integers(0, len(heights)))
    index.reset(heights[:cut])
    for height in heights[cut:]:
        index.append(height)
    if heights:
        changed = data.draw(st.integers(0, len(heights) - 1))
        heights[changed] = data.draw(st.integers(0, 500))
        index.set(changed, heights[changed])
        assert index[changed] == heights[changed]
    assert len(index) == len(heights)
    assert index.total == sum(heights)
    assert [index.top(number) for number in range(len(heights))] == [
        sum(heights[:number]) for number in range(len(heights))
    ]
    for y in range(0, sum(heights), 37):
        found = index.at(y)
        assert sum(heights[:found]) <= y < sum(heights[: found + 1])
    if heights:
        assert index.at(sum(heights) + 10) == len(heights) - 1


def test_rows_wrap_at_the_grid_and_lose_nothing() -> None:
    assert list(rows_of("abcdef\n\tx\n", 4)) == ["abcd", "ef", "    ", "x"]
    assert list(rows_of("漢字漢", 4)) == ["漢字", "漢"]
    assert list(rows_of("", 4)) == [""]
    assert len(list(rows_of("x" * 2_000_000, 100))) == 20_000
