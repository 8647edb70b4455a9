"""What was sent before, for Up and Down."""

from __future__ import annotations

_LIMIT = 500


class PromptHistory:
    """The sent texts, oldest first, and where the person is among them."""

    def __init__(self) -> None:
        """Start empty."""
        self._texts: list[str] = []
        self._position = 0
        self._draft = ""

    def add(self, text: str) -> None:
        """Remember *text* as the newest; blank texts and repeats of the newest are not kept."""
        if text.strip() and (not self._texts or self._texts[-1] != text):
            self._texts = [*self._texts[-_LIMIT + 1 :], text]
        self._position = len(self._texts)

    def previous(self, draft: str) -> str | None:
        """Return the text before, or None at the oldest; *draft* is kept for the way back."""
        if self._position == 0:
            return None
        if self._position == len(self._texts):
            self._draft = draft
        self._position -= 1
        return self._texts[self._position]

    def next(self) -> str | None:
        """Return the text after, at the end the draft; None when there is nothing after."""
        if self._position >= len(self._texts):
            return None
        self._position += 1
        return self._texts[self._position] if self._position < len(self._texts) else self._draft
