"""The file dialog that asks for pi: open without a nested loop, told once, gone afterwards."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest
from PySide6.QtCore import Qt
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QFileDialog, QLineEdit, QWidget
from pytestqt.qtbot import QtBot

from app.ui.pi_picker import PiPicker


@pytest.fixture
def picker(qtbot: QtBot) -> Iterator[PiPicker]:
    """A picker over a window, with Qt's own dialog in the place of the system's."""
    window = QWidget()
    qtbot.addWidget(window)
    window.show()
    yield PiPicker(window)
    window.close()


def dialogs(picker: PiPicker) -> list[QFileDialog]:
    """The file dialogs that are left."""
    return [child for child in picker._window.children() if isinstance(child, QFileDialog)]


def test_it_opens_once_and_returns_at_once(picker: PiPicker) -> None:
    picker.open()
    picker.open()
    (dialog,) = dialogs(picker)
    assert dialog.isVisible()
    assert dialog.windowTitle() == "Choose pi"
    dialog.reject()


def test_a_file_that_was_picked_is_told_as_it_is_named(picker: PiPicker, tmp_path: Path, qtbot: QtBot) -> None:
    hidden = tmp_path / ".nvm"
    hidden.mkdir()
    (hidden / "cli.js").write_text("")
    (hidden / "pi").symlink_to(hidden / "cli.js")
    told: list[str] = []
    picker.picked.connect(told.append)
    picker.open()
    (dialog,) = dialogs(picker)
    name = dialog.findChild(QLineEdit, "fileNameEdit")
    assert name is not None
    name.setText(str(hidden / "pi"))
    QTest.keyClick(name, Qt.Key.Key_Return)
    qtbot.waitUntil(lambda: told == [str(hidden / "pi")])
    qtbot.waitUntil(lambda: dialogs(picker) == [])


def test_a_typed_path_counts_where_the_folder_on_view_has_a_file_of_that_name(
    picker: PiPicker, tmp_path: Path, qtbot: QtBot
) -> None:
    (tmp_path / "deep").mkdir()
    for folder in (tmp_path, tmp_path / "deep"):
        (folder / "pi").write_text("")
    told: list[str] = []
    picker.picked.connect(told.append)
    picker.open()
    (dialog,) = dialogs(picker)
    dialog.setDirectory(str(tmp_path))
    name = dialog.findChild(QLineEdit, "fileNameEdit")
    assert name is not None
    name.setText(str(tmp_path / "deep" / "pi"))
    QTest.keyClick(name, Qt.Key.Key_Return)
    qtbot.waitUntil(lambda: told == [str(tmp_path / "deep" / "pi")])


def test_a_dialog_that_is_broken_off_tells_nothing_and_can_be_opened_again(picker: PiPicker, qtbot: QtBot) -> None:
    told: list[str] = []
    picker.picked.connect(told.append)
    picker.open()
    dialogs(picker)[0].reject()
    qtbot.waitUntil(lambda: dialogs(picker) == [])
    picker.open()
    assert len(dialogs(picker)) == 1
    dialogs(picker)[0].reject()
    assert told == []
