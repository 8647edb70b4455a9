"""Finding pi, following its launcher to the script, and giving it a Node that fits."""

from __future__ import annotations

import json
import os
from pathlib import Path

import pytest

from app.agent.launch import Launch, LaunchProblem
from app.agent.node import Version
from app.agent.pi import PiInstallation, child_path, find_pi, launch_pi, pi_at

NEW = "@earendil-works/pi-coding-agent"
OLD = "@mariozechner/pi-coding-agent"


def put(path: Path, text: str = "#!/bin/sh\n") -> Path:
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_text(text)
    path.chmod(0o755)
    return path


def put_package(modules: Path, name: str = NEW, **manifest: object) -> Path:
    """Install the package *name* under *modules* and return its script."""
    package = modules / name
    whole = {"name": name, "version": "1.6.0", "bin": {"pi": "dist/cli.js"}, **manifest}
    put(package / "package.json", json.dumps(whole))
    return put(package / "dist" / "cli.js")


def installed(prefix: Path, name: str = NEW, **manifest: object) -> Path:
    """Install *name* below *prefix* as npm does on Unix; return the launcher."""
    script = put_package(prefix / "lib" / "node_modules", name, **manifest)
    launcher = prefix / "bin" / "pi"
    launcher.parent.mkdir(parents=True, exist_ok=True)
    launcher.symlink_to(script)
    return launcher


def found_in(*folders: Path, windows: bool = False) -> PiInstallation:
    """The pi in *folders*, which must be there."""
    found = find_pi(folders, windows)
    assert found is not None
    return found


def test_pi_is_followed_to_its_script_and_its_engine(tmp_path: Path) -> None:
    launcher = installed(tmp_path, engines={"node": ">=23.1.0"})
    script = tmp_path / "lib" / "node_modules" / NEW / "dist" / "cli.js"
    assert found_in(Path("/nowhere"), launcher.parent) == PiInstallation(launcher, script, "1.6.0", (23, 1, 0))


@pytest.mark.parametrize(("name", "node"), [(NEW, (22, 19)), (OLD, (20, 6))])
def test_a_manifest_without_an_engine_leaves_the_known_one(tmp_path: Path, name: str, node: Version) -> None:
    found = found_in(installed(tmp_path, name, bin="dist/cli.js").parent)
    assert found.node == node
    assert found.script is not None


def test_a_launcher_that_leads_to_no_package_is_run_as_it_is(tmp_path: Path) -> None:
    launcher = put(tmp_path / "pi")
    found = found_in(tmp_path)
    assert found == PiInstallation(launcher)
    launch = launch_pi(found, Path("/project"), {"PATH": "/none"}, never_asked, [])
    assert isinstance(launch, Launch)
    assert (launch.program, launch.arguments) == (str(launcher), ("--mode", "rpc"))
    assert launch.environment["PATH"] == f"/none:{tmp_path}"


def test_a_launcher_of_any_kind_gets_the_node_beside_it_first(tmp_path: Path) -> None:
    beside, other = put(tmp_path / "version" / "node"), put(tmp_path / "other" / "node")
    put(beside.parent / "pi", "#!/usr/bin/env node\n")
    environment = {"PATH": str(other.parent)}
    launch = launch_pi(found_in(beside.parent), tmp_path, environment, never_asked, [other.parent])
    assert isinstance(launch, Launch)
    assert launch.environment["PATH"] == f"{beside.parent}:{other.parent}"
    assert environment == {"PATH": str(other.parent)}


@pytest.mark.parametrize("manifest", ["{", "[]", '{"name": "@earendil-works/pi-coding-agent", "bin": "missing.js"}'])
def test_a_broken_package_is_passed_over(tmp_path: Path, manifest: str) -> None:
    launcher = installed(tmp_path)
    (tmp_path / "lib" / "node_modules" / NEW / "package.json").write_text(manifest)
    assert found_in(launcher.parent) == PiInstallation(launcher)


@pytest.mark.parametrize(
    ("launcher", "modules"),
    [
        ("bin/pi", "install/global/node_modules"),
        ("bin/pi", f"tools/image/packages/{NEW}/lib/node_modules"),
        ("bin/pi", f"tools/image/packages/{NEW}/node_modules"),
        ("node_modules/.bin/pi", "node_modules"),
    ],
    ids=["Bun", "Volta", "Volta on Windows", "a project's own"],
)
def test_a_stand_in_without_a_link_is_followed_to_where_its_manager_keeps_packages(
    tmp_path: Path, launcher: str, modules: str
) -> None:
    script = put_package(tmp_path / modules)
    assert found_in(put(tmp_path / launcher).parent).script == script


def test_the_script_that_pnpm_writes_is_followed_to_its_package(tmp_path: Path) -> None:
    script = put_package(tmp_path / "global" / "5" / "node_modules")
    relative = script.relative_to(tmp_path)
    put(tmp_path / "pi", f'#!/bin/sh\nbasedir=$(dirname "$0")\nexec node  "$basedir/{relative}" "$@"\n')
    assert found_in(tmp_path).script == script


def test_a_script_of_the_person_is_run_as_it_is(tmp_path: Path) -> None:
    script = put(tmp_path / "elsewhere" / "cli.js")
    launcher = put(tmp_path / "pi", f'#!/bin/sh\nexport KEY=1\nexec node "{script}" "$@"\n')
    assert found_in(tmp_path) == PiInstallation(launcher)


def test_windows_never_picks_the_shell_script_and_finds_the_package_beside_the_shim(tmp_path: Path) -> None:
    for name in ("pi", "pi.cmd", "pi.ps1"):
        put(tmp_path / name)
    script = put_package(tmp_path / "node_modules")
    found = found_in(tmp_path, windows=True)
    assert (found.launcher.name, found.script) == ("pi.cmd", script)


def test_windows_runs_the_file_behind_a_shim_and_never_the_command_interpreter(tmp_path: Path) -> None:
    script = put(tmp_path / "my" / "fork.js")
    put(tmp_path / "pi.cmd", '@"%~dp0\\node.exe" "%~dp0\\my\\fork.js" %*\r\n')
    node = put(tmp_path / "bin" / "node")
    launch = launch_pi(found_in(tmp_path, windows=True), tmp_path, {}, lambda _: (22, 19), [node.parent])
    assert isinstance(launch, Launch)
    assert (launch.program, launch.arguments) == (str(node), (str(script), "--mode", "rpc"))


def test_windows_passes_over_a_shim_that_leads_nowhere(tmp_path: Path) -> None:
    shim = put(tmp_path / "first" / "pi.cmd", "@echo off\r\n")
    assert find_pi([shim.parent], windows=True) is None
    program = put(tmp_path / "second" / "pi.exe")
    assert found_in(shim.parent, program.parent, windows=True) == PiInstallation(program)


def test_pi_runs_on_the_first_node_that_fits_and_its_children_find_it(tmp_path: Path) -> None:
    launcher = installed(tmp_path / "prefix")
    old, new = put(tmp_path / "old" / "node"), put(tmp_path / "new" / "node")
    environment = {"PATH": f"{old.parent}:{new.parent}", "HOME": "/home/me"}
    versions: dict[Path, Version] = {old: (20, 20, 2), new: (22, 19, 0)}
    launch = launch_pi(
        found_in(launcher.parent),
        Path("/project"),
        environment,
        versions.__getitem__,
        [old.parent, new.parent],
        arguments=("--no-session",),
    )
    script = tmp_path / "prefix" / "lib" / "node_modules" / NEW / "dist" / "cli.js"
    path = f"{new.parent}:{old.parent}:{launcher.parent}"
    assert launch == Launch(
        str(new),
        (str(script), "--mode", "rpc", "--no-session"),
        Path("/project"),
        {"PATH": path, "HOME": "/home/me"},
        "pi",
    )


def test_the_node_beside_pi_comes_before_those_of_the_path(tmp_path: Path) -> None:
    launcher = installed(tmp_path / "version")
    beside, other = put(launcher.parent / "node"), put(tmp_path / "other" / "node")
    launch = launch_pi(
        found_in(launcher.parent), tmp_path, {"PATH": str(other.parent)}, lambda _: (24,), [other.parent]
    )
    assert isinstance(launch, Launch)
    assert launch.program == str(beside)


def test_a_bundled_node_is_the_last_one(tmp_path: Path) -> None:
    launcher = installed(tmp_path)
    bundled = put(tmp_path / "wheel" / "node")
    launch = launch_pi(found_in(launcher.parent), tmp_path, {"PATH": "/none"}, lambda _: (24, 0), [], bundled=bundled)
    assert isinstance(launch, Launch)
    assert launch.program == str(bundled)
    assert launch.environment["PATH"] == f"{bundled.parent}:/none:{launcher.parent}"


def test_a_path_that_leads_to_the_node_already_keeps_its_order(tmp_path: Path) -> None:
    node = put(tmp_path / "node" / "node")
    search_path = os.pathsep.join(["/mine", str(node.parent), "/usr/bin"])
    assert child_path(search_path, node.parent, node) == search_path
    assert child_path(search_path, Path("/pi"), node) == f"{search_path}:/pi"


def test_a_node_that_is_too_old_is_told_with_its_place(tmp_path: Path) -> None:
    launcher = installed(tmp_path / "prefix")
    node = put(tmp_path / "old" / "node")
    problem = launch_pi(found_in(launcher.parent), tmp_path, {}, lambda _: (20, 20, 2), [node.parent])
    assert problem == LaunchProblem(
        f"pi 1.6.0 needs Node 22.19 or newer; found 20.20.2 ({node}).", f"Tried:\n20.20.2 ({node})"
    )


def test_a_missing_node_is_told(tmp_path: Path) -> None:
    known = found_in(installed(tmp_path).parent)
    problem = launch_pi(known, tmp_path, {"PATH": ""}, never_asked, [])
    assert problem == LaunchProblem("pi 1.6.0 needs Node 22.19 or newer, and no Node was found.")
    fork = PiInstallation(tmp_path / "pi.cmd", tmp_path / "fork.js")
    assert launch_pi(fork, tmp_path, {}, never_asked, []) == LaunchProblem("pi needs Node, and no Node was found.")


def test_a_pi_that_is_named_is_checked(tmp_path: Path) -> None:
    launcher = installed(tmp_path)
    assert pi_at(launcher) == find_pi([launcher.parent])
    (text := tmp_path / "notes").write_text("")
    shim = put(tmp_path / "pi.cmd")
    problems = {
        "is not an absolute path.": pi_at(Path("bin/pi")),
        "is a folder.": pi_at(tmp_path),
        "does not exist.": pi_at(tmp_path / "gone"),
        "is not executable.": pi_at(text, windows=False),
        "is no program, and leads to no JavaScript file that Node could run.": pi_at(shim, windows=True),
    }
    for ending, problem in problems.items():
        assert isinstance(problem, LaunchProblem)
        assert problem.sentence.endswith(ending)


def test_the_script_itself_may_be_named_although_it_is_not_executable(tmp_path: Path) -> None:
    script = put_package(tmp_path)
    script.chmod(0o644)
    assert pi_at(script) == PiInstallation(script, script, "1.6.0", (22, 19))


def never_asked(node: Path) -> Version:
    raise AssertionError(f"{node} was asked for its version")
