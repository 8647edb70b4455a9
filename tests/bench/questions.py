"""Q1 and Q2: a key in the filter of 5,000 options, and 200 questions in one burst."""

from __future__ import annotations

import shutil
import time

from PySide6.QtTest import QTest
from PySide6.QtWidgets import QLineEdit

from tests.bench.figure import Figure, measure
from tests.bench.records import write_records
from tests.bench.stage import Heartbeat, Stage, python

_OPTIONS = 5_000
_BURST = 200
_WORDS = "src/module 42/parser"
_ASK = "import sys; sys.stdout.write(open(sys.argv[1]).read()); sys.stdout.flush(); sys.stdin.read()"


def _select(count: int) -> dict[str, object]:
    options = [f"src/module {number % 97}/parser_{number}.py: the line {number} of the file" for number in range(count)]
    return {"type": "extension_ui_request", "id": "s", "method": "select", "title": "Which?", "options": options}


def _key(quick: bool) -> float:
    file = write_records([_select(500 if quick else _OPTIONS)])
    stage = Stage()
    try:
        stage.start(*python("-c", _ASK, str(file)))
        stage.run_until(lambda: stage.binding.presenter.current is not None, 30)
        dialog = stage.binding.presenter.current
        assert dialog is not None
        stage.run_until(lambda: not dialog.guard.is_inert, 5)
        edit = dialog.findChild(QLineEdit, "optionFilter")
        assert isinstance(edit, QLineEdit)
        edit.setFocus()
        return max(_type(stage, edit, letter) for letter in _WORDS)
    finally:
        stage.close()
        shutil.rmtree(file.parent)


def _type(stage: Stage, edit: QLineEdit, letter: str) -> float:
    began = time.perf_counter()
    QTest.keyClick(edit, letter)
    stage.window.repaint()
    return (time.perf_counter() - began) * 1000


def _burst(quick: bool) -> float:
    kinds = ("select", "confirm", "input", "editor")
    asked = [
        {**_select(3), "id": f"q{number}", "method": kinds[number % 4], "title": f"Question {number}"}
        for number in range(20 if quick else _BURST)
    ]
    file = write_records(asked)
    stage = Stage()
    try:
        heartbeat = Heartbeat()
        stage.start(*python("-c", _ASK, str(file)))
        stage.run_until(lambda: len(stage.binding.presenter.waiting) == len(asked), 30)
        stage.painted()
        return heartbeat.stop()
    finally:
        stage.close()
        shutil.rmtree(file.parent)


def filter_key(quick: bool) -> Figure:
    """Q1: the slowest key, with its paint, in milliseconds."""
    return measure(
        "Q1", "slowest key in the filter of 5,000 options", 100.0, "ms", 1 if quick else 3, lambda: _key(quick)
    )


def burst(quick: bool) -> Figure:
    """Q2: the longest time that the window could not react, in milliseconds."""
    return measure(
        "Q2", "worst stall: 200 questions in one burst", 33.0, "ms", 1 if quick else 3, lambda: _burst(quick)
    )
