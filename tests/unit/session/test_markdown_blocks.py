"""Markdown in blocks: any chunking gives the same ones, and every character is in exactly one."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

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
