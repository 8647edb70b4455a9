"""A session in lines that a person can check."""

from __future__ import annotations

from collections.abc import Iterator

from app.session.entries import (
    AssistantEntry,
    Block,
    Entry,
    NoticeEntry,
    QuestionEntry,
    ShellEntry,
    TextBlock,
    ThinkingBlock,
    ToolBlock,
    ToolEntry,
    UserEntry,
)
from app.session.questions import Question
from app.session.session import Session

_CUT = 80


def summary(session: Session) -> str:
    """Return what *session* shows, one fact a line."""
    return "\n".join(_lines(session)) + "\n"


def _lines(session: Session) -> Iterator[str]:
    for entry in session.transcript.entries:
        yield from _entry(entry)
    for key, text in session.surface.status.items():
        yield f"status {key}: {_cut(text)}"
    for key, widget in session.surface.widgets.items():
        place = "below" if widget.below else "above"
        yield f"widget {key} {place}: {_cut(' | '.join(widget.lines))}"
    yield f"title: {session.surface.title!r}"
    yield f"queue: {session.queue.steering} {session.queue.follow_up}"
    yield f"phase: {session.phase.kind.name} {_cut(session.phase.detail)}"
    info = session.info
    yield f"info: {info.model}, {info.thinking_level}, named {info.session_name!r}, {info.context_percent} % full"
    yield f"unsupported: {sorted(session.unsupported)}"


def _entry(entry: Entry) -> Iterator[str]:
    match entry:
        case UserEntry():
            yield f"user: {_cut(entry.text)}" + (f" [{entry.images} images]" if entry.images else "")
        case AssistantEntry():
            marks = [name for name in ("streaming", "withdrawn") if getattr(entry, name)]
            yield f"assistant ({', '.join([entry.stop_reason, *marks])}) {_cut(entry.error)}".rstrip()
            yield from (f"  {_block(block)}" for block in entry.blocks)
        case ToolEntry():
            yield f"alone: {_block(entry.block)}"
        case ShellEntry():
            marks = (
                f"{entry.state.name}, exit {entry.exit_code}, truncated {entry.truncated}, context {entry.in_context}"
            )
            yield f"$ {_cut(entry.command)} ({marks}): {_cut(entry.output.text)}"
        case QuestionEntry():
            yield _question(entry.question)
        case NoticeEntry():
            failed = " FAILED" if entry.failed else ""
            yield f"notice {entry.kind.name}{failed}: {_cut(entry.title)} / {_cut(entry.detail)}"


def _block(block: Block) -> str:
    match block:
        case TextBlock():
            return f"text: {_cut(block.body.text)}"
        case ThinkingBlock():
            return f"thinking: {_cut(block.body.text)}" + (" (redacted)" if block.redacted else "")
        case ToolBlock():
            return f"tool {block.name} {_cut(str(block.arguments))} {block.state.name}: {_cut(block.output.text)}"


def _question(question: Question) -> str:
    answer = "" if question.answer is None else f" {question.answer!r}"
    context = f" while {question.context!r}" if question.context else ""
    state = f"{question.state.name}{answer} {question.reason}".rstrip()
    return f"question {question.kind.name} {_cut(question.title)}{context}: {state}"


def _cut(text: str) -> str:
    shown = text.encode("unicode_escape").decode("ascii")
    return shown if len(shown) <= _CUT else shown[:_CUT] + "…"
