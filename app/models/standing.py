"""The standing answers as a list: what is answered, how, where, how often."""

from __future__ import annotations

from datetime import datetime
from typing import Any

from PySide6.QtCore import QAbstractListModel, QModelIndex, QObject, QPersistentModelIndex, Qt

from app.session.plain import one_line
from app.session.questions import QuestionKind
from app.session.standing import Asked, DryRun, StandingAnswer

DETAIL_ROLE = Qt.ItemDataRole.UserRole + 1
ANSWER_ROLE = Qt.ItemDataRole.UserRole + 2
"""The StandingAnswer itself."""


class StandingModel(QAbstractListModel):
    """Rows are standing answers, the oldest first."""

    def __init__(self, parent: QObject | None = None) -> None:
        """Start empty."""
        super().__init__(parent)
        self._answers: list[StandingAnswer] = []
        self._session = ""

    def set_answers(self, answers: list[StandingAnswer], session: str) -> None:
        """Show *answers*, seen from the session with the id *session*."""
        same_rows = [one.id for one in answers] == [one.id for one in self._answers]
        if not same_rows:
            self.beginResetModel()
        self._answers, self._session = answers, session
        if not same_rows:
            self.endResetModel()
        elif answers:
            self.dataChanged.emit(self.index(0), self.index(len(answers) - 1))

    def row_of(self, key: str) -> int:
        """Return the row of the one with the id *key*; -1 where there is none."""
        return next((row for row, one in enumerate(self._answers) if one.id == key), -1)

    def rowCount(self, parent: QModelIndex | QPersistentModelIndex = QModelIndex()) -> int:  # noqa: B008
        """Return how many there are."""
        return 0 if parent.isValid() else len(self._answers)

    def data(self, index: QModelIndex | QPersistentModelIndex, role: int = Qt.ItemDataRole.DisplayRole) -> Any:
        """Return the question as one line, what is to be said of the answer, or the answer."""
        answer = self._answers[index.row()]
        match role:
            case Qt.ItemDataRole.DisplayRole:
                return one_line(answer.title or answer.message, 300)
            case Qt.ItemDataRole.AccessibleTextRole:
                return f"{one_line(answer.title or answer.message, 300)}, {self._detail(answer)}"
            case _ if role == DETAIL_ROLE:
                return self._detail(answer)
            case _ if role == ANSWER_ROLE:
                return answer
        return None

    def _detail(self, answer: StandingAnswer) -> str:
        where = place_of(answer, self._session)
        parts = ["Paused" if answer.paused else "", given(answer), _times(answer), where]
        return " · ".join(part for part in parts if part)


def place_of(answer: StandingAnswer, session: str) -> str:
    """Return where *answer* holds, seen from the session with the id *session*."""
    if not answer.session:
        return "this project"
    return "this session" if answer.session == session else "another session"


def given(answer: StandingAnswer) -> str:
    """Return what *answer* answers, in a few words."""
    if answer.kind is QuestionKind.CONFIRM:
        return "Yes" if answer.yes else "No"
    return f"“{one_line(answer.words, 60)}”"


def _times(answer: StandingAnswer) -> str:
    if not answer.uses:
        return "not used yet"
    return "used once" if answer.uses == 1 else f"used {answer.uses:,} times"


def facts_of(answer: StandingAnswer) -> str:
    """Return since when *answer* holds, how often it was given, and when last."""
    last = f", last on {_date(answer.last_used)}" if answer.last_used is not None else ""
    return f"Answers {given(answer)} since {_date(answer.made)}; {_times(answer)}{last}."


def _date(when: float) -> str:
    return f"{datetime.fromtimestamp(when):%d %b %Y, %H:%M}"


def exact_text(asked: Asked) -> str:
    """Return all of the question *asked*, to be read."""
    options = "\n".join(f"• {option}" for option in asked.options)
    return "\n\n".join(part for part in (asked.title, asked.message, options) if part)


def dry_run_sentence(run: DryRun) -> str:
    """Return what the dry run *run* showed."""
    if not run.looked_at:
        return "Nothing was asked in this project before, so there is nothing to try it on."
    if run.looked_at == 1:
        return f"It would {'' if run.same else 'not '}have answered the one question that this project has in its log."
    count = f"{run.same:,}" if run.same else "none"
    return f"It would have answered {count} of the last {run.looked_at:,} questions of this project."


def otherwise_sentence(run: DryRun) -> str:
    """Return the warning that the person had decided differently; "" where that never was."""
    if not run.otherwise:
        return ""
    return f"You had decided {'one' if run.otherwise == 1 else f'{run.otherwise:,}'} of them differently."
