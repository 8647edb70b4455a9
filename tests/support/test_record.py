"""The recorder against the real agents: the recordings that the tests replay are still what pi says."""

from __future__ import annotations

import json
import sys
from pathlib import Path

import pytest

from tests.support.agents import Unavailable, Version, real_pi
from tests.support.record import RECORDINGS, SCENARIOS, Json, contains, read_scenario, record
from tests.support.workplace import Workplace

ECHO = "import sys\nfor line in sys.stdin: print(line, end='', flush=True)"


def said(rows: list[Json]) -> list[tuple[str, str]]:
    """What the agent printed, by type and by method, command or role."""
    records = [json.loads(row["line"]) for row in rows if row["dir"] == "out"]
    return [
        (each["type"], each.get("method") or each.get("command") or each.get("message", {}).get("role") or "")
        for each in records
    ]


@pytest.mark.contract
@pytest.mark.parametrize(("name", "version"), [("hello", "1.6.0"), ("dialogs", "1.6.0"), ("dialogs", "0.73.1")])
def test_pi_says_what_was_recorded(name: str, version: Version) -> None:
    pi = real_pi(version)
    if isinstance(pi, Unavailable):
        pytest.skip(f"NO RECORDING OF PI {version}: {pi.reason}")
    kept = (RECORDINGS / version / f"{name}.jsonl").read_text(encoding="utf-8").split("\n")[:-1]
    rows = record(read_scenario(name), pi.command)
    assert said(rows) == said([json.loads(line) for line in kept])
    assert rows[-1]["dir"] == "exit"
    assert rows[-1]["line"] == "0"


def test_each_scenario_is_recorded_from_both_versions() -> None:
    names = {path.stem for path in SCENARIOS.glob("*.json")}
    assert len(names) == 31
    for version in ("1.6.0", "0.73.1"):
        assert {path.stem for path in (RECORDINGS / version).glob("*.jsonl")} == names


def test_a_scenario_sends_waits_and_says_what_never_came() -> None:
    scenario = {
        "steps": [
            {"send": {"type": "get_state"}},
            {"wait": {"type": "get_state"}},
            {"wait": {"type": "never"}, "within": 0},
            {"raw": "{not json"},
            {"close": True},
        ]
    }
    rows = record(scenario, [sys.executable, "-c", ECHO])
    sent = '{"id": "req-1", "type": "get_state"}'
    assert [row["line"] for row in rows if row["dir"] == "in"] == [sent, "{not json"]
    assert [row["line"] for row in rows if row["dir"] == "out"] == [sent, "{not json"]
    assert [row["line"] for row in rows if row["dir"] == "err"] == ['(client) never seen: {"type": "never"}']
    assert rows[-1]["line"] == "0"


def test_paths_of_this_machine_are_not_recorded() -> None:
    where = "import os; print(os.getcwd()); print(os.environ['HOME'])"
    rows = record({"steps": []}, [sys.executable, "-c", where])
    assert [row["line"] for row in rows if row["dir"] == "out"] == ["/home/user/project", "/home/user"]


def test_a_step_that_nobody_knows_is_an_error_and_leaves_no_process() -> None:
    with pytest.raises(ValueError, match="no such step"):
        record({"steps": [{"dance": 1}]}, [sys.executable, "-c", ECHO])


def test_a_record_contains_a_part_of_itself() -> None:
    whole = {"type": "response", "data": {"id": 1, "name": "x"}}
    assert contains(whole, {"data": {"id": 1}})
    assert not contains(whole, {"data": {"id": 2}})
    assert not contains("response", {"type": "response"})


def test_a_workplace_holds_the_files_and_leaves_nothing() -> None:
    with Workplace({"folder/a.txt": "text"}) as workplace:
        assert (workplace.project / "folder" / "a.txt").read_text() == "text"
        models = json.loads(Path(workplace.environment["PI_CODING_AGENT_DIR"], "models.json").read_text())
        assert models["providers"]["scripted"]["baseUrl"].startswith("http://127.0.0.1:")
        assert workplace.arguments(Path("/a.ts")) == ["--no-extensions", "--extension", "/a.ts"]
    assert not workplace.home.exists()
