"""Which agent is started: the named pi, else the one that is found, else the demo agent, and what is said of it."""

from __future__ import annotations

import os
from pathlib import Path

import pytest

from app.agent import machine
from app.controller import launch_plan
from app.controller.launch_plan import LaunchChoice, LaunchPlan, choose_launch
from tests.unit.agent.test_pi import installed, put

NVM = ".nvm/versions/node"


@pytest.fixture(autouse=True)
def short_machine(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """A machine without system folders and without a Node of its own."""
    monkeypatch.setattr(machine, "ROOT", tmp_path / "root")
    monkeypatch.setattr(launch_plan, "bundled_node", lambda: None)


def put_node(folder: Path, version: str) -> Path:
    """Put a Node into *folder* that says *version*."""
    return put(folder / "node", f"#!/bin/sh\necho {version}\n")


def choose(home: Path, pi: str = "", path: str = "/usr/bin:/bin") -> LaunchChoice:
    """What is started in *home*, where the settings say *pi*. The PATH is as short as a desktop's."""
    environment = {"HOME": str(home), "PATH": path}
    return choose_launch(LaunchPlan(home, pi=pi), environment)


def sentence(choice: LaunchChoice) -> str:
    """What is said of *choice*."""
    return choice.problem.sentence if choice.problem else ""


@pytest.fixture
def bare(tmp_path: Path) -> str:
    """A PATH with what scripts need and no Node."""
    folder = tmp_path / "bare"
    folder.mkdir()
    for name in ("sh", "echo"):
        (folder / name).symlink_to(f"/bin/{name}")
    return str(folder)


def test_a_pi_of_nvm_is_found_with_its_node_where_the_path_is_short(tmp_path: Path, bare: str) -> None:
    launcher = installed(tmp_path / NVM / "v22.19.0")
    put_node(tmp_path / NVM / "v24.0.0" / "bin", "v24.0.0")
    node = put_node(launcher.parent, "v22.19.0")
    choice = choose(tmp_path, path=bare)
    assert choice.problem is None
    assert choice.launch is not None
    assert choice.launch.program == str(node)
    assert choice.launch.environment["PATH"] == os.pathsep.join([str(launcher.parent), bare])


def test_a_pi_of_npm_runs_on_a_node_that_a_version_manager_has(tmp_path: Path, bare: str) -> None:
    launcher = installed(tmp_path / ".npm-global")
    put_node(tmp_path / NVM / "v20.6.0" / "bin", "v20.6.0")
    node = put_node(tmp_path / NVM / "v22.19.0" / "bin", "v22.19.0")
    put(tmp_path / ".nvm" / "alias" / "default", "20\n")
    choice = choose(tmp_path, path=bare)
    assert choice.launch is not None
    assert choice.launch.program == str(node)
    path = choice.launch.environment["PATH"]
    assert path == os.pathsep.join([str(node.parent), bare, str(launcher.parent)])


def test_the_pi_of_the_settings_beats_the_search(tmp_path: Path, bare: str) -> None:
    put_node(installed(tmp_path / NVM / "v22.19.0").parent, "v22.19.0")
    mine = put(tmp_path / "mine" / "pi")
    for text in (str(mine), "~/mine/pi"):
        choice = choose_with_home(tmp_path, text, bare)
        assert choice.launch is not None
        assert choice.launch.program == str(mine)
        assert choice.problem is None


def choose_with_home(home: Path, pi: str, path: str) -> LaunchChoice:
    """As `choose`, with *home* as the home of this program too."""
    with pytest.MonkeyPatch.context() as patch:
        patch.setenv("HOME", str(home))
        return choose(home, pi, path)


def test_a_pi_of_the_settings_that_is_gone_is_told_and_the_search_goes_on(tmp_path: Path, bare: str) -> None:
    launcher = installed(tmp_path / NVM / "v22.19.0")
    node = put_node(launcher.parent, "v22.19.0")
    choice = choose(tmp_path, "/gone/pi", bare)
    assert choice.launch is not None
    assert choice.launch.program == str(node)
    said = f"The pi of the settings cannot be used: /gone/pi does not exist. {launcher} runs in its place."
    assert sentence(choice) == said


def test_without_any_pi_the_demo_serves_and_says_where_it_was_looked_for(tmp_path: Path, bare: str) -> None:
    choice = choose(tmp_path, path=bare)
    assert choice.launch is not None
    assert choice.launch.is_demo
    assert sentence(choice) == "pi was not found. The demo agent serves in its place."
    assert choice.problem is not None
    lines = choice.problem.detail.splitlines()
    assert lines[:2] == ["Looked in:", "PATH      ~/bare"]
    assert "nvm       ~/.nvm/versions/node/*/bin" in lines


def test_a_pi_that_is_gone_and_none_in_its_place_is_one_message(tmp_path: Path, bare: str) -> None:
    said = "The pi of the settings cannot be used: /gone/pi does not exist. pi was not found."
    assert sentence(choose(tmp_path, "/gone/pi", bare)).startswith(said)


def test_a_pi_without_a_fitting_node_says_what_it_needs(tmp_path: Path, bare: str) -> None:
    node = put_node(installed(tmp_path / NVM / "v20.6.0").parent, "v20.6.0")
    choice = choose(tmp_path, path=bare)
    assert choice.launch is not None
    assert choice.launch.is_demo
    assert sentence(choice).startswith(f"pi 1.6.0 needs Node 22.19 or newer; found 20.6.0 ({node}).")


def test_where_there_is_no_folder_nothing_is_started(tmp_path: Path) -> None:
    """Not the demo agent either: one sentence says why, and it is not about pi."""
    installed(tmp_path / NVM / "v22.19.0")
    (tmp_path / "file").touch()
    for name, said in (("gone", "The folder {} does not exist."), ("file", "{} is a file: name the folder that the")):
        for plan in (
            LaunchPlan(tmp_path / name),
            LaunchPlan(tmp_path / name, demo=True),
            LaunchPlan(tmp_path / name, "x"),
        ):
            choice = choose_launch(plan, {"HOME": str(tmp_path), "PATH": "/usr/bin:/bin"})
            assert choice.launch is None
            assert sentence(choice).startswith(said.format(tmp_path / name))
