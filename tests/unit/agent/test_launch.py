"""What is started: a command as it stands, the demo agent, and the environment of a child."""

from __future__ import annotations

import os
import sys
from pathlib import Path

import pytest

from app.agent.launch import Launch, child_environment, launch_command, launch_demo, resolve_program

FOLDER = Path("/project")


def test_a_command_is_split_as_a_shell_splits_words_and_nothing_is_added() -> None:
    launch = launch_command("ssh -t 'my host' \"pi --mode rpc\" a\\ b", FOLDER, {"A": "1"})
    assert launch == Launch("ssh", ("-t", "my host", "pi --mode rpc", "a b"), FOLDER, {"A": "1"}, "ssh")


@pytest.mark.parametrize(
    ("command", "word"), [("", "empty"), ("  \t", "empty"), ("''", "empty"), ("pi 'x", "quotation")]
)
def test_a_command_that_is_none_is_refused_with_a_sentence(command: str, word: str) -> None:
    with pytest.raises(ValueError, match=rf"^The agent command .*{word}.*\.$"):
        launch_command(command, FOLDER, {})


def test_a_launch_label_is_the_name_of_the_program() -> None:
    assert launch_command("/opt/agents/other --flag", FOLDER, {}).label == "other"


def test_the_demo_agent_cannot_be_shadowed_by_a_package_of_the_project() -> None:
    launch = launch_demo(FOLDER, {"PYTHONPATH": "/mine"}, arguments=("--fast",))
    assert (launch.program, launch.arguments) == (sys.executable, ("-P", "-m", "app.demo", "--fast"))
    root, _, rest = launch.environment["PYTHONPATH"].partition(os.pathsep)
    assert (Path(root) / "app" / "demo").is_dir()
    assert rest == "/mine"
    assert launch.is_demo


def test_a_frozen_program_starts_itself_as_the_demo_agent() -> None:
    launch = launch_demo(FOLDER, {}, executable="/opt/pienza/pienza", frozen=True)
    assert (launch.program, launch.arguments, launch.environment) == ("/opt/pienza/pienza", ("--demo-agent",), {})


def test_a_frozen_program_gives_its_children_the_libraries_of_the_system_back() -> None:
    base = {
        "LD_LIBRARY_PATH": "/bundle",
        "LD_LIBRARY_PATH_ORIG": "/usr/own",
        "DYLD_LIBRARY_PATH": "/bundle",
        "_PYI_APPLICATION_HOME_DIR": "/bundle",
        "HOME": "/home/me",
    }
    assert child_environment(base, frozen=True) == {"LD_LIBRARY_PATH": "/usr/own", "HOME": "/home/me"}
    assert child_environment(base, frozen=False) == base


def executable(path: Path) -> Path:
    path.write_text("#!/bin/sh\n")
    path.chmod(0o755)
    return path


def test_a_program_is_looked_up_in_the_path_of_the_child(tmp_path: Path) -> None:
    agent = executable(tmp_path / "agent")
    assert resolve_program(Launch("agent", (), FOLDER, {"PATH": str(tmp_path)}, "agent")) == str(agent)
    assert resolve_program(Launch("agent", (), FOLDER, {"PATH": "/nowhere"}, "agent")) is None


def test_a_relative_program_counts_from_the_launch_folder(tmp_path: Path) -> None:
    agent = executable(tmp_path / "agent")
    resolved = resolve_program(Launch("./agent", (), tmp_path, {}, "agent"))
    assert resolved is not None
    assert Path(resolved) == agent


def test_a_file_that_may_not_be_executed_is_no_program(tmp_path: Path) -> None:
    (tmp_path / "agent").write_text("text")
    assert resolve_program(Launch(str(tmp_path / "agent"), (), tmp_path, {}, "agent")) is None
