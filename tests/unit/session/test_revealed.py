"""Nothing that a text holds hides from the eye, and nothing that people really write is called a deception."""

from __future__ import annotations

import sys
import unicodedata

import pytest

from app.session.revealed import fold_blanks, is_deceptive, reveal

VISIBLE_FORMATS = (0x600, 0x605), (0x6DD, 0x6DD), (0x70F, 0x70F), (0x890, 0x891), (0x8E2, 0x8E2), (0x110BD, 0x110CD)
HIEROGLYPHS = (0x13430, 0x1343F)


def is_drawn(code: int) -> bool:
    """Whether the format character *code* has ink of its own."""
    return any(first <= code <= last for first, last in (*VISIBLE_FORMATS, HIEROGLYPHS))


@pytest.mark.parametrize(
    ("text", "shown"),
    [
        ("rm \u202egpj.exe", "rm ⟨U+202E⟩gpj.exe"),
        ("a\u2066b\u2069", "a⟨U+2066⟩b⟨U+2069⟩"),
        ("\ufeffls", "⟨U+FEFF⟩ls"),
        ("a\u200b\u200b\u200bb", "a⟨U+200B ×3⟩b"),
        ("a\u2028b", "a⟨U+2028⟩b"),
        ("x\U000e0041\U000e0042", "x⟨U+E0041⟩⟨U+E0042⟩"),
        ("a\ufe00b\ufe0f", "a⟨U+FE00⟩b⟨U+FE0F⟩"),
        ("\ufe0fa👍", "⟨U+FE0F⟩a👍"),
        ("👍\ufe0f\ufe0f", "👍⟨U+FE0F ×2⟩"),
        ("\u200dx", "⟨U+200D⟩x"),
        ("sh\u3164", "sh⟨U+3164⟩"),
        ("a\x85b\ud83d", "a⟨U+0085⟩b⟨U+D83D⟩"),
        ("c\u0430t", "c⟨а Cyrillic⟩t"),
        ("аррӏе.com", "⟨аррӏе Cyrillic⟩.com"),
        ("Run сору?", "Run ⟨сору Cyrillic⟩?"),
        ("microsоft.example и всё", "micros⟨о Cyrillic⟩ft.example и всё"),
        ("gοοgle", "g⟨οο Greek⟩gle"),
        ("x/оο", "x/⟨о Cyrillic⟩⟨ο Greek⟩"),
    ],
)
def test_what_deceives_is_marked_everywhere(text: str, shown: str) -> None:
    for code in (False, True):
        revealed = reveal(text, code=code)
        assert (revealed.text, revealed.is_deceptive) == (shown, True)
    assert is_deceptive(text)


@pytest.mark.parametrize(
    "text",
    [
        "plain\ttext\n",
        "Übung, naïve, 日本語、한국어",
        "Привет, мир. А с Git?",
        "Git а не SVN",
        "SQLзапрос по PDFкам, файл.txt",
        "λx Δt μm Ωm",
        "👨‍👩‍👧 ❤️ ⚠️ 1️⃣ ℹ️ 🏳️‍🌈 👩🏽‍💻",
        "日本 × عربی",
    ],
)
def test_what_people_write_stays_as_it_is(text: str) -> None:
    assert reveal(text).text == text
    assert reveal(text, code=True) == reveal(text)
    assert not reveal(text).is_deceptive
    assert not is_deceptive(text)


@pytest.mark.parametrize(
    ("text", "shown"),
    [
        ("rm\u00a0-rf", "rm⟨U+00A0⟩-rf"),
        ("ls ／etc", "ls ⟨／ U+FF0F⟩etc"),
        ("ｒｍ x", "⟨ｒ U+FF52⟩⟨ｍ U+FF4D⟩ x"),
        ("a\u2215\u0430", "a⟨\u2215 U+2215⟩⟨а Cyrillic⟩"),
        ("می\u200cخواهم", "می⟨U+200C⟩خواهم"),
        ("ls\u037e а", "ls⟨\u037e U+037E⟩ ⟨а Cyrillic⟩"),
        ("ОК", "⟨ОК Cyrillic⟩"),
        ("сор # я", "⟨сор Cyrillic⟩ # я"),
    ],
)
def test_more_deceives_in_a_command(text: str, shown: str) -> None:
    assert reveal(text, code=True).text == shown
    assert reveal(text, code=True).is_deceptive
    if not set("\u2215\u037e") & set(text):
        assert reveal(text).text == text


def test_controls_are_told_of_in_a_command() -> None:
    assert reveal("ls\x1b[2K", code=True).is_deceptive
    assert not reveal("ls\x1b[2K").is_deceptive
    assert reveal("ls\r\x08é", code=True).is_deceptive


def test_a_joiner_between_letters_that_do_not_join_is_marked() -> None:
    assert reveal("a\u200cb\u200c").text == "a⟨U+200C⟩b⟨U+200C⟩"
    assert reveal("می\u200c").text == "می⟨U+200C⟩"


def test_every_format_character_of_unicode_is_seen() -> None:
    formats = [
        code for code in range(sys.maxunicode + 1) if unicodedata.category(chr(code)) in ("Cf", "Zl", "Zp", "Cs")
    ]
    unseen = [hex(code) for code in formats if not is_drawn(code) and reveal(f"a{chr(code)}b").text[1] != "⟨"]
    assert len(formats) > 2_000
    assert unseen == []


@pytest.mark.parametrize(
    ("text", "folded"),
    [
        ("a\n\n\n\nb", "a\n\n\n\nb"),
        ("a\n\n\n\n\nb", "a\n… 4 blank lines …\nb"),
        ("a\n" + " \u200b\t\n" * 1200 + "b", "a\n… 1,200 blank lines …\nb"),
        ("\n" * 10, "… 10 blank lines …\n"),
        ("a" + " " * 40 + "b", "a" + " " * 40 + "b"),
        ("a" + " " * 41 + "b", "a … 41 blanks … b"),
        ("a" + "\t" * 6 + "b", "a … 6 blanks … b"),
        ("a" + "\u3000" * 50 + "b", "a … 50 blanks … b"),
    ],
)
def test_blank_runs_are_folded_with_a_count(text: str, folded: str) -> None:
    assert fold_blanks(text) == folded
