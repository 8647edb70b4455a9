"""The answer log on disk: added, searched, exported; a killed program loses nothing."""

from __future__ import annotations

import csv
import json
import os
import signal
import sqlite3
import stat
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from app.session.decision import Decision
from app.settings.answer_store import SHOWN, AnswerStore


def decision(title: str = "Go?", **fields: Any) -> Decision:
    given: dict[str, Any] = {
        "when": 1_000.0, "session": "work", "kind": "select", "title": title, "message": "", "options": ("Yes", "No"),
        "outcome": "answered", "by": "you", "answer": "Yes", "seconds": 2.5, "reason": "",
    }  # fmt: skip
    return Decision(**(given | fields))


@pytest.fixture
def store(tmp_path: Path) -> Iterator[AnswerStore]:
    store = AnswerStore(tmp_path / "answers" / "a.sqlite")
    yield store
    store.close()


def test_what_was_added_comes_back_the_newest_first(store: AnswerStore) -> None:
    rows = [decision("One?"), decision("Two?", answer=None, outcome="expired", by="clock")]
    for row in rows:
        store.add(row)
    assert store.search() == rows[::-1]


@pytest.mark.parametrize("words", ["straße", "STRASSE delete", "ÉTÉ", "maybe", "100%", "'; drop"])
def test_a_search_finds_words_in_any_case_and_takes_nothing_for_a_pattern(store: AnswerStore, words: str) -> None:
    store.add(decision("Delete Straße?", message="100% été", answer="'; DROP table", options=("Maybe",)))
    store.add(decision("Other?"))
    assert [row.title for row in store.search(words)] == ["Delete Straße?"]


def test_each_word_must_be_there_and_the_outcome_too(store: AnswerStore) -> None:
    store.add(decision("Delete it?", outcome="cancelled"))
    store.add(decision("Delete that?"))
    assert [row.title for row in store.search("delete", "cancelled")] == ["Delete it?"]
    assert store.search("it that") == []
    assert store.search("%") == []


def test_no_more_than_can_be_shown_is_read(store: AnswerStore) -> None:
    for number in range(SHOWN + 2):
        store.add(decision(str(number)))
    found = store.search()
    assert (len(found), found[0].title) == (SHOWN, str(SHOWN + 1))


def test_the_file_is_for_this_user_alone(store: AnswerStore, tmp_path: Path) -> None:
    store.add(decision())
    for path in (tmp_path / "answers").iterdir():
        assert stat.S_IMODE(path.stat().st_mode) == 0o600
    assert stat.S_IMODE((tmp_path / "answers").stat().st_mode) == 0o700


def test_lines_of_json_have_all_rows_oldest_first(store: AnswerStore, tmp_path: Path) -> None:
    store.add(decision("é\n?"))
    store.add(decision("Two?"))
    assert store.export(tmp_path / "out.jsonl") == 2
    lines = (tmp_path / "out.jsonl").read_text(encoding="utf-8").splitlines()
    first = json.loads(lines[0])
    assert (len(lines), first["title"], first["options"]) == (2, "é\n?", ["Yes", "No"])
    assert first["when"] == "1970-01-01T00:16:40.000+00:00"


@pytest.mark.parametrize("title", ["=1+1", "+1", "-1", "@a", "\tx", "\rx"])
def test_no_cell_of_a_table_is_a_formula(store: AnswerStore, tmp_path: Path, title: str) -> None:
    store.add(decision(title))
    assert store.export(tmp_path / "out.CSV") == 1
    with (tmp_path / "out.CSV").open(encoding="utf-8", newline="") as file:
        header, row = csv.reader(file)
    assert row[header.index("title")] == f"'{title}"
    assert row[header.index("options")] == "Yes | No"
    assert row[header.index("seconds")] == "2.5"


def test_an_export_of_nothing_is_an_empty_file(store: AnswerStore, tmp_path: Path) -> None:
    assert store.export(tmp_path / "out.jsonl") == 0
    assert (tmp_path / "out.jsonl").read_text() == ""


def test_a_failed_export_leaves_what_was_there(store: AnswerStore, tmp_path: Path) -> None:
    (tmp_path / "out.csv").mkdir()
    with pytest.raises(OSError, match=r"out\.csv"):
        store.export(tmp_path / "out.csv")
    assert [path.name for path in tmp_path.glob("out*")] == ["out.csv"]


def test_two_windows_write_to_one_log(store: AnswerStore, tmp_path: Path) -> None:
    other = AnswerStore(tmp_path / "answers" / "a.sqlite")
    store.add(decision("One?"))
    other.add(decision("Two?"))
    assert [row.title for row in store.search()] == ["Two?", "One?"]
    other.close()


_WRITER = """
import os, sys
from pathlib import Path
from app.session.decision import Decision
from app.settings.answer_store import AnswerStore
store = AnswerStore(Path(sys.argv[1]))
for number in range(3):
    store.add(Decision(0.0, "", "select", str(number), "", (), "answered", "you", "a", 0.0, ""))
os.kill(os.getpid(), 9)
"""


@pytest.mark.skipif(sys.platform == "win32", reason="needs SIGKILL")
def test_a_killed_program_loses_no_row_that_was_added(tmp_path: Path) -> None:
    path = tmp_path / "a.sqlite"
    environment = {**os.environ, "PYTHONPATH": str(Path(__file__).resolve().parents[3])}
    ended = subprocess.run([sys.executable, "-c", _WRITER, str(path)], env=environment, check=False)
    assert ended.returncode == -signal.SIGKILL
    store = AnswerStore(path)
    assert [row.title for row in store.search()] == ["2", "1", "0"]
    store.close()


@pytest.mark.skipif(sys.platform != "linux", reason="looks into /proc")
def test_a_file_that_is_no_log_is_not_kept_open(tmp_path: Path) -> None:
    path = tmp_path / "a.sqlite"
    path.write_bytes(b"no database " * 1000)
    with pytest.raises(sqlite3.DatabaseError) as caught:
        AnswerStore(path)
    # The error holds on to the store, so that only closing it closes the file.
    assert caught.traceback
    opened = [os.readlink(entry) for entry in Path("/proc/self/fd").iterdir() if entry.exists()]
    assert str(path) not in opened
