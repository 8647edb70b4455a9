"""Long text made fit for display: every word is kept, no line is longer than Qt can lay out at once."""

from __future__ import annotations

import re

from app.session.revealed import fold_blanks, reveal

_LONGEST_LINE = 1_000
_LONG_LINE = re.compile(f"[^\n]{{{_LONGEST_LINE}}}(?=[^\n])")
# Control characters have no glyph; escape sequences would show as litter without their first byte.
_CONTROL = re.compile("[\x00-\x08\x0b-\x1f\x7f]")
_PICTURES = 0x2400


def readable_lines(text: str, *, code: bool = False) -> str:
    """Return *text* with lines broken at 1,000 characters, and everything in it that is not seen made visible.

    Control characters become their pictures, what would deceive the eye is marked as `reveal` does it.
    """
    text = reveal(text.replace("\r\n", "\n"), code=code).text
    if _CONTROL.search(text):
        text = _CONTROL.sub(_picture, text)
    return _LONG_LINE.sub(r"\g<0>\n", text) if len(text) > _LONGEST_LINE else text


def readable_text(text: str, *, code: bool = False) -> str:
    """Return *text* as `readable_lines` does, with long runs of blanks folded: for a pane that is only read."""
    return readable_lines(fold_blanks(text.replace("\r\n", "\n")), code=code)


def _picture(match: re.Match[str]) -> str:
    code = ord(match[0])
    return chr(_PICTURES + code) if code < 0x20 else "\N{SYMBOL FOR DELETE}"
