"""Which model answers, and how much it thinks."""

from __future__ import annotations

from PySide6.QtCore import QObject, Slot

from app.controller.session_desk import SessionDesk
from app.models.picks import Pick
from app.session.catalogue import ModelOffer
from app.session.info import Info
from app.session.plain import one_line
from app.ui.actions.window_actions import WindowActions
from app.ui.picker.picker import Picker

_NO_MODEL = (
    "No model can be used. pi takes them from the environment (such as ANTHROPIC_API_KEY), from its models.json, or "
    "from “/login” in a terminal."
)
_LONGEST = 200


class ModelActions(QObject):
    """Lists the models and the levels when they are wanted, and tells the agent which."""

    def __init__(self, actions: WindowActions, picker: Picker, desk: SessionDesk, info: Info) -> None:
        """Serve *actions* for the session that *info* is of."""
        super().__init__(picker)
        self._picker = picker
        self._desk = desk
        self._info = info
        self._models_wanted = self._levels_wanted = 0
        self._offers: list[ModelOffer] = []
        desk.models_listed.connect(self._on_desk_models_listed)
        desk.levels_listed.connect(self._on_desk_levels_listed)
        actions.bind(
            {
                "pickModel": self._on_pick_model_triggered,
                "pickLevel": self._on_pick_level_triggered,
                "nextModel": desk.next_model,
                "nextLevel": desk.next_level,
            }
        )

    @Slot()
    def _on_pick_model_triggered(self) -> None:
        self._models_wanted = self._picker.offer("Choose the model", self._use_model)
        self._desk.list_models()

    @Slot(list)
    def _on_desk_models_listed(self, offers: list[ModelOffer]) -> None:
        self._offers = offers
        in_use = (self._info.provider, self._info.model_id)
        picks, chosen = [], ""
        for number, offer in enumerate(offers):
            is_used = (offer.provider, offer.id) == in_use
            chosen = str(number) if is_used else chosen
            text, facts = one_line(offer.name, _LONGEST), one_line(offer.facts, _LONGEST)
            picks.append(Pick(str(number), text, facts, "in use" if is_used else "", offer.id))
        self._picker.fill(self._models_wanted, picks, chosen, _NO_MODEL)

    def _use_model(self, number: str) -> None:
        offer = self._offers[int(number)]
        self._desk.use_model(offer.provider, offer.id)

    @Slot()
    def _on_pick_level_triggered(self) -> None:
        self._levels_wanted = self._picker.offer("Choose the thinking level", self._desk.use_level)
        self._desk.list_levels()

    @Slot(list)
    def _on_desk_levels_listed(self, levels: list[str]) -> None:
        used = self._info.thinking_level
        picks = [Pick(level, one_line(level, _LONGEST), note="in use" if level == used else "") for level in levels]
        self._picker.fill(self._levels_wanted, picks, used, "This model has no thinking levels.")
