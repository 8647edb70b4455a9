"""Text through Qt's plain text edit and back, exactly.

Qt's document has one kind of paragraph end; `toPlainText` replaces no-break spaces and line separators. So text
that was not touched is answered as it came, and edited text is read raw and gets the line ends that it had.
"""

from __future__ import annotations

from PySide6.QtGui import QTextDocument

_LONG_LINE = 20_000
"""Qt lays out one line of more characters so slowly that the window would freeze (1 MB: a minute)."""
_PARAGRAPH = "\u2029"


def has_long_line(text: str) -> bool:
    """Whether *text* has a line that Qt cannot edit without freezing."""
    return len(text) > _LONG_LINE and max(map(len, text.split("\n"))) > _LONG_LINE


def text_of(document: QTextDocument, prefill: str) -> str:
    """Return the text of *document*, which was filled with *prefill*."""
    if not document.isModified():
        return prefill
    text = document.toRawText().replace(_PARAGRAPH, "\n")
    return text.replace("\n", "\r\n") if _uses_crlf(prefill) else text


def _uses_crlf(text: str) -> bool:
    return "\r\n" in text and text.count("\r\n") == text.count("\n")
