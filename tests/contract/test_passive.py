"""The five passive methods on every agent, set and cleared; unknown methods and errors of extensions."""

from __future__ import annotations

import pytest

from app.session.changes import EditorTextSet, Notified, RecordNoted, Severity
from app.session.entries import NoticeEntry, NoticeKind
from app.session.phase import PhaseKind
from app.session.surface import Widget
from tests.contract.conftest import AgentName
from tests.rig import Rig, answers_in

pytestmark = pytest.mark.contract


def test_notifications_have_their_severity(rig: Rig) -> None:
    rig.run("/p-notify")
    told = [(change.message, change.severity) for change in rig.of_kind(Notified) if change.from_extension]
    assert told == [
        ("Plain information.", Severity.INFO),
        ("Something to look at.", Severity.WARNING),
        ("Something failed.", Severity.ERROR),
    ]


def test_sixty_notifications_arrive(rig: Rig) -> None:
    rig.run("/p-burst")
    assert sum(message.startswith("Burst") for message in rig.told()) >= 6


def test_status_entries_are_set_and_cleared(rig: Rig) -> None:
    rig.run("/p-status")
    status = rig.session.surface.status
    assert status["build"] == "\x1b[32m✓ built\x1b[0m in 1.2 s"
    assert status["branch"] == "main \x1b[33m±3\x1b[39m"
    assert "gone" not in status


def test_widgets_are_set_above_and_below_updated_and_cleared(rig: Rig) -> None:
    rig.run("/p-widget")
    widgets = rig.session.surface.widgets
    assert widgets["below"] == Widget(("under the editor",), below=True)
    assert widgets["plan"].lines[2] == "\x1b[9m2. write\x1b[29m"
    assert not widgets["plan"].below
    assert not {"gone", "component"} & set(widgets)


def test_the_title(rig: Rig) -> None:
    rig.run("/p-title")
    assert rig.session.surface.title == "π - release 1.4"


def test_the_text_for_the_prompt_editor(rig: Rig) -> None:
    rig.run("/p-text")
    assert [change.text for change in rig.of_kind(EditorTextSet)] == ["Review the diff and\nrun the tests."]


def test_an_unknown_method_is_noted_and_answered_cancelled_once(
    rig: Rig, agent: AgentName, written: list[bytes]
) -> None:
    rig.run("/unknown-method" if agent == "demo" else "/hologram")
    assert [answer["cancelled"] for answer in answers_in(written)] == [True]
    assert any("hologram" in change.reason for change in rig.of_kind(RecordNoted))


def test_an_error_of_an_extension_is_a_card(rig: Rig) -> None:
    rig.run("/p-throw")
    cards = [entry for entry in rig.session.transcript.entries if isinstance(entry, NoticeEntry)]
    assert [card.kind for card in cards] == [NoticeKind.EXTENSION_ERROR]
    assert "thrown by the playground" in cards[0].detail


def test_an_agent_that_shuts_itself_down_ends_in_order(rig: Rig) -> None:
    rig.controller.send_prompt("/p-shutdown")
    rig.wait_phase(PhaseKind.ENDED)
    assert rig.endings[0].expected
