"""What the answer to an editor question is: text that was not touched goes back as it came, byte for byte."""

from __future__ import annotations

from app.ui.exact_text_edit import ExactTextEdit


def answer_text(edit: ExactTextEdit, prefill: str) -> str:
    """Return the text of *edit*, which was filled with *prefill*; edited text gets the line ends that it had."""
    if not edit.document().isModified():
        return prefill
    return with_line_ends(edit.exact_text(), prefill)


def with_line_ends(text: str, prefill: str) -> str:
    """Return *text*, whose lines end with a line feed, with the line ends of *prefill*."""
    return text.replace("\n", "\r\n") if _uses_crlf(prefill) else text


def _uses_crlf(text: str) -> bool:
    return "\r\n" in text and text.count("\r\n") == text.count("\n")
