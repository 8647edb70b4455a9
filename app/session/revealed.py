"""Text that cannot deceive the eye: what is not seen, or seems to be something else, is marked where it stands.

For display only. What goes out as an answer is never touched.
"""

from __future__ import annotations

import re
import unicodedata
from dataclasses import dataclass

from app.session.look_alikes import mark_look_alikes

_INVISIBLE = (
    "\xad\u034f\u061c\u115f\u1160\u17b4\u17b5\u180b-\u180f\u200b-\u200f\u2028-\u202e\u2060-\u206f\u2800\u3164"
    "\ufe00-\ufe0f\ufeff\uffa0\ufff0-\ufffb\U0001bca0-\U0001bca3\U0001d159\U0001d173-\U0001d17a\U000e0000-\U000e0fff"
)
"""Formats, bidi controls, fillers, variation selectors, tags: no ink, as members of a character class."""
_BROKEN = "\x80-\x9f\ud800-\udfff"
"""Controls without a picture of their own, and halves of characters."""
SPACES = "\xa0\u1680\u2000-\u200a\u202f\u205f\u3000"
"""They look like the space, and separate no words of a command."""
_UNSEEN = re.compile(f"([{_INVISIBLE}{_BROKEN}])\\1*")
_UNSEEN_IN_CODE = re.compile(f"([{_INVISIBLE}{_BROKEN}{SPACES}])\\1*")
_CONTROL = re.compile("[\x00-\x08\x0b-\x1f\x7f]")

_BLANK = f" \t{SPACES}{_INVISIBLE}"
_MOST_BLANKS = 40
"""The longest run of blanks that is shown as it is; tabs count as eight."""
_MOST_BLANK_LINES = 3
_BLANK_LINES = re.compile(f"^(?:[{_BLANK}]*\n){{{_MOST_BLANK_LINES + 1},}}", re.MULTILINE)
_BLANKS = re.compile(f"[ \t{SPACES}]{{{_MOST_BLANKS + 1},}}|\t{{{_MOST_BLANKS // 8 + 1},}}")

JOINERS = "\u200c\u200d"
SELECTORS = "\ufe0e\ufe0f"


@dataclass(frozen=True, slots=True)
class Revealed:
    """*text* with its marks; *is_deceptive* when it read otherwise than it is without them."""

    text: str
    is_deceptive: bool


def reveal(text: str, *, code: bool = False) -> Revealed:
    """Return *text* with its invisible, bidi and look-alike characters marked as `⟨U+202E⟩`.

    With *code* every such character counts: also what is good style in prose (spaces that do not break, joiners
    between letters) and controls, which a terminal would obey.
    """
    has_controls = code and _CONTROL.search(text) is not None
    if text.isascii():
        return Revealed(text, has_controls)
    marked = mark_look_alikes(text, code=code)
    shown, count = _marked(marked, _UNSEEN_IN_CODE if code else _UNSEEN, code)
    return Revealed(shown, has_controls or count > 0 or marked is not text)


def is_deceptive(text: str) -> bool:
    """Whether `reveal` would say so of *text*, in prose: without marking all of it, for a text may be megabytes."""
    if text.isascii():
        return False
    unseen = any(not _belongs(text, match, code=False) for match in _UNSEEN.finditer(text))
    return unseen or mark_look_alikes(text, code=False) is not text


def fold_blanks(text: str) -> str:
    """Return *text* with long runs of blank lines and of blanks as a mark that counts them: nothing hides below."""
    return _BLANKS.sub(_count_blanks, _BLANK_LINES.sub(_count_lines, text))


def _marked(text: str, unseen: re.Pattern[str], code: bool) -> tuple[str, int]:
    count = 0

    def mark(match: re.Match[str]) -> str:
        nonlocal count
        if _belongs(text, match, code):
            return match[0]
        count += 1
        times = len(match[0])
        return f"⟨U+{ord(match[1]):04X}{f' ×{times}' if times > 1 else ''}⟩"

    return unseen.sub(mark, text), count


def _belongs(text: str, match: re.Match[str], code: bool) -> bool:
    """Whether the character has a meaning between its neighbours that everybody sees: in an emoji, between letters."""
    start, end = match.span()
    if start == 0 or match[0] not in JOINERS + SELECTORS:
        return False
    before, after = text[start - 1], text[end : end + 1]
    if match[0] in SELECTORS:
        return _is_symbol(before) or after == "\u20e3"
    if match[0] == "\u200d" and (_is_symbol(before) or before in SELECTORS) and _is_symbol(after):
        return True
    return not code and _is_joining(before) and _is_joining(after)


def _is_symbol(character: str) -> bool:
    # Letters among the emoji: only this one.
    return character == "ℹ" or (character > "\x7f" and unicodedata.category(character) in ("So", "Sm", "Sk", "Po"))


def _is_joining(character: str) -> bool:
    """Whether joiners shape *character*: a letter of a script without case, or a mark on one."""
    return bool(character) and unicodedata.category(character) in ("Lo", "Mn", "Mc")


def _count_lines(match: re.Match[str]) -> str:
    return f"… {match[0].count(chr(10)):,} blank lines …\n"


def _count_blanks(match: re.Match[str]) -> str:
    return f" … {len(match[0]):,} blanks … "
