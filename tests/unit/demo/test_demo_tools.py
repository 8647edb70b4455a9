"""The make-believe tools: results as pi's tools give them, and nothing really done."""

from __future__ import annotations

import pytest

from app.demo.script import Call, plan
from app.demo.tools import LISTING, bash, new_files, perform


def text_of(result: dict[str, object]) -> str:
    content = result["content"]
    assert isinstance(content, list)
    return str(content[0]["text"])


@pytest.mark.parametrize(
    ("command", "output", "code"),
    [
        ("echo one 'two  three'", "one two  three\n", 0),
        ("ls && echo done", "README.md\ngreeting.py\ndone\n", 0),
        ("ls -la", LISTING, 0),
        ("false && echo never", "", 1),
        ("false; echo still", "still\n", 0),
        ("echo before; exit 3", "before\n", 3),
        ("true", "", 0),
        ("git status", "On branch main\nnothing to commit, working tree clean\n", 0),
        ("rm -rf /", "[demo] not run: rm -rf /\n", 0),
        ("echo 'open", "bash: syntax error: unexpected end of file\n", 2),
    ],
)
def test_commands_are_made_up(command: str, output: str, code: int) -> None:
    performance = bash(command)
    structured = performance.result["structuredContent"]
    assert (structured["output"], structured["exit_code"], performance.is_error) == (output, code, code != 0)


def test_what_a_command_shows_names_its_silence_and_its_failure() -> None:
    assert text_of(bash("true").result) == "(no output)"
    assert text_of(bash("false").result) == "Command exited with code 1"
    assert text_of(bash("echo x; false").result) == "x\n\n\nCommand exited with code 1"


def test_sleep_takes_its_time() -> None:
    assert bash("sleep 0.5; echo up").steps == [(0.5, ""), (0, "up\n")]


def test_an_edit_tells_its_diff_its_patch_and_its_first_line() -> None:
    (call,) = plan("edit a.txt hello => goodbye").calls
    performance = perform(call, new_files())
    assert text_of(performance.result) == "Successfully replaced 1 block(s) in a.txt."
    assert performance.result["details"] == {
        "diff": "-1 hello\n+1 goodbye\n 2 world",
        "patch": "--- a.txt\n+++ a.txt\n@@ -1,2 +1,2 @@\n-hello\n+goodbye\n world\n",
        "firstChangedLine": 1,
    }


def test_an_edit_of_what_is_not_there_fails() -> None:
    (call,) = plan("edit a.txt nowhere => x").calls
    performance = perform(call, new_files())
    assert performance.is_error
    assert text_of(performance.result).startswith("Could not find the exact text in a.txt.")


def test_an_edit_of_what_is_there_twice_fails() -> None:
    files = {"a.txt": "x\nx\n"}
    assert perform(Call("edit", {"path": "a.txt", "edits": [{"oldText": "x", "newText": "y"}]}), files).is_error
    assert files == {"a.txt": "x\nx\n"}


def test_what_is_written_can_be_read() -> None:
    files = new_files()
    perform(Call("write", {"path": "b.txt", "content": "one\n"}), files)
    assert perform(Call("read", {"path": "b.txt"}), files).result["structuredContent"] == "one\n"


def test_an_unknown_tool_fails() -> None:
    performance = perform(Call("web", {}), new_files())
    assert (performance.is_error, text_of(performance.result)) == (True, "Tool web not found")
