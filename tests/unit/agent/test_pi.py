"""Finding pi, following its launcher to the script, and giving it a Node that fits."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from app.agent.launch import Launch, LaunchProblem
from app.agent.node import Version
from app.agent.pi import PiInstallation, find_pi, launch_pi

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


def test_pi_is_followed_to_its_script_and_its_engine(tmp_path: Path) -> None:
    launcher = installed(tmp_path, engines={"node": ">=23.1.0"})
    script = tmp_path / "lib" / "node_modules" / NEW / "dist" / "cli.js"
    assert find_pi(f"/nowhere:{launcher.parent}", windows=False) == PiInstallation(
        launcher, script, "1.6.0", (23, 1, 0)
    )


@pytest.mark.parametrize(("name", "node"), [(NEW, (22, 19)), (OLD, (20, 6))])
def test_a_manifest_without_an_engine_leaves_the_known_one(tmp_path: Path, name: str, node: Version) -> None:
    found = find_pi(str(installed(tmp_path, name, bin="dist/cli.js").parent), windows=False)
    assert found is not None
    assert found.node == node
    assert found.script is not None


def test_a_launcher_that_leads_to_no_package_is_run_as_it_is(tmp_path: Path) -> None:
    launcher = put(tmp_path / "pi")
    found = find_pi(str(tmp_path), windows=False)
    assert found == PiInstallation(launcher)
    launch = launch_pi(found, Path("/project"), {"PATH": "/usr/bin"}, never_asked, windows=False)
    assert isinstance(launch, Launch)
    assert (launch.program, launch.arguments) == (str(launcher), ("--mode", "rpc"))
    assert launch.environment["PATH"] == f"/usr/bin:{tmp_path}"


def test_a_broken_manifest_is_passed_over(tmp_path: Path) -> None:
    launcher = installed(tmp_path)
    (tmp_path / "lib" / "node_modules" / NEW / "package.json").write_text("{")
    assert find_pi(str(launcher.parent), windows=False) == PiInstallation(launcher)


def test_windows_never_picks_the_shell_script_and_finds_the_package_beside_the_shim(tmp_path: Path) -> None:
    for name in ("pi", "pi.cmd", "pi.ps1"):
        put(tmp_path / name)
    script = put_package(tmp_path / "node_modules")
    found = find_pi(str(tmp_path), windows=True)
    assert found is not None
    assert (found.launcher.name, found.script) == ("pi.cmd", script)


def test_a_windows_shim_without_a_package_goes_through_the_command_interpreter(tmp_path: Path) -> None:
    shim = put(tmp_path / "pi.cmd")
    launch = launch_pi(PiInstallation(shim), tmp_path, {}, never_asked, windows=True)
    assert isinstance(launch, Launch)
    assert (launch.program, launch.arguments) == ("cmd.exe", ("/d", "/c", str(shim), "--mode", "rpc"))


def test_pi_runs_on_the_first_node_that_fits(tmp_path: Path) -> None:
    launcher = installed(tmp_path / "prefix")
    old, new = put(tmp_path / "old" / "node"), put(tmp_path / "new" / "node")
    environment = {"PATH": f"{old.parent}:{new.parent}", "HOME": "/home/me"}
    versions: dict[Path, Version] = {old: (20, 20, 2), new: (22, 19, 0)}
    launch = launch_pi(
        find_pi(str(launcher.parent), windows=False),
        Path("/project"),
        environment,
        versions.__getitem__,
        arguments=("--no-session",),
        windows=False,
    )
    script = tmp_path / "prefix" / "lib" / "node_modules" / NEW / "dist" / "cli.js"
    path = f"{old.parent}:{new.parent}:{launcher.parent}"
    assert launch == Launch(
        str(new),
        (str(script), "--mode", "rpc", "--no-session"),
        Path("/project"),
        {"PATH": path, "HOME": "/home/me"},
        "pi",
    )


def test_the_folders_of_pi_and_of_a_bundled_node_reach_the_child_after_its_own(tmp_path: Path) -> None:
    launcher = installed(tmp_path)
    bundled = put(tmp_path / "wheel" / "node")
    found = find_pi(str(launcher.parent), windows=False)
    launch = launch_pi(found, tmp_path, {"PATH": "/none"}, lambda _: (24, 0), bundled=bundled, windows=False)
    assert isinstance(launch, Launch)
    assert launch.program == str(bundled)
    assert launch.environment["PATH"] == f"/none:{launcher.parent}:{bundled.parent}"


def test_a_node_that_is_too_old_is_told_with_its_place(tmp_path: Path) -> None:
    launcher = installed(tmp_path / "prefix")
    node = put(tmp_path / "old" / "node")
    found = find_pi(str(launcher.parent), windows=False)
    problem = launch_pi(found, tmp_path, {"PATH": str(node.parent)}, lambda _: (20, 20, 2), windows=False)
    assert problem == LaunchProblem(
        f"pi 1.6.0 needs Node 22.19 or newer; found 20.20.2 ({node}).", f"Tried:\n20.20.2 ({node})"
    )


def test_a_missing_node_is_told(tmp_path: Path) -> None:
    found = find_pi(str(installed(tmp_path).parent), windows=False)
    problem = launch_pi(found, tmp_path, {"PATH": ""}, never_asked, windows=False)
    assert problem == LaunchProblem("pi 1.6.0 needs Node 22.19 or newer, and no Node was found.")


def test_a_missing_pi_is_told_with_the_places_that_were_searched(tmp_path: Path) -> None:
    assert find_pi("", windows=False) is None
    problem = launch_pi(None, tmp_path, {"PATH": "/usr/bin:/bin"}, never_asked)
    assert problem == LaunchProblem("pi was not found.", "Looked in:\n/usr/bin\n/bin")


def never_asked(node: Path) -> Version:
    raise AssertionError(f"{node} was asked for its version")
