"""What every test gets: no display, a home of its own, and nothing left behind."""

from __future__ import annotations

import logging
import os
from collections.abc import Iterator
from pathlib import Path

import pytest

# Before Qt is imported by anything: the offscreen lane needs no display; the other lane says what it wants.
os.environ.setdefault("QT_QPA_PLATFORM", "offscreen")
os.environ.pop("PI_CODING_AGENT_DIR", None)


@pytest.fixture(autouse=True)
def pienza_home(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """Settings, state and logs of this test; never the person's own."""
    home = tmp_path / "pienza-home"
    monkeypatch.setenv("PIENZA_HOME", str(home))
    return home


@pytest.fixture(autouse=True)
def no_unexpected_log(caplog: pytest.LogCaptureFixture) -> Iterator[None]:
    """Fail a test that logs a warning or worse without expecting it (it may clear `caplog` to say so)."""
    yield
    loud = [record for record in caplog.get_records("call") if record.levelno >= logging.WARNING]
    assert not loud, [record.getMessage() for record in loud]
