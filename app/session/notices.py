"""The quiet cards of retries, compaction and direct shell commands: one card each, which changes in place."""

from __future__ import annotations

from app.protocol import events
from app.protocol.responses import BashResult
from app.session.entries import NoticeEntry, NoticeKind, ShellEntry
from app.session.transcript import Transcript

_SHELL_LIMIT = 2 * 1024 * 1024
"""How much output of a direct shell command is kept, in characters; the agent's file has all of it."""


def retry_started(transcript: Transcript, event: events.AutoRetryStart) -> None:
    """Say that the model call failed and when it is tried again."""
    title = f"Trying again in {event.delay_ms / 1000:g} s ({event.attempt} of {event.max_attempts})"
    index = transcript.pending.get(NoticeKind.RETRY)
    _update(transcript, NoticeKind.RETRY, title, event.error_message or "The model call failed.")
    transcript.pending[NoticeKind.RETRY] = len(transcript.entries) - 1 if index is None else index


def retry_ended(transcript: Transcript, event: events.AutoRetryEnd) -> None:
    """Say how the retries ended."""
    times = "retry" if event.attempt == 1 else "retries"
    if event.success:
        _update(transcript, NoticeKind.RETRY, f"Succeeded after {event.attempt} {times}")
    else:
        title = f"Gave up after {event.attempt} {times}"
        _update(transcript, NoticeKind.RETRY, title, event.final_error, failed=True)


def compaction_started(transcript: Transcript, event: events.CompactionStart) -> None:
    """Say that the context is being compacted, and why."""
    why = {"threshold": ", it is nearly full", "overflow": ", it overflowed"}.get(event.reason, "")
    index = transcript.notice(NoticeKind.COMPACTION, f"Compacting the context{why}…")
    transcript.pending[NoticeKind.COMPACTION] = index


def compaction_ended(transcript: Transcript, event: events.CompactionEnd) -> None:
    """Say what the compaction did, or why not."""
    if event.error_message:
        _update(transcript, NoticeKind.COMPACTION, "The context was not compacted", event.error_message, failed=True)
    elif event.aborted:
        _update(transcript, NoticeKind.COMPACTION, "The compaction was stopped")
    else:
        _update(transcript, NoticeKind.COMPACTION, *_result_of(event.result))


def nothing_follows(transcript: Transcript) -> None:
    """The run is over: what was announced does not come any more."""
    if NoticeKind.RETRY in transcript.pending:
        _update(transcript, NoticeKind.RETRY, "No further try", failed=True)
    if NoticeKind.COMPACTION in transcript.pending:
        _update(transcript, NoticeKind.COMPACTION, "The compaction was stopped")


def shell_grew(transcript: Transcript, index: int, delta: str) -> None:
    """Append *delta* to the output of the shell command at *index*."""
    entry = _shell_at(transcript, index)
    kept = delta[: _SHELL_LIMIT - entry.shown]
    if kept:
        entry.output.append(kept)
    entry.truncated = entry.truncated or len(kept) < len(delta)
    entry.shown += len(kept)
    transcript.changed(index)


def shell_ended(transcript: Transcript, index: int, result: BashResult | None, error: str) -> None:
    """Take in how the shell command at *index* ended."""
    entry = _shell_at(transcript, index)
    if result is None:
        entry.output.append(error)
        entry.exit_code = entry.exit_code or 1
    else:
        if not entry.output.pieces:
            entry.output.append(result.output)
        entry.exit_code, entry.cancelled = result.exit_code, result.cancelled
        entry.truncated = entry.truncated or result.truncated
        entry.full_output_path = result.full_output_path
    transcript.shell_ended(index, entry)


def shell_lost(transcript: Transcript, index: int) -> None:
    """The agent ended before the shell command at *index*: nobody tells how it went."""
    entry = _shell_at(transcript, index)
    entry.cancelled = True
    transcript.shell_ended(index, entry)


def _shell_at(transcript: Transcript, index: int) -> ShellEntry:
    entry = transcript.entries[index]
    assert isinstance(entry, ShellEntry)
    return entry


def _result_of(result: events.CompactionResult | None) -> tuple[str, str]:
    if result is None:
        return "The context was compacted", ""
    sizes = [f"{size:,} tokens" for size in (result.tokens_before, result.estimated_tokens_after) if size is not None]
    return "The context was compacted" + (": " if sizes else "") + " → ".join(sizes), result.summary


def _update(transcript: Transcript, kind: NoticeKind, title: str, detail: str = "", failed: bool = False) -> None:
    """Close the card of this *kind* that waits for its end with these words, or append a new one."""
    index = transcript.pending.pop(kind, None)
    if index is None:
        transcript.notice(kind, title, detail, failed)
        return
    entry = transcript.entries[index]
    assert isinstance(entry, NoticeEntry)
    entry.title, entry.detail, entry.failed = title, detail or entry.detail, failed
    transcript.changed(index)
