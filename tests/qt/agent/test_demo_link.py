"""The demo agent at the other end of the link, started the way the program starts it."""

from __future__ import annotations

import json
import os
from pathlib import Path

from pytestqt.qtbot import QtBot

from app.agent import AgentLink, Outcome, OutcomeKind, launch_demo


def test_the_demo_agent_runs_in_a_project_that_has_a_package_called_app(qtbot: QtBot, tmp_path: Path) -> None:
    (tmp_path / "app").mkdir()
    (tmp_path / "app" / "__init__.py").write_text("raise SystemExit('the wrong package')")
    link = AgentLink()
    received = bytearray()
    outcomes: list[Outcome] = []
    link.bytes_received.connect(received.extend)
    link.stopped.connect(outcomes.append)
    link.start(launch_demo(tmp_path, dict(os.environ), arguments=("--fast",)))
    assert link.write(b'{"id":1,"type":"prompt","message":"/p-title"}\n')
    qtbot.waitUntil(lambda: b'"handled"' in received, timeout=10_000)
    records = [json.loads(line) for line in received.splitlines()]
    assert [record.get("title") for record in records if record.get("method") == "setTitle"] == [
        "Pienza demo",
        "π - release 1.4",
    ]
    link.stop()
    qtbot.waitUntil(lambda: bool(outcomes), timeout=10_000)
    (outcome,) = outcomes
    assert (outcome.kind, outcome.exit_code, outcome.stderr_tail) == (OutcomeKind.STOPPED, 0, "")
    assert outcome.sentence == "The demo agent was stopped."
