"""Texts of megabytes: taken in over several frames, drawn without a seam, and only what is new is made."""

from __future__ import annotations

from itertools import pairwise

import pytest
from PySide6.QtGui import QColor

from app.session.entries import TextBlock, ThinkingBlock, ToolBlock, ToolEntry, ToolState, UserEntry
from app.ui.theme import DARK
from app.ui.transcript import text_layout
from tests.ui.transcript.conftest import Stage


def test_a_text_that_takes_long_is_taken_in_over_several_frames(stage: Stage, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(text_layout, "_MOST_SECONDS", 0)
    monkeypatch.setattr(text_layout, "_SLICE", 100)
    stage.say("\n\n".join(f"paragraph {number}" for number in range(100)))
    assert "paragraph 99" not in stage.text
    stage.wait(lambda: "paragraph 99" in stage.view.visible_text())
    stage.wait(lambda: not stage.view._frame.isActive())


def test_long_code_has_no_seam(stage: Stage) -> None:
    stage.say("before\n```\n" + "a line of a long program\n" * 1000 + "```\nafter")
    stage.wait(lambda: "after" in stage.view.visible_text())
    placed = stage.view._layouts[0].placed
    code = placed[1:-1]
    assert len(code) > 3
    assert [part.part.joins_above for part in code] == [False] + [True] * (len(code) - 1)
    assert all(below.top == above.top + above.height for above, below in pairwise(code))
    assert placed[-1].top > code[-1].top + code[-1].height
    stage.view.verticalScrollBar().setValue(code[1].top - 200)
    image = stage.view.viewport().grab().toImage()
    seam = stage.top(0) + code[1].top
    assert 0 < seam < image.height()
    left = stage.view._margin() + 1
    colors = {QColor(image.pixel(left, y)).name() for y in range(seam - 30, seam + 30)}
    assert colors == {QColor(DARK.code).name()}


def test_a_long_list_is_read_as_a_list_to_its_end(stage: Stage) -> None:
    stage.say("".join(f"- item **{number}** of a long list\n" for number in range(600)))
    stage.wait(lambda: "item 599 of" in stage.view.visible_text())
    assert "**" not in stage.view._layouts[0].placed[-1].part.plain()


@pytest.mark.parametrize("unit", ["解析器", "a word ", "\n", "```\n漢 code\n", "- item\n"])
def test_of_what_streams_only_the_end_is_made_anew(stage: Stage, unit: str) -> None:
    entry = stage.say(unit * 10_000)
    stage.wait(lambda: not stage.view._frame.isActive())
    before = [placed.part for placed in stage.view._layouts[0].placed]
    block = entry.blocks[0]
    assert isinstance(block, TextBlock)
    block.body.append(unit)
    stage.changed()
    stage.view.visible_text()
    after = [placed.part for placed in stage.view._layouts[0].placed]
    assert after[: len(before) - 2] == before[:-2]
    assert len(after) - len(before) in (0, 1)


def test_of_an_output_of_megabytes_only_the_start_is_looked_at(stage: Stage) -> None:
    block = ToolBlock("c", "bash", {"command": "make"}, state=ToolState.DONE)
    block.output.append("\x1b[31m0123456789\x1b[0m\n" * 200_000)
    stage.add(ToolEntry(block))
    stage.click(stage.head(0))
    assert len(stage.text) < 50_000
    rows = stage.view._layouts[0].placed[0].part._body._rows
    assert list(rows[-2:]) == ["0123456789", "… 199,800 more lines"]


def test_very_long_words_of_the_person_can_be_read_to_their_end(stage: Stage) -> None:
    stage.add(UserEntry("長" * 300_000 + "終"))
    assert "終" in stage.text
    rows = stage.view._layouts[0].placed[0].part._body._rows
    assert rows[len(rows) - 1].endswith("終")


def test_many_words_of_thinking_are_not_all_counted(stage: Stage) -> None:
    thought = ThinkingBlock(closed=True)
    thought.body.append("a " * 150_000)
    stage.say("").blocks[0] = thought
    assert stage.text == "Thought · more than 100,000 words"
