"""Long text made fit for display: every word is kept, no line is longer than Qt can lay out at once."""

from __future__ import annotations

import re

_LONGEST_LINE = 1_000
_LONG_LINE = re.compile(f"[^\n]{{{_LONGEST_LINE}}}(?=[^\n])")
# Control characters have no glyph; escape sequences would show as litter without their first byte.
_CONTROL = re.compile("[\x00-\x08\x0b-\x1f\x7f-\x9f]")
_PICTURES = 0x2400


def readable_lines(text: str) -> str:
    """Return *text* with lines broken at 1,000 characters and control characters as their visible pictures."""
    text = text.replace("\r\n", "\n")
    if _CONTROL.search(text):
        text = _CONTROL.sub(_picture, text)
    return _LONG_LINE.sub(r"\g<0>\n", text) if len(text) > _LONGEST_LINE else text


def _picture(match: re.Match[str]) -> str:
    code = ord(match[0])
    return chr(_PICTURES + code) if code < 0x20 else "\N{SYMBOL FOR DELETE}"
