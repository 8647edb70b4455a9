"""Joins one agent and one session: bytes in, changes out; intents of the person in, bytes out.

Stream records pass through here in batches, one signal for each read, and never through an event loop's tasks.
"""

from __future__ import annotations

import time
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path

from PySide6.QtCore import QObject, QTimer, Signal, Slot

from app.agent.ending import ShutdownTimes
from app.agent.launch import Launch, LaunchProblem
from app.agent.link import AgentLink
from app.agent.outcome import Outcome
from app.agent.pi import pi_at
from app.controller.ending import Ending, ending_of
from app.controller.launch_plan import LaunchChoice, LaunchFinder, LaunchPlan
from app.controller.standing import StandingKeeper
from app.protocol.commands import (
    AbortBash,
    Bash,
    Command,
    FollowUp,
    GetCommands,
    GetMessages,
    GetSessionStats,
    GetState,
    NewSession,
    Prompt,
    SwitchSession,
)
from app.protocol.connection import Connection
from app.protocol.responses import Response
from app.protocol.ui_requests import UiResponse
from app.session.changes import AskState, Change, HistoryWanted, PhaseChanged, StateWanted
from app.session.phase import PhaseKind
from app.session.questions import Answer
from app.session.session import Session
from app.settings.schema import Settings

_ASK_STATE_DELAY_MS = 250
"""How long events may take to tell what `get_state` would be asked for."""
_STOP_CHECK_MS = 1000
_REFUSED = "The agent does not take any more input."


class Controller(QObject):
    """One agent at a time, one session. Lives on the GUI thread; nothing here blocks."""

    changed = Signal(list)
    """What a batch changed: a list of `app.session.changes.Change`."""
    agent_started = Signal()
    agent_substituted = Signal(str, str)
    """Another agent runs in the place of the wanted one: a sentence that says why and which, and its detail."""
    pi_chosen = Signal(str)
    """pi is at this path from now on."""
    agent_ended = Signal(object)
    """How the agent ended: an `Ending`."""
    stop_ignored = Signal()
    """The agent still works, `stop_seconds` after Stop."""
    shut_down = Signal()
    """`shut_down_agent` is done: no process is left."""

    def __init__(self, settings: Settings, parent: QObject | None = None) -> None:
        """Start without an agent."""
        super().__init__(parent)
        self.session = Session()
        self.launch: Launch | None = None
        """What runs, or ran last."""
        self._plan: LaunchPlan | None = None
        self._finder = LaunchFinder(self)
        self._finder.found.connect(self._on_finder_found)
        self._settings = settings
        self._standing: StandingKeeper | None = None
        self._link: AgentLink | None = None
        self._connection = Connection()
        self._callbacks: dict[str, Callable[[Response], None]] = {}
        self._restart_with: Launch | None = None
        self._is_shutting_down = False
        self._stop_checks = 0
        self._deadline_timer = self._timer(0, self._on_deadline)
        self._state_timer = self._timer(_ASK_STATE_DELAY_MS, self._on_state_wanted)
        self._stop_timer = self._timer(_STOP_CHECK_MS, self._on_stop_check)

    def _timer(self, milliseconds: int, slot: Callable[[], None]) -> QTimer:
        timer = QTimer(self, singleShot=True, interval=milliseconds)
        timer.timeout.connect(slot)
        return timer

    # --- life of the agent ----------------------------------------------------------------------------------

    def open(self, plan: LaunchPlan) -> None:
        """Find and start the agent of *plan*; one that runs is ended first."""
        self._plan = plan
        self._finder.find(plan)

    def restart(self, without_extensions: bool = False) -> None:
        """Start the agent of the last plan again, in the session that it had."""
        if self._plan is None:
            return
        plan = self._plan.resuming(self.session.info.session_file)
        self.open(plan.without_extensions() if without_extensions else plan)

    @property
    def can_use_pi(self) -> bool:
        """Whether it matters where pi is: not while a command of the person runs in its place."""
        return self._plan is not None and not self._plan.command

    def use_pi(self, path: str) -> str:
        """Start the pi at *path* from now on; returns "", or a sentence that says why it cannot be run."""
        if self._plan is None or self._plan.command:
            return "Another command runs in its place."
        found = pi_at(Path(path))
        if isinstance(found, LaunchProblem):
            return found.sentence
        self.pi_chosen.emit(path)
        self.open(replace(self._plan, pi=path, demo=False))
        return ""

    def start(self, launch: Launch) -> None:
        """Start the agent *launch*; one that runs is ended first."""
        if self._link is not None:
            self._restart_with = launch
            self._link.stop()
            return
        self.launch = launch
        self._connection = Connection()
        self._link = self._new_link()
        self._tell(self.session.agent_started(_now()))
        self._link.start(launch)

    @Slot(object)
    def _on_finder_found(self, choice: LaunchChoice) -> None:
        problem = choice.problem
        if choice.launch is None:
            sentence = problem.sentence if problem else "There is no agent to start."
            self.agent_ended.emit(Ending(sentence, problem.detail if problem else "", expected=False))
            return
        self.start(choice.launch)
        if problem is not None:
            self.agent_substituted.emit(problem.sentence, problem.detail)

    def shut_down_agent(self) -> None:
        """Cancel what is asked and end the agent in order; `shut_down` tells when it is gone."""
        self._is_shutting_down = True
        self._restart_with = None
        self._finder.forget()
        if self._link is None:
            self.shut_down.emit()
            return
        now = _now()
        for question in self.session.questions.open:
            self._tell(self.session.cancel(question.key, now))
        self._link.stop()

    def release(self) -> None:
        """Kill the agent and all that it started at once, without a word: the last resort when the program ends."""
        if self._link is not None:
            self._link.release()

    def _new_link(self) -> AgentLink:
        agent = self._settings.agent
        times = ShutdownTimes(agent.grace_seconds, agent.terminate_seconds)
        link = AgentLink(times, parent=self)
        link.started.connect(self._on_link_started)
        link.bytes_received.connect(self._on_link_bytes_received)
        link.stopped.connect(self._on_link_stopped)
        link.write_failed.connect(self._on_link_write_failed)
        return link

    @Slot()
    def _on_link_started(self) -> None:
        self._ask(GetState(), GetMessages(), GetCommands())
        self.agent_started.emit()

    @Slot(bytes)
    def _on_link_bytes_received(self, data: bytes) -> None:
        records = self._connection.receive_data(data)
        self._tell(self.session.apply(records, _now()))
        for record in records:
            if type(record) is Response:
                self._call_back(record)

    @Slot(str)
    def _on_link_write_failed(self, sentence: str) -> None:
        self._tell(self.session.write_failed(sentence, _now()))

    @Slot(object)
    def _on_link_stopped(self, outcome: Outcome) -> None:
        link, self._link = self._link, None
        if link is not None:
            link.deleteLater()
        now = _now()
        self._tell(self.session.apply(self._connection.end_of_stream(), now))
        self._callbacks.clear()
        ending = ending_of(outcome, self.session)
        self._tell(self.session.agent_ended(ending.sentence, ending.detail, not ending.expected, now))
        self._after_end(ending)

    def _after_end(self, ending: Ending) -> None:
        if self._is_shutting_down:
            self.shut_down.emit()
        elif self._restart_with is not None:
            launch, self._restart_with = self._restart_with, None
            self.start(launch)
        else:
            self.agent_ended.emit(ending)

    # --- what the person does -------------------------------------------------------------------------------

    def send_prompt(self, text: str) -> bool:
        """Say *text*: at once, or as steering while the agent works. False when there is no agent to hear it."""
        if self._link is None:
            return False
        prompt = Prompt(text, streaming_behavior="steer") if self.session.run.active else Prompt(text)
        return self.request(prompt) is not None

    def send_follow_up(self, text: str) -> bool:
        """Say *text* when the agent would stop. False when there is no agent to hear it."""
        if self._link is None:
            return False
        command = FollowUp(text) if self.session.run.active else Prompt(text)
        return self.request(command) is not None

    def run_shell(self, command: str, in_context: bool) -> bool:
        """Run a direct shell command. False when there is no agent to run it."""
        exclude = None if in_context else True
        return self._link is not None and self.request(Bash(command, exclude)) is not None

    def new_session(self) -> None:
        """Leave the session for an empty one."""
        self.request(NewSession())

    def ask_state(self) -> None:
        """Ask the agent what it is set to."""
        self._ask(GetState())

    def open_session(self, path: str) -> None:
        """Leave the session for that in the file *path*, which must be there."""
        self.request(SwitchSession(path))

    def use_standing(self, standing: StandingKeeper) -> None:
        """Let *standing* answer what opens from now on."""
        self._standing = standing

    def answer(self, key: int, answer: Answer) -> None:
        """Answer the question *key*; one that is closed stays as it is."""
        self._tell(self.session.answer(key, answer, _now()))

    def cancel(self, key: int) -> None:
        """Dismiss the question *key*; one that is closed stays as it is."""
        self._tell(self.session.cancel(key, _now()))

    def stop(self) -> None:
        """Stop in one gesture: the queue comes back, questions are cancelled, the run is aborted."""
        if self._link is None:
            return
        self._tell(self.session.stop(_now()))
        self._stop_checks = 0
        self._stop_timer.start()

    # --- the wire -------------------------------------------------------------------------------------------

    def request(self, command: Command, done: Callable[[Response], None] | None = None) -> str | None:
        """Send *command* and call *done* with its response, if one comes.

        Returns the id, or None when it could not be written (no agent, or too much waits to be written); then
        a prompt's text comes back by a TextReturned change.
        """
        if self._link is None:
            return None
        request_id, line = self._connection.send(command)
        # The session first: leaving a session cancels its questions before the command that leaves it.
        self._tell(self.session.command_sent(request_id, command, _now()))
        if done is not None:
            self._callbacks[request_id] = done
        if self._link.write(line):
            return request_id
        self._callbacks.pop(request_id, None)
        self._tell(self.session.command_refused(request_id, _REFUSED, _now()))
        return None

    def _ask(self, *commands: Command) -> None:
        """Send what we want to know ourselves: of an agent that is about to go on our word, nothing any more."""
        if self._restart_with is None and not self._is_shutting_down:
            for command in commands:
                self.request(command)

    def _write(self, item: Command | UiResponse) -> None:
        if isinstance(item, UiResponse):
            if self._link is None or not self._link.write(self._connection.respond(item)):
                self._tell(self.session.response_refused(item.id, _REFUSED, _now()))
        else:
            self.request(item)

    def _call_back(self, response: Response) -> None:
        done = self._callbacks.pop(response.id, None) if response.id is not None else None
        if done is not None:
            done(response)

    # --- changes --------------------------------------------------------------------------------------------

    def _tell(self, changes: list[Change]) -> None:
        """Let standing answers be given, write what the session left to be written, arm the clocks, tell *changes*."""
        if self._standing is not None and self._takes_standing:
            changes = [*changes, *self._standing.answer(changes, self.session, _now())]
        for item in self.session.take_outbox():
            self._write(item)
        self._arm_deadline()
        for change in changes:
            if isinstance(change, AskState):
                self._state_timer.start()
            elif isinstance(change, HistoryWanted):
                self._ask(GetState(), GetMessages())
            elif isinstance(change, StateWanted):
                self._ask(GetState())
            elif isinstance(change, PhaseChanged) and self.session.phase.kind is PhaseKind.IDLE:
                self._ask(GetSessionStats())
        if changes:
            self.changed.emit(changes)

    @property
    def _takes_standing(self) -> bool:
        """Not of what is being stopped or ended: the person wants it to come to nothing."""
        is_ending = self._link is None or self._restart_with is not None or self._is_shutting_down
        return not is_ending and not self.session.run.stopping

    def _arm_deadline(self) -> None:
        deadline = self.session.questions.next_deadline
        if deadline is None:
            self._deadline_timer.stop()
        else:
            self._deadline_timer.start(max(0, round((deadline - _now()) * 1000)))

    @Slot()
    def _on_deadline(self) -> None:
        self._tell(self.session.expire(_now()))

    @Slot()
    def _on_state_wanted(self) -> None:
        if self.session.run.active:
            self._ask(GetState())

    @Slot()
    def _on_stop_check(self) -> None:
        if not self.session.run.stopping:
            return
        self._stop_checks += 1
        if self.session.run.active:
            self.request(GetState())
        if self.session.run.shell is not None:
            # One that was only just sent may not have run yet when it was to stop.
            self.request(AbortBash())
        if self._stop_checks * _STOP_CHECK_MS >= self._settings.agent.stop_seconds * 1000:
            self.stop_ignored.emit()
        else:
            self._stop_timer.start()


def _now() -> float:
    return time.monotonic()
