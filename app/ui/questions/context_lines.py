"""The context of a question as lines to be read, each with its ink."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from enum import Enum

from app.session.pieces import cost_of, pieces
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
    """A paragraph, or with *goes_on* a further piece of the one before: *raw* as the agent sent it, after a *mark*."""

    ink: Ink
    raw: str
    mark: str = ""
    goes_on: bool = False

    @property
    def text(self) -> str:
        """What is shown."""
        return self.mark + readable_text(self.raw, code=self._is_code)

    @property
    def is_deceptive(self) -> bool:
        """Whether it would read otherwise than it is."""
        return reveal(self.raw, code=self._is_code).is_deceptive

    @property
    def cost(self) -> int:
        """About what it costs to show it, in characters of ASCII."""
        return _OF_LINE + cost_of(self.raw)

    @property
    def _is_code(self) -> bool:
        return self.ink is not Ink.WORDS


_OF_LINE = 30

_CHANGES = {
    LineKind.SAME: (Ink.CODE, "  "),
    LineKind.ADDED: (Ink.ADDED, "+ "),
    LineKind.REMOVED: (Ink.REMOVED, "− "),
    LineKind.GAP: (Ink.QUIET, "⋯ "),
}


def lines_of(context: QuestionContext) -> Iterator[Line]:
    """Yield everything that *context* tells, top to bottom: long texts in pieces, made when they are asked for."""
    for number, tool in enumerate(context.tools):
        if number:
            yield Line(Ink.QUIET, "")
        yield from _tool_lines(tool)
    if context.left_out:
        yield Line(Ink.QUIET, f"… and {context.left_out:,} more")
    for command in context.commands:
        yield from _lines(Ink.CODE, command)
    if context.words:
        if context.count:
            yield Line(Ink.QUIET, "")
            yield Line(Ink.QUIET, "The agent said before that:")
        yield from _lines(Ink.WORDS, context.words)


def _tool_lines(tool: RunningTool) -> Iterator[Line]:
    yield Line(Ink.NAME, tool.name or "a tool without a name")
    for text in filter(None, (tool.about, tool.rest)):
        yield from _lines(Ink.CODE, text)
    for line in tool.changes:
        ink, mark = _CHANGES[line.kind]
        yield from _lines(ink, line.text, mark)


def _lines(ink: Ink, text: str, mark: str = "") -> Iterator[Line]:
    for number, piece in enumerate(pieces(text) if text else [""]):
        yield Line(ink, piece, "" if number else mark, goes_on=number > 0)
