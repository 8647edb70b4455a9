"""Gives every action of the table something to do, and takes them away while they can do nothing."""

from __future__ import annotations

from PySide6.QtCore import QObject, Signal, Slot

from app.controller.controller import Controller
from app.controller.session_desk import SessionDesk
from app.session.phase import Phase
from app.ui.actions.model_actions import ModelActions
from app.ui.actions.palette import Palette
from app.ui.actions.queue_actions import QueueActions
from app.ui.actions.saved_actions import SavedActions
from app.ui.actions.session_actions import SessionActions
from app.ui.actions.window_actions import WindowActions
from app.ui.agent_desk import AgentDesk
from app.ui.main_window import MainWindow
from app.ui.picker.picker import Picker
from app.ui.questions.presenter import QuestionPresenter
from app.ui.window_menu import WindowMenu


class ActionDesk(QObject):
    """The actions of one window, for the session of one controller."""

    told = Signal(str)
    """A sentence for the person."""

    def __init__(
        self, window: MainWindow, controller: Controller, agent: AgentDesk, presenter: QuestionPresenter
    ) -> None:
        """Join all parts."""
        super().__init__(window)
        self._window = window
        self._info = controller.session.info
        actions, picker = WindowActions(window), Picker(window)
        desk = SessionDesk(controller)
        WindowMenu(window, actions)
        Palette(actions, picker)
        ModelActions(actions, picker, desk, self._info)
        QueueActions(actions, picker, desk, self._info)
        self._session = SessionActions(window, actions, picker, desk, self._info)
        for told in (self._session.told, SavedActions(actions, picker, controller).told):
            told.connect(self.told)
        window.agent_status.bind(actions)
        actions.bind(
            {
                "newSession": controller.new_session,
                "stopAgent": controller.stop,
                "restartAgent": agent.restart,
                "choosePi": agent.choose_pi,
                "nextQuestion": presenter.focus_oldest,
                "toggleInbox": window.toggle_inbox,
                "focusPrompt": self._on_focus_prompt_triggered,
                "quit": window.close,
            }
        )
        self.show_phase(controller.session.phase)

    def show_phase(self, phase: Phase) -> None:
        """What the agent does changed."""
        self._session.show_phase(phase)

    def show_info(self) -> None:
        """What the agent said of itself changed."""
        self._window.agent_status.set_info(self._info)
        self._session.show_info()

    @Slot()
    def _on_focus_prompt_triggered(self) -> None:
        self._window.activateWindow()
        self._window.prompt.editor.setFocus()
