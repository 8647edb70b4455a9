"""Compaction of a session, with a summary that is no summary."""

from __future__ import annotations

from app.demo.models import usage
from app.demo.session import Session, text_of
from app.demo.wire import Record

FEWEST_PROMPTS = 3
TOO_SMALL = "Nothing to compact (session too small)"


class CompactionError(Exception):
    """The session cannot be compacted; the text says why."""


def compact(session: Session, instructions: str = "") -> Record:
    """Put a summary in the place of all but the last prompt of *session*, and return what `compact` answers.

    Raises CompactionError when there is too little to leave out.
    """
    prompts = session.user_entries()
    before = session.tokens()
    if len(prompts) < FEWEST_PROMPTS:
        raise CompactionError(TOO_SMALL)
    asked = "\n".join(f"- {text_of(entry['message'])[:80]}" for entry in prompts[:-1])
    wish = f"\n\nYou asked to keep in mind: {instructions}" if instructions else ""
    result = {
        "summary": f"The demo agent keeps no more than the prompts of before:\n\n{asked}{wish}",
        "firstKeptEntryId": prompts[-1]["id"],
        "tokensBefore": before,
    }
    session.append("compaction", **result)
    return {**result, "estimatedTokensAfter": session.tokens(), "usage": usage(before, 100), "details": {}}
