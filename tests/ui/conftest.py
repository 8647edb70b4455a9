"""Widgets under test: the application's look, and a check that none is left behind."""

from __future__ import annotations

from collections.abc import Iterator

import pytest
from PySide6.QtWidgets import QApplication

from app.main import create_application


@pytest.fixture(scope="session")
def qapp() -> QApplication:
    """The application as the program makes it, with its loop and its look."""
    return create_application([])


@pytest.fixture(autouse=True)
def nothing_left_open(qapp: QApplication) -> Iterator[None]:
    """Fail a test that leaves a window on screen."""
    yield
    left = [widget for widget in QApplication.topLevelWidgets() if widget.isVisible()]
    for widget in left:
        widget.close()
        widget.deleteLater()
    names = [f"{type(widget).__name__} {widget.objectName()}" for widget in left]
    assert not [name for name in names if not name.startswith(("QTipLabel", "QMenu"))], names
