"""Cards of one line that unfold: diffs in their colours, thinking, failed tries; folded again they are as before."""

from __future__ import annotations

from PySide6.QtCore import QPoint
from PySide6.QtGui import QColor

from app.session.entries import (
    AssistantEntry,
    Text,
    TextBlock,
    ThinkingBlock,
    ToolBlock,
    ToolEntry,
    ToolState,
    UserEntry,
)
from app.ui.theme import DARK
from tests.ui.transcript.conftest import Stage


def colors_below(stage: Stage, index: int) -> set[str]:
    """The colours near the right edge of the column, from the top of the entry at *index* down."""
    top, image = stage.top(index), stage.view.viewport().grab().toImage()
    right = stage.view.width() - stage.view._margin() - 40
    return {QColor(image.pixel(right, y)).name() for y in range(top, min(top + 300, image.height()))}


def test_a_diff_unfolds_in_its_colours(stage: Stage) -> None:
    diff = " 1 same\n-2 old\n+2 new"
    stage.add(ToolEntry(ToolBlock("c", "edit", {"path": "a.py"}, state=ToolState.DONE, details={"diff": diff})))
    assert not {DARK.added, DARK.removed} & colors_below(stage, 0)
    stage.click(stage.head(0))
    assert stage.text == f"edit a.py +1 −1\n{diff}"
    assert {DARK.added, DARK.removed} <= colors_below(stage, 0)
    stage.click(stage.head(0))
    assert stage.text == "edit a.py +1 −1"


def test_output_unfolds_without_its_escapes_and_counts_what_it_leaves_out(stage: Stage) -> None:
    block = ToolBlock("c", "bash", {"command": "make"}, state=ToolState.DONE, images=2)
    block.output.append("\x1b[31mred\x1b[0m\n" * 300)
    stage.add(ToolEntry(block))
    assert stage.text == "bash make 2 images"
    height = stage.view._heights[0]
    stage.click(stage.head(0))
    assert "\x1b" not in stage.text
    rows = (stage.view._heights[0] - height) // stage.view._look.code_metrics.lineSpacing()
    assert rows == 201
    assert stage.view._layouts[0].placed[0].part._body._rows[-1] == "… 100 more lines"


def test_thinking_and_failed_tries_unfold_quietly(stage: Stage) -> None:
    thought = AssistantEntry([ThinkingBlock(Text(["First <b>this</b>."]), closed=True)], [0], False)
    tried = AssistantEntry(
        [TextBlock(Text(["half an answer"])), ToolBlock("c", "bash", {"command": "ls"})],
        [0, 1],
        False,
        withdrawn=True,
        error="503 overloaded",
    )
    stage.add(thought, tried)
    assert stage.text == "Thought · 2 words\nA failed try was taken back"
    stage.click(stage.head(0))
    stage.click(stage.head(1))
    assert "First <b>this</b>." in stage.text
    assert stage.text.endswith("503 overloaded\n\nhalf an answer\n\nls")


def test_below_its_line_an_unfolded_card_is_no_button(stage: Stage) -> None:
    block = ToolBlock("c", "bash", {"command": "make"}, state=ToolState.DONE)
    block.output.append("line\n" * 20)
    stage.add(ToolEntry(block))
    stage.click(stage.head(0))
    unfolded = stage.text
    stage.click(stage.head(0) + QPoint(0, 100))
    assert stage.text == unfolded


def test_a_long_detail_is_cut_in_the_line_and_not_in_the_words(stage: Stage) -> None:
    command = "echo " + "word " * 60
    stage.add(ToolEntry(ToolBlock("c", "bash", {"command": command}, state=ToolState.RUNNING)))
    assert command.strip() in stage.text
    stage.view.resize(420, 600)
    stage.view.grab()


def test_text_that_is_not_a_continuation_is_read_anew(stage: Stage) -> None:
    entry = stage.say("# One\n\ntwo")
    assert stage.text == "One\ntwo"
    block = entry.blocks[0]
    assert isinstance(block, TextBlock)
    block.body.replace("other")
    stage.changed()
    assert stage.text == "other"


def test_long_words_of_the_person_are_shown_in_lines(stage: Stage) -> None:
    text = "word " * 3_000
    stage.add(UserEntry(text))
    assert stage.text == text
    assert stage.view._heights[0] > 1000
    stage.view.grab()


def test_unfolded_cards_stay_so_in_another_theme(stage: Stage) -> None:
    stage.add(AssistantEntry([ThinkingBlock(Text(["deep"]), closed=True)], [0], False))
    stage.click(stage.head(0))
    stage.view.set_theme(DARK)
    assert stage.text.endswith("deep")
