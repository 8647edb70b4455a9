"""The standing answers of one project on disk. A file that cannot be trusted to the letter answers nothing."""

from __future__ import annotations

import json
import os
from collections.abc import Callable
from dataclasses import asdict, dataclass, fields
from pathlib import Path
from typing import Any

import msgspec

from app.session.standing import MOST_ANSWERS, Scope, StandingAnswer, StandingAnswers
from app.settings.store import move_aside

_VERSION = 1
"""A later one may know more that must be equal, and so must not be read by this program."""
_LARGEST = 32 * 2**20
"""In bytes; many times of what fills it."""
_FIELDS = {field.name for field in fields(StandingAnswer)}

_Mark = tuple[int, int, int] | None


@dataclass(frozen=True, slots=True)
class LoadedAnswers:
    """*problem* is a sentence for the person when the file could not be used as it stands, else ""."""

    answers: list[StandingAnswer]
    problem: str = ""


class StandingStore:
    """A JSON file that people can read, for this user alone. Several windows of a project share it."""

    def __init__(self, path: Path, project: Path) -> None:
        """Keep the standing answers of *project* in *path*, which is made with the first one."""
        self._path = path
        self._project = str(project)
        self._mark: _Mark = None

    @property
    def is_stale(self) -> bool:
        """Whether another hand changed the file since it was read or written here. Costs a look, not a reading."""
        return self._looked_at() != self._mark

    def load(self) -> LoadedAnswers:
        """Return what the file holds; nothing, and why, where it is broken: then it is moved to a name beside it."""
        try:
            return LoadedAnswers(self._read())
        except ValueError as error:
            return LoadedAnswers([], self._keep_aside(error))
        except OSError as error:
            return LoadedAnswers([], f"The standing answers could not be read, none of them holds: {error}.")

    def change(self, edit: Callable[[StandingAnswers], object]) -> LoadedAnswers:
        """Let *edit* change what the file holds now, write that, and return it.

        Raises OSError where the disk does not take it, and what *edit* raises; the file stays as it was then.
        """
        problem = ""
        held = StandingAnswers()
        try:
            held.replace_project(self._read())
        except ValueError as error:
            problem = self._keep_aside(error)
        edit(held)
        self._write(held.all)
        return LoadedAnswers(held.all, problem)

    def _read(self) -> list[StandingAnswer]:
        self._mark = self._looked_at()
        if self._mark is None:
            return []
        if self._mark[1] > _LARGEST:
            raise ValueError("it is too large")
        try:
            return _answers_in(json.loads(self._path.read_bytes()), self._project)
        except msgspec.ValidationError as error:
            raise ValueError(str(error)) from error
        except RecursionError as error:
            raise ValueError("it is nested too deeply") from error

    def _write(self, answers: list[StandingAnswer]) -> None:
        whole = {"version": _VERSION, "project": self._project, "answers": [_row(answer) for answer in answers]}
        # What has no UTF-8 (a folder's name may not) stays escaped.
        data = f"{json.dumps(whole, indent=2)}\n".encode()
        self._path.parent.mkdir(mode=0o700, parents=True, exist_ok=True)
        # Written beside and moved: a crash in the middle leaves the old file whole.
        beside = self._path.with_name(f".{self._path.name}.{os.getpid()}")
        try:
            with os.fdopen(os.open(beside, os.O_WRONLY | os.O_CREAT | os.O_TRUNC, 0o600), "wb") as file:
                file.write(data)
            beside.replace(self._path)
        except OSError:
            beside.unlink(missing_ok=True)
            raise
        self._mark = self._looked_at()

    def _looked_at(self) -> _Mark:
        try:
            state = self._path.stat()
        except (FileNotFoundError, NotADirectoryError):
            return None
        except OSError:
            return 0, 0, 0  # Reading it tells why.
        return state.st_mtime_ns, state.st_size, state.st_ino

    def _keep_aside(self, error: ValueError) -> str:
        try:
            aside = move_aside(self._path)
        except OSError:
            aside = self._path
        self._mark = self._looked_at()
        return f"The standing answers are not valid ({error}). They were kept as {aside}, none of them holds."


def _answers_in(whole: Any, project: str) -> list[StandingAnswer]:
    if not isinstance(whole, dict) or not isinstance(rows := whole.get("answers"), list):
        raise ValueError("it holds no list of answers")
    if whole.get("version") != _VERSION:
        raise ValueError("it is of another version")
    if whole.get("project") != project:
        raise ValueError("it is of another project")
    if len(rows) > MOST_ANSWERS:
        raise ValueError("there are too many")
    for row in rows:
        # What is not understood may be what narrows it.
        if isinstance(row, dict) and (unknown := set(row) - _FIELDS):
            raise ValueError(f"unknown: {', '.join(sorted(unknown))[:80]}")
    answers = msgspec.convert(rows, list[StandingAnswer])
    if any(answer.scope is not Scope.PROJECT for answer in answers):
        raise ValueError("an answer of a session is not kept in a file")
    return answers


def _row(answer: StandingAnswer) -> dict[str, Any]:
    row = {name: value for name, value in asdict(answer).items() if value is not None}
    row |= {"scope": answer.scope.value, "kind": answer.kind.value}
    del row["session"]
    return row
