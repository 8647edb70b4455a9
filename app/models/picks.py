"""What a picker offers, narrowed by words as they are typed."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from typing import Any

from PySide6.QtCore import QAbstractListModel, QModelIndex, QObject, QPersistentModelIndex, Qt

NOTE_ROLE = Qt.ItemDataRole.UserRole + 1
"""What stands at the right: a shortcut, a mark."""
DETAIL_ROLE = Qt.ItemDataRole.UserRole + 2
KEY_ROLE = Qt.ItemDataRole.UserRole + 3
_SPOKEN = Qt.ItemDataRole.AccessibleTextRole


@dataclass(frozen=True, slots=True)
class Pick:
    """One thing to pick: *key* says which, *detail* is quieter beside the text, *words* are found and not shown."""

    key: str
    text: str
    detail: str = ""
    note: str = ""
    words: str = ""

    @property
    def haystack(self) -> str:
        """All that is searched, in one case."""
        return f"{self.text} {self.detail} {self.words}".casefold()


class PickModel(QAbstractListModel):
    """The picks that have each of the words; those whose text has them at the beginning of words come first."""

    def __init__(self, parent: QObject | None = None) -> None:
        """Start empty."""
        super().__init__(parent)
        self._all: list[tuple[str, Pick]] = []
        self._shown: list[Pick] = []
        self._words = ""

    def set_picks(self, picks: Iterable[Pick]) -> None:
        """Offer *picks*."""
        self._all = [(pick.haystack, pick) for pick in picks]
        self._show()

    def set_words(self, words: str) -> None:
        """Show what has each of *words*."""
        self._words = words
        self._show()

    def pick(self, row: int) -> Pick:
        """Return what is in *row*."""
        return self._shown[row]

    def row_of(self, key: str) -> int:
        """Return the row of *key*; -1 where it is not shown."""
        return next((row for row, pick in enumerate(self._shown) if pick.key == key), -1)

    def _show(self) -> None:
        words = self._words.casefold().split()
        self.beginResetModel()
        found = [pick for haystack, pick in self._all if all(word in haystack for word in words)]
        self._shown = sorted(found, key=lambda pick: _misses(pick, words)) if words else found
        self.endResetModel()

    def rowCount(self, parent: QModelIndex | QPersistentModelIndex = QModelIndex()) -> int:  # noqa: B008
        """Return how many are shown."""
        return 0 if parent.isValid() else len(self._shown)

    def data(self, index: QModelIndex | QPersistentModelIndex, role: int = Qt.ItemDataRole.DisplayRole) -> Any:
        """Return text, detail, note and key by role."""
        if not index.isValid():
            return None
        pick = self._shown[index.row()]
        if role == _SPOKEN:
            return ", ".join(filter(None, (pick.text, pick.detail, pick.note)))
        return {
            int(Qt.ItemDataRole.DisplayRole): pick.text,
            int(DETAIL_ROLE): pick.detail,
            int(NOTE_ROLE): pick.note,
            int(KEY_ROLE): pick.key,
        }.get(int(role))


def _misses(pick: Pick, words: list[str]) -> int:
    """How many of *words* do not begin a word of the text."""
    text = f" {pick.text.casefold()}"
    return sum(f" {word}" not in text for word in words)
