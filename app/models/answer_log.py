"""The rows of the answer log, as a list."""

from __future__ import annotations

import html
from datetime import datetime
from typing import Any

from PySide6.QtCore import QAbstractListModel, QModelIndex, QObject, QPersistentModelIndex, Qt

from app.models.inbox import duration
from app.session.decision import Decision
from app.session.plain import one_line

DETAIL_ROLE = Qt.ItemDataRole.UserRole + 1

_OUTCOMES = {
    "cancelled": "cancelled",
    "stopped": "cancelled by Stop",
    "expired": "not in time",
    "withdrawn": "withdrawn",
    "lost": "the agent was gone",
    "unsent": "the answer was not sent",
}


class AnswerLogModel(QAbstractListModel):
    """Rows are decisions, the newest first."""

    def __init__(self, parent: QObject | None = None) -> None:
        """Start empty."""
        super().__init__(parent)
        self._decisions: list[Decision] = []

    def set_decisions(self, decisions: list[Decision]) -> None:
        """Show *decisions*."""
        self.beginResetModel()
        self._decisions = decisions
        self.endResetModel()

    def rowCount(self, parent: QModelIndex | QPersistentModelIndex = QModelIndex()) -> int:  # noqa: B008
        """Return how many rows are shown."""
        return 0 if parent.isValid() else len(self._decisions)

    def data(self, index: QModelIndex | QPersistentModelIndex, role: int = Qt.ItemDataRole.DisplayRole) -> Any:
        """Return the title as one line, what was decided, or both."""
        decision = self._decisions[index.row()]
        match role:
            case Qt.ItemDataRole.DisplayRole:
                return _title(decision)
            case Qt.ItemDataRole.AccessibleTextRole:
                return f"{_title(decision)}, {detail_of(decision)}"
            case Qt.ItemDataRole.ToolTipRole:
                whole = "\n".join(filter(None, [decision.title, decision.message, decision.answer, decision.reason]))
                return f"<span style='white-space: pre-wrap'>{html.escape(whole[:2000])}</span>"
            case _ if role == DETAIL_ROLE:
                return detail_of(decision)
        return None


def detail_of(decision: Decision) -> str:
    """Return when and how *decision* was made, as one line."""
    when = datetime.fromtimestamp(decision.when)
    who = "" if decision.by in ("you", "clock", "agent", "stop") else "standing answer"
    parts = [f"{when:%d %b %H:%M:%S}", _outcome(decision), f"after {duration(decision.seconds)}", who]
    return " · ".join(part for part in parts if part)


def _outcome(decision: Decision) -> str:
    if decision.outcome in _OUTCOMES:
        return _OUTCOMES[decision.outcome]
    return one_line(decision.answer or "", 80) or "an empty answer"


def _title(decision: Decision) -> str:
    return one_line(decision.title, 300) or one_line(decision.message, 300) or "(no title)"
