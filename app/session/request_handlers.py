"""What each extension UI request does: questions open, the surface changes, notifications pass."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING, Any

from app.protocol import ui_requests as wire
from app.session.bounds import short
from app.session.changes import (
    EditorTextSet,
    Notified,
    RecordNoted,
    Severity,
    StatusChanged,
    TitleChanged,
    WidgetChanged,
)
from app.session.questions import Question, QuestionKind
from app.session.surface import Widget

if TYPE_CHECKING:
    from app.session.session import Session


def _on_select(session: Session, request: wire.SelectRequest, now: float) -> None:
    question = _question(session, request, QuestionKind.SELECT, request.timeout, now)
    question.options = request.options
    session.open_question(question)


def _on_confirm(session: Session, request: wire.ConfirmRequest, now: float) -> None:
    question = _question(session, request, QuestionKind.CONFIRM, request.timeout, now)
    question.message = request.message
    session.open_question(question)


def _on_input(session: Session, request: wire.InputRequest, now: float) -> None:
    question = _question(session, request, QuestionKind.INPUT, request.timeout, now)
    question.placeholder = request.placeholder
    session.open_question(question)


def _on_editor(session: Session, request: wire.EditorRequest, now: float) -> None:
    question = _question(session, request, QuestionKind.EDITOR, None, now)
    question.prefill = request.prefill
    session.open_question(question)


def _question(
    session: Session, request: wire.DialogRequest, kind: QuestionKind, timeout: float | None, now: float
) -> Question:
    return Question(
        session.questions.next_key,
        request.id,
        kind,
        request.title,
        timeout=timeout,
        opened_at=now,
        deadline=None if timeout is None else now + timeout,
        heard=session.run.listening,
        context=session.context_taker.take(session.run, session.transcript),
        asked_by=session.what_runs(),
        asked_in_run=session.run.active,
    )


def _on_notify(session: Session, request: wire.NotifyRequest, now: float) -> None:
    if request.message:
        severities = {severity.value: severity for severity in Severity}
        severity = severities.get(request.notify_type[:20].lower(), Severity.INFO)
        session.log.add(Notified(short(request.message), severity))


def _on_status(session: Session, request: wire.SetStatusRequest, now: float) -> None:
    _tell(session, session.surface.set_status(request.status_key, request.status_text))
    session.log.add(StatusChanged(request.status_key))


def _on_widget(session: Session, request: wire.SetWidgetRequest, now: float) -> None:
    lines = request.widget_lines
    below = request.widget_placement == "belowEditor"
    _tell(
        session, session.surface.set_widget(request.widget_key, None if lines is None else Widget(tuple(lines), below))
    )
    session.log.add(WidgetChanged(request.widget_key))


def _tell(session: Session, sentence: str) -> None:
    if sentence:
        session.log.add(Notified(sentence, Severity.WARNING, from_extension=False))


def _on_title(session: Session, request: wire.SetTitleRequest, now: float) -> None:
    session.surface.set_title(request.title)
    session.log.add(TitleChanged())


def _on_editor_text(session: Session, request: wire.SetEditorTextRequest, now: float) -> None:
    session.log.add(EditorTextSet(request.text))


def _on_unknown(session: Session, request: wire.UnknownUiRequest, now: float) -> None:
    session.log.add(RecordNoted(f"Unknown method “{request.method[:80]}” of an extension.", ""))
    if request.id is not None:
        # It may be a dialog, which would wait for ever; for anything else the answer is ignored.
        session.send(wire.CancelledResponse(id=request.id))


REQUEST_HANDLERS: dict[type, Callable[[Session, Any, float], None]] = {
    wire.SelectRequest: _on_select,
    wire.ConfirmRequest: _on_confirm,
    wire.InputRequest: _on_input,
    wire.EditorRequest: _on_editor,
    wire.NotifyRequest: _on_notify,
    wire.SetStatusRequest: _on_status,
    wire.SetWidgetRequest: _on_widget,
    wire.SetTitleRequest: _on_title,
    wire.SetEditorTextRequest: _on_editor_text,
    wire.UnknownUiRequest: _on_unknown,
}
