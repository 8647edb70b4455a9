"""The four dialog methods on every agent: answered, cancelled, expired, withdrawn, several at once, lost."""

from __future__ import annotations

import os
import signal

import pytest

from app.protocol.commands import NewSession
from app.session.entries import ToolBlock, ToolState
from app.session.phase import PhaseKind
from app.session.questions import Answer, Chosen, Confirmed, QuestionState, Typed
from tests.rig import Rig, answers_in

pytestmark = pytest.mark.contract

ANSWERED = [
    ("/p-select", Chosen(1), {"value": "Green"}, 'select: "Green"'),
    ("/p-confirm", Confirmed(True), {"confirmed": True}, "confirm: true"),
    ("/p-confirm", Confirmed(False), {"confirmed": False}, "confirm: false"),
    ("/p-input", Typed(""), {"value": ""}, 'input: ""'),
    ("/p-input", Typed("1.4.0 & <b>é\u2028"), {"value": "1.4.0 & <b>é\u2028"}, 'input: "1.4.0 & <b>é\u2028"'),
    ("/p-editor", Typed("a\n\nb  \n"), {"value": "a\n\nb  \n"}, 'editor: "a\\n\\nb  \\n"'),
]
CANCELLED = [
    ("/p-select", "select: undefined"),
    ("/p-confirm", "confirm: false"),
    ("/p-input", "input: undefined"),
    ("/p-editor", "editor: undefined"),
]


@pytest.mark.parametrize(("command", "answer", "wire", "told"), ANSWERED)
def test_an_answer_is_exact_and_goes_out_once(
    rig: Rig, written: list[bytes], command: str, answer: Answer, wire: dict[str, object], told: str
) -> None:
    (key,) = rig.ask(command)
    question = rig.session.questions[key]
    rig.controller.answer(key, answer)
    rig.controller.cancel(key)
    rig.wait_phase(PhaseKind.IDLE)
    assert answers_in(written) == [{"type": "extension_ui_response", "id": question.request_id, **wire}]
    assert rig.told() == [told]
    assert question.state is QuestionState.ANSWERED


@pytest.mark.parametrize(("command", "told"), CANCELLED)
def test_a_dismissed_question_says_cancelled(rig: Rig, written: list[bytes], command: str, told: str) -> None:
    (key,) = rig.ask(command)
    rig.controller.cancel(key)
    rig.wait_phase(PhaseKind.IDLE)
    request_id = rig.session.questions[key].request_id
    assert answers_in(written) == [{"type": "extension_ui_response", "id": request_id, "cancelled": True}]
    assert rig.told() == [told]


def test_an_expired_question_writes_nothing(rig: Rig, written: list[bytes]) -> None:
    (key,) = rig.ask("/p-timed 600")
    rig.wait(lambda: not rig.session.questions.has_open)
    rig.controller.answer(key, Confirmed(True))
    rig.wait_phase(PhaseKind.IDLE)
    assert answers_in(written) == []
    assert rig.told() == ["timed: false"]
    assert rig.session.questions[key].state is QuestionState.EXPIRED


def test_a_question_that_its_extension_gave_up_is_withdrawn(rig: Rig, written: list[bytes]) -> None:
    (key,) = rig.ask("/p-signal")
    rig.wait_phase(PhaseKind.IDLE)
    assert answers_in(written) == []
    assert rig.session.questions[key].state is QuestionState.WITHDRAWN
    assert rig.told() == ["signal: undefined"]


def test_two_at_once_are_answered_in_any_order(rig: Rig) -> None:
    first, second = rig.ask("/p-two", count=2)
    rig.controller.answer(second, Typed("typed"))
    rig.controller.answer(first, Confirmed(True))
    rig.wait_phase(PhaseKind.IDLE)
    assert rig.told() == ['both: [true,"typed"]']


def test_four_in_a_row(rig: Rig) -> None:
    (key,) = rig.ask("/p-all")
    for answer in (Chosen(0), Confirmed(True), Typed("x"), Typed("y")):
        rig.controller.answer(key, answer)
        key += 1
        rig.wait(lambda key=key: not rig.session.run.slash_commands or rig.session.questions.next_key > key)
    rig.wait_phase(PhaseKind.IDLE)
    assert rig.told() == ['select: "a"', "confirm: true", 'input: "x"', 'editor: "y"']


def test_stop_while_a_tool_waits_for_an_answer_ends_the_run(rig: Rig, written: list[bytes]) -> None:
    (key,) = rig.ask("bash echo dangerous\ntext After.")
    question = rig.session.questions[key]
    assert [(tool.name, tool.about) for tool in question.context.tools] == [("bash", "echo dangerous")]
    rig.controller.stop()
    rig.wait_phase(PhaseKind.IDLE)
    assert question.state is QuestionState.STOPPED
    assert [answer["cancelled"] for answer in answers_in(written)] == [True]
    tools = [block for entry in rig.session.transcript.entries for block in getattr(entry, "blocks", [])]
    assert [tool.state for tool in tools if isinstance(tool, ToolBlock)] == [ToolState.FAILED]


def test_approvals_decide_over_tool_calls(rig: Rig) -> None:
    (key,) = rig.ask("bash echo dangerous one\nbash echo dangerous two\ntext Finished.")
    rig.controller.answer(key, Chosen(0))
    rig.wait(lambda: rig.session.questions.next_key == key + 2)
    rig.controller.answer(key + 1, Chosen(1))
    rig.wait_phase(PhaseKind.IDLE)
    tools = [block for entry in rig.session.transcript.entries for block in getattr(entry, "blocks", [])]
    states = [(tool.state, tool.output.text) for tool in tools if isinstance(tool, ToolBlock)]
    assert states == [(ToolState.DONE, "dangerous one\n"), (ToolState.FAILED, "Blocked by the user")]


def test_leaving_the_session_cancels_its_question(rig: Rig, written: list[bytes]) -> None:
    (key,) = rig.ask("/p-confirm")
    rig.controller.request(NewSession())
    rig.wait(lambda: not rig.session.run.sent)
    assert rig.session.questions[key].state is QuestionState.CANCELLED
    assert len(answers_in(written)) == 1
    assert "confirm: true" not in rig.told()


def test_a_killed_agent_loses_its_question_and_nothing_is_written(rig: Rig, written: list[bytes]) -> None:
    (key,) = rig.ask("/p-confirm")
    link = rig.controller._link
    assert link is not None
    os.kill(link.pid, signal.SIGKILL)
    rig.wait_phase(PhaseKind.ENDED)
    rig.controller.answer(key, Confirmed(True))
    assert answers_in(written) == []
    assert rig.session.questions[key].state is QuestionState.LOST
    assert not rig.endings[0].expected
