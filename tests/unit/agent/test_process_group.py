"""The process group on real processes, as macOS and a Linux without process table have it."""

from __future__ import annotations

import signal
import subprocess
import sys
from collections.abc import Iterator

import pytest

from app.agent.process_group import ProcessGroup

pytestmark = pytest.mark.skipif(sys.platform == "win32", reason="process groups")

Leader = subprocess.Popen[bytes]


@pytest.fixture
def leader() -> Iterator[Leader]:
    """A shell that leads a group of its own with a child in it."""
    script = "sleep 900 & echo up; wait"
    started = subprocess.Popen(["sh", "-c", script], stdout=subprocess.PIPE, start_new_session=True)
    assert started.stdout is not None
    assert started.stdout.readline() == b"up\n"
    yield started
    started.kill()
    started.wait()
    started.stdout.close()


def drained(leader: Leader) -> bool:
    """Wait until the whole group has let go of the output."""
    assert leader.stdout is not None
    return leader.stdout.read() == b""


def test_all_of_the_group_is_asked_to_end(leader: Leader) -> None:
    assert ProcessGroup(leader.pid).interrupt()
    assert drained(leader)
    assert leader.wait() == -signal.SIGTERM


@pytest.mark.parametrize("kill", [ProcessGroup.kill, ProcessGroup.kill_all])
def test_all_of_the_group_is_killed(leader: Leader, kill: object) -> None:
    assert callable(kill)
    kill(ProcessGroup(leader.pid))
    assert drained(leader)
    assert leader.wait() == -signal.SIGKILL


def test_the_group_is_asked_once(leader: Leader, monkeypatch: pytest.MonkeyPatch) -> None:
    sent: list[int] = []
    monkeypatch.setattr("os.killpg", lambda group, number: sent.append(number))
    group = ProcessGroup(leader.pid)
    assert group.interrupt()
    assert group.interrupt()
    assert sent == [signal.SIGTERM, 0]


@pytest.mark.parametrize("error", [ProcessLookupError, PermissionError])
def test_a_group_that_was_empty_after_its_leader_is_forgotten(
    monkeypatch: pytest.MonkeyPatch, error: type[OSError]
) -> None:
    calls: list[int] = []

    def killpg(group: int, number: int) -> None:
        calls.append(group)
        raise error

    monkeypatch.setattr("os.killpg", killpg)
    group = ProcessGroup(12345)
    assert not group.interrupt()
    group.leader_ended()
    assert not group.interrupt()
    assert not group.kill()
    assert calls == [12345, 12345]


def test_no_leader_is_no_group() -> None:
    group = ProcessGroup(0)
    assert not group.interrupt()
    assert not group.kill()
