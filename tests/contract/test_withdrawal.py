"""Who still waits for an answer, on the real agent: no question is taken away from something that waits for it."""

from __future__ import annotations

import pytest

from app.session.phase import PhaseKind
from app.session.questions import Confirmed, QuestionState
from tests.rig import Rig, answers_in

pytestmark = pytest.mark.parametrize("agent", ["1.6.0", "0.73.1"])


def test_a_command_that_does_not_wait_for_its_question_gets_the_answer(rig: Rig) -> None:
    (key,) = rig.ask("/later")
    rig.wait(lambda: rig.session.questions[key].unawaited)
    rig.controller.answer(key, Confirmed(True))
    rig.wait(lambda: rig.told() == ["later: true"])


def test_stop_frees_a_command_that_waits_behind_the_end_of_another(rig: Rig, written: list[bytes]) -> None:
    # The question of the slow command comes while both run: only the end of both can withdraw it.
    assert rig.controller.send_prompt("/busy 1200")
    (key,) = rig.ask("/ask-in 300")
    rig.wait(lambda: len(rig.session.run.slash_commands) == 1)
    assert rig.session.questions[key].is_open
    rig.controller.stop()
    rig.wait_phase(PhaseKind.IDLE)
    assert rig.told() == ["asked in 300: false"]
    assert [answer["cancelled"] for answer in answers_in(written)] == [True]


def test_parallel_tools_keep_the_questions_of_their_hooks(rig: Rig) -> None:
    rig.run("/ask-after-tools")
    (first,) = rig.ask("both echo a || sleep 1; echo b\ntext Done.")
    rig.wait(lambda: len(rig.session.questions.open) == 2)
    assert rig.session.questions[first].is_open
    for key in (first + 1, first):
        rig.controller.answer(key, Confirmed(True))
    rig.wait_phase(PhaseKind.IDLE)
    assert sorted(rig.told()) == ["echo a: true", "sleep 1; echo b: true"]
    states = {rig.session.questions[key].state for key in (first, first + 1)}
    assert states == {QuestionState.ANSWERED}


def test_a_command_that_goes_on_after_stop_is_told_until_it_ends(rig: Rig) -> None:
    assert rig.controller.send_prompt("/busy 1500")
    rig.wait_phase(PhaseKind.COMMAND)
    rig.controller.stop()
    assert rig.session.phase.kind is PhaseKind.STOPPING
    rig.wait_phase(PhaseKind.IDLE)
