"""The running program behind the window: settings, controller, binding, log, and an end in good order."""

from __future__ import annotations

import logging
import sys
from types import TracebackType

from PySide6.QtCore import QCoreApplication, QObject, Slot

from app.arguments import Arguments
from app.controller.answer_log import AnswerLog, log_name
from app.controller.answer_recorder import AnswerRecorder
from app.controller.controller import Controller
from app.controller.ending import Ending
from app.controller.launch_plan import LaunchPlan
from app.controller.standing import StandingKeeper
from app.log import start_log
from app.paths import log_folder, settings_folder, state_folder
from app.session.changes import Severity
from app.settings.drafts import DraftStore
from app.settings.schema import Settings
from app.settings.standing_store import StandingStore
from app.settings.store import load_settings, save_settings
from app.ui.main_window import MainWindow
from app.ui.prompt.draft_keeper import DraftKeeper
from app.ui.questions.answer_log_desk import AnswerLogDesk
from app.ui.questions.standing_desk import StandingDesk
from app.ui.questions.text_desk import TextDesk
from app.ui.screenshot import Screenshot
from app.ui.session_binding import SessionBinding
from app.ui.theme import Scheme, apply_scheme

_log = logging.getLogger("pienza")


class Program(QObject):
    """Owns everything that is not a widget. Lives beneath the window."""

    def __init__(self, window: MainWindow, options: Arguments) -> None:
        """Join the parts; nothing runs yet."""
        super().__init__(window)
        self.setObjectName("program")
        start_log(log_folder())
        self._settings_file = settings_folder() / "settings.json"
        loaded = load_settings(self._settings_file)
        self.settings = loaded.settings
        self._options = options
        self._window = window
        self.controller = Controller(self.settings, self)
        self.binding = SessionBinding(window, self.controller, self.settings)
        self._drafts = DraftKeeper(window.prompt.editor, DraftStore(state_folder() / "drafts"), options.folder)
        self._answers = AnswerLog(state_folder() / "answers", options.folder, self)
        self._answers.closed.connect(self._on_answers_closed)
        AnswerRecorder(self.controller, self._answers)
        AnswerLogDesk(window, self._answers)
        file = (state_folder() / "standing" / log_name(options.folder)).with_suffix(".json")
        self._standing = StandingKeeper(StandingStore(file, options.folder), self)
        self._standing.told.connect(self._on_standing_told)
        self.controller.use_standing(self._standing)
        StandingDesk(window, self.binding.presenter, self.controller, self._standing, self._answers)
        self._desk = TextDesk(self.binding.presenter, self.settings, state_folder(), options.folder)
        self._apply_settings()
        window.close_requested.connect(self._on_window_close_requested)
        self.controller.agent_ended.connect(self._on_controller_agent_ended)
        self.controller.shut_down.connect(self._on_controller_shut_down)
        self.controller.pi_chosen.connect(self._on_controller_pi_chosen)
        sys.excepthook = self._on_exception
        if loaded.problem:
            self.binding.tell(loaded.problem, Severity.WARNING)

    def begin(self) -> None:
        """Start the agent that the command line, else the settings, ask for."""
        if self._options.screenshot is not None:
            Screenshot(self._window, self.controller, self._options.screenshot)
        if sentence := _left_out(self._options, self.settings):
            self.binding.tell(sentence, Severity.WARNING)
        self.controller.open(_plan(self._options, self.settings))

    def _apply_settings(self) -> None:
        theme = apply_scheme(Scheme(self.settings.appearance.scheme))
        self._window.set_theme(theme)

    @Slot()
    def _on_window_close_requested(self) -> None:
        self._drafts.flush()
        self._desk.flush()
        self.binding.presenter.stop_showing()
        self.controller.shut_down_agent()

    @Slot(object)
    def _on_controller_agent_ended(self, ending: Ending) -> None:
        _log.info("The agent ended: %s %s", ending.sentence, ending.detail[-2000:])

    @Slot(str)
    def _on_standing_told(self, sentence: str) -> None:
        self.binding.tell(sentence, Severity.WARNING)

    @Slot()
    def _on_controller_shut_down(self) -> None:
        self._standing.flush()
        self._answers.close()

    @Slot()
    def _on_answers_closed(self) -> None:
        self._window.allow_close()
        QCoreApplication.quit()

    @Slot(str)
    def _on_controller_pi_chosen(self, path: str) -> None:
        self.settings.agent.pi = path
        try:
            problem = save_settings(self._settings_file, {"agent": {"pi": path}})
        except OSError as error:
            problem = f"Where pi is could not be saved: {error}"
        if problem:
            self.binding.tell(problem, Severity.WARNING)

    def _on_exception(self, kind: type[BaseException], error: BaseException, traceback: TracebackType | None) -> None:
        """A fault of ours: one row in the log with all of it, one notice for the person, and on it goes."""
        _log.error("Unexpected fault", exc_info=(kind, error, traceback))
        self.binding.tell(f"Something went wrong in Pienza: {error}. The log has more.", Severity.ERROR)


def _plan(options: Arguments, settings: Settings) -> LaunchPlan:
    arguments = list(settings.agent.arguments)
    if options.session:
        arguments += ["--session", options.session]
    elif options.go_on:
        arguments.append("--continue")
    command = "" if options.demo else options.command or settings.agent.command
    return LaunchPlan(options.folder, command, options.demo, tuple(arguments), settings.agent.pi)


def _left_out(options: Arguments, settings: Settings) -> str:
    """Return what of *options* the agent that they name will not hear, as a sentence, or ""."""
    if not (options.session or options.go_on):
        return ""
    option = "--session" if options.session else "--continue"
    if options.demo:
        return f"The demo agent keeps no sessions: {option} means nothing to it."
    if options.command or settings.agent.command:
        return f"The agent's command runs as it stands: write {option} into it, if it knows that."
    return ""
