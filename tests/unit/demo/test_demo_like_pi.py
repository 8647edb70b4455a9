"""On the wire the demo agent cannot be told from pi 1.6.0: the same records in the same order.

`pi-1.6.0.json` holds what pi itself wrote and was told in each scenario, without system messages, without ids, and
with each run of deltas as one.
"""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

TRACES: dict[str, list[dict[str, Any]]] = json.loads((Path(__file__).parent / "pi-1.6.0.json").read_text("utf-8"))

BATCHED = {"passive", "dialogs", "extension-error", "steer-and-follow-up"}
"""Scenarios in which commands were under way when pi answered: its responses come at another moment than ours."""


def kind(record: dict[str, Any]) -> Any:
    """Return what is compared of *record*: extension UI requests whole, of all else the kind and how it went."""
    name, message = record["type"], record.get("message") or {}
    if name == "extension_ui_request":
        return {key: value for key, value in record.items() if key != "id"}
    detail: tuple[Any, ...] = {
        "message_start": lambda: (message["role"], message.get("stopReason", "")),
        "message_end": lambda: (message["role"], message.get("stopReason", "")),
        "message_update": lambda: (record["assistantMessageEvent"]["type"],),
        "response": lambda: (record["command"], record["success"], (record.get("data") or {}).get("disposition", "")),
        "agent_end": lambda: (record["willRetry"],),
        "agent_settled": lambda: (record["aborted"],),
        "tool_execution_end": lambda: (record["isError"],),
        "entry_appended": lambda: (record["entry"]["type"],),
        "auto_retry_end": lambda: (record["success"],),
        "turn_end": lambda: (len(record["toolResults"]),),
    }.get(name, lambda: ())()
    return " ".join(map(str, (name, *detail))).strip()


class Play:
    """One scenario played again with the demo agent."""

    def __init__(self, demo: Any) -> None:
        self.demo = demo
        self.kinds: list[Any] = []
        self.dialogs: list[str] = []

    def hear(self) -> None:
        """Take the next record; runs of deltas count once, system messages not at all."""
        record = self.demo.next()
        if is_system(record):
            return
        if record.get("method") in ("select", "confirm", "input", "editor"):
            self.dialogs.append(record["id"])
        heard = kind(record)
        if not (str(heard).endswith("_delta") and self.kinds[-1:] == [heard]):
            self.kinds.append(heard)

    def say(self, record: dict[str, Any]) -> None:
        """Send *record*, an answer to the dialog that it means."""
        if record["type"] == "extension_ui_response":
            record = {**record, "id": self.dialogs[int(record["id"].split()[1]) - 1]}
        self.demo.send(record)


def is_system(record: dict[str, Any]) -> bool:
    """Whether *record* tells what the model was told, which nobody is shown."""
    return record["type"] in ("message_start", "message_end") and record["message"]["role"] == "system"


def is_response(heard: Any) -> bool:
    return isinstance(heard, str) and heard.startswith("response")


@pytest.mark.parametrize("scenario", sorted(set(TRACES) - BATCHED))
def test_the_same_records_come_in_the_same_order(demo: Any, scenario: str) -> None:
    play = Play(demo)
    expected = [item["out"] for item in TRACES[scenario] if "out" in item]
    heard = 0
    for item in TRACES[scenario]:
        if "in" in item:
            play.say(item["in"])
            continue
        heard += 1
        while len(play.kinds) < heard:
            play.hear()
    assert play.kinds == expected


@pytest.mark.parametrize("scenario", sorted(BATCHED - {"steer-and-follow-up"}))
def test_the_same_requests_come_whenever_the_responses_do(demo: Any, scenario: str) -> None:
    play = Play(demo)
    expected = [item["out"] for item in TRACES[scenario] if "out" in item]
    requests = 0
    for item in TRACES[scenario]:
        if "in" in item:
            play.say(item["in"])
        elif not is_response(item["out"]):
            requests += 1
            while sum(not is_response(heard) for heard in play.kinds) < requests:
                play.hear()
    while len(play.kinds) < len(expected):
        play.hear()
    assert [heard for heard in play.kinds if not is_response(heard)] == [k for k in expected if not is_response(k)]
    assert sorted(filter(is_response, play.kinds)) == sorted(filter(is_response, expected))


def test_queued_messages_are_told_and_delivered_as_pi_does(demo: Any) -> None:
    """The same queue updates and turns as in pi's scenario, whose long stream goes on beside the commands."""
    demo.send({"id": "run", "type": "prompt", "message": "slow 30 40\nbash sleep 0.5\nsay 5"})
    demo.until_type("message_update")
    for command in (
        {"id": "1", "type": "steer", "message": "say 3"},
        {"id": "2", "type": "follow_up", "message": "say 4"},
        {"id": "3", "type": "prompt", "message": "say 6", "streamingBehavior": "steer"},
        {"id": "4", "type": "prompt", "message": "say 7"},
        {"id": "5", "type": "clear_queue"},
        {"id": "6", "type": "follow_up", "message": "say 2"},
    ):
        demo.send(command)
    demo.until_type("agent_settled")
    trace = [item["out"] for item in TRACES["steer-and-follow-up"] if "out" in item]
    ours = [kind(record) for record in demo.records if not is_system(record)]

    def without_stream(kinds: list[Any]) -> list[Any]:
        return [k for k in kinds if not is_response(k) and not k.startswith("message_update")]

    assert without_stream(ours) == without_stream(trace)
    assert sorted(filter(is_response, ours)) == sorted(filter(is_response, trace))
    updates = [(r["steering"], r["followUp"]) for r in demo.records if r["type"] == "queue_update"]
    assert updates == [
        (["say 3"], []),
        (["say 3"], ["say 4"]),
        (["say 3", "say 6"], ["say 4"]),
        ([], []),
        ([], ["say 2"]),
        ([], []),
    ]
