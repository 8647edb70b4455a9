"""What each record does to the session: session events here, requests and responses in their own files."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING, Any

from app.protocol import events, messages
from app.protocol.codec import MalformedLine, Noise, OversizedLine, Record, UnknownRecord
from app.protocol.responses import Response
from app.session import notices
from app.session.bounds import bounded
from app.session.changes import AskState, QueueChanged, RecordNoted, StateChanged
from app.session.entries import NoticeKind
from app.session.request_handlers import REQUEST_HANDLERS
from app.session.response_handlers import handle_response

if TYPE_CHECKING:
    from app.session.session import Session

_LONGEST_PATH = 1_000


def handle(session: Session, record: Record, now: float) -> None:
    """Let *record* change *session*; *now* in monotonic seconds."""
    handler = _HANDLERS.get(type(record))
    if handler is not None:
        handler(session, record, now)


def _on_update(session: Session, event: events.MessageUpdate, now: float) -> None:
    if event.assistant_message_event is not None:
        session.transcript.update(event.assistant_message_event)


def _on_message_start(session: Session, event: events.MessageStart, now: float) -> None:
    if isinstance(event.message, messages.AssistantMessage):
        session.transcript.start(event.message)
        session.sayings.answered(session.queue.texts)


def _on_message_end(session: Session, event: events.MessageEnd, now: float) -> None:
    if event.message is not None:
        session.transcript.end(event.message)
        if isinstance(event.message, messages.UserMessage):
            session.sayings.heard(messages.content_text(event.message.content))


def _on_agent_start(session: Session, event: events.AgentStart, now: float) -> None:
    if not session.run.active:
        # What begins now is not what Stop was meant for.
        session.run.stopping = False
    session.run.active = True
    session.run.retry_until = None


def _on_agent_end(session: Session, event: events.AgentEnd, now: float) -> None:
    if not event.will_retry:
        _look_whether_idle(session)


def _look_whether_idle(session: Session) -> None:
    # 0.73.1 never says that it settled; a retry or a compaction may follow each other and the end of a run.
    if session.run.active and not session.run.settles:
        session.log.add(AskState())


def _on_agent_settled(session: Session, event: events.AgentSettled, now: float) -> None:
    session.run.settles = True
    session.settle(now)


def _on_tool_start(session: Session, event: events.ToolExecutionStart, now: float) -> None:
    session.transcript.tool_started(event, now)


def _on_tool_update(session: Session, event: events.ToolExecutionUpdate, now: float) -> None:
    session.transcript.tool_updated(event)


def _on_tool_end(session: Session, event: events.ToolExecutionEnd, now: float) -> None:
    session.transcript.tool_ended(event)
    session.withdraw_questions(event.tool_call_id, "The tool call that seemed to ask is over.", now)


def _on_queue(session: Session, event: events.QueueUpdate, now: float) -> None:
    session.queue.steering, session.queue.follow_up = event.steering, event.follow_up
    session.log.add(QueueChanged())


def _on_entry(session: Session, event: events.EntryAppended, now: float) -> None:
    # A failed try is taken back before it is tried again (1.6.0); other edits of the context are not shown.
    taken_back = event.entry.get("type") == "context_edit" and event.entry.get("replacement") is None
    if taken_back and session.run.retry_until is not None:
        session.transcript.withdraw_last()


def _on_name(session: Session, event: events.SessionInfoChanged, now: float) -> None:
    session.info.session_name = event.name or ""
    session.log.add(StateChanged())


def _on_level(session: Session, event: events.ThinkingLevelChanged, now: float) -> None:
    session.info.thinking_level = event.level
    session.log.add(StateChanged())


def _on_compaction_start(session: Session, event: events.CompactionStart, now: float) -> None:
    session.run.compacting = True
    notices.compaction_started(session.transcript, event)


def _on_compaction_end(session: Session, event: events.CompactionEnd, now: float) -> None:
    session.run.compacting = False
    session.info.context_percent = None
    session.log.add(StateChanged())
    notices.compaction_ended(session.transcript, event)
    if not event.will_retry:
        _look_whether_idle(session)


def _on_retry_start(session: Session, event: events.AutoRetryStart, now: float) -> None:
    session.run.active = True
    session.run.retry_until = now + event.delay_ms / 1000
    session.transcript.withdraw_last()
    notices.retry_started(session.transcript, event)


def _on_retry_end(session: Session, event: events.AutoRetryEnd, now: float) -> None:
    session.run.retry_until = None
    notices.retry_ended(session.transcript, event)
    _look_whether_idle(session)


def _on_summary_retry(session: Session, event: events.SummarizationRetryScheduled, now: float) -> None:
    seconds = event.delay_ms / 1000
    title = f"The summary failed; trying again in {seconds:g} s ({event.attempt} of {event.max_attempts})"
    session.transcript.notice(NoticeKind.RETRY, title, event.error_message)


def _on_shell_output(session: Session, event: events.BashExecutionUpdate, now: float) -> None:
    index = session.shells.get(event.id)
    if index is not None:
        notices.shell_grew(session.transcript, index, event.delta)


def _on_extension_error(session: Session, event: events.ExtensionError, now: float) -> None:
    where = f" in {event.event[:80]}" if event.event else ""
    detail = "\n".join(filter(None, (bounded(event.error), event.extension_path[:_LONGEST_PATH])))
    session.transcript.notice(NoticeKind.EXTENSION_ERROR, f"An extension failed{where}", detail, failed=True)


def _on_unknown(session: Session, record: UnknownRecord, now: float) -> None:
    session.log.add(RecordNoted(f"Unknown record “{record.kind[:80]}”.", record.excerpt))


def _on_malformed(session: Session, record: MalformedLine, now: float) -> None:
    session.log.add(RecordNoted(record.reason, record.excerpt))


def _on_oversized(session: Session, record: OversizedLine, now: float) -> None:
    size = f"{record.size / 1024 / 1024:.0f} MiB"
    session.log.add(RecordNoted(f"A line of {size} was too long to be read.", ""))
    session.transcript.notice(NoticeKind.ERROR, f"A record of {size} was too long to be read", failed=True)


def _on_noise(session: Session, record: Noise, now: float) -> None:
    session.log.add(RecordNoted("Text before the first record.", record.excerpt))


_HANDLERS: dict[type, Callable[[Session, Any, float], None]] = {
    events.MessageUpdate: _on_update,
    events.MessageStart: _on_message_start,
    events.MessageEnd: _on_message_end,
    events.AgentStart: _on_agent_start,
    events.AgentEnd: _on_agent_end,
    events.AgentSettled: _on_agent_settled,
    events.ToolExecutionStart: _on_tool_start,
    events.ToolExecutionUpdate: _on_tool_update,
    events.ToolExecutionEnd: _on_tool_end,
    events.QueueUpdate: _on_queue,
    events.EntryAppended: _on_entry,
    events.SessionInfoChanged: _on_name,
    events.ThinkingLevelChanged: _on_level,
    events.CompactionStart: _on_compaction_start,
    events.CompactionEnd: _on_compaction_end,
    events.AutoRetryStart: _on_retry_start,
    events.AutoRetryEnd: _on_retry_end,
    events.SummarizationRetryScheduled: _on_summary_retry,
    events.BashExecutionUpdate: _on_shell_output,
    events.ExtensionError: _on_extension_error,
    UnknownRecord: _on_unknown,
    MalformedLine: _on_malformed,
    OversizedLine: _on_oversized,
    Noise: _on_noise,
    Response: handle_response,
    **REQUEST_HANDLERS,
}
