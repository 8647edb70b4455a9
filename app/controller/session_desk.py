"""What a person does with a session besides talking: choose a model, name it, fork it, compact it, export it.

An error of the agent is told by the session; what this agent lacks is told here, because it was asked for on purpose.
"""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

from PySide6.QtCore import QObject, Signal

from app.controller.controller import Controller
from app.protocol import commands, responses
from app.protocol.commands import QueueMode
from app.protocol.responses import Response
from app.session.catalogue import (
    USUAL_LEVELS,
    fork_points,
    model_offers,
    statistics,
    thinking_levels,
)

_LACKING = "Unknown command"


class SessionDesk(QObject):
    """Sends the commands of one controller and brings what comes back, as data of `app.session.catalogue`."""

    models_listed = Signal(list)
    """The `ModelOffer`s that can be used."""
    levels_listed = Signal(list)
    """The thinking levels of the model, as text."""
    fork_points_listed = Signal(list)
    """The `ForkPoint`s, the newest first."""
    statistics_told = Signal(list)
    """Names and values, as text."""
    exported = Signal(str)
    """The session was written to this path, as the agent says it."""
    answer_told = Signal(str)
    """The last answer of the model; "" when there is none yet."""
    told = Signal(str)
    """A sentence for the person."""

    def __init__(self, controller: Controller) -> None:
        """Work for the session of *controller*."""
        super().__init__(controller)
        self._controller = controller

    # --- model --------------------------------------------------------------------------------------------------

    def list_models(self) -> None:
        """Ask for the models; `models_listed` brings them."""
        self._ask(commands.GetAvailableModels(), self._on_models)

    def use_model(self, provider: str, model_id: str) -> None:
        """Use another model from now on."""
        self._ask(commands.SetModel(provider, model_id), self._on_model_changed)

    def next_model(self) -> None:
        """Use the next model."""
        self._ask(commands.CycleModel(), self._on_cycled)

    def list_levels(self) -> None:
        """Ask for the thinking levels; `levels_listed` brings them."""
        self._ask(commands.GetAvailableThinkingLevels(), self._on_levels, lacking=self._on_levels_lacking)

    def use_level(self, level: str) -> None:
        """Let the model think as *level* says."""
        self._ask(commands.SetThinkingLevel(level))

    def next_level(self) -> None:
        """Use the next thinking level."""
        self._ask(commands.CycleThinkingLevel(), self._on_level_cycled)

    # --- queue --------------------------------------------------------------------------------------------------

    def steer_by(self, mode: QueueMode) -> None:
        """Deliver what steers one at a time, or all at once."""
        self._ask(commands.SetSteeringMode(mode), self._on_setting_changed)

    def follow_up_by(self, mode: QueueMode) -> None:
        """Deliver what follows one at a time, or all at once."""
        self._ask(commands.SetFollowUpMode(mode), self._on_setting_changed)

    # --- context ------------------------------------------------------------------------------------------------

    def compact(self, instructions: str) -> None:
        """Compact the context now; *instructions* may be empty. Cards in the transcript tell how it goes."""
        self._ask(commands.Compact(instructions or None))

    def compact_by_itself(self, on: bool) -> None:
        """Let the agent compact by itself, or not."""
        self._ask(commands.SetAutoCompaction(on), self._on_setting_changed)

    def retry_by_itself(self, on: bool) -> None:
        """Let the agent retry by itself, or not."""
        self._ask(commands.SetAutoRetry(on))

    def stop_retrying(self) -> None:
        """Give up the retry that waits."""
        self._ask(commands.AbortRetry())

    def tell_statistics(self) -> None:
        """Ask for what was counted; `statistics_told` brings it."""
        self._ask(commands.GetSessionStats(), self._on_statistics)

    # --- session ------------------------------------------------------------------------------------------------

    def name(self, name: str) -> None:
        """Give the session a name."""
        self._ask(commands.SetSessionName(name))

    def clone(self) -> None:
        """Copy the session and go on in the copy."""
        self._ask(commands.Clone())

    def list_fork_points(self) -> None:
        """Ask for the messages to fork from; `fork_points_listed` brings them."""
        self._ask(commands.GetForkMessages(), self._on_fork_points)

    def fork(self, entry_id: str) -> None:
        """Begin a new session before the message *entry_id*, whose text comes back into the prompt."""
        self._ask(commands.Fork(entry_id))

    def export(self, path: Path | None = None) -> None:
        """Write the session as a web page to *path*, or to where the agent likes; `exported` tells where."""
        self._ask(commands.ExportHtml(str(path) if path is not None else None), self._on_exported)

    def tell_last_answer(self) -> None:
        """Ask for the last answer; `answer_told` brings it."""
        self._ask(commands.GetLastAssistantText(), self._on_last_answer)

    # --- what comes back ----------------------------------------------------------------------------------------

    def _ask(
        self,
        command: commands.Command,
        done: Callable[[Response], None] | None = None,
        lacking: Callable[[], None] | None = None,
    ) -> None:
        def on_response(response: Response) -> None:
            if response.success:
                if done is not None:
                    done(response)
            elif response.error.startswith(_LACKING):
                if lacking is not None:
                    lacking()
                else:
                    self.told.emit(f"This agent does not know “{response.command.replace('_', ' ')}”.")

        if self._controller.request(command, on_response) is None:
            self.told.emit("There is no agent to hear this.")

    def _on_models(self, response: Response) -> None:
        self.models_listed.emit(model_offers(response.data))

    def _on_model_changed(self, response: Response) -> None:
        # The new model may think on another level.
        self._controller.ask_state()

    def _on_cycled(self, response: Response) -> None:
        if response.data is None:
            self.told.emit("There is no other model to change to.")

    def _on_levels(self, response: Response) -> None:
        self.levels_listed.emit(thinking_levels(response.data))

    def _on_levels_lacking(self) -> None:
        self.levels_listed.emit(list(USUAL_LEVELS))

    def _on_level_cycled(self, response: Response) -> None:
        if response.data is None:
            self.told.emit("This model has no thinking levels.")

    def _on_setting_changed(self, response: Response) -> None:
        self._controller.ask_state()

    def _on_statistics(self, response: Response) -> None:
        self.statistics_told.emit(statistics(response.data))

    def _on_fork_points(self, response: Response) -> None:
        self.fork_points_listed.emit(fork_points(response.data))

    def _on_exported(self, response: Response) -> None:
        if isinstance(response.data, responses.Exported):
            self.exported.emit(response.data.path)

    def _on_last_answer(self, response: Response) -> None:
        text = response.data.text if isinstance(response.data, responses.LastText) else None
        self.answer_told.emit(text or "")
