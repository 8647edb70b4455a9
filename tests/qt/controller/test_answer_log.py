"""The answer log works beside the window, in the order of asking, and tells what fails."""

from __future__ import annotations

import sqlite3
from collections.abc import Iterator
from pathlib import Path

import pytest
from pytestqt.qtbot import QtBot

from app.controller.answer_log import AnswerLog, log_name
from tests.unit.settings.test_answer_store import decision


@pytest.fixture
def log(qtbot: QtBot, tmp_path: Path) -> Iterator[AnswerLog]:
    log = AnswerLog(tmp_path / "answers", Path("/home/me/my project"))
    yield log
    close(qtbot, log)


def close(qtbot: QtBot, log: AnswerLog) -> None:
    with qtbot.waitSignal(log.closed):
        log.close()


def test_a_search_sees_what_was_added_before(log: AnswerLog, qtbot: QtBot) -> None:
    with qtbot.waitSignal(log.found) as found:
        log.add(decision("One?"))
        log.search("", "")
    assert [row.title for row in found.args[0]] == ["One?"]


def test_looking_into_a_log_that_is_not_there_makes_none(log: AnswerLog, qtbot: QtBot, tmp_path: Path) -> None:
    with qtbot.waitSignal(log.found) as found:
        log.search("", "")
    assert found.args == [[]]
    assert not (tmp_path / "answers").exists()


def test_an_export_tells_where_it_went(log: AnswerLog, qtbot: QtBot, tmp_path: Path) -> None:
    log.add(decision())
    with qtbot.waitSignal(log.exported) as exported:
        log.export(tmp_path / "out.csv")
    assert exported.args == [str(tmp_path / "out.csv"), 1]


def test_a_disk_that_takes_nothing_is_told(qtbot: QtBot, tmp_path: Path) -> None:
    (tmp_path / "answers").write_text("no folder")
    log = AnswerLog(tmp_path / "answers", tmp_path)
    with qtbot.waitSignal(log.failed) as failed:
        log.add(decision())
    assert failed.args[0].startswith("The answer log could not be used: ")
    close(qtbot, log)


def test_a_file_that_is_no_log_is_told(qtbot: QtBot, tmp_path: Path) -> None:
    (tmp_path / log_name(tmp_path)).write_text("no database, but long enough to be looked at" * 10)
    log = AnswerLog(tmp_path, tmp_path)
    with qtbot.waitSignal(log.failed):
        log.add(decision())
    close(qtbot, log)


def test_closing_writes_what_was_left(qtbot: QtBot, tmp_path: Path) -> None:
    log = AnswerLog(tmp_path, Path("/p"))
    for number in range(20):
        log.add(decision(str(number)))
    close(qtbot, log)
    again = AnswerLog(tmp_path, Path("/p"))
    with qtbot.waitSignal(again.found) as found:
        again.search("", "")
    assert len(found.args[0]) == 20
    close(qtbot, again)


def test_a_log_that_another_program_holds_holds_up_nobody_and_loses_nothing(qtbot: QtBot, tmp_path: Path) -> None:
    log = AnswerLog(tmp_path, Path("/p"))
    with qtbot.waitSignal(log.added):
        log.add(decision("before"))
    other = sqlite3.connect(tmp_path / log_name(Path("/p")), isolation_level=None)
    other.execute("BEGIN EXCLUSIVE")
    done: list[bool] = []
    log.closed.connect(lambda: done.append(True))
    for number in range(20):
        log.add(decision(str(number)))
    log.close()
    assert done == []
    other.execute("COMMIT")
    qtbot.waitUntil(lambda: done == [True], timeout=20_000)
    assert other.execute("SELECT count(*) FROM decision").fetchone() == (21,)
    other.close()


def test_what_the_file_did_not_take_is_tried_again(qtbot: QtBot, tmp_path: Path) -> None:
    (tmp_path / "answers").write_text("no folder")
    log = AnswerLog(tmp_path / "answers", tmp_path)
    with qtbot.waitSignal(log.failed):
        log.add(decision("One?"))
    (tmp_path / "answers").unlink()
    with qtbot.waitSignal(log.added):
        log.add(decision("Two?"))
    with qtbot.waitSignal(log.found) as found:
        log.search("", "")
    assert [row.title for row in found.args[0]] == ["Two?", "One?"]
    close(qtbot, log)


def test_projects_of_one_name_have_logs_of_their_own() -> None:
    assert log_name(Path("/a/my project")).startswith("my-project-")
    assert log_name(Path("/a/my project")) != log_name(Path("/b/my project"))
    assert log_name(Path("/")).startswith("project-")
