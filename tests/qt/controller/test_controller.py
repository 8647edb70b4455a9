"""The controller on the demo agent: intents go out, changes come in, nothing is lost when the agent goes."""

from __future__ import annotations

from app.session.changes import Notified, QuestionClosed, QuestionOpened, TextReturned
from app.session.entries import AssistantEntry, NoticeEntry, TextBlock, UserEntry
from app.session.phase import PhaseKind
from app.session.questions import Chosen, Confirmed, QuestionState
from tests.qt.controller.conftest import Rig

MUTE = "import sys\nfor line in sys.stdin: pass\n"


def answered(rig: Rig) -> str:
    """The last notification of an extension."""
    return rig.of_kind(Notified)[-1].message  # type: ignore[attr-defined]


def test_a_prompt_is_answered_and_settles(rig: Rig) -> None:
    rig.start_demo()
    assert rig.controller.send_prompt("say 3")
    rig.wait(lambda: rig.session.phase.kind is PhaseKind.IDLE and len(rig.session.transcript.entries) == 2)
    user, answer = rig.session.transcript.entries
    assert isinstance(user, UserEntry)
    assert user.text == "say 3"
    assert isinstance(answer, AssistantEntry)
    assert [block.body.text for block in answer.blocks if isinstance(block, TextBlock)] == ["Word0 word1 word2 "]


def test_a_question_is_answered_once(rig: Rig) -> None:
    rig.start_demo()
    rig.controller.send_prompt("/p-select")
    rig.wait_phase(PhaseKind.ASKING)
    key = rig.of_kind(QuestionOpened)[0].key  # type: ignore[attr-defined]
    rig.controller.answer(key, Chosen(1))
    rig.controller.answer(key, Chosen(0))
    rig.controller.cancel(key)
    rig.wait_phase(PhaseKind.IDLE)
    assert answered(rig) == 'select: "Green"'
    assert len(rig.of_kind(QuestionClosed)) == 1


def test_stop_cancels_the_question_and_gives_the_queue_back(rig: Rig) -> None:
    rig.start_demo()
    rig.controller.send_prompt("bash echo dangerous\ntext After.")
    rig.wait_phase(PhaseKind.ASKING)
    rig.controller.send_prompt("and then this")
    rig.wait(lambda: rig.session.queue.steering == ["and then this"])
    rig.controller.stop()
    rig.wait_phase(PhaseKind.IDLE)
    assert [change.text for change in rig.of_kind(TextReturned)] == ["and then this"]  # type: ignore[attr-defined]
    assert rig.session.questions[1].state is QuestionState.STOPPED


def test_a_question_that_times_out_closes_by_our_clock_and_writes_nothing(rig: Rig) -> None:
    rig.start_demo()
    rig.controller.send_prompt("/p-timed 300")
    rig.wait_phase(PhaseKind.ASKING)
    rig.wait(lambda: not rig.session.questions.has_open)
    assert rig.session.questions[1].state in (QuestionState.EXPIRED, QuestionState.WITHDRAWN)
    rig.wait_phase(PhaseKind.IDLE)
    assert answered(rig) == "timed: false"


def test_a_missing_program_ends_in_one_sentence(rig: Rig, qtbot: object) -> None:
    endings: list[object] = []
    rig.controller.agent_ended.connect(endings.append)
    rig.controller.start(rig_launch(rig, "/no/such/program"))
    rig.wait(lambda: bool(endings))
    assert "/no/such/program" in endings[0].sentence  # type: ignore[attr-defined]
    assert rig.session.phase.kind is PhaseKind.ENDED


def rig_launch(rig: Rig, program: str):  # type: ignore[no-untyped-def]
    from app.agent.launch import Launch

    return Launch(program, (), rig.folder, {}, "The agent")


def test_a_prompt_that_never_arrived_comes_back_when_the_agent_dies(rig: Rig) -> None:
    rig.start_script("import sys; sys.stdin.readline(); sys.stderr.write('fatal: broken\\n'); sys.exit(3)")
    rig.controller.send_prompt("do not lose me")
    rig.wait_phase(PhaseKind.ENDED)
    assert [change.text for change in rig.of_kind(TextReturned)] == ["do not lose me"]  # type: ignore[attr-defined]
    card = rig.session.transcript.entries[-1]
    assert isinstance(card, NoticeEntry)
    assert "3" in card.title
    assert "fatal: broken" in card.detail


def test_without_an_agent_a_prompt_is_not_taken(rig: Rig) -> None:
    assert not rig.controller.send_prompt("nobody hears this")
    assert not rig.controller.send_follow_up("nor this")


def test_questions_of_a_dead_agent_are_lost_and_a_new_one_starts_clean(rig: Rig) -> None:
    rig.start_script(
        "import sys, json, os, time\n"
        "print(json.dumps({'type':'extension_ui_request','id':'d1','method':'confirm','title':'Allow?'}), flush=True)\n"
        "sys.stdin.readline(); os._exit(3)\n"
    )
    rig.wait_phase(PhaseKind.ENDED)
    assert rig.session.questions[1].state is QuestionState.LOST
    rig.start_demo()
    rig.controller.send_prompt("/p-confirm")
    rig.wait_phase(PhaseKind.ASKING)
    rig.controller.answer(2, Confirmed(True))
    rig.wait_phase(PhaseKind.IDLE)
    assert answered(rig) == "confirm: true"


def test_a_question_at_start_that_ends_the_agent_is_named(rig: Rig) -> None:
    endings: list[object] = []
    rig.controller.agent_ended.connect(endings.append)
    rig.start_script(
        "import json\n"
        "print(json.dumps({'type':'extension_ui_request','id':'d1','method':'confirm','title':'Trust this?'}))\n"
    )
    rig.wait(lambda: bool(endings))
    ending = endings[0]
    assert ending.asked_at_start  # type: ignore[attr-defined]
    assert "Trust this?" in ending.sentence  # type: ignore[attr-defined]


def test_an_agent_that_ignores_stop_is_told(rig: Rig) -> None:
    told: list[bool] = []
    rig.controller.stop_ignored.connect(lambda: told.append(True))
    rig.start_script(
        "import sys, json\n"
        "for line in sys.stdin:\n"
        "    c = json.loads(line); d = {'isStreaming': True} if c['type'] == 'get_state' else None\n"
        "    print(json.dumps({'type':'response','command':c['type'],'success':True,'id':c.get('id'),'data':d}))\n"
        "    if c['type'] == 'prompt': print(json.dumps({'type':'agent_start'}))\n"
        "    sys.stdout.flush()\n"
    )
    rig.controller.send_prompt("work for ever")
    rig.wait_phase(PhaseKind.WAITING)
    rig.controller.stop()
    rig.wait(lambda: bool(told))
    assert rig.session.phase.kind is PhaseKind.STOPPING


def test_a_lost_settle_is_found_out_after_stop(rig: Rig) -> None:
    rig.start_script(
        "import sys, json\n"
        "busy = False\n"
        "for line in sys.stdin:\n"
        "    c = json.loads(line); kind = c['type']\n"
        "    busy = kind == 'prompt' or (busy and kind != 'abort')\n"
        "    d = {'isStreaming': busy} if kind == 'get_state' else None\n"
        "    print(json.dumps({'type':'response','command':kind,'success':True,'id':c.get('id'),'data':d}))\n"
        "    if kind == 'prompt': print(json.dumps({'type':'agent_start'}))\n"
        "    sys.stdout.flush()\n"
    )
    rig.controller.send_prompt("never settle")
    rig.wait_phase(PhaseKind.WAITING)
    rig.controller.stop()
    rig.wait_phase(PhaseKind.IDLE)


def test_a_second_start_ends_the_first_agent(rig: Rig) -> None:
    rig.start_demo()
    first = rig.controller._link
    rig.start_demo()
    rig.wait(lambda: rig.controller._link is not None and rig.controller._link is not first)
    rig.wait(lambda: rig.session.run.listening)
    assert rig.controller.send_prompt("say 1")
    rig.wait(lambda: any(isinstance(entry, AssistantEntry) for entry in rig.session.transcript.entries))


def test_shutting_down_cancels_what_is_asked_before_the_input_closes(rig: Rig, tmp_path: object) -> None:
    log = rig.folder / "heard.txt"
    rig.start_script(
        "import sys, json\n"
        "print(json.dumps({'type':'extension_ui_request','id':7,'method':'confirm','title':'Sure?'}), flush=True)\n"
        f"open({str(log)!r}, 'w').write(sys.stdin.read())\n"
    )
    rig.wait(lambda: rig.session.questions.has_open)
    done: list[bool] = []
    rig.controller.shut_down.connect(lambda: done.append(True))
    rig.controller.shut_down_agent()
    rig.wait(lambda: bool(done))
    heard = log.read_text().splitlines()
    assert [line for line in heard if "extension_ui_response" in line] == [
        '{"type":"extension_ui_response","id":7,"cancelled":true}'
    ]
