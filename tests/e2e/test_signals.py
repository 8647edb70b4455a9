"""The program asked to end from outside: it ends as if its window had been closed."""

from __future__ import annotations

import contextlib
import os
import shlex
import signal
import subprocess
import sys
from pathlib import Path

import pytest

pytestmark = pytest.mark.skipif(sys.platform == "win32", reason="Windows has no such signals")

ROOT = Path(__file__).resolve().parents[2]
AGENT = """
import os, sys, time
print(os.getpid(), flush=True, file=open({log!r}, "a"))
for line in sys.stdin:
    pass
print("input closed", flush=True, file=open({log!r}, "a"))
time.sleep({pause})
"""


class Started:
    """`python -m app`, up, with an agent that notes the end of its input and ends *pause* seconds later."""

    def __init__(self, folder: Path, pause: float = 0) -> None:
        log = folder / "agent.log"
        os.mkfifo(log)
        script = folder / "agent.py"
        script.write_text(AGENT.format(log=str(log), pause=pause))
        agent = shlex.join([sys.executable, str(script)])
        environment = {**os.environ, "QT_QPA_PLATFORM": "offscreen"}
        self.process = subprocess.Popen([sys.executable, "-m", "app", "--agent", agent], cwd=ROOT, env=environment)
        self._log = log
        self._agent = int(self.said())

    def said(self) -> str:
        """Wait for the next line of the agent."""
        return self._log.read_text().strip()

    def __enter__(self) -> Started:
        return self

    def __exit__(self, *_: object) -> None:
        with contextlib.suppress(ProcessLookupError):
            os.kill(self._agent, signal.SIGKILL)
        self.process.kill()
        self.process.wait()


@pytest.mark.parametrize("number", [signal.SIGTERM, signal.SIGHUP, signal.SIGINT])
def test_a_signal_closes_the_window_in_good_order(tmp_path: Path, number: int) -> None:
    with Started(tmp_path) as started:
        started.process.send_signal(number)
        assert started.said() == "input closed"
        assert started.process.wait() == 0


def test_a_second_ctrl_c_ends_it_at_once(tmp_path: Path) -> None:
    with Started(tmp_path, pause=60) as started:
        started.process.send_signal(signal.SIGINT)
        # The agent takes its time, so the program is still there.
        assert started.said() == "input closed"
        started.process.send_signal(signal.SIGINT)
        assert started.process.wait() == -signal.SIGINT
