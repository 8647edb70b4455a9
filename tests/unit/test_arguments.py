"""The command line: what it says, and what is wrong with it before anything starts."""

from __future__ import annotations

from pathlib import Path

import pytest

from app.arguments import parse_arguments


@pytest.fixture
def here(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """The folder in which the command was typed."""
    monkeypatch.chdir(tmp_path)
    (tmp_path / "project").mkdir()
    (tmp_path / "project" / "inside.jsonl").touch()
    (tmp_path / "beside.jsonl").touch()
    return tmp_path


def refused(capsys: pytest.CaptureFixture[str], *arguments: str) -> str:
    """What is said of wrong *arguments*."""
    with pytest.raises(SystemExit) as ended:
        parse_arguments(list(arguments))
    assert ended.value.code == 2
    return capsys.readouterr().err.splitlines()[-1]


def test_a_folder_that_is_none_is_told_at_once(here: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert refused(capsys, "gone") == f"pienza: error: The folder {here / 'gone'} does not exist."
    said = refused(capsys, "beside.jsonl", "--demo")
    assert said == f"pienza: error: {here / 'beside.jsonl'} is a file: name the folder that the agent is to work in."


def test_the_folder_is_the_one_that_is_named_else_this_one(here: Path) -> None:
    assert parse_arguments([]).folder == here
    assert parse_arguments(["project"]).folder == here / "project"


def test_in_the_root_where_a_desktop_starts_programs_it_is_the_home(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path.anchor)
    assert parse_arguments([]).folder == Path.home()


@pytest.mark.parametrize("file", ["gone.jsonl", "project/gone", "/gone.jsonl"])
@pytest.mark.parametrize("agent", [(), ("--demo",)])
def test_a_session_file_that_is_missing_is_told_at_once(
    here: Path, capsys: pytest.CaptureFixture[str], file: str, agent: tuple[str, ...]
) -> None:
    said = refused(capsys, "project", "--session", file, *agent)
    assert said == f"pienza: error: There is no session file {file}."


def test_a_session_file_counts_from_where_it_was_typed_else_from_the_folder(here: Path) -> None:
    def session(*arguments: str) -> str:
        return parse_arguments(["project", "--session", *arguments]).session

    assert session("beside.jsonl") == str(here / "beside.jsonl")
    assert session("inside.jsonl") == session("project/inside.jsonl") == str(here / "project" / "inside.jsonl")
    # An id, or what a command does with it, is not looked at.
    assert session("0198a5") == "0198a5"
    assert session("/srv/gone.jsonl", "--agent", "ssh host pi --mode rpc") == "/srv/gone.jsonl"
