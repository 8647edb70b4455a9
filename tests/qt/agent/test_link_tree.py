"""Whatever an agent starts ends with it, also what hides behind sessions of its own; nothing else does."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest
from pytestqt.qtbot import QtBot

from app.agent import AgentLink, Launch, ShutdownTimes, process_tree
from tests.qt.agent.conftest import Harness
from tests.support.processes import ORPHAN, agent_id_of, marked_with, runs

pytestmark = pytest.mark.skipif(sys.platform != "linux", reason="processes are read from /proc")

PATIENT = ShutdownTimes(grace=60, terminate=60)
QUICK = ShutdownTimes(grace=0.1, terminate=0.1)
AGENT = ORPHAN + "orphan()\nsys.stdin.readline()\n"
STUBBORN = ORPHAN + "orphan(signal.SIG_IGN)\nsys.stdin.readline()\n"
Act = Callable[[AgentLink], object]

ENDINGS: dict[str, Act] = {
    "exits with 0": lambda link: link.write(b"leave\n"),
    "is killed": lambda link: os.kill(link.pid, signal.SIGKILL),
    "crashes": lambda link: os.kill(link.pid, signal.SIGSEGV),
    "is stopped": AgentLink.stop,
    "is shut down": AgentLink.shutdown,
    "is stopped by force": AgentLink.kill,
}


def orphan_of(harness: Harness, script: str, environment: dict[str, str] | None = None) -> int:
    """Start an agent with *script* and return the pid of its first orphan."""
    variables = {**os.environ, **(environment or {})}
    harness.link.start(Launch(sys.executable, ("-c", script), harness.folder, variables, "The agent"))
    return next_orphan(harness, 0)


def next_orphan(harness: Harness, index: int) -> int:
    """Wait for the orphan number *index* to say its pid, and return that."""
    harness.qtbot.waitUntil(lambda: harness.ear.output.count(b"\n") > index, timeout=10_000)
    pid = int(harness.ear.output.split()[2 * index + 1])
    assert runs(pid)
    assert os.getsid(pid) != os.getsid(harness.link.pid)
    return pid


@pytest.fixture
def bystander() -> Iterator[Callable[[dict[str, str]], int]]:
    """Start a process that is none of the agent's business, with variables of its own."""
    started: list[subprocess.Popen[bytes]] = []

    def start(variables: dict[str, str]) -> int:
        started.append(subprocess.Popen(["sleep", "900"], env={**os.environ, **variables}))
        return started[-1].pid

    yield start
    for process in started:
        process.kill()
        process.wait()


@pytest.mark.parametrize("how", ENDINGS)
def test_an_orphan_in_a_session_of_its_own_ends_when_the_agent(qtbot: QtBot, tmp_path: Path, how: str) -> None:
    harness = Harness(qtbot, tmp_path, PATIENT)
    orphan = orphan_of(harness, AGENT)
    ENDINGS[how](harness.link)
    harness.outcome()
    assert not runs(orphan)


@pytest.mark.parametrize("how", ENDINGS)
def test_an_orphan_that_ignores_requests_is_killed_when_the_agent(qtbot: QtBot, tmp_path: Path, how: str) -> None:
    harness = Harness(qtbot, tmp_path, QUICK)
    orphan = orphan_of(harness, STUBBORN)
    ENDINGS[how](harness.link)
    harness.outcome()
    assert not runs(orphan)


def test_an_orphan_is_asked_once_before_it_is_killed(qtbot: QtBot, tmp_path: Path) -> None:
    harness = Harness(qtbot, tmp_path, ShutdownTimes(grace=60, terminate=0.3))
    note = f"lambda *_: open({str(tmp_path / 'asked')!r}, 'a').write('x')"
    orphan = orphan_of(harness, ORPHAN + f"orphan({note})\nsys.stdin.readline()\n")
    harness.link.stop()
    harness.outcome()
    assert (tmp_path / "asked").read_text() == "x"
    assert not runs(orphan)


def test_what_is_started_while_all_is_ended_ends_as_well(qtbot: QtBot, tmp_path: Path) -> None:
    harness = Harness(qtbot, tmp_path, PATIENT)
    pids = tmp_path / "pids"
    script = f"""
def again(*_):
    if not os.fork():
        os.setsid()
        signal.signal(signal.SIGTERM, signal.SIG_DFL)
        open({str(pids)!r}, "a").write(str(os.getpid()))
        while True: signal.pause()
    os._exit(0)
orphan(again)
sys.stdin.readline()
"""
    orphan_of(harness, ORPHAN + script)
    agent_id = agent_id_of(harness.link.pid)
    harness.link.stop()
    harness.outcome()
    assert marked_with(agent_id) == []


CHAIN = """
if not os.fork():
    for _ in range(3000):
        os.setsid()
        time.sleep(0.01)
        if os.fork():
            os._exit(0)
    os._exit(0)
"""
"""For scripts of agents: a process that lives ten milliseconds and leaves another one behind, for half a minute."""


@pytest.mark.parametrize("how", [AgentLink.kill, AgentLink.release])
def test_a_chain_of_processes_is_broken(harness: Harness, how: Act) -> None:
    orphan = orphan_of(harness, ORPHAN + CHAIN + "orphan()\nsys.stdin.readline()\n")
    agent_id = agent_id_of(harness.link.pid)
    how(harness.link)
    harness.qtbot.waitUntil(lambda: not runs(orphan) and marked_with(agent_id) == [], timeout=5_000)


def test_a_released_link_has_signalled_everything_when_it_returns(harness: Harness) -> None:
    orphan = orphan_of(harness, STUBBORN)
    harness.link.release()
    harness.qtbot.waitUntil(lambda: not runs(orphan), timeout=5_000)
    assert harness.ear.outcomes == []


def test_nobody_else_is_touched(harness: Harness, bystander: Callable[[dict[str, str]], int]) -> None:
    orphan = orphan_of(harness, AGENT)
    agent_id = agent_id_of(harness.link.pid)
    others = [
        bystander({}),
        bystander({"PIENZA_AGENT_ID": agent_id + "0"}),
        bystander({"PIENZA_AGENT_ID": agent_id[:-1]}),
        bystander({"PIENZA_AGENT_ID": f"x{agent_id}:{agent_id}x"}),
        bystander({"MY_PIENZA_AGENT_ID": agent_id, "NOTE": f"PIENZA_AGENT_ID={agent_id}"}),
    ]
    harness.link.kill()
    harness.outcome()
    assert not runs(orphan)
    assert [runs(other) for other in others] == [True] * 5


def test_each_start_has_an_id_of_its_own(harness: Harness, qtbot: QtBot, tmp_path: Path) -> None:
    other = Harness(qtbot, tmp_path, PATIENT)
    orphan, stranger = orphan_of(harness, AGENT), orphan_of(other, AGENT)
    harness.link.kill()
    harness.outcome()
    assert not runs(orphan)
    assert runs(stranger)
    other.link.kill()
    other.outcome()


def test_an_agent_in_an_agent_is_found_by_both(harness: Harness) -> None:
    orphan = orphan_of(harness, AGENT, {"PIENZA_AGENT_ID": "outer:middle"})
    inner = agent_id_of(harness.link.pid)
    assert set(marked_with("outer")) == set(marked_with("middle")) == {harness.link.pid, orphan}
    harness.link.kill()
    harness.outcome()
    assert marked_with(inner) == []


def test_an_agent_shut_down_before_it_is_up_ends(qtbot: QtBot, tmp_path: Path) -> None:
    harness = Harness(qtbot, tmp_path, PATIENT)
    harness.python(AGENT)
    harness.link.shutdown()
    harness.outcome()


@pytest.mark.parametrize("how", ENDINGS)
def test_where_only_the_group_is_known_the_group_ends_when_the_agent(
    qtbot: QtBot, tmp_path: Path, how: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(process_tree.processes, "is_supported", lambda: False)
    harness = Harness(qtbot, tmp_path, QUICK)
    harness.python(STUBBORN.replace("os.setsid()", "pass"))
    harness.wait_output(b"\n")
    orphan = int(harness.ear.output.split()[1])
    ENDINGS[how](harness.link)
    harness.outcome()
    qtbot.waitUntil(lambda: not runs(orphan), timeout=5_000)
