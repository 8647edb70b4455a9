"""Text of any length kept to a bound, with a mark that counts what is left out."""

from __future__ import annotations

LONGEST = 100_000
"""The longest command or text that is kept whole, in characters."""
_KEPT_END = 20_000
"""How much of the end is kept of a longer one: harm likes to stand there."""
_LONGEST_NOTICE = 1_900
"""In characters, without the mark: a notice is read in passing."""


def bounded(text: str, longest: int = LONGEST, end: int = _KEPT_END) -> str:
    """Return *text* as it is, or its beginning and its *end* with a mark that counts what is not shown."""
    left_out = len(text) - longest
    if left_out <= 0:
        return text
    return f"{text[: longest - end]}\n… {left_out:,} characters are not shown …\n{text[len(text) - end :]}"


def short(text: str) -> str:
    """Return *text* as a notice tells it: at most some 2,000 characters."""
    return bounded(text, _LONGEST_NOTICE, 400)
