"""Whatever way an agent ends, nothing that its tools and its shell started lives on."""

from __future__ import annotations

import os
import signal
import sys

import pytest

from app.session.phase import PhaseKind
from tests.rig import Rig
from tests.support.processes import agent_id_of, marked_with, name_of, runs

pytestmark = [
    pytest.mark.contract,
    # The tools of the demo agent start nothing: they are played.
    pytest.mark.parametrize("agent", ["1.6.0", "0.73.1"], indirect=True),
    pytest.mark.skipif(sys.platform != "linux", reason="looks into /proc"),
]

BACKGROUND = "sleep 1000 >/dev/null 2>&1 &"
ORPHAN = "(setsid sleep 1000 >/dev/null 2>&1 &) ;"


def sleepers(agent_id: str) -> list[int]:
    """The `sleep` processes that carry the mark *agent_id*."""
    return [pid for pid in marked_with(agent_id) if name_of(pid) == "sleep"]


@pytest.fixture
def started(rig: Rig) -> list[int]:
    """What a tool and the shell started: in the background, without a parent, and in the way of the agent."""
    link = rig.controller._link
    assert link is not None
    agent_id = agent_id_of(link.pid)
    rig.run(f"bash {BACKGROUND} {ORPHAN} echo on")
    rig.wait(lambda: len(sleepers(agent_id)) == 2)
    assert rig.controller.run_shell(f"{BACKGROUND} {ORPHAN} sleep 1000", in_context=False)
    rig.wait(lambda: len(sleepers(agent_id)) == 5)
    return marked_with(agent_id)


def test_closing_ends_all_that_was_started(rig: Rig, started: list[int]) -> None:
    done: list[bool] = []
    rig.controller.shut_down.connect(lambda: done.append(True))
    rig.controller.shut_down_agent()
    rig.wait(lambda: done == [True])
    assert not [pid for pid in started if runs(pid)]


def test_an_agent_that_was_killed_takes_all_that_it_started_with_it(rig: Rig, started: list[int]) -> None:
    link = rig.controller._link
    assert link is not None
    os.kill(link.pid, signal.SIGKILL)
    rig.wait(lambda: rig.session.phase.kind is PhaseKind.ENDED)
    assert rig.endings
    assert not [pid for pid in started if runs(pid)]
