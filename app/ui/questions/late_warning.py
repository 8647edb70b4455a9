"""A warning that takes long to find in a text of megabytes: it is looked for in slices, and shown when it is found."""

from __future__ import annotations

from collections.abc import Iterator

from PySide6.QtCore import QObject, Signal
from PySide6.QtWidgets import QLabel

from app.ui.slicer import Slicer


class LateWarning(QObject):
    """Shows the first warning that looking brings; in texts of usual size it is there from the start."""

    came_late = Signal()
    """It was found only now: what is on screen moves."""

    def __init__(self, label: QLabel, looks: Iterator[tuple[int, str]]) -> None:
        """Show it in *label*, hidden till then; each of *looks* is its cost and the warning, or ""."""
        super().__init__(label)
        self._label = label
        self._is_late = False
        label.hide()
        self._slicer = Slicer(self)
        self._slicer.start(self._look(looks))
        self._is_late = True

    def _look(self, looks: Iterator[tuple[int, str]]) -> Iterator[int]:
        for cost, warning in looks:
            if warning:
                self._label.setText(warning)
                self._label.show()
                if self._is_late:
                    self.came_late.emit()
                return
            yield cost
