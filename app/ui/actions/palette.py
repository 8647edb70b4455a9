"""All actions in one list, found by typing; and all keys on one sheet."""

from __future__ import annotations

from collections.abc import Iterable

from PySide6.QtCore import QObject, Slot

from app.models.picks import Pick
from app.ui.actions.table import ACTIONS, ActionSpec
from app.ui.actions.window_actions import WindowActions, keys_of
from app.ui.picker.picker import Picker

_ITSELF = "showPalette"
_KEPT = 20
"""How many actions are remembered as the last ones."""


class Palette(QObject):
    """Offers what can be done now; what was done last comes first."""

    def __init__(self, actions: WindowActions, picker: Picker) -> None:
        """Serve the palette and the sheet of *actions* with *picker*."""
        super().__init__(picker)
        self._actions = actions
        self._picker = picker
        self._recent: list[str] = []
        actions.bind({"showPalette": self._on_palette_triggered, "showKeys": self._on_keys_triggered})

    @Slot()
    def _on_palette_triggered(self) -> None:
        recent = {name: -number for number, name in enumerate(self._recent)}
        rows = sorted(ACTIONS, key=lambda spec: recent.get(spec.name, 1))
        self._offer("All actions", rows)

    @Slot()
    def _on_keys_triggered(self) -> None:
        self._offer("Keyboard shortcuts", [spec for spec in ACTIONS if keys_of(self._actions[spec.name])])

    def _offer(self, title: str, specs: Iterable[ActionSpec]) -> None:
        picks = [self._pick(spec) for spec in specs if spec.name != _ITSELF and self._actions[spec.name].isEnabled()]
        self._picker.offer(title, self._run, picks)

    def _pick(self, spec: ActionSpec) -> Pick:
        action = self._actions[spec.name]
        detail = f"{spec.group} · on" if action.isCheckable() and action.isChecked() else spec.group
        return Pick(spec.name, spec.text.removesuffix("…"), detail, keys_of(action), spec.words)

    def _run(self, name: str) -> None:
        self._recent = [*(other for other in self._recent if other != name), name][-_KEPT:]
        self._actions.run(name)
