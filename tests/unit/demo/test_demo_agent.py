"""The demo agent as a process: commands, questions, life and death."""

from __future__ import annotations

import json
import sys
from pathlib import Path
from typing import Any

import pytest

unix_only = pytest.mark.skipif(sys.platform == "win32", reason="a POSIX shell and signals")


def test_it_says_that_it_is_a_demo_as_soon_as_it_starts(demo: Any) -> None:
    status, title = demo.opening
    assert (status["method"], status["statusKey"]) == ("setStatus", "demo")
    assert "demo agent, no model" in status["statusText"]
    assert (title["method"], title["title"]) == ("setTitle", "Pienza demo")
    assert (demo.data("get_state")["model"]["name"], demo.data("get_state")["model"]["provider"]) == ("Demo", "pienza")


def test_it_leaves_in_good_order_when_its_input_closes(demo: Any) -> None:
    demo.send({"type": "prompt", "message": "slow 40 1000"})
    demo.until_type("message_update")
    assert demo.close() == 0
    assert demo.stderr() == ""


def test_the_last_line_may_lack_its_end(demo: Any) -> None:
    demo.send_raw(b'{"id":"last","type":"get_state"}')
    assert demo.close() == 0
    assert demo.next()["id"] == "last"


@unix_only
def test_it_ends_in_good_order_when_it_is_told_to_even_with_a_question_open(demo: Any) -> None:
    demo.send({"type": "prompt", "message": "/p-confirm"})
    demo.until_type("extension_ui_request", method="confirm")
    assert demo.terminate() == 143
    assert demo.stderr() == ""


def test_it_shuts_itself_down_after_the_response(demo: Any) -> None:
    demo.send({"id": 1, "type": "prompt", "message": "/p-shutdown"})
    assert demo.next() == {
        "id": 1,
        "type": "response",
        "command": "prompt",
        "success": True,
        "data": {"disposition": "handled"},
    }
    assert demo.process.wait(timeout=10) == 0


def test_what_cannot_be_understood_gets_an_error_and_does_no_harm(demo: Any) -> None:
    demo.send_raw(b"not json\n")
    parse = demo.next()
    assert (parse["command"], parse["success"], "id" in parse) == ("parse", False, False)
    assert parse["error"].startswith("Failed to parse command: ")
    demo.send_raw(b"[1, 2]\nnull\n")
    assert demo.next() == demo.next() == {"type": "response", "success": False, "error": "Unknown command: undefined"}
    demo.send_raw(b"[" * 100_000 + b"\n")
    assert demo.next()["command"] == "parse"
    unknown = demo.ask("no_such_command")
    assert (unknown["success"], unknown["error"]) == (False, "Unknown command: no_such_command")
    demo.send({"type": "extension_ui_response", "id": ["odd"], "value": "x"})
    demo.send({"type": "extension_ui_response", "id": "nobody", "value": "x"})
    assert demo.data("get_state")["isStreaming"] is False


def test_ids_come_back_with_their_json_type(demo: Any) -> None:
    for identity in (7, "seven", None, {"a": [1]}):
        demo.send({"id": identity, "type": "abort"})
        assert demo.next()["id"] == identity


@pytest.mark.parametrize(
    ("command", "told"),
    [
        ("/p-select", "select: undefined"),
        ("/p-input", "input: undefined"),
        ("/p-editor", "editor: undefined"),
        ("/p-confirm", "confirm: false"),
    ],
)
def test_a_cancelled_question_gives_its_default(demo: Any, command: str, told: str) -> None:
    demo.send({"type": "prompt", "message": command})
    demo.answer(demo.next(), cancelled=True)
    assert demo.next()["message"] == told


def test_a_confirm_that_is_answered_in_the_wrong_shape_is_a_no(demo: Any) -> None:
    demo.send({"type": "prompt", "message": "/p-confirm"})
    demo.answer(demo.next(), value="yes")
    assert demo.next()["message"] == "confirm: false"


def test_all_four_questions_come_one_after_another(demo: Any) -> None:
    demo.send({"type": "prompt", "message": "/p-all"})
    told = []
    for reply in ({"value": "b"}, {"confirmed": True}, {"value": "ü"}, {"value": "1\n2"}):
        demo.answer(demo.next(), **reply)
        told.append(demo.next()["message"])
    assert told == ['select: "b"', "confirm: true", 'input: "ü"', 'editor: "1\\n2"']


@pytest.mark.parametrize(("argument", "timeout"), [("", 1500), (" 250", 250), (" 0", None), (" soon", None)])
def test_a_timed_question_tells_its_time_if_it_has_any(demo: Any, argument: str, timeout: int | None) -> None:
    demo.send({"type": "prompt", "message": f"/p-timed{argument}"})
    asked = demo.next()
    assert asked.get("timeout") == timeout
    demo.answer(asked, confirmed=True)
    assert demo.next()["message"] == "timed: true"


def test_a_method_that_nobody_knows_tells_what_came_back(demo: Any) -> None:
    demo.send({"type": "prompt", "message": "/unknown-method"})
    asked = demo.next()
    assert asked["method"] == "hologram"
    demo.answer(asked, cancelled=True)
    assert demo.next()["message"] == 'hologram: {"cancelled":true}'


def test_the_tour_asks_all_four_and_cleans_up_after_itself(demo: Any) -> None:
    demo.send({"type": "prompt", "message": "/demo"})
    shown: dict[str, bool] = {}
    asked = []
    while (record := demo.next())["type"] == "extension_ui_request":
        match record["method"]:
            case "setStatus":
                shown[record["statusKey"]] = "statusText" in record
            case "setWidget":
                shown[record["widgetKey"]] = "widgetLines" in record
            case "select" | "confirm" | "input" | "editor" as method:
                asked.append(method)
                demo.answer(record, cancelled=True)
    assert asked == ["select", "confirm", "input", "editor"]
    assert shown == {"tour": False, "tour-hint": False}
    assert record["data"] == {"disposition": "handled"}


def test_any_other_text_is_answered_with_a_showcase(demo: Any) -> None:
    demo.send({"type": "prompt", "message": "What can <b>you</b> do?\nReally."})
    asked = demo.until_type("extension_ui_request", method="select")
    assert asked["title"].startswith("Run echo ")
    demo.answer(asked, value="Allow")
    demo.until_type("agent_settled")
    tools = [record["toolName"] for record in demo.records if record["type"] == "tool_execution_start"]
    assert tools == ["bash", "read", "bash", "edit"]
    assert not any(record["isError"] for record in demo.records if record["type"] == "tool_execution_end")
    ended = [record["message"] for record in demo.records if record["type"] == "message_end"]
    first = next(message for message in ended if message["role"] == "assistant")
    assert "> What can <b>you</b> do?\n> Really." in first["content"][1]["text"]
    assert "`/demo`" in demo.data("get_last_assistant_text")["text"]
    methods = {record["method"] for record in demo.records if record["type"] == "extension_ui_request"}
    assert methods == {"setStatus", "setWidget", "select", "notify"}


def test_the_showcase_works_again_and_again(demo: Any) -> None:
    for _ in range(2):
        demo.send({"type": "prompt", "message": "again"})
        demo.answer(demo.until_type("extension_ui_request", method="select"), value="Block")
        demo.until_type("agent_settled")
    edits = [r["isError"] for r in demo.records if r["type"] == "tool_execution_end" and r["toolName"] == "edit"]
    assert edits == [False, False]


def test_a_busy_agent_refuses_a_plain_prompt_but_runs_slash_commands(demo: Any) -> None:
    demo.send({"type": "prompt", "message": "slow 20 1000"})
    demo.until_type("message_update")
    assert demo.ask("prompt", message="say 1")["error"].startswith("Agent is already processing.")
    assert demo.data("prompt", message="/p-title") == {"disposition": "handled"}
    assert demo.data("get_state")["isStreaming"] is True
    assert demo.ask("abort")["success"]
    assert demo.data("get_state")["isStreaming"] is False


def test_an_abort_leaves_what_waits_in_the_queue_to_be_done(demo: Any) -> None:
    demo.send({"type": "prompt", "message": "slow 20 1000"})
    demo.until_type("message_update")
    demo.data("follow_up", message="text Next.")
    demo.ask("abort")
    assert demo.data("get_last_assistant_text")["text"] == "Next."
    assert [r["aborted"] for r in demo.records if r["type"] == "agent_settled"] == [True]


def test_a_run_without_retries_gives_up_at_once(demo: Any) -> None:
    demo.ask("set_auto_retry", enabled=False)
    records = demo.prompt("fail 500")
    assert not any(record["type"].startswith("auto_retry") for record in records)
    assert [r["message"]["errorMessage"][:3] for r in records if r["type"] == "turn_end"] == ["500"]


def test_a_wait_for_the_next_try_can_be_given_up(demo: Any) -> None:
    demo.send({"type": "prompt", "message": "fail 503"})
    demo.until_type("auto_retry_start")
    demo.ask("abort_retry")
    demo.until_type("agent_settled")
    end = next(record for record in demo.records if record["type"] == "auto_retry_end")
    assert (end["success"], end["finalError"]) == (False, "Retry cancelled")


def test_models_and_thinking_levels(demo: Any) -> None:
    models = demo.data("get_available_models")["models"]
    assert [model["id"] for model in models] == ["demo", "demo-small"]
    assert demo.data("set_model", provider="pienza", modelId="demo-small") == models[1]
    assert demo.records[-2] == {"type": "thinking_level_changed", "level": "off"}
    assert demo.data("get_available_thinking_levels") == {"levels": ["off"]}
    assert demo.data("cycle_thinking_level") is None
    assert demo.data("cycle_model")["model"] == models[0]
    assert demo.data("cycle_thinking_level") == {"level": "minimal"}
    assert demo.ask("set_model", provider="x", modelId="y")["error"] == "Model not found: x/y"
    assert "data" not in demo.ask("set_thinking_level", level="high")
    assert demo.data("get_state")["thinkingLevel"] == "high"


def test_modes_and_switches_are_part_of_the_state(demo: Any) -> None:
    demo.ask("set_steering_mode", mode="all")
    demo.ask("set_follow_up_mode", mode="all")
    demo.ask("set_auto_compaction", enabled=False)
    state = demo.data("get_state")
    assert (state["steeringMode"], state["followUpMode"], state["autoCompactionEnabled"]) == ("all", "all", False)


def test_a_session_is_named_forked_cloned_and_left(demo: Any) -> None:
    assert demo.ask("set_session_name", name=" ")["error"] == "Session name cannot be empty"
    demo.ask("set_session_name", name=" First ")
    assert demo.records[-2] == {"type": "session_info_changed", "name": "First"}
    demo.prompt("text One.")
    demo.prompt("text Two.")
    first, second = demo.data("get_fork_messages")["messages"]
    assert (first["text"], second["text"]) == ("text One.", "text Two.")
    assert demo.data("fork", entryId=second["entryId"]) == {"text": "text Two.", "cancelled": False}
    assert [r["method"] for r in demo.records[-3:-1]] == ["setStatus", "setTitle"]
    assert demo.data("get_last_assistant_text") == {"text": "One."}
    assert demo.ask("fork", entryId="nope")["error"] == "Invalid entry ID for forking"
    before = demo.data("get_state")
    assert demo.data("clone") == {"cancelled": False}
    after = demo.data("get_state")
    assert (after["sessionName"], after["messageCount"]) == ("First", before["messageCount"])
    assert after["sessionId"] != before["sessionId"]
    assert demo.data("new_session") == {"cancelled": False}
    assert demo.data("get_messages") == {"messages": []}
    assert demo.data("get_last_assistant_text") == {}
    assert demo.data("switch_session", sessionPath="/nowhere.jsonl") == {"cancelled": False}


def test_a_new_session_ends_the_run_without_another_word_of_it(demo: Any) -> None:
    demo.send({"type": "prompt", "message": "slow 20 1000"})
    demo.until_type("message_update")
    demo.data("new_session")
    assert demo.data("get_state")["isStreaming"] is False
    assert demo.records[-2]["type"] == "response"
    demo.prompt("say 1")


def test_entries_can_be_read_from_a_place_on(demo: Any) -> None:
    demo.prompt("say 1")
    whole = demo.data("get_entries")
    assert [entry["type"] for entry in whole["entries"]] == ["model_change", "thinking_level_change", *["message"] * 3]
    assert whole["leafId"] == whole["entries"][-1]["id"]
    later = demo.data("get_entries", since=whole["entries"][-2]["id"])
    assert later["entries"] == whole["entries"][-1:]
    assert demo.ask("get_entries", since="nope")["error"] == "Entry not found: nope"
    assert demo.data("get_tree")["tree"][0]["entry"] == whole["entries"][0]


@unix_only
def test_a_shell_command_of_the_person_is_run_and_streamed(demo: Any, tmp_path: Path) -> None:
    (tmp_path / "here.txt").touch()
    result = demo.data("bash", command="ls; echo oops >&2; exit 3")
    assert result == {"output": "here.txt\noops\n", "exitCode": 3, "cancelled": False, "truncated": False}
    updates = [record for record in demo.records if record["type"] == "bash_execution_update"]
    assert {update["id"] for update in updates} == {"ask-bash"}
    assert "".join(update["delta"] for update in updates) == result["output"]
    message = demo.data("get_messages")["messages"][-1]
    assert (message["role"], message["command"]) == ("bashExecution", "ls; echo oops >&2; exit 3")


@unix_only
def test_long_output_is_told_by_its_end_and_kept_in_a_file(demo: Any) -> None:
    result = demo.data("bash", command="seq 1 20000", excludeFromContext=True)
    kept = Path(result["fullOutputPath"])
    try:
        assert result["truncated"]
        assert result["output"].startswith("18001\n")
        assert kept.read_text().splitlines() == [str(number) for number in range(1, 20001)]
    finally:
        kept.unlink()
    assert demo.data("get_messages")["messages"][-1]["excludeFromContext"] is True


@unix_only
def test_a_shell_command_can_be_aborted(demo: Any) -> None:
    demo.send({"id": "long", "type": "bash", "command": "echo up; sleep 60"})
    demo.until_type("bash_execution_update")
    demo.send({"id": "stop", "type": "abort_bash"})
    result = demo.until(lambda record: record.get("id") == "long" and record["type"] == "response")
    assert result["data"] == {"output": "up\n", "cancelled": True, "truncated": False}


def test_compaction_that_has_nothing_to_do_fails_in_an_event_and_in_the_response(demo: Any) -> None:
    response = demo.ask("compact")
    assert response["error"] == "Nothing to compact (session too small)"
    start, end = demo.records[-3:-1]
    assert (start["type"], end["type"]) == ("compaction_start", "compaction_end")
    assert end["errorMessage"] == "Compaction failed: Nothing to compact (session too small)"


def test_a_longer_session_is_compacted(demo: Any) -> None:
    for number in range(3):
        demo.prompt(f"text {number}")
    result = demo.data("compact", customInstructions="numbers")
    assert demo.records[-2]["result"] == result
    assert demo.data("get_messages")["messages"][0]["role"] == "compactionSummary"


def test_a_session_is_exported_with_its_markup_made_harmless(demo: Any, tmp_path: Path) -> None:
    demo.prompt("text <script>")
    assert demo.data("export_html", outputPath="out.html") == {"path": "out.html"}
    page = (tmp_path / "out.html").read_text("utf-8")
    assert "&lt;script&gt;" in page
    assert "<script>" not in page
    assert not demo.ask("export_html", outputPath="no/such/folder.html")["success"]


def test_every_slash_command_is_listed_with_a_description(demo: Any) -> None:
    commands = demo.data("get_commands")["commands"]
    assert {"demo", "p-select", "p-burst", "p-shutdown", "unknown-method"} <= {command["name"] for command in commands}
    assert all(command["description"] and command["source"] == "extension" for command in commands)


def test_a_burst_is_sixty_notifications(demo: Any) -> None:
    demo.data("prompt", message="/p-burst")
    burst = [record for record in demo.records if record.get("method") == "notify"]
    assert len(burst) == 60
    assert [record["notifyType"] for record in burst].count("warning") == 6


def test_images_come_back_in_the_message_of_the_person(demo: Any) -> None:
    image = {"type": "image", "data": "aGk=", "mimeType": "image/png"}
    demo.send({"type": "prompt", "message": "say 1", "images": [image]})
    demo.until_type("agent_settled")
    user = next(r for r in demo.records if r["type"] == "message_end" and r["message"]["role"] == "user")
    assert user["message"]["content"] == [{"type": "text", "text": "say 1"}, image]


def test_half_a_surrogate_pair_survives_the_way_there_and_back(demo: Any) -> None:
    demo.send_raw(json.dumps({"type": "prompt", "message": "text \ud83d"}).encode() + b"\n")
    demo.until_type("agent_settled")
    assert demo.data("get_last_assistant_text")["text"] == "\ud83d"
