"""Text made for a terminal: colours and links are kept, everything else that a terminal would obey is dropped."""

from __future__ import annotations

import json

import pytest
from hypothesis import given
from hypothesis import strategies as st

from app.session.ansi import PLAIN, Span, Style, parse_line, plain_text
from tests.support.replaying import RECORDINGS

PROBES = RECORDINGS.parent / "probes"
STATUS = [json.loads(line)["statusText"] for line in (PROBES / "B067.jsonl").read_text("utf-8").splitlines()]


def style_of(parameters: str) -> Style:
    """The style of a letter after the SGR *parameters*."""
    return parse_line(f"\x1b[{parameters}mx")[0].style


@pytest.mark.parametrize("text", STATUS)
def test_b067_each_status_reads_exactly_clean(text: str) -> None:
    assert plain_text(text) == "clean"
    assert "".join(span.text for span in parse_line(text)) == "clean"


@pytest.mark.parametrize(
    ("parameters", "style"),
    [
        ("31", Style(foreground=1)),
        ("97", Style(foreground=15)),
        ("42", Style(background=2)),
        ("100", Style(background=8)),
        ("38;5;226", Style(foreground=226)),
        ("48;5;0", Style(background=0)),
        ("38;2;1;2;3", Style(foreground=(1, 2, 3))),
        ("38:2:1:2:3", Style(foreground=(1, 2, 3))),
        ("38:2:7:1:2:3", Style(foreground=(1, 2, 3))),
        ("48:5:9", Style(background=9)),
        ("1;2;3;4;7;9", Style(bold=True, dim=True, italic=True, underline=True, inverse=True, strike=True)),
        ("21", Style(underline=True)),
        ("4:3", Style(underline=True)),
        ("1;22", PLAIN),
        ("3;4;7;9;23;24;27;29", PLAIN),
        ("4;4:0", PLAIN),
        ("31;42;39;49", PLAIN),
        ("31;", PLAIN),
        ("31;0;1", Style(bold=True)),
        ("", PLAIN),
        ("38;5;999", PLAIN),
        ("38;2;1;2", PLAIN),
        ("38;5", PLAIN),
        ("38", PLAIN),
        ("38;5;x", PLAIN),
        ("?25", PLAIN),
        ("73", PLAIN),
        ("99999999999999", PLAIN),
    ],
)
def test_a_style_is_what_its_codes_say(parameters: str, style: Style) -> None:
    assert style_of(parameters) == style


def test_neighbours_of_one_style_are_one_span() -> None:
    assert parse_line("a\x1b[0mb\x1b[1mc\x1b[1md") == (Span("ab"), Span("cd", Style(bold=True)))
    assert parse_line("") == ()


@pytest.mark.parametrize(
    ("target", "link"),
    [
        ("https://example.com/", "https://example.com/"),
        ("mailto:a@example.com", "mailto:a@example.com"),
        ("file:///etc/passwd", ""),
        ("javascript:alert(1)", ""),
        ("http://[broken", ""),
        ("", ""),
    ],
)
def test_only_links_that_may_be_opened_are_links(target: str, link: str) -> None:
    spans = parse_line(f"\x1b]8;id=1;{target}\x1b\\text\x1b]8;;\x07 after")
    assert [(span.text, span.link) for span in spans] == (
        [("text", link), (" after", "")] if link else [("text after", "")]
    )


def test_other_commands_of_the_system_change_no_link() -> None:
    spans = parse_line("\x1b]8;;https://a.b/\x07x\x1b]0;title\x07y")
    assert [(span.text, span.link) for span in spans] == [("xy", "https://a.b/")]


@pytest.mark.parametrize(
    ("text", "plain"),
    [
        ("a\x1b[2Kb\x1b[10;5Hc", "abc"),
        ("\x9b31mred\x9b0m", "red"),
        ("a\x1bPdevice\x1b\\b", "ab"),
        ("a\x1b(Bb\x1b=c", "abc"),
        ("end\x1b[3", "end"),
        ("no end\x1b[3漢字 stays", "no end漢字 stays"),
        ("first\x1b]0;title\nsecond", "first\nsecond"),
        ("end\x1b]0;title without an end", "end"),
        ("a\x1b]0;broken\x1b[31mred\x1b[0m", "ared"),
        ("a\x1bPtmux;\x1b\x1b]0;title\x07\x1b\\b", "ab"),
        ("lone\x1b", "lone"),
        ("bell\x07 and\x00 null", "bell and null"),
        ("tab\tkept", "tab\tkept"),
    ],
)
def test_what_a_terminal_would_obey_is_dropped_whole(text: str, plain: str) -> None:
    assert plain_text(text) == plain


def test_a_carriage_return_starts_the_line_anew() -> None:
    assert plain_text("10 %\r20 %\r30 %\nnext\r\nlast\r") == "30 %\nnext\nlast"
    assert parse_line("10 %\r\x1b[32m20 %") == (Span("20 %", Style(foreground=2)),)
    assert parse_line("done\r") == (Span("done"),)
    assert parse_line("\x1b[32m10 %\r20 %") == (Span("20 %", Style(foreground=2)),)
    assert parse_line("10 %\r\x1b[K") == (Span("10 %"),)


ESCAPES = st.text(st.sampled_from("a\x1b[]8;m0123\\\x07\x9b\x9c\n\rP_:?漢"))


@given(ESCAPES)
def test_any_text_is_read_without_a_rest(text: str) -> None:
    plain = plain_text(text)
    assert not set("\x1b\x9b\x9c\x07") & set(plain)
    for span in parse_line(text):
        assert "\x1b" not in span.text


@given(ESCAPES)
def test_spans_and_plain_text_read_the_same(text: str) -> None:
    line = text.replace("\n", " ")
    assert "".join(span.text for span in parse_line(line)) == plain_text(line)


@pytest.mark.timeout(20)
@pytest.mark.parametrize(
    "piece", ["\x1b]", "\x1b[", "\x1bP", "\x1b[31mx", "\x1b[0mx", "\x1b]8;;", "\x90\n", "\x9d\n", "x\r"]
)
def test_hostile_text_costs_no_more_than_its_length(piece: str) -> None:
    text = piece * 200_000
    assert len(plain_text(text)) <= len(text)
    assert sum(len(span.text) for span in parse_line(text)) <= len(text)


@pytest.mark.timeout(20)
def test_of_a_sequence_without_end_only_the_first_codes_count() -> None:
    assert style_of("1;" * 500_000 + "31") == Style(bold=True)
