"""Entries in words: what each card says of itself."""

from __future__ import annotations

import json

from app.session.entries import NoticeEntry, ShellEntry, ThinkingBlock, ToolBlock, ToolState
from app.session.plain import one_line
from app.session.questions import Question, QuestionState
from app.ui.transcript.card import Face

_DETAIL = 400
_STANDING = "A standing answer gave this without asking you. “Standing answers” in the menu lists and revokes them."
_COUNTED = 200_000
"""In so many characters words are counted, each time that a card is made."""
_SAYING = ("command", "path", "file_path", "pattern", "query", "url")
"""The arguments that say most of a tool call, the best first."""
_STATES = {
    ToolState.PREPARING: ("preparing…", "muted"),
    ToolState.READY: ("waiting", "muted"),
    ToolState.RUNNING: ("running…", "accent"),
    ToolState.DONE: ("", "muted"),
    ToolState.FAILED: ("failed", "error"),
    ToolState.STOPPED: ("stopped", "warning"),
}


def tool_face(tool: ToolBlock) -> Face:
    """Return the line of a tool call: name, what it is about, how it stands."""
    state, tone = _STATES[tool.state]
    if tool.state in (ToolState.DONE, ToolState.FAILED):
        state = " · ".join(filter(None, (state, images(tool.images), _changes(tool), duration(tool.duration_ms))))
    return Face(one_line(tool.name, 60) or "tool", tool_detail(tool), state or "done", tone)


def tool_detail(tool: ToolBlock) -> str:
    """Return the argument that says most, else all of them as JSON, else what has streamed so far."""
    for key in _SAYING:
        if isinstance(value := tool.arguments.get(key), str):
            return one_line(value, _DETAIL)
    if tool.arguments:
        return one_line(json.dumps(tool.arguments, ensure_ascii=False), _DETAIL)
    return one_line(tool.arguments_text.text, _DETAIL)


def _changes(tool: ToolBlock) -> str:
    diff = tool.details.get("diff")
    if not isinstance(diff, str):
        return ""
    diff = f"\n{diff}"
    return "+{} −{}".format(diff.count("\n+"), diff.count("\n-"))


def images(count: int) -> str:
    """Return how many images there are; "" for none."""
    return f"{count} image{'' if count == 1 else 's'}" if count else ""


def duration(milliseconds: float | None) -> str:
    """Return a duration as people say it; "" when nobody measured it."""
    if milliseconds is None:
        return ""
    return f"{milliseconds:.0f} ms" if milliseconds < 1000 else f"{milliseconds / 1000:.1f} s"


def thinking_face(block: ThinkingBlock) -> Face:
    """Return the folded line of the model's reasoning."""
    if block.redacted and not block.body.text:
        return Face("Reasoning kept by the provider", framed=False)
    return Face(f"Thought · {_words_in(block.body.text)}" if block.closed else "Thinking…", framed=False)


def _words_in(text: str) -> str:
    """Return how many words there are; of a very long text only that there are very many."""
    words = len(text[:_COUNTED].split())
    if len(text) > _COUNTED:
        return f"more than {words:,} words"
    return f"{words} word{'' if words == 1 else 's'}"


def question_face(question: Question) -> Face:
    """Return the line of a question: its title and, in words, what became of it."""
    state, tone = _question_state(question)
    title = one_line(question.title, _DETAIL) or "A question"
    return Face("Question", title, state, tone, is_code=False, accented=question.is_open)


def _question_state(question: Question) -> tuple[str, str]:
    match question.state:
        case QuestionState.OPEN:
            return "waiting for you", "warning"
        case QuestionState.ANSWERED:
            by = " by a standing answer" if question.decided_by else ""
            return f"answered {_answer(question)}{by}", "muted"
        case QuestionState.CANCELLED:
            return "cancelled", "muted"
        case QuestionState.STOPPED:
            return "cancelled by Stop", "muted"
        case QuestionState.EXPIRED:
            return "time ran out", "warning"
        case QuestionState.WITHDRAWN:
            return "withdrawn", "warning"
        case QuestionState.LOST:
            return "lost with the agent", "warning"
        case QuestionState.UNSENT:
            return "not sent", "warning"


def _answer(question: Question) -> str:
    if isinstance(question.answer, bool):
        return "Yes" if question.answer else "No"
    return "in secret" if question.is_secret else f"“{one_line(question.answer or '', 40)}”"


def question_detail(question: Question) -> str:
    """Return what stands below the line of a question: everything that was asked, and why it closed."""
    sentences = {
        QuestionState.EXPIRED: "The agent went on without an answer when the time was up.",
        QuestionState.WITHDRAWN: f"{question.reason} This is an inference: the agent does not tell.",
        QuestionState.LOST: question.reason,
        QuestionState.UNSENT: question.reason,
    }
    is_told = isinstance(question.answer, str) and not question.is_secret
    answered = f"Answer: {question.answer}" if is_told else ""
    options = "\n".join(f"• {option}" for option in question.options)
    by = _STANDING if question.decided_by and question.state is QuestionState.ANSWERED else ""
    parts = (question.title, question.message, options, answered, by, sentences.get(question.state, ""))
    return "\n\n".join(part for part in parts if part)


def notice_face(entry: NoticeEntry) -> Face:
    """Return the line of a notice."""
    tone = "error" if entry.failed else "muted"
    title, first = one_line(entry.title, _DETAIL), one_line(entry.detail, _DETAIL)
    state = "failed" if entry.failed else ""
    return Face(title, first, state, tone, is_code=False, framed=entry.failed)


def shell_face(entry: ShellEntry) -> Face:
    """Return the line of a direct shell command."""
    state, tone = _STATES[entry.state]
    if entry.exit_code:
        state = f"exit code {entry.exit_code}"
    if not entry.in_context:
        state = " · ".join(filter(None, (state, "not in the context")))
    return Face("$", one_line(entry.command, _DETAIL), state, tone)
