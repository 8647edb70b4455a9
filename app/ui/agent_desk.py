"""Which agent runs: the banner says how one ended or why another serves, and offers what can be done about it."""

from __future__ import annotations

from PySide6.QtCore import QObject, Signal, Slot

from app.controller.controller import Controller
from app.controller.ending import Ending
from app.session.phase import Phase, PhaseKind
from app.ui.main_window import MainWindow
from app.ui.pi_picker import PiPicker

_CHOOSE_PI = {"choose": "Choose pi…"}


class AgentDesk(QObject):
    """Serves the banner and the connection label of one window from one controller."""

    told = Signal(str)
    """A sentence for the person."""

    def __init__(self, window: MainWindow, controller: Controller) -> None:
        """Connect both."""
        super().__init__(window)
        self._window = window
        self._controller = controller
        self._is_offer = False
        self._pi_picker = PiPicker(window)
        self._pi_picker.picked.connect(self._on_pi_picker_picked)
        window.banner.action_requested.connect(self._on_banner_action_requested)
        controller.agent_started.connect(self._on_controller_agent_started)
        controller.agent_substituted.connect(self._on_controller_agent_substituted)
        controller.agent_ended.connect(self._on_controller_agent_ended)
        controller.stop_ignored.connect(self._on_controller_stop_ignored)

    def show_phase(self, phase: Phase) -> None:
        """What the agent does changed: an offer goes when it works again."""
        if phase.kind is PhaseKind.IDLE:
            self._withdraw()

    @Slot()
    def restart(self) -> None:
        """Start the agent again; what the banner said is over."""
        self._window.banner.hide()
        self._controller.restart()

    @Slot()
    def choose_pi(self) -> None:
        """Let the person choose pi, where it matters which it is."""
        if self._controller.can_use_pi:
            self._pi_picker.open()
        else:
            self.told.emit("You named a command that runs in the place of pi. Leave it out first.")

    # --- the banner -------------------------------------------------------------------------------------------

    def _offer(self, sentence: str, detail: str, actions: dict[str, str]) -> None:
        """Say *sentence* with something to do about it; it goes when the agent works again."""
        self._window.banner.show_message(sentence, detail, actions)
        self._is_offer = True

    def _ask_for_pi(self, sentence: str, detail: str) -> None:
        """Say *sentence*, which stays, and offer to choose pi."""
        self._window.banner.show_message(sentence, detail, _CHOOSE_PI)
        self._is_offer = False

    def _withdraw(self) -> None:
        if self._is_offer:
            self._window.banner.hide()
            self._is_offer = False

    @Slot()
    def _on_controller_agent_started(self) -> None:
        self._withdraw()
        launch = self._controller.launch
        if launch is not None:
            self._window.agent_status.set_connection(launch.label, True)
            self._window.transcript.set_placeholder("What shall we build?", f"{launch.label} works in {launch.folder}")

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
        commands = self._controller.session.run.slash_commands
        why = ": a command of an extension ends only by itself" if commands else ""
        self._offer(f"The agent does not stop{why}.", "", {"restart": "End it and start again"})

    @Slot(str)
    def _on_banner_action_requested(self, action: str) -> None:
        if action == "choose":
            self._pi_picker.open()
        else:
            self._controller.restart(without_extensions=action == "plain")

    @Slot(str)
    def _on_pi_picker_picked(self, path: str) -> None:
        # What the banner said is over with a pi that can be run; what goes wrong with it is told anew.
        self._window.banner.hide()
        problem = self._controller.use_pi(path)
        if problem:
            self._ask_for_pi(f"That cannot be pi: {problem}", "")
