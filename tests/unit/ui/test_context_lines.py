"""The context of a question in lines and words: everything is told, nothing in it deceives."""

from __future__ import annotations

import pytest

from app.session.question_context import NO_CONTEXT, QuestionContext, RunningTool
from app.session.questions import Question, QuestionKind
from app.session.running_tool import running_tool
from app.ui.questions.context_lines import Ink, lines_of
from app.ui.questions.words import (
    DECEPTIVE,
    DECEPTIVE_PREFILL,
    context_names,
    context_title,
    reading_looks,
)


def inks_and_texts(context: QuestionContext) -> list[tuple[str, str]]:
    """The lines of *context* as pairs."""
    return [(line.ink.value, line.text) for line in lines_of(context)]


def test_a_command_stands_below_its_tool_and_the_words_at_the_end() -> None:
    tool = running_tool("t", "bash", {"command": "ls\nrm x", "timeout": 3})
    assert inks_and_texts(QuestionContext((tool,), words="I will **look**.")) == [
        ("name", "bash"),
        ("code", "ls\nrm x"),
        ("code", '{"timeout": 3}'),
        ("quiet", ""),
        ("quiet", "The agent said before that:"),
        ("words", "I will **look**."),
    ]


def test_an_edit_is_told_with_marks_and_colours() -> None:
    edits = [{"oldText": "same\na\n", "newText": "same\nb\n"}, {"oldText": "c", "newText": ""}]
    assert inks_and_texts(QuestionContext((running_tool("t", "edit", {"path": "p", "edits": edits}),))) == [
        ("name", "edit"),
        ("code", "p"),
        ("code", "  same"),
        ("removed", "− a"),
        ("added", "+ b"),
        ("code", "  "),
        ("quiet", "⋯ another place"),
        ("removed", "− c"),
        ("added", "+ "),
    ]


def test_all_that_ran_are_told() -> None:
    tools = (RunningTool("a", "bash", "one"), RunningTool("b", "", "two"))
    context = QuestionContext(tools, ("/deploy",), left_out=12)
    assert [text for _, text in inks_and_texts(context)] == [
        "bash",
        "one",
        "",
        "a tool without a name",
        "two",
        "… and 12 more",
        "/deploy",
    ]


def test_words_alone_need_no_heading_of_their_own() -> None:
    assert inks_and_texts(QuestionContext(words="Hm.")) == [("words", "Hm.")]
    assert list(lines_of(NO_CONTEXT)) == []


def test_what_deceives_is_marked_and_told() -> None:
    tool = running_tool("t", "b\u0430sh", {"command": "ls" + " " * 300 + "\u202e; rm\n" + "\n" * 120 + "x"})
    lines = list(lines_of(QuestionContext((tool,), words="а и б\u00a0сидели")))
    assert [(line.ink, line.text, line.is_deceptive) for line in lines if line.text][:2] == [
        (Ink.NAME, "b⟨а Cyrillic⟩sh", True),
        (Ink.CODE, "ls … 300 blanks … ⟨U+202E⟩; rm\n… 120 blank lines …\nx", True),
    ]
    assert (lines[-1].text, lines[-1].is_deceptive) == ("а и б\u00a0сидели", False)


@pytest.mark.parametrize(
    ("tools", "commands", "left_out", "title", "names"),
    [
        ([], [], 0, "Said before this was asked", ""),
        (["bash"], [], 0, "Running when this was asked", "bash"),
        ([], ["/deploy prod"], 0, "Running when this was asked", "/deploy prod"),
        (["bash", "edit"], [], 0, "2 running when this was asked; any of them may ask", "bash, edit"),
        (["a", "b"], ["/c", "/d"], 0, "4 running when this was asked; any of them may ask", "a, b, /c, 1 more"),
        (["a"] * 50, [], 9, "59 running when this was asked; any of them may ask", "a, a, a, 56 more"),
        (["x" * 200], [], 0, "Running when this was asked", "x" * 23 + "…"),
    ],
)
def test_the_title_never_says_which_of_several_asks(
    tools: list[str], commands: list[str], left_out: int, title: str, names: str
) -> None:
    context = QuestionContext(tuple(RunningTool(name, name) for name in tools), tuple(commands), left_out, "Words.")
    assert (context_title(context), context_names(context)) == (title, names)


@pytest.mark.parametrize(
    ("fields", "warning"),
    [
        ({"title": "Plain", "prefill": "also plain 👍"}, ""),
        ({"title": "p\u0430y"}, DECEPTIVE),
        ({"title": "", "message": "\u202e"}, DECEPTIVE),
        ({"title": "", "options": ["yes", "n\u200bo"]}, DECEPTIVE),
        ({"title": "", "placeholder": "\u2066"}, DECEPTIVE),
        ({"title": "", "prefill": "\u202e"}, DECEPTIVE_PREFILL),
    ],
)
def test_a_question_that_may_read_otherwise_is_told(fields: dict[str, object], warning: str) -> None:
    question = Question(1, "id", QuestionKind.EDITOR, **fields)  # type: ignore[arg-type]
    assert next(filter(None, (told for _, told in reading_looks(question))), "") == warning
