"""The bootstrap's decisions, without installing anything."""

from __future__ import annotations

import importlib.util
import subprocess
import sys
from pathlib import Path
from types import ModuleType

import pytest

DEV = Path(__file__).resolve().parents[3] / "packaging" / "dev.py"


@pytest.fixture(scope="module")
def dev() -> ModuleType:
    """The bootstrap as a module."""
    spec = importlib.util.spec_from_file_location("pienza_dev", DEV)
    assert spec is not None
    assert spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    sys.modules["pienza_dev"] = module
    spec.loader.exec_module(module)
    return module


Calls = list[tuple[list[str], dict[str, str]]]


@pytest.fixture
def calls(dev: ModuleType, monkeypatch: pytest.MonkeyPatch) -> Calls:
    """The commands that are run, each with its environment; all succeed."""
    seen: Calls = []

    def call(command: list[str], **environment: str) -> int:
        seen.append((command, environment))
        return 0

    monkeypatch.setattr(dev, "call", call)
    monkeypatch.setattr(dev, "become", call)
    return seen


# --- the stamp --------------------------------------------------------------------------------------------


@pytest.fixture
def venv(dev: ModuleType, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """The place of an environment that is not there yet, on a machine that lacks no package."""
    environment = tmp_path / ".venv"
    monkeypatch.setattr(dev, "VENV", environment)
    monkeypatch.setattr(dev, "missing_packages", lambda testing: [])
    return environment


Steps = list[str]


@pytest.fixture
def steps(dev: ModuleType, venv: Path, monkeypatch: pytest.MonkeyPatch) -> Steps:
    """What is done to the environment: "make" empties it, the others add what running or testing needs."""
    seen: Steps = []

    def make(interpreter: object) -> None:
        seen.append("make")
        (venv / "bin").mkdir(parents=True, exist_ok=True)
        (venv / "bin" / "python").write_text("#!/bin/sh\necho 3 11\n")
        (venv / "bin" / "python").chmod(0o755)

    monkeypatch.setattr(dev, "make_environment", make)
    monkeypatch.setattr(dev, "fill_environment", lambda python, testing: seen.append("test" if testing else "run"))
    return seen


def test_an_environment_for_tests_serves_for_running(dev: ModuleType) -> None:
    run, test = dev.Stamp.wanted(11, testing=False), dev.Stamp.wanted(11, testing=True)
    assert run.satisfies(run)
    assert test.satisfies(run)
    assert not run.satisfies(test)


def test_another_place_and_other_needs_do_not_serve(
    dev: ModuleType, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    before = dev.Stamp.wanted(11, testing=True)
    monkeypatch.setattr(dev, "ROOT", tmp_path)
    (tmp_path / "pyproject.toml").write_text("one")
    moved = dev.Stamp.wanted(11, testing=True)
    (tmp_path / "pyproject.toml").write_text("two")
    changed = dev.Stamp.wanted(11, testing=True)
    assert not before.satisfies(moved)
    assert not moved.satisfies(changed)


def test_the_second_start_installs_nothing_and_tests_empty_nothing(dev: ModuleType, steps: Steps) -> None:
    for testing in (False, False, True, False, True):
        dev.prepare(testing)
    assert steps == ["make", "run", "test"]


def test_what_works_is_never_emptied(dev: ModuleType, venv: Path, steps: Steps) -> None:
    """A window may be open that runs from it: other needs, and a stamp of another kind, are met in place."""
    dev.prepare(testing=True)
    stamp = venv / "pienza-setup"
    stamp.write_text(stamp.read_text().replace(dev.Stamp.read(stamp).source, "other needs"))
    dev.prepare(testing=False)
    assert dev.Stamp.read(stamp).purpose == "test"
    stamp.write_text("an older stamp\ntest")
    dev.prepare(testing=False)
    stamp.unlink()
    dev.prepare(testing=True)
    assert steps == ["make", "test", "run", "run", "test"]


@pytest.mark.parametrize("python", ["exit 1", "echo 3 10", "echo", "echo 2 11"])
def test_what_does_not_work_is_made_anew(dev: ModuleType, venv: Path, steps: Steps, python: str) -> None:
    dev.prepare(testing=False)
    (venv / "bin" / "python").write_text(f"#!/bin/sh\n{python}\n")
    dev.prepare(testing=True)
    assert steps == ["make", "run", "make", "test"]


def test_what_was_moved_is_made_anew(dev: ModuleType, venv: Path, steps: Steps) -> None:
    dev.prepare(testing=False)
    stamp = venv / "pienza-setup"
    stamp.write_text(stamp.read_text().replace(str(dev.ROOT), "/elsewhere"))
    dev.prepare(testing=False)
    assert steps == ["make", "run", "make", "run"]


def test_an_environment_of_another_python_stays_and_is_told(
    dev: ModuleType, steps: Steps, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr(dev, "find_python", lambda: dev.Interpreter("/usr/bin/python3.11", 11))
    dev.prepare(testing=False)
    monkeypatch.setattr(dev, "find_python", lambda: dev.Interpreter("/usr/bin/python3.13", 13))
    assert capsys.readouterr().err == ""
    for _ in range(2):
        dev.prepare(testing=True)
        assert capsys.readouterr().err == ".venv is of Python 3.11 and stays so; remove it for 3.13.\n"
    assert steps == ["make", "run", "test"]


def test_what_fails_half_way_is_done_again(dev: ModuleType, venv: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(dev, "call", lambda command, **environment: 1)
    monkeypatch.setattr(dev, "can_make_environments", lambda interpreter: True)
    for _ in range(2):
        with pytest.raises(dev.SetupError, match=r"could not be made\. .*\n.* --clear "):
            dev.prepare(testing=False)


def test_what_could_not_be_installed_is_tried_again(
    dev: ModuleType, steps: Steps, monkeypatch: pytest.MonkeyPatch
) -> None:
    dev.prepare(testing=False)

    def fail(python: Path, testing: bool) -> None:
        raise dev.SetupError("no network")

    with monkeypatch.context() as broken:
        broken.setattr(dev, "fill_environment", fail)
        with pytest.raises(dev.SetupError):
            dev.prepare(testing=True)
    # What was begun may have left anything: not even the old needs are taken for met.
    dev.prepare(testing=False)
    assert steps == ["make", "run", "run"]


# --- the interpreter --------------------------------------------------------------------------------------


def test_an_old_python_looks_for_a_newer_one(dev: ModuleType, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(dev.sys, "version_info", (3, 9, 2))
    monkeypatch.setattr(
        dev.shutil, "which", {"python3.13": "/shim/python3.13", "python3.12": "/usr/bin/python3.12"}.get
    )
    monkeypatch.setattr(dev.subprocess, "call", lambda command, **options: int(command[0].startswith("/shim")))
    assert dev.find_python() == ("/usr/bin/python3.12", 12)
    monkeypatch.setattr(dev.shutil, "which", lambda name: None)
    with pytest.raises(dev.SetupError, match=r"Python 3\.11 or newer"):
        dev.find_python()


def test_an_environment_is_never_made_from_itself(dev: ModuleType, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(dev.sys, "_base_executable", __file__, raising=False)
    assert dev.own_python() == __file__
    monkeypatch.setattr(dev.sys, "_base_executable", "/nowhere/python3", raising=False)
    assert dev.own_python() == sys.executable


@pytest.mark.parametrize("uv", [None, "/usr/bin/uv"])
@pytest.mark.parametrize("testing", [False, True])
def test_only_tests_need_what_tests_need(
    dev: ModuleType, monkeypatch: pytest.MonkeyPatch, calls: Calls, uv: str | None, testing: bool
) -> None:
    monkeypatch.setattr(dev.shutil, "which", lambda name: uv)
    monkeypatch.setattr(dev, "can_make_environments", lambda interpreter: True)
    dev.make_environment(dev.Interpreter("/usr/bin/python3.11", 11))
    dev.fill_environment(Path("/x/bin/python"), testing)
    (make, _), (install, _) = calls
    assert make[0] == (uv or "/usr/bin/python3.11")
    assert install[0] == (uv or "/x/bin/python")
    assert install[-2:] == ["--editable", f"{dev.ROOT}[test]" if testing else str(dev.ROOT)]


# --- system packages --------------------------------------------------------------------------------------


def test_missing_libraries_become_debian_packages_once_each(dev: ModuleType, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(sys, "platform", "linux")
    monkeypatch.setattr(dev, "can_load", lambda library: library != "libEGL.so.1")
    monkeypatch.setattr(dev.shutil, "which", lambda program: None if program == "xvfb-run" else f"/usr/bin/{program}")
    assert dev.missing_packages(testing=False) == ["libegl1"]
    assert dev.missing_packages(testing=True) == ["libegl1", "xvfb"]
    assert dev.apt_line(["libegl1"]) == ["apt-get", "install", "-y", "--no-install-recommends", "libegl1"]


def test_without_root_the_exact_line_is_said(
    dev: ModuleType, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr(dev.shutil, "which", lambda name: f"/usr/bin/{name}")
    monkeypatch.setattr(dev.os, "geteuid", lambda: 1000)
    dev.install_packages(["libegl1", "libgl1"])
    assert "  sudo apt-get install -y --no-install-recommends libegl1 libgl1\n" in capsys.readouterr().err
    with pytest.raises(dev.SetupError, match=r"sudo apt-get install .* python3\.11-venv"):
        dev.install_packages(["python3.11-venv"], needed=True)


def test_without_apt_the_names_are_said(
    dev: ModuleType, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr(dev.shutil, "which", lambda name: None)
    dev.install_packages(["libegl1"])
    said = capsys.readouterr().err
    assert "libegl1" in said
    assert "apt-get" not in said


def test_as_root_they_are_installed_and_a_failure_is_said(
    dev: ModuleType, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    commands: list[list[str]] = []
    codes = {"update": 0, "install": 0}

    def call(command: list[str], **environment: str) -> int:
        assert environment == {"DEBIAN_FRONTEND": "noninteractive"}
        commands.append(command)
        return codes[command[1]]

    monkeypatch.setattr(dev.shutil, "which", lambda name: f"/usr/bin/{name}")
    monkeypatch.setattr(dev.os, "geteuid", lambda: 0)
    monkeypatch.setattr(dev, "call", call)
    dev.install_packages(["xvfb"])
    assert [command[:2] for command in commands] == [["apt-get", "update"], ["apt-get", "install"]]
    assert capsys.readouterr().err == ""
    codes["install"] = 100
    dev.install_packages(["xvfb"])
    assert "xvfb" in capsys.readouterr().err


# --- running and testing ----------------------------------------------------------------------------------


def test_without_a_display_the_demo_is_drawn(
    dev: ModuleType, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str], calls: Calls
) -> None:
    monkeypatch.setattr(dev, "has_display", lambda environment: False)
    dev.run(Path("python"), ["folder"])
    picture = str(dev.ROOT / "pienza-demo.png")
    assert calls == [(["python", "-m", "app", "--demo", "--screenshot", picture], {"QT_QPA_PLATFORM": "offscreen"})]
    assert picture in capsys.readouterr().out


@pytest.mark.parametrize("arguments", [["--version"], ["--demo", "--screenshot=mine.png"]])
def test_what_opens_no_window_needs_no_display(
    dev: ModuleType, monkeypatch: pytest.MonkeyPatch, calls: Calls, arguments: list[str]
) -> None:
    monkeypatch.setattr(dev, "has_display", lambda environment: False)
    dev.run(Path("python"), arguments)
    assert calls == [(["python", "-m", "app", *arguments], {"QT_QPA_PLATFORM": "offscreen"})]


def test_with_a_display_the_window_opens_as_it_was_asked_for(
    dev: ModuleType, monkeypatch: pytest.MonkeyPatch, calls: Calls
) -> None:
    monkeypatch.setattr(dev, "has_display", lambda environment: True)
    dev.run(Path("python"), ["folder", "--continue"])
    assert calls == [(["python", "-m", "app", "folder", "--continue"], {})]


@pytest.mark.skipif(sys.platform == "win32", reason="Windows cannot replace a process")
def test_the_window_takes_the_place_of_the_script(dev: ModuleType) -> None:
    report = "import os; print(os.getpid(), os.getcwd(), os.environ['SIGN'])"
    script = f"import dev, sys; dev.become([sys.executable, '-c', {report!r}], SIGN='here')"
    process = subprocess.Popen(
        [sys.executable, "-c", script], cwd=dev.ROOT / "packaging", stdout=subprocess.PIPE, text=True
    )
    printed, _ = process.communicate()
    assert printed.split() == [str(process.pid), str(dev.ROOT), "here"]


def test_arguments_go_to_pytest_alone(dev: ModuleType, calls: Calls) -> None:
    dev.test(Path("python"), ["tests/unit", "-x"])
    assert calls == [(["python", "-m", "pytest", "tests/unit", "-x"], {})]


def test_the_first_failure_is_the_exit_code_and_the_rest_still_runs(
    dev: ModuleType, monkeypatch: pytest.MonkeyPatch
) -> None:
    codes = iter([0, 0, 3, 2, 0])
    monkeypatch.setattr(dev, "call", lambda command, **environment: next(codes))
    monkeypatch.setattr(dev, "test_windows", lambda command: 0)
    assert dev.test(Path("python"), []) == 3
    assert next(codes, None) is None


def test_only_ci_fails_without_an_x_server(dev: ModuleType, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(dev.shutil, "which", lambda name: None)
    monkeypatch.delenv("CI", raising=False)
    assert dev.test_windows([]) == 0
    monkeypatch.setenv("CI", "true")
    assert dev.test_windows([]) == 1


def test_an_unknown_word_prints_the_usage(dev: ModuleType, capsys: pytest.CaptureFixture[str]) -> None:
    assert dev.main(["fly"]) == 2
    assert "dev.py run" in capsys.readouterr().out
