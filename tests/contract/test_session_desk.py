"""What a person does with a session besides talking, on every agent."""

from __future__ import annotations

from pathlib import Path

import pytest
from pytestqt.qtbot import QtBot

from app.controller.saved_sessions import SavedSessions
from app.controller.session_desk import SessionDesk
from app.protocol.commands import GetCommands, QueueMode
from app.session.catalogue import USUAL_LEVELS
from app.session.changes import Notified, Severity, TextReturned
from app.session.entries import AssistantEntry, NoticeEntry, NoticeKind, ShellEntry
from app.session.phase import PhaseKind
from tests.contract.conftest import AgentName
from tests.rig import Rig

pytestmark = pytest.mark.contract


@pytest.fixture
def desk(rig: Rig) -> SessionDesk:
    """The desk of the session on *rig*."""
    return SessionDesk(rig.controller)


def test_the_models_are_listed_and_one_is_used(rig: Rig, desk: SessionDesk, qtbot: QtBot) -> None:
    with qtbot.waitSignal(desk.models_listed) as listed:
        desk.list_models()
    offers = listed.args[0]
    used = rig.session.info
    assert (used.provider, used.model_id) in [(offer.provider, offer.id) for offer in offers]
    other = offers[-1]
    desk.use_model(other.provider, other.id)
    rig.wait(lambda: (rig.session.info.provider, rig.session.info.model_id) == (other.provider, other.id))


def test_a_model_that_is_not_there_is_an_error_in_words(rig: Rig, desk: SessionDesk) -> None:
    desk.use_model("nobody", "nothing")
    rig.wait(lambda: any(told.severity is Severity.ERROR for told in rig.of_kind(Notified)))


def test_the_levels_are_listed_and_one_is_used(rig: Rig, desk: SessionDesk, qtbot: QtBot, agent: AgentName) -> None:
    with qtbot.waitSignal(desk.levels_listed) as listed:
        desk.list_levels()
    if agent == "0.73.1":
        assert listed.args[0] == list(USUAL_LEVELS)
    wanted = next(level for level in reversed(listed.args[0]) if level != rig.session.info.thinking_level)
    before = rig.session.info.thinking_level
    desk.use_level(wanted)
    rig.wait(lambda: not rig.session.run.sent)
    # A level that the model lacks is brought to the nearest that it has.
    assert rig.session.info.thinking_level == wanted or agent == "0.73.1"
    desk.use_level(before)
    rig.wait(lambda: rig.session.info.thinking_level == before)


def test_the_next_model_and_the_next_level_are_used(rig: Rig, desk: SessionDesk, qtbot: QtBot) -> None:
    with qtbot.waitSignal(desk.models_listed) as listed:
        desk.list_models()
    before = rig.session.info.model_id
    desk.next_model()
    rig.wait(lambda: not rig.session.run.sent)
    assert (rig.session.info.model_id != before) == (len(listed.args[0]) > 1)
    level = rig.session.info.thinking_level
    told: list[str] = []
    desk.told.connect(told.append)
    desk.next_level()
    rig.wait(lambda: rig.session.info.thinking_level != level or told == ["This model has no thinking levels."])


def test_the_commands_are_known(rig: Rig, qtbot: QtBot, agent: AgentName) -> None:
    found: list[str] = []
    rig.controller.request(
        GetCommands(), lambda response: found.extend(command.name for command in response.data.commands)
    )
    rig.wait(lambda: bool(found))
    assert "p-confirm" in found


def test_automatic_retry_is_switched(rig: Rig, desk: SessionDesk, agent: AgentName) -> None:
    desk.retry_by_itself(False)
    rig.wait(lambda: not rig.session.run.sent)
    rig.run("fail 503")
    assert rig.session.transcript.pending == {}
    desk.retry_by_itself(True)
    rig.wait(lambda: not rig.session.run.sent)
    assert not any(
        entry.kind is NoticeKind.RETRY for entry in rig.session.transcript.entries if isinstance(entry, NoticeEntry)
    )


def test_a_shell_command_is_stopped(rig: Rig) -> None:
    assert rig.controller.run_shell("sleep 60", in_context=False)
    rig.wait_phase(PhaseKind.SHELL)
    rig.controller.stop()
    rig.wait_phase(PhaseKind.IDLE)
    (entry,) = [entry for entry in rig.session.transcript.entries if isinstance(entry, ShellEntry)]
    assert entry.cancelled


@pytest.mark.parametrize(("steering", "follow_up"), [("all", "one-at-a-time"), ("one-at-a-time", "all")])
def test_what_waits_is_delivered_as_the_person_wants(
    rig: Rig, desk: SessionDesk, steering: QueueMode, follow_up: QueueMode
) -> None:
    desk.steer_by(steering)
    desk.follow_up_by(follow_up)
    info = rig.session.info
    rig.wait(lambda: (info.steering_mode, info.follow_up_mode) == (steering, follow_up))


def test_a_fork_brings_its_text_back_and_leaves_the_rest(rig: Rig, desk: SessionDesk, qtbot: QtBot) -> None:
    for prompt in ("say 2", "say 3"):
        rig.run(prompt)
    with qtbot.waitSignal(desk.fork_points_listed) as listed:
        desk.list_fork_points()
    assert [point.text for point in listed.args[0]] == ["say 3", "say 2"]
    desk.fork(listed.args[0][0].entry_id)
    rig.wait(lambda: TextReturned("say 3") in rig.of_kind(TextReturned))
    rig.wait(lambda: _answers(rig) == 1)


def test_a_clone_goes_on_with_what_was_said(rig: Rig, desk: SessionDesk) -> None:
    rig.run("say 2")
    rig.wait(lambda: bool(rig.session.sure_id))
    before = rig.session.sure_id
    desk.clone()
    rig.wait(lambda: rig.session.sure_id not in ("", before) and _answers(rig) == 1)


def test_the_session_is_exported(rig: Rig, desk: SessionDesk, qtbot: QtBot, tmp_path: Path) -> None:
    rig.run("say 2")
    with qtbot.waitSignal(desk.exported, timeout=20_000) as exported:
        desk.export(tmp_path / "with blank.html")
    assert Path(exported.args[0]).read_text(encoding="utf-8").lstrip().lower().startswith("<!doctype html")


def test_the_last_answer_is_told(rig: Rig, desk: SessionDesk, qtbot: QtBot) -> None:
    with qtbot.waitSignal(desk.answer_told) as told:
        desk.tell_last_answer()
    assert told.args == [""]
    rig.run("say 2")
    with qtbot.waitSignal(desk.answer_told) as told:
        desk.tell_last_answer()
    assert told.args[0].startswith("Word0 word1")


def test_what_was_counted_is_told(rig: Rig, desk: SessionDesk, qtbot: QtBot) -> None:
    rig.run("say 2")
    with qtbot.waitSignal(desk.statistics_told) as told:
        desk.tell_statistics()
    rows = dict(told.args[0])
    assert rows["Tokens in all"] != "0"
    assert rows["Cost"].startswith("$")


def test_the_context_is_compacted(rig: Rig, desk: SessionDesk) -> None:
    rig.run("say 400")
    rig.run("say 400")
    desk.compact("Keep names.")
    rig.wait(lambda: bool(_compactions(rig)))
    rig.wait_phase(PhaseKind.IDLE)
    assert rig.session.transcript.pending == {}


def test_automatic_compaction_is_switched(rig: Rig, desk: SessionDesk) -> None:
    before = rig.session.info.compacts_itself
    desk.compact_by_itself(not before)
    rig.wait(lambda: rig.session.info.compacts_itself is (not before))
    desk.compact_by_itself(bool(before))
    rig.wait(lambda: rig.session.info.compacts_itself is before)


# The demo agent retries at once, and 0.73.1 leaves the first retries to the provider's own client.
@pytest.mark.parametrize("agent", ["1.6.0"], indirect=True)
def test_a_retry_is_given_up(rig: Rig, desk: SessionDesk) -> None:
    rig.controller.send_prompt("fail 503")
    rig.wait_phase(PhaseKind.RETRYING)
    desk.stop_retrying()
    rig.wait_phase(PhaseKind.IDLE)


def _answers(rig: Rig) -> int:
    return sum(isinstance(entry, AssistantEntry) for entry in rig.session.transcript.entries)


def _compactions(rig: Rig) -> list[NoticeEntry]:
    entries = rig.session.transcript.entries
    return [entry for entry in entries if isinstance(entry, NoticeEntry) and entry.kind is NoticeKind.COMPACTION]


@pytest.mark.parametrize("agent", ["1.6.0", "0.73.1"], indirect=True)
def test_a_saved_session_is_found_and_opened(rig: Rig, desk: SessionDesk, qtbot: QtBot) -> None:
    rig.run("say 2")
    desk.name("Release 1.4")
    rig.wait(lambda: rig.session.info.session_name == "Release 1.4" and bool(rig.session.info.session_file))
    file = rig.session.info.session_file
    rig.controller.new_session()
    rig.wait(lambda: rig.session.info.session_file not in ("", file))
    saved = SavedSessions()
    with qtbot.waitSignal(saved.listed) as listed:
        saved.look(Path(file).parent)
    saved.close()
    (found,) = [session for session in listed.args[0] if session.path == file]
    assert (found.name, found.prompt) == ("Release 1.4", "say 2")
    rig.controller.open_session(file)
    rig.wait(lambda: rig.session.info.session_file == file and _answers(rig) == 1)
