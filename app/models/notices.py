"""The history of notifications: bounded, newest first, equal ones in a row counted."""

from __future__ import annotations

import html
from collections import deque
from dataclasses import dataclass
from datetime import datetime
from typing import Any

from PySide6.QtCore import QAbstractListModel, QModelIndex, QObject, QPersistentModelIndex, Qt

from app.session.ansi import plain_text
from app.session.changes import Severity
from app.session.plain import one_line

LIMIT = 1000
_LONGEST = 2000

SEVERITY_ROLE = Qt.ItemDataRole.UserRole + 1
TEXT_ROLE = Qt.ItemDataRole.UserRole + 2
COUNT_ROLE = Qt.ItemDataRole.UserRole + 3
SOURCE_ROLE = Qt.ItemDataRole.UserRole + 4
TIME_ROLE = Qt.ItemDataRole.UserRole + 5


@dataclass(slots=True)
class Notice:
    """One notification; *source* is "" for an extension."""

    message: str
    severity: Severity
    source: str
    when: datetime
    count: int = 1


class NoticeModel(QAbstractListModel):
    """Rows are notices, the newest first."""

    def __init__(self, parent: QObject | None = None) -> None:
        """Start empty."""
        super().__init__(parent)
        self._notices: deque[Notice] = deque()

    def add(self, message: str, severity: Severity, source: str, when: datetime) -> None:
        """Remember a notification; one that equals the newest is counted there."""
        message = message[:_LONGEST]
        newest = self._notices[0] if self._notices else None
        if newest and (newest.message, newest.severity, newest.source) == (message, severity, source):
            newest.count += 1
            newest.when = when
            first = self.index(0)
            self.dataChanged.emit(first, first)
            return
        if len(self._notices) == LIMIT:
            self.beginRemoveRows(QModelIndex(), LIMIT - 1, LIMIT - 1)
            self._notices.pop()
            self.endRemoveRows()
        self.beginInsertRows(QModelIndex(), 0, 0)
        self._notices.appendleft(Notice(message, severity, source, when))
        self.endInsertRows()

    def clear(self) -> None:
        """Forget everything."""
        self.beginResetModel()
        self._notices.clear()
        self.endResetModel()

    def rowCount(self, parent: QModelIndex | QPersistentModelIndex = QModelIndex()) -> int:  # noqa: B008
        """Return how many notices there are."""
        return 0 if parent.isValid() else len(self._notices)

    def data(self, index: QModelIndex | QPersistentModelIndex, role: int = Qt.ItemDataRole.DisplayRole) -> Any:
        """Return one line for display, or a field of the notice."""
        notice = self._notices[index.row()]
        match role:
            case Qt.ItemDataRole.DisplayRole | Qt.ItemDataRole.AccessibleTextRole:
                return _line_of(notice)
            case Qt.ItemDataRole.ToolTipRole:
                return f"<span style='white-space: pre-wrap'>{html.escape(plain_text(notice.message))}</span>"
            case _ if role == TEXT_ROLE:
                return notice.message
            case _ if role == SEVERITY_ROLE:
                return notice.severity.value
            case _ if role == COUNT_ROLE:
                return notice.count
            case _ if role == SOURCE_ROLE:
                return notice.source
            case _ if role == TIME_ROLE:
                return notice.when
        return None


def _line_of(notice: Notice) -> str:
    source, message = one_line(notice.source, 60), one_line(notice.message, 500)
    parts = [f"{notice.when:%H:%M:%S}", notice.severity.value, source, message]
    line = "  ".join(part for part in parts if part)
    return f"{line}  ×{notice.count}" if notice.count > 1 else line
