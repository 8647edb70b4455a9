"""What a tool call is about: the command in full, the change, the file, or whatever its arguments say."""

from __future__ import annotations

from typing import Any

import pytest

from app.session.bounds import bounded
from app.session.question_context import RunningTool
from app.session.running_tool import running_tool
from app.session.text_changes import ChangedLine, LineKind


def made_of(arguments: dict[str, Any]) -> RunningTool:
    """The tool "tool" with *arguments*."""
    return running_tool("t", "tool", arguments)


def shown(tool: RunningTool) -> list[str]:
    """The changes of *tool*, one a line."""
    marks = {LineKind.SAME: " ", LineKind.ADDED: "+", LineKind.REMOVED: "-", LineKind.GAP: "…"}
    return [marks[line.kind] + line.text for line in tool.changes]


@pytest.mark.parametrize(
    ("arguments", "about", "rest"),
    [
        ({"command": "ls -la\n\trm x"}, "ls -la\n\trm x", ""),
        ({"command": "ls", "timeout": 30}, "ls", '{"timeout": 30}'),
        ({"command": "", "timeout": 30}, '{"timeout": 30}', ""),
        ({"command": ["ls"]}, '{"command": ["ls"]}', ""),
        ({"path": "/etc/passwd", "limit": 3}, "/etc/passwd", '{"limit": 3}'),
        ({"file_path": "a", "content": 3}, "a", '{"content": 3}'),
        ({"odd": "é"}, '{"odd": "é"}', ""),
        ({}, "", ""),
    ],
)
def test_the_arguments_are_told_to_the_last_one(arguments: dict[str, Any], about: str, rest: str) -> None:
    assert made_of(arguments) == RunningTool("t", "tool", about, (), rest)


def test_long_json_stands_in_lines() -> None:
    assert made_of({"key": "x" * 200}).about == '{\n  "key": "' + "x" * 200 + '"\n}'


@pytest.mark.parametrize(
    "arguments",
    [
        {"path": "a.py", "edits": [{"oldText": "one\ntwo", "newText": "one\n2"}]},
        {"path": "a.py", "oldText": "one\ntwo", "newText": "one\n2"},
        {"file_path": "a.py", "old_string": "one\ntwo", "new_string": "one\n2"},
    ],
)
def test_an_edit_is_told_by_what_it_changes(arguments: dict[str, Any]) -> None:
    tool = made_of(arguments)
    assert (tool.about, tool.rest) == ("a.py", "")
    assert shown(tool) == [" one", "-two", "+2"]


def test_each_place_of_an_edit_is_told() -> None:
    edits = [{"oldText": "a", "newText": "b"}, {"oldText": "c", "newText": "c"}, {"oldText": "d\n", "newText": "d\r\n"}]
    changes = shown(made_of({"path": "p", "edits": edits}))
    line_ends = "…a change of line ends, or of what is not shown"
    assert changes == ["-a", "+b", "…another place", "…no change", "…another place", line_ends]


@pytest.mark.parametrize("edits", [[], "x", [3], [{"oldText": "a"}], [{"oldText": "a", "newText": "b", "all": True}]])
def test_an_edit_of_another_form_is_told_as_it_stands(edits: Any) -> None:
    tool = made_of({"path": "p", "edits": edits})
    assert tool.changes == ()
    assert '"edits"' in tool.rest


def test_what_else_an_edit_says_is_told() -> None:
    tool = made_of({"file_path": "p", "old_string": "a", "new_string": "b", "replace_all": True})
    assert (shown(tool), tool.rest) == (["-a", "+b"], '{"replace_all": true}')


@pytest.mark.parametrize(("count", "last"), [(40, "+39"), (41, "…1 more line"), (3000, "…2,960 more lines")])
def test_a_file_that_is_written_is_told_by_its_first_lines(count: int, last: str) -> None:
    tool = made_of({"path": "p", "content": "\r\n".join(map(str, range(count)))})
    assert (tool.about, tool.rest) == ("p", "")
    assert (shown(tool)[0], shown(tool)[-1]) == ("+0", last)


def test_a_command_is_kept_whole_and_of_a_giant_both_ends() -> None:
    assert made_of({"command": "x" * 100_000}).about == "x" * 100_000
    giant = made_of({"command": "a" * 200_000 + "; rm -rf ~"}).about
    assert giant.startswith("aaa")
    assert "\n… 100,010 characters are not shown …\n" in giant
    assert giant.endswith("a; rm -rf ~")
    assert bounded("x" * 10, 10, 5) == "x" * 10


@pytest.mark.timeout(20)
def test_giants_are_bounded() -> None:
    edits = [{"oldText": f"a{number}", "newText": "b"} for number in range(100_000)]
    tool = made_of({"path": "p" * 1_000_000, "edits": edits, "rest": list(range(1_000_000))})
    assert len(tool.changes) == 401
    assert tool.changes[-1] == ChangedLine(LineKind.GAP, "more changes, not shown")
    assert len(tool.about) < 101_000
    assert tool.rest.endswith("\n… the rest is not shown …")
    assert len(tool.rest) < 101_000
    assert len(running_tool("t", "n" * 1000, {}).name) == 200


@pytest.mark.timeout(20)
def test_giants_in_few_lines_are_bounded_too() -> None:
    edits = [{"oldText": "a" * 90_000, "newText": "b" * 90_000} for _ in range(100)]
    tool = made_of({"path": "p", "edits": edits})
    assert [line.text[:4] for line in tool.changes] == ["aaaa", "bbbb", "anot", "more"]


def test_what_is_nested_too_deeply_is_told_to_be() -> None:
    deep: list[Any] = []
    for _ in range(5_000):
        deep = [deep]
    assert made_of({"deep": deep}).about.endswith("… the rest is not shown …")
