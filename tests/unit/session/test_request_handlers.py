"""What extensions show, and records that nobody understands."""

from __future__ import annotations

import pytest

from app.protocol.codec import Noise, OversizedLine
from app.protocol.events import TurnStart
from app.protocol.ui_requests import CancelledResponse
from app.session.changes import EditorTextSet, Notified, RecordNoted, Severity, TitleChanged, WidgetChanged
from app.session.surface import LONGEST_LINE, MOST_STATUS, MOST_WIDGETS, Widget
from tests.unit.session.agent import Agent, cards, of_kind


@pytest.mark.parametrize(
    ("kind", "severity"),
    [
        (None, Severity.INFO),
        ("warning", Severity.WARNING),
        ("ERROR", Severity.ERROR),
        ("success", Severity.INFO),
        (3, Severity.INFO),
    ],
)
def test_a_notification_has_a_severity_and_unknown_kinds_are_information(kind: object, severity: Severity) -> None:
    changes = Agent().show("notify", message="m", notifyType=kind)
    assert of_kind(changes, Notified) == [Notified("m", severity)]


def test_a_notification_of_any_length_is_short_and_says_what_is_left_out() -> None:
    changes = Agent().show("notify", message="a" * 5_000 + "the end", notifyType="x" * 5_000)
    told = f"{'a' * 1_500}\n… 3,107 characters are not shown …\n{'a' * 393}the end"
    assert of_kind(changes, Notified) == [Notified(told)]


@pytest.mark.parametrize("message", [None, ""])
def test_a_notification_without_words_is_none(message: object) -> None:
    assert of_kind(Agent().show("notify", message=message), Notified) == []


@pytest.mark.parametrize(
    ("method", "name", "value", "most"),
    [("setStatus", "status", "statusText", MOST_STATUS), ("setWidget", "widget", "widgetLines", MOST_WIDGETS)],
)
def test_new_keys_without_end_are_left_out_and_told_once(method: str, name: str, value: str, most: int) -> None:
    agent = Agent()
    told: list[Notified] = []
    for number in range(most + 20):
        content = "text" if name == "status" else ["text"]
        told += of_kind(agent.show(method, **{f"{name}Key": f"k{number}", value: content}), Notified)
    surface = agent.session.surface
    shown = surface.status if name == "status" else surface.widgets
    assert list(shown) == [f"k{number}" for number in range(most)]
    assert [(notice.severity, notice.from_extension) for notice in told] == [(Severity.WARNING, False)]
    assert f"more than {most} " in told[0].message
    agent.show(method, **{f"{name}Key": "k0", value: None})
    agent.show(method, **{f"{name}Key": "late", value: content})
    assert list(shown)[-1] == "late"


def test_lines_without_end_are_cut() -> None:
    agent = Agent()
    agent.show("setStatus", statusKey="a", statusText="x" * 1_000_000)
    agent.show("setTitle", title="y" * 1_000_000)
    assert agent.session.surface.status["a"] == "x" * LONGEST_LINE
    assert agent.session.surface.title == "y" * LONGEST_LINE


def test_status_entries_keep_their_order_and_are_cleared() -> None:
    agent = Agent()
    for key, text in (("a", "1"), ("b", "2"), ("a", "3"), ("c", "4"), ("b", None)):
        agent.show("setStatus", statusKey=key, statusText=text)
    assert list(agent.session.surface.status.items()) == [("a", "3"), ("c", "4")]


def test_widgets_are_placed_and_cleared() -> None:
    agent = Agent()
    agent.show("setWidget", widgetKey="a", widgetLines=["1"])
    changes = agent.show("setWidget", widgetKey="b", widgetLines=[], widgetPlacement="belowEditor")
    assert agent.session.surface.widgets == {"a": Widget(("1",)), "b": Widget((), below=True)}
    assert WidgetChanged("b") in changes
    agent.show("setWidget", widgetKey="a")
    assert list(agent.session.surface.widgets) == ["b"]


def test_title_and_editor_text() -> None:
    agent = Agent()
    assert TitleChanged() in agent.show("setTitle", title="[*] build")
    assert agent.session.surface.title == "[*] build"
    assert EditorTextSet("a\nb") in agent.show("set_editor_text", text="a\nb")


def test_equal_notifications_of_one_batch_are_all_told_and_the_last_text_for_the_editor() -> None:
    texts = ["a", "b", "a"]
    shown = {"type": "extension_ui_request", "id": "p"}
    sets = [{**shown, "method": "set_editor_text", "text": text} for text in texts]
    says = [{**shown, "method": "notify", "message": text} for text in texts]
    changes = Agent().say(*sets, *says)
    assert of_kind(changes, EditorTextSet) == [EditorTextSet("a")]
    assert of_kind(changes, Notified) == [Notified(text) for text in texts]


def test_a_state_that_changes_often_in_one_batch_is_told_once() -> None:
    shown = {"type": "extension_ui_request", "id": "p", "method": "setTitle"}
    assert Agent().say({**shown, "title": "a"}, {**shown, "title": "b"}).count(TitleChanged()) == 1


def test_an_unknown_method_is_answered_cancelled_where_it_can_be() -> None:
    agent = Agent()
    agent.ask("hologram", "h1")
    assert agent.session.take_outbox() == [CancelledResponse(id="h1")]
    changes = agent.say({"type": "extension_ui_request", "method": "hologram"})
    assert agent.session.take_outbox() == []
    assert "hologram" in of_kind(changes, RecordNoted)[0].reason


def test_what_nobody_understands_is_noted_quietly() -> None:
    agent = Agent()
    changes = agent.say({"type": "brand_new"})
    changes += agent.session.apply([OversizedLine(70 * 1024 * 1024), Noise("Welcome"), TurnStart()], agent.now)
    assert len(of_kind(changes, RecordNoted)) == 3
    assert not of_kind(changes, Notified)
    assert cards(agent)[0].title == "A record of 70 MiB was too long to be read"


def test_a_line_that_is_no_record_is_noted() -> None:
    agent = Agent()
    changes = agent.print(b"oops\n")
    assert of_kind(changes, RecordNoted)[0].excerpt == "oops"
