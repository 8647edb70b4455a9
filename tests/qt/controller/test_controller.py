"""The controller: intents go out, changes come in, nothing is lost when the agent goes."""

from __future__ import annotations

import os
import sys
from pathlib import Path

import pytest

from app.agent.launch import Launch, launch_demo
from app.agent.link import AgentLink
from app.controller.launch_plan import LaunchPlan
from app.session.changes import AskState, HistoryWanted, Notified, PhaseChanged, QuestionClosed, TextReturned
from app.session.entries import AssistantEntry, NoticeEntry, TextBlock, UserEntry
from app.session.phase import PhaseKind
from app.session.questions import Chosen, Confirmed, QuestionState
from tests.qt.controller.conftest import StartScript
from tests.rig import Rig

STUBBORN = """
import sys, json
for line in sys.stdin:
    command = json.loads(line)
    kind = command["type"]
    data = {"isStreaming": True} if kind == "get_state" else None
    print(json.dumps({"type": "response", "command": kind, "success": True, "id": command.get("id"), "data": data}))
    if kind == "prompt":
        print(json.dumps({"type": "agent_start"}))
    sys.stdout.flush()
"""
FORGETFUL = """
import sys, json
busy = False
for line in sys.stdin:
    command = json.loads(line)
    kind = command["type"]
    busy = kind == "prompt" or (busy and kind != "abort")
    data = {"isStreaming": busy} if kind == "get_state" else None
    print(json.dumps({"type": "response", "command": kind, "success": True, "id": command.get("id"), "data": data}))
    if kind == "prompt":
        print(json.dumps({"type": "agent_start"}))
    sys.stdout.flush()
"""
ASKING = """
import sys, json
print(json.dumps({"type": "extension_ui_request", "id": 7, "method": "confirm", "title": "Trust this?"}), flush=True)
"""

DEAF = """
import os, json, time
os.close(0)
print(json.dumps({"type": "extension_ui_request", "id": 7, "method": "confirm", "title": "Trust this?"}), flush=True)
time.sleep(60)
"""


class FullLink(AgentLink):
    """A link that has no room for what is to be written."""

    def write(self, data: bytes) -> bool:
        return False


def test_a_prompt_is_answered_and_settles(demo: Rig) -> None:
    demo.run("say 3")
    user, answer = demo.session.transcript.entries
    assert isinstance(user, UserEntry)
    assert user.text == "say 3"
    assert isinstance(answer, AssistantEntry)
    assert [block.body.text for block in answer.blocks if isinstance(block, TextBlock)] == ["Word0 word1 word2 "]


def test_a_question_is_answered_once(demo: Rig) -> None:
    (key,) = demo.ask("/p-select")
    demo.controller.answer(key, Chosen(1))
    demo.controller.answer(key, Chosen(0))
    demo.controller.cancel(key)
    demo.wait_phase(PhaseKind.IDLE)
    assert demo.told() == ['select: "Green"']
    assert len(demo.of_kind(QuestionClosed)) == 1


def test_stop_cancels_the_question_and_gives_the_queue_back(demo: Rig) -> None:
    (key,) = demo.ask("bash echo dangerous\ntext After.")
    demo.controller.send_prompt("and then this")
    demo.wait(lambda: demo.session.queue.steering == ["and then this"])
    demo.controller.stop()
    demo.wait_phase(PhaseKind.IDLE)
    assert [change.text for change in demo.of_kind(TextReturned)] == ["and then this"]
    assert demo.session.questions[key].state is QuestionState.STOPPED


def test_a_missing_program_ends_in_one_sentence(rig: Rig) -> None:
    rig.controller.start(Launch("/no/such/program", (), rig.folder, {}, "The agent"))
    rig.wait(lambda: len(rig.endings) == 1)
    assert "/no/such/program" in rig.endings[0].sentence
    assert rig.session.phase.kind is PhaseKind.ENDED


def test_a_prompt_that_never_arrived_comes_back_when_the_agent_dies(rig: Rig, start_script: StartScript) -> None:
    start_script("import sys; sys.stdin.readline(); sys.stderr.write('fatal: broken\\n'); sys.exit(3)")
    rig.controller.send_prompt("do not lose me")
    rig.wait_phase(PhaseKind.ENDED)
    assert [change.text for change in rig.of_kind(TextReturned)] == ["do not lose me"]
    card = rig.session.transcript.entries[-1]
    assert isinstance(card, NoticeEntry)
    assert "3" in card.title
    assert "fatal: broken" in card.detail


def test_without_an_agent_a_prompt_is_not_taken(rig: Rig) -> None:
    assert not rig.controller.send_prompt("nobody hears this")
    assert not rig.controller.send_follow_up("nor this")


def test_questions_of_a_dead_agent_are_lost_and_a_new_one_starts_clean(rig: Rig, start_script: StartScript) -> None:
    start_script(ASKING + "sys.stdin.readline(); sys.exit(3)")
    rig.wait_phase(PhaseKind.ENDED)
    assert rig.session.questions[1].state is QuestionState.LOST
    rig.start(launch_demo(rig.folder, dict(os.environ), arguments=("--fast",)))
    (key,) = rig.ask("/p-confirm")
    rig.controller.answer(key, Confirmed(True))
    rig.wait_phase(PhaseKind.IDLE)
    assert rig.told() == ["confirm: true"]


def test_a_question_at_start_that_ends_the_agent_is_named(rig: Rig, start_script: StartScript) -> None:
    start_script(ASKING)
    rig.wait(lambda: len(rig.endings) == 1)
    assert rig.endings[0].asked_at_start
    assert "Trust this?" in rig.endings[0].sentence


def test_an_agent_that_ignores_stop_is_told(rig: Rig, start_script: StartScript) -> None:
    told: list[bool] = []
    rig.controller.stop_ignored.connect(lambda: told.append(True))
    start_script(STUBBORN)
    rig.controller.send_prompt("work for ever")
    rig.wait_phase(PhaseKind.WAITING)
    rig.controller.stop()
    rig.wait(lambda: told == [True])
    assert rig.session.phase.kind is PhaseKind.STOPPING


def test_a_lost_settle_is_found_out_after_stop(rig: Rig, start_script: StartScript) -> None:
    start_script(FORGETFUL)
    rig.controller.send_prompt("never settle")
    rig.wait_phase(PhaseKind.WAITING)
    rig.controller.stop()
    rig.wait_phase(PhaseKind.IDLE)


def test_a_second_start_ends_the_first_agent(demo: Rig) -> None:
    first = demo.controller._link
    demo.controller.start(launch_demo(demo.folder, dict(os.environ), arguments=("--fast",)))
    demo.wait(lambda: demo.controller._link not in (None, first) and demo.session.run.listening)
    demo.run("say 1")
    assert isinstance(demo.session.transcript.entries[-1], AssistantEntry)


def test_shutting_down_cancels_what_is_asked_before_the_input_closes(rig: Rig, start_script: StartScript) -> None:
    log = rig.folder / "heard.txt"
    start_script(ASKING + f"open({str(log)!r}, 'w').write(sys.stdin.read())")
    rig.wait(lambda: rig.session.questions.has_open)
    done: list[bool] = []
    rig.controller.shut_down.connect(lambda: done.append(True))
    rig.controller.shut_down_agent()
    rig.wait(lambda: done == [True])
    answers = [line for line in log.read_text().splitlines() if "extension_ui_response" in line]
    assert answers == ['{"type":"extension_ui_response","id":7,"cancelled":true}']


def test_an_answer_to_an_agent_that_reads_no_more_is_told(rig: Rig, start_script: StartScript) -> None:
    start_script(DEAF)
    rig.wait(lambda: rig.session.questions.has_open)
    (question,) = rig.session.questions.open
    rig.controller.answer(question.key, Confirmed(True))
    rig.wait(lambda: bool([told for told in rig.of_kind(Notified) if "no longer reads" in told.message]))


def test_an_answer_that_is_not_taken_is_not_called_sent(
    rig: Rig, start_script: StartScript, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("app.controller.controller.AgentLink", FullLink)
    start_script(DEAF)
    rig.wait(lambda: rig.session.questions.has_open)
    (question,) = rig.session.questions.open
    rig.controller.answer(question.key, Confirmed(True))
    assert question.state is QuestionState.UNSENT
    assert [told.message for told in rig.of_kind(Notified)][-1].startswith("Your answer was not sent.")


def test_an_agent_that_makes_way_for_another_one_is_asked_nothing_more(rig: Rig) -> None:
    launch = launch_demo(rig.folder, dict(os.environ), arguments=("--fast",))
    rig.controller.start(launch)
    rig.controller.start(launch)
    rig.wait(lambda: rig.session.run.listening, 30_000)
    rig.controller.start(launch)
    rig.controller._tell([AskState(), HistoryWanted(), PhaseChanged()])
    rig.wait(lambda: rig.session.phase.kind is PhaseKind.IDLE and rig.controller._restart_with is None)
    rig.run("say 1")
    assert [change.message for change in rig.of_kind(Notified)] == []


def test_a_pi_is_chosen_only_when_it_can_be_run(rig: Rig, tmp_path: Path) -> None:
    chosen: list[str] = []
    rig.controller.pi_chosen.connect(chosen.append)
    assert rig.controller.use_pi(str(tmp_path)) == "Another command runs in its place."
    rig.controller.open(LaunchPlan(tmp_path, demo=True))
    rig.wait(lambda: rig.session.run.listening, 30_000)
    assert rig.controller.use_pi(str(tmp_path / "gone")) == f"{tmp_path / 'gone'} does not exist."
    assert chosen == []
    pi = tmp_path / "pi"
    pi.write_text(f"#!{sys.executable}\nimport sys\nsys.exit(7)\n")
    pi.chmod(0o755)
    assert rig.controller.use_pi(str(pi)) == ""
    assert chosen == [str(pi)]
    rig.wait(lambda: len(rig.endings) == 1)
    assert rig.endings[0].sentence == "pi ended with exit code 7."
    assert rig.endings[0].unheard


def test_where_pi_is_does_not_matter_while_a_command_runs_in_its_place(rig: Rig, tmp_path: Path) -> None:
    rig.controller.open(LaunchPlan(tmp_path, command="/no/such/agent"))
    rig.wait(lambda: len(rig.endings) == 1)
    assert not rig.controller.can_use_pi
    assert rig.controller.use_pi(sys.executable) == "Another command runs in its place."
