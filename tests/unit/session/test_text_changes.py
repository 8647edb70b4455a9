"""What changed in a text is told completely, and in bounded time."""

from __future__ import annotations

import hypothesis.strategies as st
from hypothesis import given

from app.session.text_changes import ChangedLine, LineKind, changes_between

LINES = st.lists(st.sampled_from(["a", "b", "c", "", "  a"]), max_size=30).map("\n".join)


def told(before: str, after: str) -> list[str]:
    """The changes in short: "+x", "-x", " x", "…n lines"."""
    marks = {LineKind.ADDED: "+", LineKind.REMOVED: "-", LineKind.SAME: " ", LineKind.GAP: "…"}
    return [marks[line.kind] + line.text for line in changes_between(before, after)]


def test_equal_texts_have_no_changes() -> None:
    assert told("a\nb", "a\nb") == []
    assert told("a\r\nb", "a\nb") == []


def test_a_changed_line_stands_between_its_neighbours() -> None:
    before = "\n".join(f"line {number}" for number in range(20))
    assert told(before, before.replace("line 9\n", "line nine\n")) == [
        "…7 lines",
        " line 7",
        " line 8",
        "-line 9",
        "+line nine",
        " line 10",
        " line 11",
        "…8 lines",
    ]


def test_what_lies_between_two_changes_is_folded() -> None:
    middle = "\n".join(f"m{number}" for number in range(6))
    assert told(f"a\n{middle}\nb", f"A\n{middle}\nB") == [
        "-a", "+A", " m0", " m1", "…2 lines", " m4", " m5", "-b", "+B",
    ]  # fmt: skip


def test_few_lines_between_are_not_folded() -> None:
    assert told("a\nx\ny\nb", "A\nx\ny\nB") == ["-a", "+A", " x", " y", "-b", "+B"]


def test_one_line_is_a_gap_of_one_line() -> None:
    assert changes_between("x\n" * 2001, "y")[-1] == ChangedLine(LineKind.GAP, "3 lines")
    assert changes_between("x\n" * 1999, "y")[-1] == ChangedLine(LineKind.GAP, "1 line")


@given(before=LINES, after=LINES)
def test_every_changed_line_is_told(before: str, after: str) -> None:
    changes = changes_between(before, after)
    balance = [before.count("\n"), after.count("\n")]
    removed = sum(line.kind is LineKind.REMOVED for line in changes)
    added = sum(line.kind is LineKind.ADDED for line in changes)
    assert balance[1] - balance[0] == added - removed
    assert (changes == []) == (before == after)
    old, new = sorted(before.split("\n")), sorted(after.split("\n"))
    for line in changes:
        if line.kind is LineKind.REMOVED:
            old.remove(line.text)
        elif line.kind is LineKind.ADDED:
            new.remove(line.text)
    assert old == new
