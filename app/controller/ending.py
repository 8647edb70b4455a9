"""How an agent ended, in words for a person, with what can be done next."""

from __future__ import annotations

from dataclasses import dataclass

from app.agent.outcome import Outcome, OutcomeKind
from app.session.session import Session


@dataclass(frozen=True, slots=True)
class Ending:
    """*detail* is the tail of the error stream; *asked_at_start* offers a start without extensions.

    *unheard* says that it ended before it had answered anything: perhaps it is no agent.
    """

    sentence: str
    detail: str
    expected: bool
    asked_at_start: bool = False
    unheard: bool = False


def ending_of(outcome: Outcome, session: Session) -> Ending:
    """Return the ending that *outcome* is for *session*, whose questions are still open."""
    waiting = session.questions.open
    if waiting and not session.run.listening:
        outcome = outcome.while_asking_at_start()
    if outcome.kind is not OutcomeKind.STARTUP_EXIT:
        unheard = not session.run.listening
        return Ending(outcome.sentence, outcome.stderr_tail, outcome.expected, unheard=unheard)
    title = waiting[0].title[:200]
    sentence = f"The agent ended while “{title}” waited for an answer, before it could hear one."
    return Ending(sentence, outcome.stderr_tail, expected=False, asked_at_start=True)
