"""Probes of the type protocol, played through the real link into the real window."""

from __future__ import annotations

from app.session.entries import AssistantEntry, NoticeEntry, TextBlock
from app.session.phase import PhaseKind
from app.session.questions import Chosen
from tests.e2e.conftest import App, Play


def notes(app: App) -> list[str]:
    """What the protocol notes say, newest first."""
    model = app.window.notice_list._model
    assert model is not None
    lines = [model.index(row).data() for row in range(model.rowCount())]
    return [line for line in lines if "Protocol" in line]


def texts(app: App) -> list[str]:
    """The texts of the model that stand."""
    entries = [entry for entry in app.session.transcript.entries if isinstance(entry, AssistantEntry)]
    blocks = [block for entry in entries if not entry.withdrawn for block in entry.blocks]
    return [block.body.text for block in blocks if isinstance(block, TextBlock)]


def test_b001_unicode_separators_do_not_cut_a_record(play: Play) -> None:
    app = play("B001")
    app.ready()
    app.wait(lambda: len(app.toasts) == 1 and "sep" in app.status)
    assert app.session.surface.widgets["sep"].lines == (
        "one\u2028still one",
        "two\u0085still two",
        "three\u2029still three",
    )
    assert "left" in app.window.windowTitle()
    assert notes(app) == []
    app.program.controller.answer(app.ready().question.key, Chosen(0))
    app.wait(lambda: len(app.answers()) == 1)
    assert app.answers()[0]["value"] == "x\u2028y"


def test_b004_a_record_in_three_pieces_is_one_record(play: Play) -> None:
    app = play("B004")
    app.wait(lambda: app.toasts == ["still connected"])
    assert app.session.surface.status["esc"] == "é" * 7000
    assert notes(app) == []
    assert not app.window.banner.isVisible()


def test_b005_the_last_record_of_a_burst_is_seen(play: Play) -> None:
    app = play("B005")
    assert app.ready().question.title == "Last record of the burst"
    app.wait(lambda: app.status.get("n") == "1999")


def test_b007_a_record_of_a_fork_is_noted_and_harms_nothing(play: Play) -> None:
    app = play("B007")
    app.wait(lambda: app.session.info.model == "Fake One")
    app.wait(lambda: len(notes(app)) == 1)
    assert "ready" in notes(app)[0]
    assert app.toasts == []


def test_b009_kinds_and_fields_from_the_future_stop_nothing(play: Play) -> None:
    app = play("B009")
    app.wait(app.settled)
    app.prompt("go")
    app.wait(lambda: texts(app) == ["visible text"] and app.settled())
    assert app.toasts == []


def test_b011_the_failure_record_is_readable(play: Play) -> None:
    app = play("B011")
    app.wait(app.settled)
    app.prompt("go")
    app.wait(lambda: any("quota exhausted" in getattr(entry, "error", "") for entry in app.session.transcript.entries))
    app.wait(app.settled)
    assert "quota exhausted" in app.window.transcript.visible_text()


def test_b014_bytes_that_are_not_utf8_lose_nothing_else(play: Play) -> None:
    app = play("B014")
    app.wait(lambda: "still reading" in app.toasts)
    assert any("latin \ufffd" in toast for toast in app.toasts)
    assert not app.window.banner.isVisible()


def test_b016_a_run_that_never_settles_is_free_after_stop(play: Play) -> None:
    app = play("B016")
    app.wait(app.settled)
    app.prompt("go")
    app.wait(lambda: app.session.phase.kind is PhaseKind.WAITING)
    app.window.prompt.editor.insertPlainText("typed meanwhile")
    app.window.prompt.stopped.emit()
    app.wait(app.settled)
    assert app.window.prompt.editor.toPlainText() == "typed meanwhile"


def test_b018_busy_until_it_settled_with_one_answer(play: Play) -> None:
    app = play("B018")
    app.wait(app.settled)
    app.prompt("go")
    app.wait(lambda: len(texts(app)) == 1 and app.settled())
    cards = [entry for entry in app.session.transcript.entries if isinstance(entry, NoticeEntry)]
    assert any("summary failed" in card.detail for card in cards)
    assert any("529 overloaded" in card.detail for card in cards)
