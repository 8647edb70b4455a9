"""I3: the longest time that the window could not react while an answer streams."""

from __future__ import annotations

import shutil

from app.ui.slicer import Slicer
from tests.bench.figure import Figure, measure
from tests.bench.records import write_records, write_shape, write_stream
from tests.bench.stage import Heartbeat, Stage, python


def _paced(quick: bool) -> float:
    return _stall(*python("-m", "tests.bench.paced_agent", "1" if quick else "8", "250"))


def _flood(quick: bool) -> float:
    file = write_stream(1_000 if quick else 50_000)
    try:
        return _stall("cat", str(file))
    finally:
        shutil.rmtree(file.parent)


def _stall(*command: str) -> float:
    stage = Stage()
    try:
        heartbeat = Heartbeat()
        stage.start(*command)
        stage.run_until(lambda: stage.settled, 120)
        return heartbeat.stop()
    finally:
        stage.close()


def worst_stall(quick: bool) -> Figure:
    """I3: the worst of a paced stream with tool output and of a flood, in milliseconds."""
    title = "worst stall: 250 deltas a second with tools, and a flood"
    runs = 1 if quick else 3
    return measure("I3", title, 33.0, "ms", runs, lambda: max(_paced(quick), _flood(quick)))


_SHAPES = {
    "one line": "abcdefghij" * 20,
    "one line of wide characters": "解析器會讀取每一行兩次" * 20,
    "one line of both": "the parser 解析器 reads every line 兩次, " * 10,
    "one paragraph of markdown": "the **parser** reads `every` line [twice](https://example.org) and\n" * 3,
    "one list": "- the **parser** reads `every` line\n" * 5,
    "one code block": "```\n" + "    parser.read(line)  # 解析器\n" * 8,
    "blank lines": "\n" * 200,
}
"""What an answer may be made of, streamed in pieces of some 200 characters."""


def _shape(unit: str, quick: bool) -> float:
    file = write_shape(unit, 20_000 if quick else 1_000_000)
    try:
        return _stall("cat", str(file))
    finally:
        shutil.rmtree(file.parent)


def worst_shape(quick: bool) -> Figure:
    """I3s: the worst of an answer of a megabyte in each shape, in milliseconds."""
    title = "worst stall: a megabyte as one line, wide, list, code, blank"
    return measure(
        "I3s", title, 33.0, "ms", 1 if quick else 3, lambda: max(_shape(unit, quick) for unit in _SHAPES.values())
    )


_GIANTS = {
    "lines": "a\n",
    "right to left": "\u05d0\u05d1 ",
    "both directions": "\u202eab\u2066",
    "emoji": "\U0001f642",
    "families": "\U0001f468\u200d\U0001f469\u200d\U0001f467",
    "look-alikes": "\u0430a",
    "blanks": "\n",
}
"""What a text of an extension may be made of."""
_ASK = "import sys; sys.stdout.write(open(sys.argv[1]).read()); sys.stdout.flush(); sys.stdin.read()"


def _requests(unit: str, size: int) -> list[dict[str, object]]:
    giant = unit * (size // len(unit))
    asked: list[dict[str, object]] = [
        {"method": "confirm", "title": giant, "message": giant},
        {"method": "select", "title": giant, "options": [giant, "b"]},
        {"method": "input", "title": giant, "placeholder": giant},
        {"method": "editor", "title": "Edit", "prefill": giant},
        {"method": "set_editor_text", "text": giant},
    ]
    return [{"type": "extension_ui_request", "id": f"q{number}", **one} for number, one in enumerate(asked)]


def _giant(unit: str, quick: bool) -> float:
    file = write_records(_requests(unit, 20_000 if quick else 999_990))
    stage = Stage()
    try:
        heartbeat = Heartbeat()
        stage.start(*python("-c", _ASK, str(file)))
        presenter = stage.binding.presenter
        stage.run_until(lambda: len(presenter.waiting) == 4, 30)
        while (dialog := presenter.current) is not None:
            slicers = dialog.findChildren(Slicer)
            stage.run_until(lambda: not any(slicer.is_busy for slicer in slicers), 30)  # noqa: B023
            stage.painted()
            stage.controller.cancel(dialog.question.key)
        return heartbeat.stop()
    finally:
        stage.close()
        shutil.rmtree(file.parent)


def worst_giant(quick: bool) -> Figure:
    """I3g: the worst of texts of a million characters in questions and for the prompt, in milliseconds."""
    title = "worst stall: a million characters in each question and the prompt"
    return measure(
        "I3g", title, 50.0, "ms", 1 if quick else 3, lambda: max(_giant(unit, quick) for unit in _GIANTS.values())
    )
