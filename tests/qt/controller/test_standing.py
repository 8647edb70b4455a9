"""Standing answers at work: given at once, told, counted, paused in a loop, shared with other windows."""

from __future__ import annotations

from pathlib import Path

import pytest
from pytestqt.qtbot import QtBot

from app.controller.standing import StandingKeeper
from app.session.changes import Change, QuestionClosed, QuestionOpened
from app.session.phase import PhaseKind
from app.session.questions import Chosen, Confirmed, Question, QuestionKind, QuestionState
from app.session.session import Session
from app.session.standing import MOST_ANSWERS, MOST_USES, StandingAnswer, standing_answer
from app.settings.standing_store import StandingStore
from tests.qt.controller.conftest import StartScript
from tests.rig import Rig

FLOOD = """
import sys, json
def say(record): print(json.dumps(record), flush=True)
def ask(number):
    say({"type": "extension_ui_request", "id": number, "method": "confirm", "title": "Again?", "message": ""})
number = 0
for line in sys.stdin:
    record = json.loads(line)
    if record["type"] == "extension_ui_response":
        number += 1
    else:
        data = {"sessionId": "s"} if record["type"] == "get_state" else None
        say({"type": "response", "command": record["type"], "success": True, "id": record["id"], "data": data})
        if record["type"] != "prompt":
            continue
    ask(number)
"""
STOPPING = """
import sys, json
def say(record): print(json.dumps(record), flush=True)
for line in sys.stdin:
    record = json.loads(line)
    if record["type"] == "extension_ui_response":
        continue
    say({"type": "response", "command": record["type"], "success": True, "id": record["id"], "data": None})
    if record["type"] == "prompt":
        say({"type": "agent_start"})
    if record["type"] == "abort":
        say({"type": "extension_ui_request", "id": 1, "method": "confirm", "title": "Again?", "message": ""})
"""
EARLY = """
import sys, json
def say(record): print(json.dumps(record), flush=True)
say({"type": "extension_ui_request", "id": 1, "method": "confirm", "title": "Again?", "message": ""})
for line in sys.stdin:
    record = json.loads(line)
    if record["type"] != "extension_ui_response":
        say({"type": "response", "command": record["type"], "success": True, "id": record["id"], "data": None})
"""


def again(number: str = "1", session: str = "", yes: bool = True) -> StandingAnswer:
    question = Question(1, "i", QuestionKind.CONFIRM, "Again?")
    return standing_answer(question, Confirmed(yes), number=number, session=session, made=1.0)


@pytest.fixture
def path(tmp_path: Path) -> Path:
    return tmp_path / "standing" / "p.json"


class Told:
    """A keeper and what it told."""

    def __init__(self, path: Path) -> None:
        self.keeper = StandingKeeper(StandingStore(path, Path("/p")))
        self.told: list[str] = []
        self.keeper.told.connect(self.told.append)

    @property
    def uses(self) -> dict[str, int]:
        return {one.id: one.uses for one in self.keeper.all}


@pytest.fixture
def kept(qtbot: QtBot, path: Path) -> Told:
    return Told(path)


@pytest.fixture
def other(qtbot: QtBot, path: Path) -> Told:
    """Another window of the project."""
    return Told(path)


@pytest.mark.parametrize("for_session", [False, True])
def test_a_question_is_answered_as_it_comes(demo: Rig, kept: Told, path: Path, for_session: bool) -> None:
    (key,) = demo.ask("/p-select")
    question = demo.session.questions[key]
    demo.wait(lambda: bool(demo.session.sure_id))
    session = demo.session.sure_id if for_session else ""
    answer = standing_answer(question, Chosen(1), number="1", session=session, made=1.0)
    assert kept.keeper.add(answer) == ""
    demo.controller.use_standing(kept.keeper)
    demo.controller.answer(key, Chosen(0))
    demo.wait_phase(PhaseKind.IDLE)
    batches: list[list[Change]] = []
    demo.controller.changed.connect(batches.append)
    demo.run("/p-select")
    assert demo.told() == ['select: "Red"', 'select: "Green"']
    (opened,) = [number for number, batch in enumerate(batches) if QuestionOpened(key + 1) in batch]
    (closed,) = [number for number, batch in enumerate(batches) if QuestionClosed(key + 1) in batch]
    # A command of an extension may have gone to another session: the agent is asked which it is.
    assert (closed > opened) == for_session
    again = demo.session.questions[key + 1]
    assert (question.decided_by, again.decided_by, again.state) == ("", answer.id, QuestionState.ANSWERED)
    assert kept.uses == {answer.id: 1}
    assert path.exists() != for_session, "what holds in a session is kept nowhere"


def test_a_loop_is_paused_told_and_left_to_the_person(
    rig: Rig, kept: Told, path: Path, start_script: StartScript
) -> None:
    kept.keeper.add(again())
    rig.controller.use_standing(kept.keeper)
    start_script(FLOOD)
    rig.controller.send_prompt("begin")
    rig.wait(lambda: rig.session.questions.has_open)
    assert rig.session.questions.next_key - 1 == MOST_USES + 1
    assert kept.uses == {"standing:1": MOST_USES}
    assert [sentence[:45] for sentence in kept.told] == ["The standing answer to “Again?” is paused: it"]
    (read,) = StandingStore(path, Path("/p")).load().answers
    assert (read.paused, read.uses) == (True, MOST_USES)
    kept.keeper.resume("standing:1")
    assert rig.session.questions.has_open, "what waits already is the person's"
    rig.controller.answer(MOST_USES + 1, Confirmed(False))
    rig.wait(lambda: len(kept.told) == 2)
    assert kept.uses == {"standing:1": 2 * MOST_USES}


def test_what_is_being_stopped_gets_no_standing_answer(rig: Rig, kept: Told, start_script: StartScript) -> None:
    kept.keeper.add(again())
    rig.controller.use_standing(kept.keeper)
    start_script(STOPPING)
    rig.controller.send_prompt("begin")
    rig.wait_phase(PhaseKind.WAITING)
    rig.controller.stop()
    rig.wait(lambda: rig.session.questions.has_open)
    assert kept.uses == {"standing:1": 0}


def test_what_the_agent_cannot_hear_yet_is_answered_when_it_can(
    rig: Rig, kept: Told, start_script: StartScript
) -> None:
    kept.keeper.add(again())
    rig.controller.use_standing(kept.keeper)
    start_script(EARLY)
    rig.wait(lambda: kept.uses == {"standing:1": 1})
    assert not rig.session.questions[1].is_open
    opened = [QuestionOpened(1) in rig.changes, QuestionClosed(1) in rig.changes]
    assert opened == [True, True]


def test_an_answer_that_comes_too_late_is_no_use(kept: Told) -> None:
    kept.keeper.add(again())
    session = Session()
    question = Question(1, "i", QuestionKind.CONFIRM, "Again?", opened_at=1.0, deadline=2.0)
    session.agent_started(1.0)
    session.open_question(question)
    kept.keeper.answer([QuestionOpened(1)], session, 3.0)
    assert (question.state, kept.uses) == (QuestionState.EXPIRED, {"standing:1": 0})


def test_a_revocation_is_undone_one_by_one(kept: Told, other: Told) -> None:
    for answer in (again("1"), again("2", session="s")):
        kept.keeper.add(answer)
    assert kept.keeper.revoked is None
    kept.keeper.revoke("standing:1")
    kept.keeper.revoke("standing:2")
    kept.keeper.revoke("standing:gone")
    assert (kept.keeper.all, other.keeper.all) == ([], [])
    kept.keeper.undo()
    kept.keeper.undo()
    kept.keeper.undo()
    assert kept.uses == {"standing:1": 0, "standing:2": 0}
    assert other.uses == {"standing:1": 0}


def test_what_another_window_revokes_holds_here_no_more(kept: Told, other: Told) -> None:
    kept.keeper.add(again())
    session = Session()
    session.agent_started(1.0)
    session.open_question(Question(1, "i", QuestionKind.CONFIRM, "Again?"))
    assert other.uses == {"standing:1": 0}
    other.keeper.revoke("standing:1")
    assert kept.keeper.answer([QuestionOpened(1)], session, 2.0) == []
    assert session.questions[1].is_open


def use(kept: Told, key: int = 1) -> None:
    session = Session()
    session.agent_started(1.0)
    for number in range(1, key + 1):
        session.open_question(Question(number, "i", QuestionKind.CONFIRM, "Again?"))
    kept.keeper.answer([QuestionOpened(key)], session, 2.0)


def test_the_uses_of_several_windows_add_up(kept: Told, other: Told, qtbot: QtBot) -> None:
    kept.keeper.add(again())
    for one in (kept, other, kept):
        use(one)
    assert kept.uses == {"standing:1": 2}
    other.keeper.flush()
    assert kept.uses == {"standing:1": 3}
    kept.keeper.flush()
    assert other.uses == {"standing:1": 3}
    use(other)
    qtbot.waitUntil(lambda: kept.uses == {"standing:1": 4}, timeout=5000)


def test_too_many_are_told(kept: Told) -> None:
    for number in range(MOST_ANSWERS):
        question = Question(1, "i", QuestionKind.CONFIRM, f"{number}?")
        assert (
            kept.keeper.add(standing_answer(question, Confirmed(True), number=str(number), session="s", made=1.0)) == ""
        )
    kept.keeper.revoke("standing:0")
    assert kept.keeper.add(again("x", session="s")) == ""
    assert "Revoke one first" in kept.keeper.add(again("y"))
    kept.keeper.undo()
    assert "Revoke one first" in kept.told[0]
    assert kept.keeper.revoked is not None


def refuse(self: StandingStore, edit: object) -> None:
    """Stand in for `StandingStore.change` on a full disk."""
    raise OSError("full")


def test_a_disk_that_takes_nothing_is_told_once_and_what_was_revoked_does_not_come_back(
    kept: Told, path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    kept.keeper.add(again())
    with monkeypatch.context() as patch:
        patch.setattr(StandingStore, "change", refuse)
        use(kept)
        kept.keeper.flush()
        kept.keeper.revoke("standing:1")
        assert kept.told == ["The standing answers could not be saved: full."]
        assert kept.keeper.all == []
    kept.keeper.add(again("2", yes=False))
    assert kept.uses == {"standing:2": 0}
    assert [one.id for one in StandingStore(path, Path("/p")).load().answers] == ["standing:2"]


def test_uses_that_could_not_be_written_are_written_later(
    kept: Told, path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    kept.keeper.add(again())
    with monkeypatch.context() as patch:
        patch.setattr(StandingStore, "change", refuse)
        use(kept)
        kept.keeper.flush()
    use(kept)
    kept.keeper.flush()
    assert [one.uses for one in StandingStore(path, Path("/p")).load().answers] == [2]


def test_a_broken_file_is_told(kept: Told, path: Path) -> None:
    path.parent.mkdir()
    path.write_text("{")
    assert kept.keeper.all == []
    assert "kept as" in kept.told[0]
