"""Which agent to start: what the person asked for becomes a launch, off the GUI thread where it takes time."""

from __future__ import annotations

import os
import sys
from collections.abc import Mapping
from dataclasses import dataclass, replace
from pathlib import Path

from PySide6.QtCore import QObject, QRunnable, QThreadPool, Signal, Slot

from app.agent.launch import Launch, LaunchProblem, child_environment, launch_command, launch_demo
from app.agent.machine import this_machine
from app.agent.node import bundled_node, run_node_version
from app.agent.pi import PiInstallation, find_pi, launch_pi, pi_at
from app.agent.search_path import folders_of, looked_in, search_places
from app.working_folder import folder_problem


@dataclass(frozen=True, slots=True)
class LaunchPlan:
    """*command* runs as it stands; else *demo*, else pi with *arguments* added; *pi* is its path, "" looks for it."""

    folder: Path
    command: str = ""
    demo: bool = False
    arguments: tuple[str, ...] = ()
    pi: str = ""

    def resuming(self, session_file: str) -> LaunchPlan:
        """Return this plan so that pi goes on in *session_file*; "" changes nothing, other agents are left alone."""
        if not session_file or self.command or self.demo:
            return self
        return replace(self, arguments=(*_without_session(self.arguments), "--session", session_file))

    def without_extensions(self) -> LaunchPlan:
        """Return this plan with pi's extensions left out."""
        return self if self.command or self.demo else replace(self, arguments=(*self.arguments, "--no-extensions"))


@dataclass(frozen=True, slots=True)
class LaunchChoice:
    """*launch* is None when there is nothing to start. *problem* says why it is not the wanted one, and what it is."""

    launch: Launch | None
    problem: LaunchProblem | None = None


def choose_launch(plan: LaunchPlan, environment: Mapping[str, str]) -> LaunchChoice:
    """Return what to start for *plan*. Without a pi that runs, the demo agent serves, and the problem says so.

    BLOCKS while Node is asked for its version.
    """
    # First, because no agent can be started there: not pi, and not the demo agent in its place.
    if problem := folder_problem(plan.folder):
        return LaunchChoice(None, LaunchProblem(problem))
    frozen = bool(getattr(sys, "frozen", False))
    child = child_environment(environment, frozen)
    if plan.command:
        try:
            return LaunchChoice(launch_command(plan.command, plan.folder, child))
        except ValueError as error:
            return LaunchChoice(None, LaunchProblem(str(error)))
    demo = launch_demo(plan.folder, child, frozen=frozen)
    return LaunchChoice(demo) if plan.demo else _choose_pi(plan, child, demo)


def _choose_pi(plan: LaunchPlan, child: Mapping[str, str], demo: Launch) -> LaunchChoice:
    """Return the launch of the pi that *plan* names, else of the first one that is found, else *demo*."""
    places = search_places(this_machine(child))
    folders = folders_of(places)
    named = pi_at(Path(os.path.expanduser(plan.pi))) if plan.pi else None
    complaint = f"The pi of the settings cannot be used: {named.sentence} " if isinstance(named, LaunchProblem) else ""
    installation = named if isinstance(named, PiInstallation) else find_pi(folders)
    if installation is None:
        return LaunchChoice(demo, _served_by_demo(LaunchProblem(f"{complaint}pi was not found.", looked_in(places))))
    ask = run_node_version(child, plan.folder)
    pi = launch_pi(installation, plan.folder, child, ask, folders, arguments=plan.arguments, bundled=bundled_node())
    if isinstance(pi, LaunchProblem):
        return LaunchChoice(demo, _served_by_demo(LaunchProblem(complaint + pi.sentence, pi.detail)))
    if complaint:
        return LaunchChoice(pi, LaunchProblem(f"{complaint}{installation.launcher} runs in its place."))
    return LaunchChoice(pi)


def _served_by_demo(problem: LaunchProblem) -> LaunchProblem:
    return LaunchProblem(f"{problem.sentence} The demo agent serves in its place.", problem.detail)


class LaunchFinder(QObject):
    """Chooses launches in a worker thread, one at a time; only the newest answer is told."""

    found = Signal(object)
    """A `LaunchChoice`."""
    _done = Signal(int, object)

    def __init__(self, parent: QObject | None = None) -> None:
        """Start without a search."""
        super().__init__(parent)
        self._search = 0
        self._done.connect(self._on_done)

    def find(self, plan: LaunchPlan) -> None:
        """Look for the launch of *plan*; `found` follows."""
        self._search += 1
        QThreadPool.globalInstance().start(_Search(self._search, plan, dict(os.environ), self._done))

    def forget(self) -> None:
        """Tell nothing of a search that is under way."""
        self._search += 1

    @Slot(int, object)
    def _on_done(self, search: int, choice: LaunchChoice) -> None:
        if search == self._search:
            self.found.emit(choice)


class _Search(QRunnable):
    def __init__(self, number: int, plan: LaunchPlan, environment: dict[str, str], done: object) -> None:
        super().__init__()
        self._number = number
        self._plan = plan
        self._environment = environment
        self._done = done

    def run(self) -> None:
        choice = choose_launch(self._plan, self._environment)
        try:
            self._done.emit(self._number, choice)  # type: ignore[attr-defined]
        except RuntimeError:
            # The finder is gone: the program ended while Node was being asked.
            return


def _without_session(arguments: tuple[str, ...]) -> tuple[str, ...]:
    kept: list[str] = []
    skip = False
    for argument in arguments:
        if skip or argument == "--continue":
            skip = False
        elif argument == "--session":
            skip = True
        else:
            kept.append(argument)
    return tuple(kept)
