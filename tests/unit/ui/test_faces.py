"""Cards in words: what each says of itself in one line, whatever the agent sent."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from app.session.entries import NoticeEntry, NoticeKind, ShellEntry, Text, ThinkingBlock, ToolBlock, ToolState
from app.session.questions import Question, QuestionKind, QuestionState
from app.ui.transcript import faces


def tool(**fields: object) -> ToolBlock:
    """A finished tool call."""
    return ToolBlock("c", **{"name": "bash", "state": ToolState.DONE, **fields})  # type: ignore[arg-type]


@pytest.mark.parametrize(
    ("arguments", "streamed", "detail"),
    [
        ({"path": "a.py", "command": "make\n test"}, "", "make test"),
        ({"content": "x", "file_path": "b.py"}, "", "b.py"),
        ({"path": 3}, "", '{"path": 3}'),
        ({"größe": "ä"}, "", '{"größe": "ä"}'),
        ({}, '{"path": "a', '{"path": "a'),
        ({}, "", ""),
    ],
)
def test_the_argument_that_says_most_is_shown(arguments: dict[str, object], streamed: str, detail: str) -> None:
    assert faces.tool_detail(tool(arguments=arguments, arguments_text=Text([streamed]))) == detail


@pytest.mark.parametrize(("duration", "text"), [(None, ""), (0.4, "0 ms"), (999, "999 ms"), (61_000, "61.0 s")])
def test_a_duration_is_said_as_people_say_it(duration: float | None, text: str) -> None:
    assert faces.duration(duration) == text


@pytest.mark.parametrize(
    ("block", "name"),
    [
        (ThinkingBlock(Text(["one"]), closed=True), "Thought · 1 word"),
        (ThinkingBlock(Text(["one two"]), closed=True), "Thought · 2 words"),
        (ThinkingBlock(Text(["one two"])), "Thinking…"),
        (ThinkingBlock(redacted=True), "Reasoning kept by the provider"),
        (ThinkingBlock(Text(["a summary"]), closed=True, redacted=True), "Thought · 2 words"),
    ],
)
def test_thinking_says_how_much_it_was(block: ThinkingBlock, name: str) -> None:
    assert faces.thinking_face(block).name == name


@pytest.mark.parametrize("state", list(QuestionState))
def test_below_a_question_stands_all_that_was_asked(state: QuestionState) -> None:
    question = Question(1, "i", QuestionKind.SELECT, "Which?", "Because.", ["a", "b"], state=state, reason="It ended.")
    detail = faces.question_detail(question)
    assert detail.startswith("Which?\n\nBecause.\n\n• a\n• b")
    reasons = {
        QuestionState.EXPIRED: "The agent went on without an answer",
        QuestionState.WITHDRAWN: "It ended. This is an inference",
        QuestionState.LOST: "It ended.",
        QuestionState.UNSENT: "It ended.",
    }
    assert reasons.get(state, "b") in detail


def test_an_answer_is_shown_whole_below_and_short_in_the_line() -> None:
    question = Question(1, "i", QuestionKind.EDITOR, "Text?", state=QuestionState.ANSWERED, answer="line\n" * 50)
    assert len(faces.question_face(question).state) < 60
    assert faces.question_detail(question).endswith("Answer: " + "line\n" * 50)


def test_the_card_tells_that_a_standing_answer_gave_it() -> None:
    question = Question(1, "i", QuestionKind.CONFIRM, "Run?", state=QuestionState.ANSWERED, answer=True)
    assert faces.question_face(question).state == "answered Yes"
    assert "standing answer" not in faces.question_detail(question)
    question.decided_by = "standing:1"
    assert faces.question_face(question).state == "answered Yes by a standing answer"
    assert "A standing answer gave this" in faces.question_detail(question)
    question.state = QuestionState.UNSENT
    assert "standing answer" not in faces.question_detail(question)


def test_a_secret_answer_is_nowhere_in_its_card() -> None:
    question = Question(1, "i", QuestionKind.INPUT, "Password:", state=QuestionState.ANSWERED, answer="hunter2")
    assert faces.question_face(question).state == "answered in secret"
    assert "hunter2" not in faces.question_detail(question)


LETTERS = st.text(st.sampled_from("ab\n\r\t\x1b[]31m\u202e\u2028 "), max_size=600)


@given(LETTERS)
def test_no_line_of_a_card_breaks(text: str) -> None:
    for face in (
        faces.tool_face(tool(name=text, arguments={"command": text})),
        faces.question_face(Question(1, "i", QuestionKind.INPUT, text, state=QuestionState.ANSWERED, answer=text)),
        faces.notice_face(NoticeEntry(NoticeKind.OTHER, text, text, failed=True)),
        faces.shell_face(ShellEntry(text)),
    ):
        for line in (face.name, face.detail, face.state):
            assert not set("\n\r\t\x1b\u202e\u2028") & set(line)
            assert len(line) <= 420
