"""Joins the window to a controller: changes go to the parts that show them, what the person does goes back."""

from __future__ import annotations

from collections.abc import Callable
from datetime import datetime
from typing import TYPE_CHECKING, Any

from PySide6.QtCore import QObject, QUrl, Slot
from PySide6.QtGui import QDesktopServices

from app.controller.controller import Controller
from app.controller.ending import Ending
from app.controller.session_desk import SessionDesk
from app.models.notices import NoticeModel
from app.session import changes
from app.session.phase import PhaseKind
from app.session.plain import one_line
from app.ui.actions.model_actions import ModelActions
from app.ui.actions.palette import Palette
from app.ui.actions.queue_actions import QueueActions
from app.ui.actions.saved_actions import SavedActions
from app.ui.actions.session_actions import SessionActions
from app.ui.actions.window_actions import WindowActions
from app.ui.editable import can_be_edited
from app.ui.main_window import MainWindow
from app.ui.pi_picker import PiPicker
from app.ui.picker.picker import Picker
from app.ui.questions.inbox_desk import InboxDesk
from app.ui.questions.presenter import QuestionPresenter
from app.ui.questions.spoken import say
from app.ui.window_menu import WindowMenu
from app.ui.window_title import title_for

if TYPE_CHECKING:
    from app.settings.schema import Settings

_EDITOR_TEXT = (1_000_000, 10_000, 50_000)
"""How much an extension may put into the prompt, see `can_be_edited`: more would make typing there slow."""

_CHOOSE_PI = {"choose": "Choose pi…"}


class SessionBinding(QObject):
    """Shows one controller's session in one window."""

    def __init__(self, window: MainWindow, controller: Controller, settings: Settings) -> None:
        """Connect everything; the session may have begun already."""
        super().__init__(window)
        self._window = window
        self._controller = controller
        self._session = controller.session
        self._notices = NoticeModel(self)
        self._banner_is_offer = False
        self._pi_picker = PiPicker(window)
        self.presenter = QuestionPresenter(
            window.question_column.column, window.prompt.editor, settings.questions, window
        )
        self._inbox = InboxDesk(window, self.presenter, self._session_label)
        window.prompt.editor.send_with_control = settings.prompt.send_with == "ctrl+enter"
        window.prompt.set_busy(False)
        window.notice_list.set_model(self._notices)
        window.transcript.set_entries(self._session.transcript.entries)
        self._connect_controller()
        self._connect_window()
        self._connect_actions()
        self._handlers = self._change_handlers()
        self._session_actions.show_phase(self._session.phase)
        self._show_title()

    def _connect_controller(self) -> None:
        self._controller.changed.connect(self._on_controller_changed)
        self._controller.agent_started.connect(self._on_controller_agent_started)
        self._controller.agent_substituted.connect(self._on_controller_agent_substituted)
        self._controller.agent_ended.connect(self._on_controller_agent_ended)
        self._controller.stop_ignored.connect(self._on_controller_stop_ignored)
        self.presenter.answered.connect(self._controller.answer)
        self.presenter.cancelled.connect(self._controller.cancel)
        self._inbox.cancel_requested.connect(self._controller.cancel)

    def _connect_window(self) -> None:
        window = self._window
        window.prompt.sent.connect(self._on_prompt_sent)
        window.prompt.follow_up_sent.connect(self._on_prompt_follow_up_sent)
        window.prompt.stopped.connect(self._controller.stop)
        window.banner.action_requested.connect(self._on_banner_action_requested)
        self._pi_picker.picked.connect(self._on_pi_picker_picked)
        window.toasts.history_requested.connect(self._on_toasts_history_requested)
        window.transcript.link_activated.connect(self._on_link_activated)
        window.docks.link_activated.connect(self._on_link_activated)
        window.transcript.question_activated.connect(self.presenter.focus_question)

    def _connect_actions(self) -> None:
        window, controller = self._window, self._controller
        actions, picker = WindowActions(window), Picker(window)
        desk, info = SessionDesk(controller), self._session.info
        WindowMenu(window, actions)
        Palette(actions, picker)
        ModelActions(actions, picker, desk, info)
        QueueActions(actions, picker, desk, info)
        self._session_actions = SessionActions(window, actions, picker, desk, info)
        for told in (self._session_actions.told, SavedActions(actions, picker, controller).told):
            told.connect(self._on_session_actions_told)
        window.agent_status.bind(actions)
        actions.bind(
            {
                "newSession": controller.new_session,
                "stopAgent": controller.stop,
                "restartAgent": self._on_restart_requested,
                "choosePi": self._on_menu_choose_pi_requested,
                "nextQuestion": self.presenter.focus_oldest,
                "toggleInbox": window.toggle_inbox,
                "focusPrompt": self._on_prompt_focus_triggered,
                "quit": window.close,
            }
        )

    @Slot(str)
    def _on_session_actions_told(self, sentence: str) -> None:
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
        self._session_actions.show_phase(phase)
        self._window.prompt.set_busy(phase.is_busy, steers=self._session.run.active)
        if phase.kind is PhaseKind.IDLE:
            self._withdraw_banner()

    def _show_queue(self, change: changes.QueueChanged) -> None:
        self._window.prompt.set_queue(self._session.queue)

    def _show_state(self, change: changes.StateChanged) -> None:
        self._window.agent_status.set_info(self._session.info)
        self._session_actions.show_info()
        self._show_title()

    def _note_record(self, change: changes.RecordNoted) -> None:
        self._notices.add(change.reason, changes.Severity.INFO, "Protocol", datetime.now())

    # --- the agent ----------------------------------------------------------------------------------------

    def _offer(self, sentence: str, detail: str, actions: dict[str, str]) -> None:
        """Say *sentence* with something to do about it; it goes when the agent works again."""
        self._window.banner.show_message(sentence, detail, actions)
        self._banner_is_offer = True

    def _ask_for_pi(self, sentence: str, detail: str) -> None:
        """Say *sentence*, which stays, and offer to choose pi."""
        self._window.banner.show_message(sentence, detail, _CHOOSE_PI)
        self._banner_is_offer = False

    def _withdraw_banner(self) -> None:
        if self._banner_is_offer:
            self._window.banner.hide()
            self._banner_is_offer = False

    @Slot()
    def _on_controller_agent_started(self) -> None:
        self._withdraw_banner()
        launch = self._controller.launch
        if launch is not None:
            self._window.agent_status.set_connection(launch.label, True)
            self._window.transcript.set_placeholder("What shall we build?", f"{launch.label} works in {launch.folder}")
        self._show_title()

    @Slot(str, str)
    def _on_controller_agent_substituted(self, sentence: str, detail: str) -> None:
        self._ask_for_pi(sentence, detail)

    @Slot(object)
    def _on_controller_agent_ended(self, ending: Ending) -> None:
        self._window.agent_status.set_connection("", False)
        actions = {"restart": "Start again"}
        if ending.unheard and self._controller.can_use_pi:
            actions = {"restart": "Start again", **_CHOOSE_PI}
        if ending.asked_at_start:
            actions = {"restart": "Start again", "plain": "Start without extensions"}
        self._offer(ending.sentence, ending.detail, actions)

    @Slot()
    def _on_controller_stop_ignored(self) -> None:
        why = ": a command of an extension ends only by itself" if self._session.run.slash_commands else ""
        self._offer(f"The agent does not stop{why}.", "", {"restart": "End it and start again"})

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

    @Slot(str)
    def _on_banner_action_requested(self, action: str) -> None:
        if action == "choose":
            self._pi_picker.open()
        else:
            self._controller.restart(without_extensions=action == "plain")

    @Slot()
    def _on_menu_choose_pi_requested(self) -> None:
        if self._controller.can_use_pi:
            self._pi_picker.open()
        else:
            self.tell("You named a command that runs in the place of pi. Leave it out first.", changes.Severity.INFO)

    @Slot(str)
    def _on_pi_picker_picked(self, path: str) -> None:
        # What the banner said is over with a pi that can be run; what goes wrong with it is told anew.
        self._window.banner.hide()
        problem = self._controller.use_pi(path)
        if problem:
            self._ask_for_pi(f"That cannot be pi: {problem}", "")

    @Slot()
    def _on_restart_requested(self) -> None:
        self._window.banner.hide()
        self._controller.restart()

    @Slot()
    def _on_toasts_history_requested(self) -> None:
        self._window.notice_dock.show()

    @Slot()
    def _on_prompt_focus_triggered(self) -> None:
        self._window.activateWindow()
        self._window.prompt.editor.setFocus()

    @Slot(str)
    def _on_link_activated(self, target: str) -> None:
        # The views let only http(s) and mailto through; a second look costs nothing.
        url = QUrl(target)
        if url.scheme().lower() in ("http", "https", "mailto"):
            QDesktopServices.openUrl(url)
