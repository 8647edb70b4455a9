"""Standing answers on disk: shared by windows, and a file that is not right to the letter answers nothing."""

from __future__ import annotations

import json
import os
import stat
import sys
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from app.session.questions import Chosen, Confirmed, Question, QuestionKind
from app.session.standing import MOST_ANSWERS, StandingAnswer, standing_answer
from app.settings import standing_store
from app.settings.standing_store import StandingStore

PROJECT = Path("/home/me/my project")


def allow(number: str = "1", title: str = "Run?") -> StandingAnswer:
    question = Question(1, "i", QuestionKind.SELECT, title, options=["Allow", "Deny é\u202e"])
    return standing_answer(question, Chosen(0), number=number, session="", made=5.0)


def yes() -> StandingAnswer:
    question = Question(1, "i", QuestionKind.CONFIRM, "Sure?", "m\n")
    return standing_answer(question, Confirmed(True), number="yes", session="", made=5.0)


@pytest.fixture
def path(tmp_path: Path) -> Path:
    return tmp_path / "standing" / "p.json"


@pytest.fixture
def store(path: Path) -> StandingStore:
    return StandingStore(path, PROJECT)


def add(*answers: StandingAnswer) -> Callable[[Any], None]:
    def edit(held: Any) -> None:
        for answer in answers:
            held.add(answer)

    return edit


def test_without_a_file_there_are_none(store: StandingStore, path: Path) -> None:
    assert (store.load().answers, store.load().problem, store.is_stale) == ([], "", False)
    assert not path.parent.exists()


def test_what_was_written_comes_back(store: StandingStore, path: Path) -> None:
    assert store.change(add(allow(), yes())).answers == [allow(), yes()]
    store.change(lambda held: held.count("standing:1", 2, 9.0, True))
    read = StandingStore(path, PROJECT).load()
    assert read.problem == ""
    assert [(one.id, one.words, one.uses, one.last_used, one.paused) for one in read.answers] == [
        ("standing:1", "Allow", 2, 9.0, True),
        ("standing:yes", "yes", 0, None, False),
    ]
    assert read.answers[1] == yes()


@pytest.mark.skipif(sys.platform == "win32", reason="POSIX modes")
def test_the_file_is_for_this_user_alone(store: StandingStore, path: Path) -> None:
    store.change(add(allow()))
    assert [stat.S_IMODE(one.stat().st_mode) for one in (path, path.parent)] == [0o600, 0o700]
    assert os.listdir(path.parent) == ["p.json"]


def test_windows_of_a_project_see_what_the_others_do(store: StandingStore, path: Path) -> None:
    other = StandingStore(path, PROJECT)
    store.change(add(allow()))
    assert (other.is_stale, store.is_stale) == (True, False)
    assert other.change(add(yes())).answers == [allow(), yes()]
    assert store.is_stale
    assert store.change(lambda held: held.remove("standing:1")).answers == [yes()]
    assert other.load().answers == [yes()]
    path.unlink()
    assert other.is_stale
    assert other.load().answers == []


def broken(**fields: Any) -> bytes:
    row = {"id": "standing:1", "scope": "project", "kind": "confirm", "title": "t", "message": "", "options": []}
    return json.dumps({"version": 1, "project": str(PROJECT), "answers": [row | {"yes": True} | fields]}).encode()


@pytest.mark.parametrize(
    ("data", "problem"),
    [
        (b"", "Expecting value"),
        (b"\xff", "decode"),
        (b"[" * 100_000, "nested"),
        (b"[]", "no list of answers"),
        (b'{"version": 1, "answers": {}}', "no list of answers"),
        (b'{"version": 2, "answers": []}', "another version"),
        (b'{"version": 1, "project": "/other", "answers": []}', "another project"),
        (broken(kind="input"), "free text never"),
        (broken(kind="sing"), "Invalid enum value"),
        (broken(title=1), "Expected `str`"),
        (broken(yes=1), "Expected `bool"),
        (broken(yes=None), "does not fit"),
        (broken(choice=0), "does not fit"),
        (broken(kind="select", yes=None, choice=1, options=["a"]), "does not have the option"),
        (broken(kind="select", yes=None, choice=True, options=["a"]), "Expected `int"),
        (broken(id="you"), "its id"),
        (broken(folder="/only/here"), "unknown: folder"),
        (broken(title="\ud83d"), "halves of characters"),
        (broken(scope="session", session="s"), "of a session"),
        (broken().replace(b"[{", b"[7, {"), "Expected `object`"),
    ],
)
def test_a_file_that_is_not_right_is_kept_aside_and_answers_nothing(
    store: StandingStore, path: Path, data: bytes, problem: str
) -> None:
    path.parent.mkdir()
    path.write_bytes(data)
    loaded = store.load()
    assert loaded.answers == []
    assert problem in loaded.problem
    assert str(path.with_name("p.broken.json")) in loaded.problem
    assert path.with_name("p.broken.json").read_bytes() == data
    assert (store.load().problem, store.is_stale) == ("", False)


def test_too_many_and_too_much_is_not_right_either(
    store: StandingStore, path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    path.parent.mkdir()
    whole = json.loads(broken())
    path.write_text(json.dumps(whole | {"answers": whole["answers"] * (MOST_ANSWERS + 1)}))
    assert "too many" in store.load().problem
    monkeypatch.setattr(standing_store, "_LARGEST", 10)
    path.write_bytes(broken())
    assert "too large" in store.load().problem


def test_a_file_that_broke_meanwhile_is_kept_aside_by_a_change(store: StandingStore, path: Path) -> None:
    store.change(add(allow()))
    path.write_text("{")
    changed = store.change(add(yes()))
    assert changed.answers == [yes()]
    assert "kept as" in changed.problem
    assert path.with_name("p.broken.json").read_text() == "{"


def test_a_file_that_cannot_be_read_is_told_and_stays(store: StandingStore, path: Path) -> None:
    path.mkdir(parents=True)
    assert "could not be read" in store.load().problem
    with pytest.raises(OSError, match="directory"):
        store.change(add(allow()))
    assert path.is_dir()


def test_a_broken_file_that_cannot_be_moved_is_told_too(
    store: StandingStore, path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    path.parent.mkdir()
    path.write_text("{")

    def refuse(path: Path) -> Path:
        raise PermissionError("no")

    monkeypatch.setattr(standing_store, "move_aside", refuse)
    assert f"kept as {path}" in store.load().problem


def test_a_disk_that_does_not_take_it_leaves_nothing_half_written(
    store: StandingStore, path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    store.change(add(allow()))

    def refuse(self: Path, target: Path) -> Path:
        raise OSError("full")

    monkeypatch.setattr(Path, "replace", refuse)
    with pytest.raises(OSError, match="full"):
        store.change(add(yes()))
    assert os.listdir(path.parent) == ["p.json"]
    assert store.load().answers == [allow()]


def test_a_look_that_is_refused_is_not_taken_for_nothing(
    store: StandingStore, path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def refuse(self: Path) -> os.stat_result:
        raise PermissionError("no")

    with monkeypatch.context() as patch:
        patch.setattr(Path, "stat", refuse)
        assert store.is_stale
