"""Saved sessions are listed beside the window, the last one first, and read again only where they changed."""

from __future__ import annotations

import json
import os
from collections.abc import Iterator
from pathlib import Path

import pytest
from pytestqt.qtbot import QtBot

from app.controller import saved_sessions
from app.controller.saved_sessions import SavedSessions
from app.session.saved import SavedSession


@pytest.fixture
def saved(qtbot: QtBot) -> Iterator[SavedSessions]:
    saved = SavedSessions()
    yield saved
    saved.close()


def write(folder: Path, name: str, prompt: str, changed: int, before: str = "") -> Path:
    path = folder / f"{name}.jsonl"
    records = [
        {"type": "session", "id": name, "cwd": "/p"},
        {"type": "message", "message": {"role": "system", "content": before}},
        {"type": "message", "message": {"role": "user", "content": prompt}},
    ]
    path.write_text("".join(json.dumps(record) + "\n" for record in records))
    os.utime(path, (changed, changed))
    return path


def listed(qtbot: QtBot, saved: SavedSessions, folder: Path) -> list[SavedSession]:
    with qtbot.waitSignal(saved.listed) as signal:
        saved.look(folder)
    return list(signal.args[0])


def test_the_session_that_changed_last_comes_first(qtbot: QtBot, saved: SavedSessions, tmp_path: Path) -> None:
    write(tmp_path, "a", "first", 1_000)
    write(tmp_path, "b", "second", 2_000)
    (tmp_path / "notes.txt").write_text("no session")
    (tmp_path / "other.jsonl").write_text("no session")
    (tmp_path / "folder.jsonl").mkdir()
    assert [session.title for session in listed(qtbot, saved, tmp_path)] == ["second", "first"]


def test_a_prompt_behind_long_instructions_is_found(qtbot: QtBot, saved: SavedSessions, tmp_path: Path) -> None:
    write(tmp_path, "a", "at last", 1_000, before="x" * 200_000)
    assert [session.prompt for session in listed(qtbot, saved, tmp_path)] == ["at last"]


def test_only_what_changed_is_read_again(
    qtbot: QtBot, saved: SavedSessions, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    write(tmp_path, "a", "first", 1_000)
    changing = write(tmp_path, "b", "second", 2_000)
    listed(qtbot, saved, tmp_path)
    reads: list[Path] = []
    read = saved_sessions._read

    def spy(path: Path, size: int, changed: float) -> SavedSession | None:
        reads.append(path)
        return read(path, size, changed)

    monkeypatch.setattr(saved_sessions, "_read", spy)
    write(tmp_path, "b", "changed", 3_000)
    assert [session.title for session in listed(qtbot, saved, tmp_path)] == ["changed", "first"]
    assert reads == [changing]


def test_a_folder_that_is_not_there_has_none(qtbot: QtBot, saved: SavedSessions, tmp_path: Path) -> None:
    assert listed(qtbot, saved, tmp_path / "gone") == []
