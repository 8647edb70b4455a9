"""Every question that closes is in the answer log, and the dock shows it."""

from __future__ import annotations

import json
from pathlib import Path

from PySide6.QtTest import QTest
from PySide6.QtWidgets import QFileDialog, QListView, QWidget

from app.models.answer_log import DETAIL_ROLE
from tests.e2e.conftest import App, Play


def rows(app: App) -> list[tuple[str, str]]:
    """The titles and the outcomes in the dock, the newest first."""
    view = app.window.answer_log.findChild(QListView, "answerLogList")
    assert isinstance(view, QListView)
    model = view.model()
    indices = [model.index(row, 0) for row in range(model.rowCount())]
    return [(index.data(), index.data(DETAIL_ROLE).split(" · ")[1]) for index in indices]


def child(app: App, name: str) -> QWidget:
    found = app.window.answer_log.findChild(QWidget, name)
    assert isinstance(found, QWidget)
    return found


def test_the_dock_shows_searches_and_exports_what_was_decided(play: Play, tmp_path: Path) -> None:
    app = play("B041")
    app.wait(lambda: len(app.program.binding.presenter.waiting) == 4)
    app.window.answer_log_dock.show()
    asked = []
    for _ in range(2):
        asked.append(app.ready().question.title)
        app.click("cancelButton")
    expected = [(title, "cancelled") for title in asked[::-1]]
    app.wait(lambda: rows(app) == expected)
    QTest.keyClicks(child(app, "answerLogSearch"), "no such words")
    app.wait(lambda: rows(app) == [])
    assert child(app, "answerLogSaid").property("text") == "Nothing is found."
    child(app, "answerLogSearch").setProperty("text", "")
    child(app, "answerLogFilter").setProperty("currentText", "Cancelled")
    app.wait(lambda: rows(app) == expected)
    child(app, "answerLogExport").click()  # type: ignore[attr-defined]
    dialog = app.window.findChild(QFileDialog, "answerLogExportDialog")
    assert isinstance(dialog, QFileDialog)
    dialog.filterSelected.emit("CSV (*.csv)")
    assert dialog.defaultSuffix() == "csv"
    dialog.fileSelected.emit(str(tmp_path / "out.jsonl"))
    dialog.reject()
    app.wait((tmp_path / "out.jsonl").exists)
    lines = (tmp_path / "out.jsonl").read_text().splitlines()
    assert [json.loads(line)["title"] for line in lines] == asked


def test_what_the_end_of_the_program_cancels_is_logged_too(play: Play) -> None:
    app = play("B041")
    app.wait(lambda: len(app.program.binding.presenter.waiting) == 4)
    app.close()
    again = play("B041")
    again.window.answer_log_dock.show()
    again.wait(lambda: [outcome for _, outcome in rows(again)] == ["cancelled"] * 4)
