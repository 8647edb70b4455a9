"""Gives the standing answers to the questions that open, and keeps those of the project on disk."""

from __future__ import annotations

import time
from collections import deque
from collections.abc import Callable

from PySide6.QtCore import QObject, QTimer, Signal, Slot

from app.session.changes import Change, QuestionChanged, QuestionOpened
from app.session.plain import one_line
from app.session.questions import Question
from app.session.session import Session
from app.session.standing import MOST_USES, USES_SECONDS, Scope, StandingAnswer, StandingAnswers
from app.settings.standing_store import StandingStore

_SAVE_MS = 1000
"""Counters are written so long after a use: a storm is one write."""
_MOST_UNSURE = 1000
_MOST_REVOKED = 50


class StandingKeeper(QObject):
    """The standing answers of one project and of the sessions in it."""

    changed = Signal()
    """Which hold, or how often they were used."""
    told = Signal(str)
    """A sentence for the person: something is not as it should be."""

    def __init__(self, store: StandingStore, parent: QObject | None = None) -> None:
        """Keep in *store*; it is read when the first question comes, or somebody looks."""
        super().__init__(parent)
        self._store = store
        self._held = StandingAnswers()
        self._is_read = False
        self._unheard: set[int] = set()
        self._unsure: deque[Question] = deque(maxlen=_MOST_UNSURE)
        """Questions that may have an answer for one session, asked while nobody knew which it is."""
        self._unsaved: dict[str, StandingAnswer] = {}
        self._saved_uses: dict[str, int] = {}
        self._revoked: list[StandingAnswer] = []
        self._gone: set[str] = set()
        """What was revoked here, and must not come back from a file that could not be written."""
        self._problem = ""
        self._timer = QTimer(self, singleShot=True, interval=_SAVE_MS)
        self._timer.timeout.connect(self.flush)

    @property
    def all(self) -> list[StandingAnswer]:
        """All that hold, the oldest first."""
        self._refresh()
        return self._held.all

    @property
    def revoked(self) -> StandingAnswer | None:
        """The one that `undo` would bring back."""
        return self._revoked[-1] if self._revoked else None

    # --- what the person does -------------------------------------------------------------------------------

    def add(self, answer: StandingAnswer) -> str:
        """Let *answer* hold; returns "", or why it does not, as a sentence."""
        self._refresh()
        try:
            self._change(answer, lambda held: held.add(answer))
        except ValueError as error:
            return str(error)
        return ""

    def revoke(self, key: str) -> None:
        """Let the one with the id *key* hold no more."""
        answer = next((one for one in self.all if one.id == key), None)
        if answer is not None:
            self._revoked = [*self._revoked, answer][-_MOST_REVOKED:]
            self._gone.add(key)
            self._change(answer, lambda held: held.remove(key))

    def undo(self) -> None:
        """Bring back the one that was revoked last."""
        if self._revoked:
            answer = self._revoked.pop()
            self._gone.discard(answer.id)
            if problem := self.add(answer):
                self._revoked.append(answer)
                self.told.emit(problem)

    def resume(self, key: str) -> None:
        """Let the paused one with the id *key* answer again."""
        answer = next((one for one in self.all if one.id == key), None)
        if answer is not None:
            self._change(answer, lambda held: held.resume(key))

    # --- what questions do ----------------------------------------------------------------------------------

    def answer(self, changes: list[Change], session: Session, now: float) -> list[Change]:
        """Answer what opened in *changes* of *session* and has a standing answer; returns what that changed.

        What the agent cannot hear yet is looked at again when it can, and what came while nobody knew which session
        it is when that is told. *now* is in monotonic seconds.
        """
        more: list[Change] = []
        if session.sure_id and self._unsure:
            unsure = list(self._unsure)
            self._unsure.clear()
            for question in unsure:
                more += self._answer(question, session, now)
        for change in changes:
            if isinstance(change, QuestionOpened | QuestionChanged):
                question = session.questions[change.key]
                if self._is_due(question, isinstance(change, QuestionOpened)):
                    more += self._answer(question, session, now)
        return more

    def _is_due(self, question: Question, is_new: bool) -> bool:
        if is_new and not question.heard:
            self._unheard.add(question.key)
            return False
        was_unheard = question.key in self._unheard
        if question.heard:
            self._unheard.discard(question.key)
        return question.heard and (is_new or was_unheard)

    def _answer(self, question: Question, session: Session, now: float) -> list[Change]:
        self._refresh()
        answer = self._held.match(question, session.sure_id)
        if answer is None:
            if not session.sure_id and question.is_open:
                self._unsure.append(question)
            return []
        changes = session.answer(question.key, answer.answer, now, answer.id)
        if question.decided_by != answer.id:
            return changes  # Its time was up.
        used = self._held.use(answer.id, now, time.time())
        self._unsaved[used.id] = used
        self._timer.start()
        if used.paused:
            self.flush()
            title = one_line(used.title or used.message, 80)
            self.told.emit(
                f"The standing answer to “{title}” is paused: it was given {MOST_USES} times within"
                f" {USES_SECONDS:.0f} seconds. “Standing answers” in the menu resumes it."
            )
        self.changed.emit()
        return changes

    # --- on disk --------------------------------------------------------------------------------------------

    @Slot()
    def flush(self) -> None:
        """Write down the uses that were not yet."""
        self._timer.stop()
        used, self._unsaved = self._unsaved, {}
        of_project = [one for one in used.values() if one.scope is Scope.PROJECT]

        def count(held: StandingAnswers) -> None:
            for one in of_project:
                held.count(one.id, self._new_uses(one), one.last_used, one.paused)

        if of_project and not self._save(count):
            self._unsaved = used

    def _new_uses(self, answer: StandingAnswer) -> int:
        return answer.uses - self._saved_uses.get(answer.id, 0)

    def _change(self, answer: StandingAnswer, edit: Callable[[StandingAnswers], object]) -> None:
        """Let *edit* change *answer*, here and, where it is of the project, on disk."""
        self.flush()
        if answer.scope is Scope.PROJECT:
            self._save(edit)
        edit(self._held)
        self.changed.emit()

    def _save(self, edit: Callable[[StandingAnswers], object]) -> bool:
        def whole(held: StandingAnswers) -> None:
            for key in self._gone:
                held.remove(key)
            edit(held)

        try:
            loaded = self._store.change(whole)
        except OSError as error:
            self._tell(f"The standing answers could not be saved: {error}.")
            return False
        self._tell(loaded.problem)
        self._take(loaded.answers)
        return True

    def _refresh(self) -> None:
        """Read what another window wrote: what it revoked must hold here no more."""
        if self._is_read and not self._store.is_stale:
            return
        self._is_read = True
        loaded = self._store.load()
        self._tell(loaded.problem)
        self._take(loaded.answers)
        self.changed.emit()

    def _take(self, answers: list[StandingAnswer]) -> None:
        unsaved = {key: (self._new_uses(one), one) for key, one in self._unsaved.items()}
        self._held.replace_project(one for one in answers if one.id not in self._gone)
        self._saved_uses = {one.id: one.uses for one in answers}
        for key, (uses, one) in unsaved.items():
            if one.scope is Scope.PROJECT:
                self._held.count(key, uses, one.last_used, one.paused)
        self._unsaved = {one.id: one for one in self._held.all if one.id in unsaved}

    def _tell(self, problem: str) -> None:
        # A disk that is full stays so: once is enough.
        if problem and problem != self._problem:
            self.told.emit(problem)
        self._problem = problem
