"""What stood behind a question when it was asked: a snapshot that no later record changes.

An inference: the wire does not say who asks. Everything that ran then is named, none of it is picked.
"""

from __future__ import annotations

from dataclasses import dataclass

from app.session.text_changes import ChangedLine


@dataclass(frozen=True, slots=True)
class RunningTool:
    """One tool call as it ran: *about* is its command, its path or all its arguments as JSON, whole up to a bound.

    *changes* is what an edit does, or the first lines of what is written; *rest* the other arguments as JSON.
    """

    call_id: str
    name: str
    about: str = ""
    changes: tuple[ChangedLine, ...] = ()
    rest: str = ""


@dataclass(frozen=True, slots=True)
class QuestionContext:
    """What ran when a question came: *tools* in the order of their start, slash *commands* as they were typed.

    *left_out* counts the tools that are too many to be told one by one. *words* are the last ones of the agent in
    this run, "" when it said nothing.
    """

    tools: tuple[RunningTool, ...] = ()
    commands: tuple[str, ...] = ()
    left_out: int = 0
    words: str = ""

    @property
    def count(self) -> int:
        """How many tools and commands ran."""
        return len(self.tools) + self.left_out + len(self.commands)

    def __bool__(self) -> bool:
        """Whether there is anything to tell."""
        return bool(self.count or self.words)


NO_CONTEXT = QuestionContext()
