"""The link on real child processes: every start ends in one word, and nothing stays behind."""

from __future__ import annotations

import os
import signal
import sys
from pathlib import Path

import pytest
from pytestqt.qtbot import QtBot

from app.agent import AgentLink, Launch, OutcomeKind, ShutdownTimes
from app.agent.link import PIECE
from tests.qt.agent.conftest import Harness
from tests.support.processes import runs

unix_only = pytest.mark.skipif(sys.platform == "win32", reason="signals and process groups")

ECHO = """
import sys
for line in sys.stdin.buffer:
    sys.stdout.buffer.write(line); sys.stdout.buffer.flush()
"""
STUBBORN = """
import signal, sys, time
signal.signal(signal.SIGTERM, signal.SIG_IGN)
print("ready", flush=True)
while True: time.sleep(60)
"""
QUICK = ShutdownTimes(grace=0.05, terminate=0.05)


def test_what_is_written_comes_back_and_the_agent_leaves_when_its_input_closes(harness: Harness) -> None:
    with harness.qtbot.waitSignal(harness.link.started):
        harness.python(ECHO)
    assert harness.link.pid > 0
    assert harness.link.is_running
    assert harness.link.write(b"one\n")
    assert harness.link.write("zwei ü\n".encode())
    harness.wait_output("one\nzwei ü\n".encode())
    harness.link.stop()
    outcome = harness.outcome()
    assert (outcome.kind, outcome.exit_code, outcome.signal) == (OutcomeKind.STOPPED, 0, None)
    assert harness.link.pid == 0


def test_what_is_written_before_the_agent_is_up_arrives(harness: Harness) -> None:
    harness.python(ECHO)
    assert harness.link.write(b"early\n")
    harness.wait_output(b"early\n")


def test_the_folder_and_the_environment_are_those_of_the_launch(harness: Harness) -> None:
    environment = {"PATH": os.environ["PATH"], "ONLY": "this ü"}
    script = "import os; print(os.getcwd(), os.environ['ONLY'], 'HOME' in os.environ)"
    harness.link.start(Launch(sys.executable, ("-X", "utf8", "-c", script), harness.folder, environment, "The agent"))
    harness.outcome()
    assert harness.ear.output.decode().split("\n")[0] == f"{harness.folder.resolve()} this ü False"


def test_a_missing_program_is_told_once_and_not_from_within_start(harness: Harness) -> None:
    harness.launch("no-such-agent")
    assert harness.ear.outcomes == []
    outcome = harness.outcome()
    assert outcome.kind is OutcomeKind.NOT_FOUND
    assert outcome.sentence == "The agent could not be started: no-such-agent was not found."


def test_a_missing_folder_is_told(harness: Harness) -> None:
    harness.launch(sys.executable, folder=harness.folder / "gone")
    outcome = harness.outcome()
    assert outcome.kind is OutcomeKind.NOT_FOUND
    assert str(harness.folder / "gone") in outcome.sentence


@unix_only
def test_a_file_that_may_not_be_executed_is_told(harness: Harness) -> None:
    (harness.folder / "agent").write_text("#!/bin/sh\n")
    harness.launch("./agent")
    outcome = harness.outcome()
    assert outcome.kind is OutcomeKind.FAILED_TO_START
    assert "ermission denied" in outcome.sentence


@pytest.mark.parametrize("code", [0, 3])
def test_an_exit_is_told_with_its_code_after_all_output(harness: Harness, code: int) -> None:
    harness.python(f"import sys; print('last words'); print('complaint', file=sys.stderr); sys.exit({code})")
    outcome = harness.outcome()
    assert (outcome.kind, outcome.exit_code) == (OutcomeKind.EXITED, code)
    assert harness.ear.output.split() == [b"last", b"words"]
    assert outcome.stderr_tail.strip() == "complaint"
    assert harness.link.stderr_tail.strip() == "complaint"


@unix_only
def test_a_signal_from_elsewhere_is_a_crash(harness: Harness) -> None:
    harness.python("import os, signal; os.kill(os.getpid(), signal.SIGKILL)")
    outcome = harness.outcome()
    assert (outcome.kind, outcome.signal, outcome.exit_code) == (OutcomeKind.CRASHED, signal.SIGKILL, None)


def test_a_flood_arrives_whole_in_order_and_in_pieces(harness: Harness) -> None:
    harness.python("import sys\nfor n in range(400_000): sys.stdout.write(f'{n:09d}\\n')")
    harness.outcome()
    assert harness.ear.output.split() == [b"%09d" % number for number in range(400_000)]
    assert max(map(len, harness.ear.pieces)) <= PIECE


def test_an_error_stream_that_nobody_reads_does_not_stop_the_agent(harness: Harness) -> None:
    script = (
        "import sys; sys.stderr.write('x' * 5_000_000 + '\\n\\x1b[31mend\\x1b[0m'); print('alive', flush=True); input()"
    )
    harness.python(script)
    harness.wait_output(b"alive")
    harness.qtbot.waitUntil(lambda: harness.link.stderr_tail.endswith("end"), timeout=10_000)
    assert len(harness.link.stderr_tail) < 70_000


@unix_only
def test_an_agent_that_heeds_nothing_is_killed(qtbot: QtBot, tmp_path: Path) -> None:
    harness = Harness(qtbot, tmp_path, QUICK)
    harness.python(STUBBORN)
    harness.wait_output(b"ready")
    harness.link.stop()
    outcome = harness.outcome()
    assert (outcome.kind, outcome.signal) == (OutcomeKind.STOPPED, signal.SIGKILL)
    assert outcome.expected


@unix_only
def test_an_agent_that_ignores_its_input_is_told_to_end(qtbot: QtBot, tmp_path: Path) -> None:
    harness = Harness(qtbot, tmp_path, ShutdownTimes(grace=0.05, terminate=60))
    harness.python("import time; print('ready', flush=True); time.sleep(60)")
    harness.wait_output(b"ready")
    harness.link.stop()
    assert harness.outcome().signal == signal.SIGTERM


@unix_only
def test_shutdown_does_not_wait_for_the_grace_time(qtbot: QtBot, tmp_path: Path) -> None:
    harness = Harness(qtbot, tmp_path, ShutdownTimes(grace=60, terminate=60))
    harness.python("import time; print('ready', flush=True); time.sleep(60)")
    harness.wait_output(b"ready")
    harness.link.stop()
    harness.link.shutdown()
    assert harness.outcome().kind is OutcomeKind.STOPPED


def test_a_stop_before_the_agent_is_up_stops_it(qtbot: QtBot, tmp_path: Path) -> None:
    harness = Harness(qtbot, tmp_path, QUICK)
    harness.python(ECHO)
    harness.link.stop()
    assert harness.outcome().kind is OutcomeKind.STOPPED


@unix_only
@pytest.mark.parametrize("ending", ["input closed", "crash", "killed"])
def test_what_the_agent_started_ends_with_it(harness: Harness, ending: str) -> None:
    script = """
import os, signal, subprocess, sys
child = subprocess.Popen(["sleep", "900"], stdin=subprocess.DEVNULL)
print(child.pid, "started", flush=True)
sys.stdin.read()
"""
    harness.python(script)
    harness.wait_output(b"started")
    grandchild = int(harness.ear.output.split()[0])
    assert runs(grandchild)
    match ending:
        case "input closed":
            harness.link.stop()
        case "crash":
            os.kill(harness.link.pid, signal.SIGSEGV)
        case "killed":
            harness.link.kill()
    harness.outcome()
    harness.qtbot.waitUntil(lambda: not runs(grandchild), timeout=5_000)


@unix_only
def test_a_grandchild_that_ignores_requests_is_killed_before_the_end_is_told(qtbot: QtBot, tmp_path: Path) -> None:
    # The leader gets the time that it needs to leave by itself; only what it left behind is hurried.
    harness = Harness(qtbot, tmp_path, ShutdownTimes(grace=30, terminate=0.05))
    script = f"""
import subprocess, sys
child = subprocess.Popen([sys.executable, "-c", {STUBBORN!r}], stdin=subprocess.DEVNULL)
print(child.pid, flush=True)
sys.stdin.read()
"""
    harness.python(script)
    harness.wait_output(b"ready")
    grandchild = next(int(word) for word in harness.ear.output.split() if word.isdigit())
    harness.link.stop()
    assert harness.outcome().exit_code == 0
    qtbot.waitUntil(lambda: not runs(grandchild), timeout=5_000)


@pytest.mark.skipif(not Path("/proc/self/stat").exists(), reason="the process table is read from /proc")
def test_a_kill_reaches_descendants_in_groups_of_their_own(harness: Harness) -> None:
    script = """
import subprocess, sys
child = subprocess.Popen(["sleep", "900"], stdin=subprocess.DEVNULL, start_new_session=True)
print(child.pid, "started", flush=True)
sys.stdin.read()
"""
    harness.python(script)
    harness.wait_output(b"started")
    grandchild = int(harness.ear.output.split()[0])
    harness.link.kill()
    assert harness.outcome().sentence == "The agent was stopped by force."
    harness.qtbot.waitUntil(lambda: not runs(grandchild), timeout=5_000)


def test_a_write_after_the_end_is_not_taken(harness: Harness) -> None:
    assert not harness.link.write(b"before the start\n")
    harness.python("")
    harness.outcome()
    assert not harness.link.write(b"after the end\n")
    assert harness.ear.failures == []


def test_a_write_after_stop_is_not_taken(harness: Harness) -> None:
    harness.python(ECHO)
    harness.link.stop()
    assert not harness.link.write(b"too late\n")
    harness.outcome()
    assert harness.ear.output == b""


def test_the_queue_of_bytes_to_write_is_bounded(qtbot: QtBot, tmp_path: Path) -> None:
    harness = Harness(qtbot, tmp_path, QUICK, write_limit=1_000_000)
    harness.python("import time; time.sleep(60)")
    assert harness.link.write(b"x" * 600_000)
    assert not harness.link.write(b"y" * 600_000)
    assert 0 < harness.link.bytes_to_write <= 600_000
    harness.link.kill()
    harness.outcome()


def test_a_large_write_arrives_in_one_piece(harness: Harness) -> None:
    harness.python("import sys; line = sys.stdin.buffer.readline(); print(len(line), set(line) == {120, 10})")
    assert harness.link.write(b"x" * 10_000_000 + b"\n")
    harness.outcome()
    assert harness.ear.output.split() == [b"10000001", b"True"]


@unix_only
def test_an_agent_that_closed_its_input_is_told_of(harness: Harness) -> None:
    harness.python("import os, time; os.close(0); print('closed', flush=True); time.sleep(60)")
    harness.wait_output(b"closed")
    harness.link.write(b"anybody there?\n")
    harness.qtbot.waitUntil(lambda: bool(harness.ear.failures), timeout=5_000)
    assert harness.ear.failures == ["The agent no longer reads what is sent to it."]
    harness.link.kill()
    harness.outcome()


def test_a_link_starts_again_after_the_end_and_only_then(harness: Harness) -> None:
    harness.python("print('first')")
    with pytest.raises(RuntimeError):
        harness.python("print('too early')")
    harness.outcome()
    harness.ear.outcomes.clear()
    harness.python("print('second')")
    harness.outcome()
    assert harness.ear.output.split() == [b"first", b"second"]


def test_a_released_link_can_be_deleted_and_tells_nothing(harness: Harness, capfd: pytest.CaptureFixture[str]) -> None:
    harness.python(ECHO)
    harness.qtbot.waitUntil(lambda: harness.link.pid > 0)
    process = harness.link._process
    assert process is not None
    with harness.qtbot.waitSignal(process.destroyed, timeout=10_000):
        harness.link.release()
        assert not harness.link.is_running
    assert harness.ear.outcomes == []
    assert "Destroyed while process" not in capfd.readouterr().err


@pytest.mark.skipif(not Path("/proc/self/fd").exists(), reason="open files are read from /proc")
def test_an_agent_inherits_nothing_but_its_three_streams(harness: Harness) -> None:
    other = AgentLink()
    other.start(Launch(sys.executable, ("-c", ECHO), harness.folder, dict(os.environ), "The other agent"))
    harness.python("import os; print(sorted(map(int, os.listdir('/proc/self/fd')))[:-1])")
    harness.outcome()
    assert harness.ear.output.strip() == b"[0, 1, 2]"
    with harness.qtbot.waitSignal(other.stopped):
        other.stop()
