"""Probes of the type process: what is started ends, floods stay bounded, big prompts go out whole."""

from __future__ import annotations

import json
import re
from pathlib import Path

import pytest

from app.protocol.commands import Prompt
from app.protocol.messages import ImageContent
from app.session.phase import PhaseKind
from app.session.questions import Confirmed
from tests.e2e.conftest import Play
from tests.support.processes import runs


def test_b026_closing_ends_the_agent_and_its_children(play: Play) -> None:
    app = play("B026")
    app.wait(lambda: len(app.toasts) == 1)
    agent, grandchild = (int(number) for number in re.findall(r"\d+", app.toasts[0]))
    assert runs(agent)
    assert runs(grandchild)
    app.close()
    app.wait(lambda: not runs(agent) and not runs(grandchild))


def test_b031_a_flooded_error_stream_stays_bounded(play: Play) -> None:
    app = play("B031")
    app.wait(lambda: app.toasts == ["stdout still works"])
    link = app.program.controller._link
    assert link is not None
    app.wait(lambda: "[249999]" in link.stderr_tail)
    assert len(link.stderr_tail) < 100_000
    assert "\x1b" not in link.stderr_tail


def test_b035_a_big_prompt_goes_out_whole_and_answers_are_not_mixed_in(play: Play, tmp_path: Path) -> None:
    app = play("B035")
    dialog = app.ready()
    image = ImageContent(data="A" * 1_000_000, mime_type="image/png")
    app.program.controller.request(Prompt("look", [image]))
    app.program.controller.answer(dialog.question.key, Confirmed(True))
    app.wait(lambda: "got 4 characters and 1000000 image characters" in app.toasts, 60_000)
    rows = [json.loads(line) for line in (tmp_path / "B035.log").read_text().splitlines()]
    assert [row["bytes"] > 1_000_000 for row in rows].count(True) == 1
    app.wait(lambda: [answer["confirmed"] for answer in app.answers()] == [True])


@pytest.mark.parametrize("command", ["/no/such/agent", "   ", "'unbalanced"])
def test_an_agent_that_cannot_start_is_one_sentence(play: Play, command: str) -> None:
    app = play("missing", command=command)
    app.wait(app.window.banner.isVisible)
    assert app.session.phase.kind is PhaseKind.ENDED
    app.prompt("keep me")
    assert app.window.prompt.editor.toPlainText() == "keep me"
