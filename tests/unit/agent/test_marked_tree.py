"""What belongs to an agent: the mark, the session, the line of parents; and what no longer does."""

from __future__ import annotations

import subprocess
import sys
from collections.abc import Iterator

import pytest

from app.agent import marked_tree
from app.agent.marked_tree import MarkedTree
from app.agent.processes import Process

pytestmark = pytest.mark.skipif(sys.platform != "linux", reason="processes are read from /proc")

LEADER = Process(pid=100, started=5, parent=1, session=100)
CHILD = Process(pid=101, started=6, parent=100, session=100)
AWAY = Process(pid=102, started=7, parent=101, session=102)
FOREIGN = Process(pid=300, started=1, parent=1, session=300)


class Table:
    """A made-up process table, and who was signalled."""

    def __init__(self, monkeypatch: pytest.MonkeyPatch) -> None:
        self.processes: list[Process] = []
        self.environments: dict[int, bytes] = {}
        self.refuses: set[Process] = set()
        self.sent: list[tuple[int, int]] = []
        monkeypatch.setattr(marked_tree, "all_processes", lambda: list(self.processes))
        monkeypatch.setattr(marked_tree, "process_of", self._process_of)
        monkeypatch.setattr(marked_tree, "environment_of", lambda pid: self.environments.get(pid, b""))
        monkeypatch.setattr(marked_tree, "send", self._send)

    def _process_of(self, pid: int) -> Process | None:
        return next((process for process in self.processes if process.pid == pid), None)

    def _send(self, process: Process, number: int) -> bool:
        self.sent.append((process.pid, number))
        return process not in self.refuses

    def tree(self, *processes: Process) -> MarkedTree:
        """Return the tree of 100 in a table of *processes* and a foreign one."""
        self.processes = [*processes, FOREIGN]
        return MarkedTree(100, "mark")

    def killed(self, tree: MarkedTree) -> set[int]:
        """Kill *tree* and return who was reached."""
        self.sent.clear()
        tree.kill()
        return {pid for pid, _ in self.sent}


@pytest.fixture
def table(monkeypatch: pytest.MonkeyPatch) -> Iterator[Table]:
    """An empty table."""
    return Table(monkeypatch)


def test_the_session_and_all_descendants_belong_to_it(table: Table) -> None:
    assert table.killed(table.tree(LEADER, CHILD, AWAY)) == {100, 101, 102}


def test_a_child_of_a_marked_process_belongs_to_it_without_a_mark(table: Table) -> None:
    marked = Process(pid=200, started=8, parent=1, session=200)
    unmarked = Process(pid=201, started=9, parent=200, session=201)
    table.environments = {200: b"PIENZA_AGENT_ID=mark\0"}
    assert table.killed(table.tree(LEADER, marked, unmarked)) == {100, 200, 201}


def test_a_leader_that_has_no_session_yet_belongs_to_it(table: Table) -> None:
    assert table.killed(table.tree(Process(pid=100, started=5, parent=9, session=9))) == {100}


def test_a_leader_that_was_never_there_has_no_tree(table: Table) -> None:
    # The kernel's own threads are in session 0.
    table.processes = [Process(pid=2, started=0, parent=0, session=0)]
    assert table.killed(MarkedTree(0, "mark")) == set()


def test_the_session_counts_on_after_its_leader_while_somebody_is_in_it(table: Table) -> None:
    tree = table.tree(LEADER, CHILD)
    tree.leader_ended()
    table.processes = [Process(pid=101, started=6, parent=1, session=100)]
    assert table.killed(tree) == {101}


def test_a_session_of_the_same_number_after_the_end_is_foreign(table: Table) -> None:
    tree = table.tree(LEADER)
    tree.leader_ended()
    table.processes = []
    assert table.killed(tree) == set()
    table.processes = [Process(pid=400, started=90, parent=1, session=100)]
    assert table.killed(tree) == set()


def test_a_process_with_the_number_of_the_leader_after_its_end_is_foreign(table: Table) -> None:
    tree = table.tree(LEADER)
    tree.leader_ended()
    table.processes = [
        Process(pid=100, started=80, parent=1, session=100),
        Process(pid=401, started=81, parent=100, session=100),
    ]
    assert table.killed(tree) == set()


def test_each_process_is_asked_once_and_tried_afterwards(table: Table) -> None:
    tree = table.tree(LEADER)
    assert tree.interrupt()
    table.processes.append(CHILD)
    assert tree.interrupt()
    assert sorted(table.sent) == [(100, 0), (100, 15), (101, 15)]
    table.processes = [FOREIGN]
    assert not tree.interrupt()


def test_one_that_may_not_be_signalled_does_not_count(table: Table) -> None:
    tree = table.tree(LEADER)
    table.refuses = {LEADER}
    assert not tree.interrupt()
    assert not tree.interrupt()
    assert not tree.kill()


def test_a_kill_of_all_looks_until_nothing_new_comes_twice(table: Table, monkeypatch: pytest.MonkeyPatch) -> None:
    tree = table.tree(LEADER)
    looks = iter([[LEADER], [LEADER], [LEADER, CHILD], [CHILD], [CHILD], [CHILD, AWAY]])
    monkeypatch.setattr(marked_tree, "all_processes", lambda: next(looks))
    tree.kill_all()
    assert table.sent == [(100, 9), (101, 9)]


def test_a_kill_of_all_comes_to_an_end(table: Table, monkeypatch: pytest.MonkeyPatch) -> None:
    tree = table.tree(LEADER)
    pids = iter(range(1000, 9000))
    monkeypatch.setattr(marked_tree, "all_processes", lambda: [Process(next(pids), 5, 1, 100)])
    tree.kill_all()
    assert 0 < len(table.sent) < 100


def test_a_real_child_without_environment_or_session_is_found_by_its_parent() -> None:
    script = "import subprocess, sys; subprocess.run(['env', '-i', 'setsid', 'sh', '-c', 'echo up; exec sleep 900'])"
    leader = subprocess.Popen([sys.executable, "-c", script], stdout=subprocess.PIPE, start_new_session=True)
    assert leader.stdout is not None
    assert leader.stdout.readline() == b"up\n"
    tree = MarkedTree(leader.pid, "mark")
    tree.kill_all()
    # The pipe ends when nobody holds it any more.
    assert leader.stdout.read() == b""
    leader.stdout.close()
    assert leader.wait() == -9
