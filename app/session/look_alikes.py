"""Letters that look like others: a Cyrillic "а" in a Latin word, a slash that separates no folders.

Text in another alphabet is no deception, so what is marked is only what nobody would write: letters that all look
Latin, in the midst of Latin ones, or where nothing else is written in their alphabet.
"""

from __future__ import annotations

import re
from itertools import groupby

_CYRILLIC = "аеорсухіјѕһԁԛԝӏүѵАВЕКМНОРСТХУЅІЈԌԚԜҮӀ"
_GREEK = "οννρϲϳΑΒΕΖΗΙΚΜΝΟΡΤΥΧϹ"
_FOREIGN = "\u0370-\u03ff\u0400-\u052f\u1c80-\u1c8f\u1f00-\u1fff\u2de0-\u2dff\ua640-\ua69f"
_PUNCTUATION = "\u2044\u2215\u29f8\u2571\u2024\ua789\u2236\u037e\u01c3\uff0f\uff0e"
"""They look like `/`, `.`, `:`, `;` and `!`, and mean nothing to a shell."""
_WIDE = "\uff10-\uff19\uff21-\uff3a\uff41-\uff5a\U0001d400-\U0001d7ff"
"""Letters and digits of the typographer: wide, bold, of the mathematicians."""

_ALIKE = re.compile(f"(?<![{_FOREIGN}])[{_CYRILLIC}{_GREEK}]+(?![{_FOREIGN}])")
_GENUINE = re.compile(f"[{_FOREIGN}]")
_IMITATION = re.compile(f"[{_CYRILLIC}{_GREEK}\u037e]")
_LATIN = re.compile("[A-Za-z]")
_IN_CODE = re.compile(f"[{_PUNCTUATION}{_WIDE}]")
_NEAR = 100
"""How much of the word around is looked at, in characters."""
_LONG = 3
"""So many letters in a row that all look Latin are rarely a word of their own alphabet: marked in any command."""


def mark_look_alikes(text: str, *, code: bool) -> str:
    """Return *text* with deceiving letters as `⟨а Cyrillic⟩` or `⟨／ U+FF0F⟩`, or *text* itself when there is none."""
    marked = _mark_letters(text, code) if _ALIKE.search(text) else text
    return _IN_CODE.sub(_mark_symbol, marked) if code and _IN_CODE.search(marked) else marked


def _mark_letters(text: str, code: bool) -> str:
    is_alone = _GENUINE.search(_IMITATION.sub("", text)) is None and (code or _LATIN.search(text) is not None)
    deceived = False

    def mark(match: re.Match[str]) -> str:
        nonlocal deceived
        if is_alone or (code and len(match[0]) >= _LONG) or _is_among_latin(text, match):
            deceived = True
            return _mark_run(match[0])
        return match[0]

    marked = _ALIKE.sub(mark, text)
    return marked if deceived else text


def _is_among_latin(text: str, match: re.Match[str]) -> bool:
    """Whether the word around *match*, up to the next blanks, has Latin letters."""
    before = text[max(0, match.start() - _NEAR) : match.start()]
    after = text[match.end() : match.end() + _NEAR]
    return any(_LATIN.search(part) for part in (_word_at_end(before), _word_at_start(after)))


def _word_at_end(text: str) -> str:
    return "" if not text or text[-1].isspace() else text.split()[-1]


def _word_at_start(text: str) -> str:
    return "" if not text or text[0].isspace() else text.split()[0]


def _mark_run(letters: str) -> str:
    alphabets = {letter: "Greek" if letter in _GREEK else "Cyrillic" for letter in letters}
    return "".join(f"⟨{''.join(run)} {alphabet}⟩" for alphabet, run in groupby(letters, alphabets.__getitem__))


def _mark_symbol(match: re.Match[str]) -> str:
    return f"⟨{match[0]} U+{ord(match[0]):04X}⟩"
