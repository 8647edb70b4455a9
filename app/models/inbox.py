"""The questions that wait, as a list: the oldest first, equal ones in one row."""

from __future__ import annotations

import html
import math
from typing import Any

from PySide6.QtCore import QAbstractListModel, QModelIndex, QObject, QPersistentModelIndex, Qt

from app.session.plain import one_line
from app.session.waiting import WaitingGroup

DETAIL_ROLE = Qt.ItemDataRole.UserRole + 1
KEY_ROLE = Qt.ItemDataRole.UserRole + 2
COUNT_ROLE = Qt.ItemDataRole.UserRole + 3

_JUST_NOW = 5
"""Seconds."""
_VERBS = {"select": "Choose", "confirm": "Confirm", "input": "Write", "editor": "Edit"}


class InboxModel(QAbstractListModel):
    """Rows are groups of equal questions; the detail tells how long they still wait, and when they were asked."""

    def __init__(self, parent: QObject | None = None) -> None:
        """Start empty."""
        super().__init__(parent)
        self._groups: list[WaitingGroup] = []
        self._session = ""
        self._now = 0.0

    def set_groups(self, groups: list[WaitingGroup], session: str, now: float) -> None:
        """Show *groups* of the session called *session*, as they stand at *now* (monotonic seconds)."""
        same_rows = [group.oldest.key for group in groups] == [group.oldest.key for group in self._groups]
        if not same_rows:
            self.beginResetModel()
        self._groups, self._session = groups, session
        if not same_rows:
            self._now = now
            self.endResetModel()
        else:
            self.set_now(now)

    def set_now(self, now: float) -> None:
        """Tell the time: *now* in monotonic seconds."""
        self._now = now
        if self._groups:
            self.dataChanged.emit(self.index(0), self.index(len(self._groups) - 1))

    def row_of(self, key: int) -> int:
        """Return the row that holds the question *key*; -1 where none does."""
        for row, group in enumerate(self._groups):
            if any(question.key == key for question in group.questions):
                return row
        return -1

    def keys(self, row: int) -> list[int]:
        """Return the keys of all questions in *row*, oldest first."""
        return [question.key for question in self._groups[row].questions]

    def rowCount(self, parent: QModelIndex | QPersistentModelIndex = QModelIndex()) -> int:  # noqa: B008
        """Return how many groups wait."""
        return 0 if parent.isValid() else len(self._groups)

    def data(self, index: QModelIndex | QPersistentModelIndex, role: int = Qt.ItemDataRole.DisplayRole) -> Any:
        """Return the title as one line, the detail, or a field of the group."""
        group = self._groups[index.row()]
        match role:
            case Qt.ItemDataRole.DisplayRole:
                return _title(group)
            case Qt.ItemDataRole.AccessibleTextRole:
                return f"{_title(group)}, {self._detail(group)}"
            case Qt.ItemDataRole.ToolTipRole:
                return f"<span>{html.escape(one_line(group.oldest.title, 2000))}</span>"
            case _ if role == DETAIL_ROLE:
                return self._detail(group)
            case _ if role == KEY_ROLE:
                return group.oldest.key
            case _ if role == COUNT_ROLE:
                return group.count
        return None

    def _detail(self, group: WaitingGroup) -> str:
        parts = [
            _VERBS[group.oldest.kind.value],
            "" if group.deadline is None else f"{time_left(group.deadline - self._now)} to answer",
            _asked(group, self._now),
            one_line(self._session, 40),
        ]
        return " · ".join(part for part in parts if part)


def _asked(group: WaitingGroup, now: float) -> str:
    seconds = now - group.oldest.opened_at
    ago = "just now" if seconds < _JUST_NOW else f"{duration(seconds)} ago"
    return f"asked {group.count} times, first {ago}" if group.count > 1 else f"asked {ago}"


def time_left(seconds: float) -> str:
    """Return that there are *seconds* left, a begun one counted whole: "0 s left" is said when it is over."""
    return f"{duration(math.ceil(seconds))} left"


def duration(seconds: float) -> str:
    """Return *seconds* as a person says them, in one unit."""
    whole = max(0, int(seconds))
    if whole < 120:
        return f"{whole} s"
    return f"{whole // 60} min" if whole < 7200 else f"{whole // 3600} h"


def _title(group: WaitingGroup) -> str:
    return one_line(group.oldest.title, 300) or one_line(group.oldest.message, 300) or "The agent asks"
