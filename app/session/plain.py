"""Text of agents made harmless for one-line places: titles, labels, menus."""

from __future__ import annotations

import re
import unicodedata

from app.session.ansi import plain_text

_BLANKS = re.compile(r"\s+")
# Bidi controls can make a line read otherwise than it is; the others have no width and no meaning here.
_HIDDEN = re.compile("[\u061c\u200e\u200f\u202a-\u202e\u2060-\u206f\ufeff]")
_TITLE_LENGTH = 120


def one_line(text: str, limit: int) -> str:
    """Return *text* as one line of at most *limit* characters: no escapes, no controls, blanks folded."""
    # What is far beyond the limit need not be looked at: a title may be a megabyte.
    text = plain_text(text[: 20 * limit + 1000].replace("\u0085", " "))
    text = _BLANKS.sub(" ", without_hidden(text)).strip()
    return text if len(text) <= limit else text[: limit - 1].rstrip() + "…"


def without_hidden(text: str) -> str:
    """Return *text* without the controls that are not seen but change how the rest is read."""
    return _HIDDEN.sub("", text)


def window_title(raw: str) -> str:
    """Return *raw* as a window's title; "" when nothing of it can be read."""
    title = one_line(raw, _TITLE_LENGTH)
    return title if any(unicodedata.category(character)[0] not in "CZ" for character in title) else ""
