"""Whether a question asks for something that nobody should read over the shoulder. A guess by its words."""

from __future__ import annotations

import re

_LOOKED_AT = 2_000
"""In characters: what a question asks for stands at its beginning."""

_SECRET = re.compile(
    r"pass(?:word|phrase|code|wd)s?\b"
    r"|\bsecrets?\b|\bcredentials?\b"
    r"|\b(?:api|access|private|signing|license|recovery|encryption|ssh)[ _-]?keys?\b"
    r"|\btoken\b(?!\s+(?:budget|limit|count|usage|number|name))"
    r"|\b(?:one[ -]time|2fa|mfa|verification|security|pairing)[ _-]codes?\b",
    re.IGNORECASE,
)
_ABBREVIATIONS = re.compile(r"\b(?:PIN|OTP|TOTP|PAT)\b")


def speaks_of_secret(text: str) -> bool:
    """Whether *text* seems to ask for a password, a key or a token."""
    text = text[:_LOOKED_AT]
    return bool(_SECRET.search(text) or _ABBREVIATIONS.search(text))
