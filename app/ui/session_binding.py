"""Joins the window to a controller: changes go to the parts that show them, what the person does goes back."""

from __future__ import annotations

from collections.abc import Callable
from datetime import datetime
from typing import TYPE_CHECKING, Any

from PySide6.QtCore import QObject, QUrl, Slot
from PySide6.QtGui import QDesktopServices

from app.controller.controller import Controller
from app.models.notices import NoticeModel
from app.session import changes
from app.session.phase import PhaseKind
from app.session.plain import one_line
from app.ui.actions.action_desk import ActionDesk
from app.ui.agent_desk import AgentDesk
from app.ui.editable import can_be_edited
from app.ui.main_window import MainWindow
from app.ui.questions.inbox_desk import InboxDesk
from app.ui.questions.presenter import QuestionPresenter
from app.ui.questions.spoken import say
from app.ui.window_title import title_for

if TYPE_CHECKING:
    from app.settings.schema import Settings

_EDITOR_TEXT = (1_000_000, 10_000, 50_000)
"""How much an extension may put into the prompt, see `can_be_edited`: more would make typing there slow."""


class SessionBinding(QObject):
    """Shows one controller's session in one window."""

    def __init__(self, window: MainWindow, controller: Controller, settings: Settings) -> None:
        """Connect everything; the session may have begun already."""
        super().__init__(window)
        self._window = window
        self._controller = controller
        self._session = controller.session
        self._notices = NoticeModel(self)
        self.presenter = QuestionPresenter(
            window.question_column.column, window.prompt.editor, settings.questions, window
        )
        self.agent = AgentDesk(window, controller)
        self._actions = ActionDesk(window, controller, self.agent, self.presenter)
        self._inbox = InboxDesk(window, self.presenter, self._session_label)
        window.prompt.editor.send_with_control = settings.prompt.send_with == "ctrl+enter"
        window.prompt.set_busy(False)
        window.notice_list.set_model(self._notices)
        window.transcript.set_entries(self._session.transcript.entries)
        self._connect_controller()
        self._connect_window()
        self._handlers = self._change_handlers()
        self._show_title()

    def _connect_controller(self) -> None:
        self._controller.changed.connect(self._on_controller_changed)
        self._controller.agent_started.connect(self._on_controller_agent_started)
        self.agent.told.connect(self._on_desk_told)
        self._actions.told.connect(self._on_desk_told)
        self.presenter.answered.connect(self._controller.answer)
        self.presenter.cancelled.connect(self._controller.cancel)
        self._inbox.cancel_requested.connect(self._controller.cancel)

    def _connect_window(self) -> None:
        window = self._window
        window.prompt.sent.connect(self._on_prompt_sent)
        window.prompt.follow_up_sent.connect(self._on_prompt_follow_up_sent)
        window.prompt.stopped.connect(self._controller.stop)
        window.toasts.history_requested.connect(self._on_toasts_history_requested)
        window.transcript.link_activated.connect(self._on_link_activated)
        window.docks.link_activated.connect(self._on_link_activated)
        window.transcript.question_activated.connect(self.presenter.focus_question)

    @Slot(str)
    def _on_desk_told(self, sentence: str) -> None:
        self.tell(sentence, changes.Severity.INFO)

    def tell(self, message: str, severity: changes.Severity) -> None:
        """Say something of our own in passing."""
        self._show_notified(changes.Notified(message, severity, from_extension=False))

    # --- changes ----------------------------------------------------------------------------------------

    def _change_handlers(self) -> dict[type, Callable[[Any], None]]:
        return {
            changes.EntryAdded: self._show_entry_added,
            changes.EntryChanged: self._show_entry_changed,
            changes.TranscriptReset: self._show_transcript_reset,
            changes.QuestionOpened: self._show_question_opened,
            changes.QuestionChanged: self._show_question_changed,
            changes.QuestionClosed: self._show_question_closed,
            changes.Notified: self._show_notified,
            changes.StatusChanged: self._show_status,
            changes.WidgetChanged: self._show_widget,
            changes.SurfaceReset: self._show_surface,
            changes.TitleChanged: self._show_title,
            changes.EditorTextSet: self._show_editor_text,
            changes.TextReturned: self._show_text_returned,
            changes.PhaseChanged: self._show_phase,
            changes.QueueChanged: self._show_queue,
            changes.StateChanged: self._show_state,
            changes.RecordNoted: self._note_record,
        }

    @Slot(list)
    def _on_controller_changed(self, batch: list[changes.Change]) -> None:
        for change in batch:
            handler = self._handlers.get(type(change))
            if handler is not None:
                handler(change)

    def _show_entry_added(self, change: changes.EntryAdded) -> None:
        self._window.transcript.entry_added(change.index)

    def _show_entry_changed(self, change: changes.EntryChanged) -> None:
        self._window.transcript.entry_changed(change.index, change.from_block)

    def _show_transcript_reset(self, change: changes.TranscriptReset) -> None:
        self._window.transcript.reset()

    def _show_question_opened(self, change: changes.QuestionOpened) -> None:
        # A batch may open a question and close it again.
        question = self._session.questions[change.key]
        if question.is_open:
            self.presenter.open(question)

    def _show_question_changed(self, change: changes.QuestionChanged) -> None:
        self.presenter.refresh(change.key)

    def _show_question_closed(self, change: changes.QuestionClosed) -> None:
        self.presenter.close(change.key)
        question = self._session.questions[change.key]
        if question.decided_by:
            say(self._window, f"A standing answer was given to: {one_line(question.title or question.message, 200)}")

    def _show_notified(self, change: changes.Notified) -> None:
        source = "" if change.from_extension else "Pienza"
        self._notices.add(change.message, change.severity, source, datetime.now())
        self._window.toasts.show_toast(change.message, change.severity, source)

    def _show_status(self, change: changes.StatusChanged) -> None:
        self._window.status_entries.set_entry(change.key, self._session.surface.status.get(change.key))

    def _show_widget(self, change: changes.WidgetChanged) -> None:
        widget = self._session.surface.widgets.get(change.key)
        lines = None if widget is None else list(widget.lines)
        below = widget is not None and widget.below
        self._window.docks.set_widget(change.key, lines, "belowEditor" if below else "aboveEditor")

    def _show_surface(self, change: changes.SurfaceReset) -> None:
        self._window.status_entries.clear()
        self._window.docks.clear()
        for key in self._session.surface.status:
            self._show_status(changes.StatusChanged(key))
        for key in self._session.surface.widgets:
            self._show_widget(changes.WidgetChanged(key))
        self._show_title()

    def _session_label(self) -> str:
        launch = self._controller.launch
        return self._session.info.session_name or (launch.folder.name if launch is not None else "")

    def _show_title(self, change: changes.TitleChanged | None = None) -> None:
        launch = self._controller.launch
        folder = launch.folder if launch is not None else None
        self._window.setWindowTitle(title_for(self._session.surface.title, self._session.info.session_name, folder))

    def _show_editor_text(self, change: changes.EditorTextSet) -> None:
        if not can_be_edited(change.text, *_EDITOR_TEXT):
            self.tell("An extension wanted to fill the prompt with too long a text.", changes.Severity.WARNING)
            return
        kept = bool(self._window.prompt.editor.exact_text().strip())
        self._window.prompt.editor.set_foreign_text(change.text)
        if kept:
            self.tell("An extension replaced the text of the prompt. Undo brings yours back.", changes.Severity.INFO)

    def _show_text_returned(self, change: changes.TextReturned) -> None:
        if can_be_edited(change.text):
            self._window.prompt.editor.give_back(change.text)
        else:
            self._window.prompt.editor.remember(change.text)
            self.tell("A very long text came back. Up brings it into the prompt.", changes.Severity.WARNING)

    def _show_phase(self, change: changes.PhaseChanged) -> None:
        phase = self._session.phase
        self._window.agent_status.set_phase(phase)
        self._actions.show_phase(phase)
        self.agent.show_phase(phase)
        self._window.prompt.set_busy(phase.is_busy, steers=self._session.run.active)

    def _show_queue(self, change: changes.QueueChanged) -> None:
        self._window.prompt.set_queue(self._session.queue)

    def _show_state(self, change: changes.StateChanged) -> None:
        self._actions.show_info()
        self._show_title()

    def _note_record(self, change: changes.RecordNoted) -> None:
        self._notices.add(change.reason, changes.Severity.INFO, "Protocol", datetime.now())

    @Slot()
    def _on_controller_agent_started(self) -> None:
        self._show_title()

    # --- what the person does -----------------------------------------------------------------------------

    @Slot(str)
    def _on_prompt_sent(self, text: str) -> None:
        self._send(text, self._controller.send_prompt)

    @Slot(str)
    def _on_prompt_follow_up_sent(self, text: str) -> None:
        self._send(text, self._controller.send_follow_up)

    def _send(self, text: str, send: Callable[[str], bool]) -> None:
        if self._session.phase.kind is PhaseKind.ENDED:
            self.tell("There is no agent to hear this. Your text stays here.", changes.Severity.WARNING)
            return
        # Emptied first: a text that is refused comes back as a change.
        self._window.prompt.accepted()
        send(text)

    @Slot()
    def _on_toasts_history_requested(self) -> None:
        self._window.notice_dock.show()

    @Slot(str)
    def _on_link_activated(self, target: str) -> None:
        # The views let only http(s) and mailto through; a second look costs nothing.
        url = QUrl(target)
        if url.scheme().lower() in ("http", "https", "mailto"):
            QDesktopServices.openUrl(url)
