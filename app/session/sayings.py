"""What the person said and the transcript does not show yet: it comes back when the agent ends."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass

from app.protocol.commands import FollowUp, Prompt, Steer

SAYINGS = (Prompt, Steer, FollowUp)
"""The commands that carry what the person typed."""


@dataclass(slots=True)
class _Saying:
    """A text that was sent under *request_id*; *accepted* once the agent said that it takes it."""

    request_id: str
    text: str
    accepted: bool = False


class Sayings:
    """Texts on their way into the conversation, oldest first.

    A text that was accepted is not yet said: an agent may die between its word and the message that it becomes.
    """

    def __init__(self) -> None:
        """Start with nothing said."""
        self._sayings: list[_Saying] = []

    def sent(self, request_id: str, text: str) -> None:
        """*text* went out under *request_id*."""
        self._sayings.append(_Saying(request_id, text))

    def accepted(self, request_id: str) -> None:
        """The agent takes what was sent under *request_id*."""
        for saying in self._sayings:
            saying.accepted = saying.accepted or saying.request_id == request_id

    def over(self, request_id: str) -> None:
        """What was sent under *request_id* becomes no message: it was refused, or done at once."""
        self._sayings = [saying for saying in self._sayings if saying.request_id != request_id]

    def heard(self, text: str) -> None:
        """The conversation shows *text* as a message of the person."""
        known = next((saying for saying in self._sayings if saying.text == text), None)
        if known is not None:
            self._sayings.remove(known)

    def answered(self, queued: Iterable[str]) -> None:
        """The model answers what was accepted and is not *queued*, whatever a template or a hook made of its words."""
        waiting = self._without_queued(queued)
        self._sayings = [saying for saying in self._sayings if not saying.accepted or saying not in waiting]

    def take_unheard(self, queued: Iterable[str]) -> list[str]:
        """Return all that was not heard, with what is *queued* in its place, and forget it."""
        queued = list(queued)
        waiting = self._without_queued(queued)
        self._sayings = []
        accepted = [saying.text for saying in waiting if saying.accepted]
        return accepted + queued + [saying.text for saying in waiting if not saying.accepted]

    def _without_queued(self, queued: Iterable[str]) -> list[_Saying]:
        # A queue tells texts, no ids; and it tells of a text before its command is answered.
        rest, waiting = list(queued), []
        for saying in self._sayings:
            if saying.text in rest:
                rest.remove(saying.text)
            else:
                waiting.append(saying)
        return waiting
