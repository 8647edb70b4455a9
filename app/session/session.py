"""One conversation as the person sees it, kept as data: records go in, changes come out.

Pure: no clock (every entry takes *now* in monotonic seconds), no I/O (what must be written is left in an outbox).
"""

from __future__ import annotations

from collections.abc import Callable, Iterable

from app.protocol.codec import Record
from app.protocol.commands import (
    Abort,
    AbortBash,
    Bash,
    ClearQueue,
    Clone,
    Command,
    Fork,
    NewSession,
    SwitchSession,
)
from app.protocol.messages import Message
from app.protocol.ui_requests import CancelledResponse, ConfirmedResponse, UiResponse, ValueResponse
from app.session.changes import (
    Change,
    ChangeLog,
    Notified,
    PhaseChanged,
    QuestionChanged,
    QuestionClosed,
    QuestionOpened,
    QueueChanged,
    Severity,
    StateWanted,
    SurfaceReset,
    TextReturned,
)
from app.session.context_taker import ContextTaker
from app.session.entries import NoticeKind, QuestionEntry, ShellEntry
from app.session.handlers import handle
from app.session.history import from_first_shown
from app.session.info import Info, Queue
from app.session.notices import nothing_follows, shell_ended, shell_lost
from app.session.phase import Phase, PhaseKind
from app.session.questions import Answer, Question, Questions, QuestionState
from app.session.run import Run, phase_now
from app.session.sayings import SAYINGS, Sayings
from app.session.slimming import slim, slim_old
from app.session.surface import Surface
from app.session.transcript import Transcript

__all__ = ["SWITCHES", "Info", "Queue", "Session"]

SWITCHES = (NewSession, SwitchSession, Fork, Clone)
"""The commands that replace the session of an agent."""


_ASKED_ANEW = "The agent asked another question under the same id."


class Session:
    """The state of one conversation. Read it freely; change it by `apply` and the intents below only."""

    def __init__(self) -> None:
        """Start empty, without an agent."""
        self.log = ChangeLog()
        self.transcript = Transcript(self.log)
        self.questions = Questions()
        self.surface = Surface()
        self.queue = Queue()
        self.info = Info()
        self.run = Run()
        self.sayings = Sayings()
        self.live_from = 0
        """Where in the transcript begins what this agent told itself: its history belongs before that."""
        self.phase = Phase(PhaseKind.ENDED)
        self.shown = ""
        """The id of the agent's session that the transcript shows; "" until its history came."""
        self.unsupported: set[str] = set()
        """Commands that the connected agent said it does not know."""
        self.sure_id = ""
        """The id of the agent's session; "" until it was told, and while it may be another one already."""
        self.told_id = ""
        """The id that was told last, by this agent and since we switched its session."""
        self.id_before = ""
        """That of the session that is being left, for the case that the switch is refused."""
        self.shells: dict[str, int] = {}
        """Running direct shell commands: the id of the command, the index of its entry."""
        self.surface_before: Surface | None = None
        """The surface of the session that is being left, for the case that the switch is refused."""
        self.context_taker = ContextTaker()
        self._outbox: list[Command | UiResponse] = []
        self._cards: dict[int, int] = {}

    # --- in ---------------------------------------------------------------------------------------------

    def apply(self, records: Iterable[Record], now: float) -> list[Change]:
        """Take in *records* in their order and return what changed."""
        # What closed before has been told, and its answers are in the log: from now on it is only read.
        self._slim_closed()
        for record in records:
            handle(self, record, now)
        return self._changes(now)

    def agent_started(self, now: float) -> list[Change]:
        """A process began: what belonged to its predecessor is over, the transcript stays."""
        self.run = Run(alive=True)
        self.live_from = len(self.transcript.entries)
        self.surface.clear()
        self.surface_before = None
        self.sure_id = self.id_before = self.told_id = ""
        self.log.add(SurfaceReset())
        self.queue = Queue()
        self.log.add(QueueChanged())
        return self._changes(now)

    def agent_ended(self, sentence: str, detail: str, failed: bool, now: float) -> list[Change]:
        """The process ended: its questions are lost, nothing is written, texts that never arrived come back."""
        self.run.alive, self.run.ended_because = False, sentence
        for question in self.questions.lose("The agent ended.", now):
            self.question_closed(question.key)
        self._return_unheard()
        self.transcript.settle()
        nothing_follows(self.transcript)
        self.run.settle()
        for index in self.shells.values():
            shell_lost(self.transcript, index)
        self.shells.clear()
        self.transcript.notice(NoticeKind.SESSION, sentence, detail, failed)
        return self._changes(now)

    # --- what the person does -----------------------------------------------------------------------------

    def command_sent(self, request_id: str, command: Command, now: float) -> list[Change]:
        """*command* went out under *request_id*."""
        self.run.sent[request_id] = command
        if isinstance(command, SWITCHES):
            self._leave_session(now)
        elif isinstance(command, SAYINGS):
            self.sayings.sent(request_id, command.message)
        elif isinstance(command, Bash):
            entry = ShellEntry(command.command, in_context=not command.exclude_from_context)
            self.shells[request_id] = self.transcript.add(entry)
        return self._changes(now)

    def command_refused(self, request_id: str, reason: str, now: float) -> list[Change]:
        """The command *request_id* could not be written, for *reason*: a typed text comes back."""
        command = self.run.sent.pop(request_id, None)
        if isinstance(command, SAYINGS):
            self.sayings.over(request_id)
            self.log.add(TextReturned(command.message))
        elif isinstance(command, SWITCHES):
            self.stay()
        elif isinstance(command, Bash):
            shell_ended(self.transcript, self.shells.pop(request_id), None, reason)
        self.log.add(Notified(reason, Severity.ERROR, from_extension=False))
        return self._changes(now)

    def response_refused(self, request_id: object, reason: str, now: float) -> list[Change]:
        """The answer to the question *request_id* could not be written, for *reason*: its card says so."""
        question = self.questions.take_back(request_id, reason)
        if question is not None:
            if question.key in self._cards:
                self._card_changed(question.key)
            self.log.add(Notified(f"Your answer was not sent. {reason}", Severity.ERROR, from_extension=False))
        return self._changes(now)

    def write_failed(self, sentence: str, now: float) -> list[Change]:
        """What was written did not arrive; *sentence* says why."""
        self.log.add(Notified(sentence, Severity.ERROR, from_extension=False))
        return self._changes(now)

    def answer(self, key: int, answer: Answer, now: float, decided_by: str = "") -> list[Change]:
        """Answer the question *key*; one that is closed stays as it is. Raises as `Questions.answer` does."""
        self._expire(now)
        value = self.questions.answer(key, answer, now, decided_by)
        if value is not None:
            request_id = self.questions[key].request_id
            if isinstance(value, bool):
                self._outbox.append(ConfirmedResponse(id=request_id, confirmed=value))
            else:
                self._outbox.append(ValueResponse(id=request_id, value=value))
            self.question_closed(key)
        return self._changes(now)

    def cancel(self, key: int, now: float) -> list[Change]:
        """Dismiss the question *key*; one that is closed stays as it is."""
        self._expire(now)
        self._cancel(key, QuestionState.CANCELLED, now)
        return self._changes(now)

    def stop(self, now: float) -> list[Change]:
        """Stop in one gesture: take the queue back, cancel the questions, abort.

        An `abort` alone is not enough: it waits for the dialog of a tool hook, and leaves the queue to go on.
        """
        if "clear_queue" not in self.unsupported and (self.queue.steering or self.queue.follow_up):
            self._outbox.append(ClearQueue())
        self._cancel_all(QuestionState.STOPPED, now)
        self._outbox.append(Abort())
        if self.run.shell is not None:
            self._outbox.append(AbortBash())
        self.run.stopping = True
        return self._changes(now)

    def expire(self, now: float) -> list[Change]:
        """Close the questions whose time has run out."""
        self._expire(now)
        return self._changes(now)

    def take_outbox(self) -> list[Command | UiResponse]:
        """Return what must be written, in this order, and forget it."""
        outbox, self._outbox = self._outbox, []
        return outbox

    # --- for the handlers -----------------------------------------------------------------------------------

    def send(self, item: Command | UiResponse) -> None:
        """Leave *item* in the outbox."""
        self._outbox.append(item)

    def open_question(self, question: Question) -> None:
        """Open *question* and put its card into the transcript; one that waits under its id is over."""
        for before in self.questions.supersede(question.request_id, _ASKED_ANEW, question.opened_at):
            self.question_closed(before.key)
        if self.run.slash_commands:
            self.doubt_session()
        self.questions.add(question)
        self._cards[question.key] = self.transcript.add(QuestionEntry(question))
        self.log.add(QuestionOpened(question.key))

    def clear_transcript(self) -> None:
        """Another session is shown from now on; questions that wait and shells that run keep their cards."""
        shells = {key: self.transcript.entries[index] for key, index in self.shells.items()}
        self.transcript.reset()
        self.shells = {key: self.transcript.add(entry) for key, entry in shells.items()}
        self._cards = {question.key: self.transcript.add(QuestionEntry(question)) for question in self.questions.open}
        self.live_from, self.shown = 0, ""

    def load_history(self, history: list[Message]) -> None:
        """Show *history* before what this agent told itself, in the place of what stood there.

        It may work already when it is asked what it remembers, and then remembers some of what is shown.
        """
        first = self.live_from
        older = history[: from_first_shown(history, self.transcript.entries[first:])]
        if not older:
            return
        self.live_from = self.transcript.load_before(first, older)
        by = self.live_from - first
        self.shells = {key: index + by for key, index in self.shells.items()}
        self._cards = {key: index + by for key, index in self._cards.items() if index >= first}

    def doubt_session(self) -> None:
        """A command of an extension may have gone to another session: only the agent knows which it is now."""
        if self.sure_id:
            self.sure_id = ""
            self.log.add(StateWanted())

    def question_closed(self, key: int) -> None:
        """Tell that the question *key* closed, to its dialog and to its card."""
        self.log.add(QuestionClosed(key))
        self._card_changed(key)

    def what_runs(self) -> frozenset[str]:
        """The ids of the tools and slash commands that run now: any of them may ask."""
        return frozenset([*(tool.call_id for tool in self.transcript.running_tools), *self.run.slash_commands])

    def withdraw_questions(self, ended: str, reason: str, now: float) -> None:
        """*ended* is over: withdraw the questions that it may have asked, unless something else may have."""
        living = self.what_runs()

        def is_over(question: Question) -> bool:
            return ended in question.asked_by and not question.asked_by & living

        self._withdraw(reason, now, is_over)

    @property
    def is_leaving(self) -> bool:
        """Whether a command that replaces the session is under way."""
        return any(isinstance(command, SWITCHES) for command in self.run.sent.values())

    def stay(self) -> None:
        """A switch that was begun does not happen: unless another may, what was around the conversation comes back."""
        if self.is_leaving:
            return
        self.sure_id, self.id_before = self.id_before, ""
        before, self.surface_before = self.surface_before, None
        if before is not None:
            self.surface.restore(before)
            self.log.add(SurfaceReset())

    def now_listening(self) -> None:
        """The first response came: what is sent is read from now on."""
        self.run.listening = True
        for question in self.questions.open:
            question.heard = True
            self._question_changed(question.key)

    def settle(self, now: float) -> None:
        """The run is over: nothing streams, no tool runs, and no question of the run is waited for."""
        self.run.settle()
        self.sayings.answered(self.queue.texts)
        self.transcript.settle()
        nothing_follows(self.transcript)
        commands = set(self.run.slash_commands)

        def is_over(question: Question) -> bool:
            return question.asked_in_run and not question.asked_by & commands

        reason = "The agent finished its work without an answer."
        self._withdraw(reason, now, is_over)

    # --- helpers --------------------------------------------------------------------------------------------

    def _slim_closed(self) -> None:
        changed = [question.key for question in self.questions.take_closed() if slim(question)]
        old = self.questions.forget_old()
        changed += [question.key for question in old if slim_old(question)]
        for key in changed:
            if key in self._cards:
                self._card_changed(key)
        for question in old:
            self._cards.pop(question.key, None)

    def _question_changed(self, key: int) -> None:
        self.log.add(QuestionChanged(key))
        self._card_changed(key)

    def _card_changed(self, key: int) -> None:
        self.transcript.changed(self._cards[key])

    def _changes(self, now: float) -> list[Change]:
        phase = phase_now(self.run, self.transcript, self.questions, now)
        self.run.stopping = self.run.stopping and phase.is_busy
        before = self.phase
        if (phase.kind, phase.detail, phase.until) != (before.kind, before.detail, before.until):
            self.phase = phase
            self.log.add(PhaseChanged())
        return self.log.take()

    def _expire(self, now: float) -> None:
        for question in self.questions.expire(now):
            self.question_closed(question.key)

    def _cancel(self, key: int, state: QuestionState, now: float) -> None:
        if self.questions.cancel(key, state, now):
            self._outbox.append(CancelledResponse(id=self.questions[key].request_id))
            self.question_closed(key)

    def _withdraw(self, reason: str, now: float, which: Callable[[Question], bool]) -> None:
        for question in self.questions.withdraw(reason, now, which):
            if question.is_open:
                self._question_changed(question.key)
            else:
                self.question_closed(question.key)

    def _cancel_all(self, state: QuestionState, now: float) -> None:
        self._expire(now)
        for question in self.questions.open:
            self._cancel(question.key, state, now)
        self._outbox += [CancelledResponse(id=question.request_id) for question in self.questions.take_withdrawn()]

    def _leave_session(self, now: float) -> None:
        # The new session's status, widgets and questions arrive before the response: the old ones must be gone by then.
        self.sure_id, self.id_before = "", self.sure_id or self.id_before
        self._cancel_all(QuestionState.CANCELLED, now)
        before = self.surface.clear()
        if self.surface_before is None:
            self.surface_before = before
        self.log.add(SurfaceReset())

    def _return_unheard(self) -> None:
        """Give back what was typed and not worked on: what was accepted, what was queued, what was not even heard."""
        unheard = self.sayings.take_unheard(self.queue.texts)
        self.run.sent.clear()
        self.queue = Queue()
        self.log.add(QueueChanged())
        if unheard:
            self.log.add(TextReturned("\n\n".join(unheard)))
