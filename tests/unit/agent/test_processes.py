"""The process table and signals, on real processes."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path

import pytest

from app.agent import processes
from app.agent.processes import Process, all_processes, environment_of, is_supported, process_of, send

pytestmark = pytest.mark.skipif(sys.platform != "linux", reason="processes are read from /proc")

Child = subprocess.Popen[bytes]


@pytest.fixture
def child() -> Iterator[Child]:
    """A process that stays."""
    started = subprocess.Popen(["sleep", "900"], env={**os.environ, "MINE": "ü"})
    yield started
    started.kill()
    started.wait()


@pytest.fixture(params=["handles", "kernel without handles", "Python without handles"])
def way(request: pytest.FixtureRequest, monkeypatch: pytest.MonkeyPatch) -> None:
    """Signals with the handles of Linux 5.3, and without."""
    if request.param == "kernel without handles":
        monkeypatch.setattr(os, "pidfd_open", _not_implemented)
    elif request.param == "Python without handles":
        monkeypatch.delattr(os, "pidfd_open")


def _not_implemented(pid: int) -> int:
    raise OSError(38, "Function not implemented")


def seen(child: Child) -> Process:
    """What the system shows of *child*."""
    process = process_of(child.pid)
    assert process is not None
    return process


def test_a_child_is_seen_with_its_parent_and_its_session(child: Child) -> None:
    assert is_supported()
    process = seen(child)
    assert (process.pid, process.parent, process.session) == (child.pid, os.getpid(), os.getsid(0))
    assert process in all_processes()


def test_a_program_with_parentheses_and_spaces_in_its_name_is_seen(tmp_path: Path) -> None:
    program = tmp_path / "a) Z 1 ("
    program.symlink_to("/bin/sleep")
    started = subprocess.Popen([program, "900"])
    try:
        assert seen(started).parent == os.getpid()
    finally:
        started.kill()
        started.wait()


def test_one_that_ended_is_not_seen_even_before_it_is_collected(child: Child) -> None:
    child.kill()
    os.waitid(os.P_PID, child.pid, os.WEXITED | os.WNOWAIT)
    assert process_of(child.pid) is None
    child.wait()
    assert process_of(child.pid) is None


def test_a_process_is_the_same_under_another_parent(child: Child) -> None:
    process = seen(child)
    assert replace(process, parent=1, session=1) == process
    assert replace(process, started=process.started + 1) != process


def test_an_environment_is_read_whole() -> None:
    big = {"BIG": "x" * 100_000, "LAST": "1"}
    started = subprocess.Popen(["cat"], stdin=subprocess.PIPE, stdout=subprocess.PIPE, env={"PATH": os.defpath, **big})
    assert started.stdin is not None
    assert started.stdout is not None
    started.stdin.write(b"\n")
    started.stdin.flush()
    assert started.stdout.readline() == b"\n"
    entries = environment_of(started.pid).split(b"\0")
    started.communicate()
    assert [f"{name}={value}".encode() in entries for name, value in big.items()] == [True, True]


def test_the_environment_of_others_and_of_nobody_is_empty(child: Child, monkeypatch: pytest.MonkeyPatch) -> None:
    assert environment_of(2**22 + 1) == b""
    monkeypatch.setattr(os, "geteuid", lambda: 12345)
    assert environment_of(child.pid) == b""


@pytest.mark.usefixtures("way")
def test_a_signal_arrives(child: Child) -> None:
    process = seen(child)
    assert send(process, 0)
    assert send(process, signal.SIGTERM)
    assert child.wait() == -signal.SIGTERM
    assert not send(process, signal.SIGTERM)


@pytest.mark.usefixtures("way")
def test_another_process_with_the_number_of_the_one_that_was_seen_is_left_alone(child: Child) -> None:
    earlier = replace(seen(child), started=seen(child).started - 1)
    assert not send(earlier, signal.SIGKILL)
    assert child.poll() is None
    assert send(seen(child), 0)


@pytest.mark.usefixtures("way")
def test_a_process_that_may_not_be_signalled_is_no_fault(child: Child, monkeypatch: pytest.MonkeyPatch) -> None:
    def refuse(*_: object) -> None:
        raise PermissionError

    with monkeypatch.context() as refusing:
        refusing.setattr(os, "kill", refuse)
        refusing.setattr(signal, "pidfd_send_signal", refuse)
        assert not send(seen(child), signal.SIGTERM)


def test_no_handle_is_left_open(child: Child) -> None:
    process = seen(child)
    before = os.listdir("/proc/self/fd")
    assert send(process, 0)
    assert not send(replace(process, started=1), 0)
    assert os.listdir("/proc/self/fd") == before


def test_without_a_process_table_nothing_is_supported(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(processes, "_read", lambda path: b"")
    assert not is_supported()
    assert process_of(os.getpid()) is None
