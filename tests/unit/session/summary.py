"""What a recording did to a session, in lines that a person can check."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import groupby

from app.protocol.commands import Command, command_name
from app.protocol.ui_requests import CancelledResponse, ConfirmedResponse, UiResponse
from app.session.changes import (
    AskState,
    Change,
    EditorTextSet,
    HistoryWanted,
    Notified,
    RecordNoted,
    SurfaceReset,
    TextReturned,
)
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
from tests.support.replaying import Replay

_CUT = 80
_MANY = 20


def summary(replay: Replay) -> str:
    """Return what *replay* showed on its way and shows at its end, one fact a line."""
    told = [line for change in replay.changes if (line := _change(change))]
    parts = {
        "transcript": [line for entry in replay.session.transcript.entries for line in _entry(entry)],
        "questions": [_question(question) for question in _questions(replay.session)],
        "written": [_written(item) for item in replay.written],
        "told": told if len(told) <= _MANY else [*told[:_MANY], f"… and {len(told) - _MANY} more"],
        "phases": [" > ".join(name for name, _ in groupby(phase.kind.name for phase in replay.phases))],
        "at the end": list(_state(replay.session)),
    }
    lines = [[f"# {title}", *facts, ""] for title, facts in parts.items() if facts]
    return "\n".join(line for part in lines for line in part)


def _state(session: Session) -> Iterator[str]:
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
            yield f"question {entry.question.key}"
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


def _questions(session: Session) -> list[Question]:
    return [session.questions[key] for key in range(1, session.questions.next_key)]


def _question(question: Question) -> str:
    answer = "" if question.answer is None else f" {question.answer!r}"
    running = [f"{tool.name} {tool.about}" for tool in question.context.tools] + list(question.context.commands)
    context = f" while {', '.join(map(repr, running))}" if running else ""
    state = f"{question.state.name}{answer} {question.reason}".rstrip()
    return f"{question.key} {question.kind.name} {_cut(question.title)}{context}: {state}"


def _written(item: Command | UiResponse) -> str:
    if isinstance(item, Command):
        return command_name(item)
    if isinstance(item, CancelledResponse):
        return "cancelled"
    return f"confirmed {item.confirmed}" if isinstance(item, ConfirmedResponse) else f"value {item.value!r}"  # type: ignore[attr-defined]


def _change(change: Change) -> str:
    match change:
        case Notified(message=message, severity=severity):
            return f"{severity.name}: {_cut(message)}"
        case TextReturned(text=text):
            return f"returned: {_cut(text)}"
        case EditorTextSet(text=text):
            return f"editor text: {_cut(text)}"
        case RecordNoted(reason=reason):
            return f"noted: {_cut(reason)}"
        case SurfaceReset() | HistoryWanted() | AskState():
            return type(change).__name__
    return ""


def _cut(text: str) -> str:
    shown = text.encode("unicode_escape").decode("ascii")
    return shown if len(shown) <= _CUT else shown[:_CUT] + "…"
