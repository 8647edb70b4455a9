"""What each response does: the state that the agent told, switches that happened, commands that failed."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING, Any

from app.protocol import responses
from app.protocol.commands import COMMAND_NAMES, ClearQueue, Command, FollowUp, Prompt, Steer
from app.protocol.responses import Response
from app.session.bounds import short
from app.session.changes import (
    AskState,
    HistoryWanted,
    Notified,
    RecordNoted,
    Severity,
    StateChanged,
    TextReturned,
)
from app.session.entries import NoticeKind
from app.session.history import is_shown
from app.session.notices import shell_ended
from app.session.sayings import SAYINGS

if TYPE_CHECKING:
    from app.session.session import Session

_SWITCHES = ("new_session", "switch_session", "fork", "clone")
_TOLD_ELSEWHERE = ("compact", "bash", *_SWITCHES)
"""Commands whose failure an event or their own handler tells."""


def handle_response(session: Session, response: Response, now: float) -> None:
    """Let *response* change *session*; *now* in monotonic seconds."""
    if not session.run.listening:
        session.now_listening()
    command = session.run.sent.pop(response.id, None) if response.id is not None else None
    if response.id is not None:
        session.withdraw_questions(response.id, "The command that asked has finished.", now)
    if isinstance(command, SAYINGS):
        _on_saying_answered(session, response, command)
        if command.message.startswith("/"):
            session.doubt_session()
    if not response.success:
        _on_failure(session, response, command)
    elif isinstance(command, Prompt):
        _on_prompt_accepted(session, response, command)
    handler = _HANDLERS.get(response.command)
    # Texts come back only when they were asked for: else an agent could fill the prompt without end.
    if handler is not None and (handler is not _on_cleared_queue or isinstance(command, ClearQueue)):
        handler(session, response, now)


def _on_failure(session: Session, response: Response, command: Command | None) -> None:
    error = response.error or "The agent gave no reason."
    if error.startswith("Unknown command"):
        if response.command in COMMAND_NAMES:
            session.unsupported.add(response.command)
        session.log.add(RecordNoted(f"The agent does not know “{response.command[:80]}”.", short(error)))
        if not isinstance(command, SAYINGS):
            # Only the person's own words are missed; the rest is left out in silence.
            return
    if response.command not in _TOLD_ELSEWHERE:
        message = f"{response.command[:80].replace('_', ' ') or 'A command failed'}: {error}"
        session.log.add(Notified(short(message), Severity.ERROR, from_extension=False))


def _on_saying_answered(session: Session, response: Response, command: Prompt | Steer | FollowUp) -> None:
    assert response.id is not None
    disposition = _disposition(response)
    # 0.73.1 does not tell what became of it; a slash command is done when it is answered.
    is_done = disposition == "handled" or (not disposition and command.message.startswith("/"))
    if not response.success:
        session.log.add(TextReturned(command.message))
    if response.success and not is_done and response.id not in session.run.outlived:
        session.sayings.accepted(response.id)
    else:
        session.sayings.over(response.id)


def _disposition(response: Response) -> str:
    return response.data.disposition if isinstance(response.data, responses.Accepted) else ""


def _on_prompt_accepted(session: Session, response: Response, command: Prompt) -> None:
    disposition = _disposition(response)
    # Agents have told when they settled for longer than they have told what became of a prompt.
    session.run.settles = session.run.settles or bool(disposition)
    if disposition == "started":
        session.run.active = True
        if response.id in session.run.outlived:
            # It may have settled before this response came.
            session.log.add(AskState())
    elif not disposition and not session.run.active and not command.message.startswith("/"):
        # 0.73.1 does not say what became of it: most likely it runs, and a look at the state tells for sure.
        session.run.active = True
        session.log.add(AskState())


def _on_state(session: Session, response: Response, now: float) -> None:
    state = response.data
    if not isinstance(state, responses.SessionState):
        return
    info = session.info
    _take_model(session, state.model)
    info.thinking_level, info.session_name = state.thinking_level, state.session_name
    info.session_id, info.session_file = state.session_id, state.session_file
    _take_session_id(session, state.session_id)
    info.compacts_itself = state.auto_compaction_enabled
    info.steering_mode, info.follow_up_mode = state.steering_mode, state.follow_up_mode
    session.log.add(StateChanged())
    busy = state.is_streaming or state.is_compacting or session.run.retry_until is not None
    if session.run.active and not busy:
        session.settle(now)
    session.run.active = session.run.active or state.is_streaming


def _take_session_id(session: Session, told: str) -> None:
    if session.is_leaving:
        session.sure_id = ""
        return
    before, session.told_id, session.sure_id = session.told_id, told, told
    if before and before != told:
        # A command of an extension went there.
        session.clear_transcript()
        session.log.add(HistoryWanted())


def _on_abort(session: Session, response: Response, now: float) -> None:
    if session.run.active:
        # The settle may be lost (and 0.73.1 sends none): look, rather than stay busy for ever.
        session.log.add(AskState())


def _on_cleared_queue(session: Session, response: Response, now: float) -> None:
    if isinstance(response.data, responses.ClearedQueue):
        texts = [*response.data.steering, *response.data.follow_up]
        for text in texts:
            session.sayings.heard(text)
        if texts:
            session.log.add(TextReturned("\n\n".join(texts)))


def _on_switch(session: Session, response: Response, now: float) -> None:
    data = response.data if isinstance(response.data, responses.Switched) else None
    if not response.success or (data is not None and data.cancelled):
        session.stay()
        reason = response.error or "An extension refused it."
        message = f"The session stays as it was: {reason}"
        session.log.add(Notified(short(message), Severity.WARNING, from_extension=False))
        return
    session.surface_before, session.id_before = None, ""
    session.settle(now)
    session.clear_transcript()
    session.told_id = ""
    session.log.add(HistoryWanted())
    if data is not None and data.text:
        session.log.add(TextReturned(data.text))


def _on_messages(session: Session, response: Response, now: float) -> None:
    if not isinstance(response.data, responses.MessageList):
        return
    history, shown, session.shown = response.data.messages, session.shown, session.info.session_id
    # An agent that was started again remembers less than the transcript tells, which stays then.
    if history and not (shown and shown == session.shown and is_shown(history, session.transcript.entries)):
        session.load_history(history)
    elif not history and shown != session.shown and shown:
        title = "A new session: the agent remembers nothing of what stands above."
        session.transcript.notice(NoticeKind.SESSION, title)


def _on_model(session: Session, response: Response, now: float) -> None:
    if isinstance(response.data, responses.Model):
        _take_model(session, response.data)
        session.log.add(StateChanged())


def _on_model_cycled(session: Session, response: Response, now: float) -> None:
    if isinstance(response.data, responses.ModelCycled):
        _take_model(session, response.data.model)
        session.info.thinking_level = response.data.thinking_level or session.info.thinking_level
        session.log.add(StateChanged())


def _take_model(session: Session, model: responses.Model | None) -> None:
    if model is not None:
        info = session.info
        info.model, info.model_id, info.provider = model.name or model.id, model.id, model.provider


def _on_stats(session: Session, response: Response, now: float) -> None:
    if isinstance(response.data, responses.SessionStats):
        usage = response.data.context_usage
        session.info.context_percent = usage.percent if usage else None
        session.info.cost = response.data.cost
        session.log.add(StateChanged())


def _on_bash(session: Session, response: Response, now: float) -> None:
    index = session.shells.pop(response.id, None) if response.id is not None else None
    if index is not None:
        result = response.data if response.success else None
        shell_ended(session.transcript, index, result, response.error)


_HANDLERS: dict[str, Callable[[Session, Response, float], Any]] = {
    "get_state": _on_state,
    "abort": _on_abort,
    "clear_queue": _on_cleared_queue,
    **dict.fromkeys(_SWITCHES, _on_switch),
    "get_messages": _on_messages,
    "set_model": _on_model,
    "cycle_model": _on_model_cycled,
    "get_session_stats": _on_stats,
    "bash": _on_bash,
}
