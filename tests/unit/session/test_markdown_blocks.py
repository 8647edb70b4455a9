"""Markdown in blocks: any chunking gives the same ones, and every character is in exactly one."""

from __future__ import annotations

from itertools import pairwise

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from app.session import markdown_blocks
from app.session.markdown_blocks import MarkdownPart, MarkdownSplitter, PartKind

PIECES = st.sampled_from(
    [
        "a ",
        "\n",
        "\n\n",
        "```",
        "```py\n",
        "~~~\n",
        "````",
        "- item",
        "1. one",
        "  nested",
        "| a | b |",
        "|---|---|",
        "# T",
        "`",
        "<b>",
    ]
)


@pytest.fixture
def short(monkeypatch: pytest.MonkeyPatch) -> None:
    """Blocks are long from 12 characters on, so that every kind of cut is met."""
    monkeypatch.setattr(markdown_blocks, "LONGEST", 12)
    monkeypatch.setattr(markdown_blocks, "_WINDOW", 4)


def split(text: str, size: int = 1_000_000) -> list[MarkdownPart]:
    """Feed *text* in pieces of *size* characters."""
    splitter = MarkdownSplitter()
    for start in range(0, len(text), size):
        splitter.feed(text[start : start + size])
    return splitter.parts


def shown(text: str) -> list[tuple[str, str]]:
    """The kinds and texts of the parts."""
    return [(part.kind.value, part.text) for part in split(text)]


@given(st.lists(PIECES, max_size=30).map("".join), st.integers(1, 7))
def test_any_chunking_gives_the_same_parts(text: str, size: int) -> None:
    assert split(text, size) == split(text)


@given(st.lists(PIECES, max_size=30).map("".join))
def test_the_sources_together_are_the_document(text: str) -> None:
    assert "".join(part.source for part in split(text)).removesuffix("\n") == text.removesuffix("\n")


LONG_PIECES = st.one_of(PIECES, st.sampled_from(["word " * 5, "e\u0301" * 9, "語" * 20, "\n" * 15, "| x " * 8]))


@pytest.mark.usefixtures("short")
@settings(suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(st.lists(LONG_PIECES, max_size=30).map("".join), st.integers(1, 20))
def test_long_blocks_are_cut_the_same_way_by_any_chunking(text: str, size: int) -> None:
    parts = split(text)
    assert split(text, size) == parts
    assert "".join(part.source for part in parts).removesuffix("\n") == text.removesuffix("\n")
    assert all(len(part.source) <= 3 * 12 for part in parts)
    for part, following in pairwise(parts):
        assert part.goes_on == following.continues
        assert part.kind is following.kind or not following.continues


@pytest.mark.usefixtures("short")
def test_a_long_line_is_cut_between_what_is_drawn_as_one() -> None:
    parts = split("abcdefghijk" + "e\u0301" * 10 + "\nend")
    assert [part.source for part in parts] == ["abcdefghijk", "e\u0301" * 6, "e\u0301" * 4 + "\nend"]
    assert [(part.continues, part.torn) for part in parts] == [(False, False), (True, True), (True, True)]


@pytest.mark.usefixtures("short")
def test_a_cluster_longer_than_anything_is_cut_all_the_same() -> None:
    parts = split("a" + "\u0301" * 40)
    assert [len(part.source) for part in parts] == [12, 12, 12, 5]


@pytest.mark.usefixtures("short")
def test_long_code_goes_on_without_fences_and_ends_with_its_own() -> None:
    parts = split("```py\nthe first line\nsecond\n```\nafter")
    assert [(part.text, part.language, part.continues, part.goes_on) for part in parts] == [
        ("the first line", "py", False, True),
        ("second", "py", True, False),
        ("after", "", False, False),
    ]


@pytest.mark.usefixtures("short")
@pytest.mark.parametrize("end", ["", "\n"])
def test_the_rest_of_a_long_line_closes_no_code(end: str) -> None:
    parts = split("```\n" + "x" * 13 + "```" + end)
    assert "".join(part.text for part in parts) == "x" * 13 + "```"


@pytest.mark.usefixtures("short")
def test_the_items_of_a_long_list_can_be_read_by_themselves() -> None:
    parts = split("- one\n- two\n  more\n- three\n\nend")
    assert [(part.source, part.continues, part.torn) for part in parts] == [
        ("- one\n- two\n  more\n", False, False),
        ("- three\n\n", True, False),
        ("end", False, False),
    ]


@pytest.mark.usefixtures("short")
def test_the_rule_of_a_table_finds_no_header_in_the_part_before() -> None:
    parts = split("| a header |\n|---|---|\n| 1 | 2 |")
    assert [(part.source, part.torn) for part in parts] == [
        ("| a header |\n", False),
        ("|---|---|\n| 1 | 2 |", True),
    ]


@pytest.mark.usefixtures("short")
def test_many_blank_lines_keep_nothing_together() -> None:
    parts = split("a" + "\n" * 40 + "b")
    assert [part.source.strip() for part in parts] == ["a", "", "", "", "b"]
    assert not parts[-1].continues
    parts = split("\n" * 20 + "b")
    assert [(part.source.strip(), part.continues) for part in parts] == [("", False), ("b", False)]


def test_what_streams_into_a_long_block_is_read_once() -> None:
    splitter = MarkdownSplitter()
    for _ in range(3_000):
        splitter.feed("語 word " * 10)
        assert sum(len(part.source) for part in splitter.open) < 3 * markdown_blocks.LONGEST
    assert len(splitter.closed) > 30


def test_paragraphs_are_parts_of_their_own() -> None:
    assert shown("one\n\ntwo\nstill two\n\n\nthree") == [
        ("prose", "one\n\n"),
        ("prose", "two\nstill two\n\n\n"),
        ("prose", "three"),
    ]


def test_code_is_a_part_without_its_fences() -> None:
    text = "before\n```python title\na = 1\n\n# b\n```\nafter"
    assert shown(text) == [("prose", "before\n"), ("code", "a = 1\n\n# b"), ("prose", "after")]
    assert split(text)[1].language == "python"


@pytest.mark.parametrize("closing", ["``", "~~~", "```x", "    ```"])
def test_only_its_own_fence_closes_code(closing: str) -> None:
    assert shown(f"```\na\n{closing}\nb") == [("code", f"a\n{closing}\nb")]
    assert shown(f"```\na\n{closing}\nb\n````\n") == [("code", f"a\n{closing}\nb")]


def test_code_that_is_still_written_is_code() -> None:
    assert shown("```") == [("prose", "```")]
    assert shown("```\n") == [("code", "")]
    assert shown("```js\nlet a") == [("code", "let a")]


def test_backticks_in_the_info_make_no_fence() -> None:
    assert shown("``` a ` b\ntext") == [("prose", "``` a ` b\ntext")]


def test_a_list_goes_on_after_a_blank_line() -> None:
    assert shown("- one\n\n  more of one\n\n- two\n\nno list") == [
        ("prose", "- one\n\n  more of one\n\n- two\n\n"),
        ("prose", "no list"),
    ]
    assert shown("text\n\n- list") == [("prose", "text\n\n"), ("prose", "- list")]


def test_blank_lines_before_the_first_word_belong_to_it() -> None:
    assert shown("\n\n- one\n\n- two") == [("prose", "\n\n- one\n\n- two")]
    assert shown("") == []


def test_a_table_needs_no_blank_line_above_it() -> None:
    table = "| a | b |\n|:--|--:|\n| 1 | 2 |"
    assert shown(f"The sizes:\n{table}") == [("prose", "The sizes:\n"), ("prose", table)]
    assert shown(f"\n{table}\n\nafter") == [("prose", f"\n{table}\n\n"), ("prose", "after")]
    for text in (f"- item\n{table}", "a | b\nno rule\n|---|", "head\n|---|\n| 1 |"):
        assert len(shown(text)) == 1


def test_closed_parts_never_change_again() -> None:
    splitter = MarkdownSplitter()
    splitter.feed("one\n\ntwo")
    splitter.feed(" words\n")
    first = splitter.closed[0]
    splitter.feed("\n\nthree\n")
    assert splitter.closed[0] is first
    splitter.feed("\nfour")
    assert splitter.open == [
        MarkdownPart(PartKind.PROSE, "three\n\n", "three\n\n"),
        MarkdownPart(PartKind.PROSE, "four", "four"),
    ]
