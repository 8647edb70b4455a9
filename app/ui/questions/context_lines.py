"""The context of a question as lines to be read, each with its ink."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from enum import Enum

from app.session.question_context import QuestionContext, RunningTool
from app.session.readable import readable_text
from app.session.revealed import reveal
from app.session.text_changes import LineKind


class Ink(Enum):
    """How a line looks."""

    NAME = "name"
    CODE = "code"
    ADDED = "added"
    REMOVED = "removed"
    QUIET = "quiet"
    WORDS = "words"


@dataclass(frozen=True, slots=True)
class Line:
    """A paragraph of *text* that is ready to be shown; *is_deceptive* when it would read otherwise than it is."""

    ink: Ink
    text: str
    is_deceptive: bool = False


_CHANGES = {
    LineKind.SAME: (Ink.CODE, "  "),
    LineKind.ADDED: (Ink.ADDED, "+ "),
    LineKind.REMOVED: (Ink.REMOVED, "− "),
    LineKind.GAP: (Ink.QUIET, "⋯ "),
}


def lines_of(context: QuestionContext) -> list[Line]:
    """Return everything that *context* tells, top to bottom."""
    return list(_lines(context))


def _lines(context: QuestionContext) -> Iterator[Line]:
    for number, tool in enumerate(context.tools):
        if number:
            yield Line(Ink.QUIET, "")
        yield from _tool_lines(tool)
    if context.left_out:
        yield Line(Ink.QUIET, f"… and {context.left_out:,} more")
    for command in context.commands:
        yield _line(Ink.CODE, command)
    if context.words:
        if context.count:
            yield Line(Ink.QUIET, "")
            yield Line(Ink.QUIET, "The agent said before that:")
        yield _line(Ink.WORDS, context.words)


def _tool_lines(tool: RunningTool) -> Iterator[Line]:
    yield _line(Ink.NAME, tool.name or "a tool without a name")
    for text in filter(None, (tool.about, tool.rest)):
        yield _line(Ink.CODE, text)
    for line in tool.changes:
        ink, mark = _CHANGES[line.kind]
        yield _line(ink, line.text, mark)


def _line(ink: Ink, text: str, mark: str = "") -> Line:
    code = ink is not Ink.WORDS
    return Line(ink, mark + readable_text(text, code=code), reveal(text, code=code).is_deceptive)
