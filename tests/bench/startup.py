"""I7: from nothing to the first painted frame, against `pi --version`."""

from __future__ import annotations

import os
import subprocess
import sys
import time

from tests.bench.figure import Figure, measure
from tests.support.agents import PiInstall, real_pi

_FIRST_FRAME = """
import os, sys
from PySide6.QtCore import QEvent, QObject
from app.main import create, run_loop

class Watch(QObject):
    def eventFilter(self, watched, event):
        if event.type() == QEvent.Type.Paint:
            os._exit(0)
        return False

window = create(["--demo"])
watch = Watch()
window.transcript.viewport().installEventFilter(watch)
window.show()
sys.exit(run_loop())
"""


def _seconds(command: list[str]) -> float:
    start = time.perf_counter()
    subprocess.run(command, check=True, stdout=subprocess.DEVNULL, env={**os.environ, "PI_OFFLINE": "1"})
    return time.perf_counter() - start


def cold_start(quick: bool) -> Figure:
    """I7: as a multiple of the time of `pi --version`."""
    pi = real_pi("1.6.0")
    if not isinstance(pi, PiInstall):
        raise RuntimeError(str(pi))
    window = [sys.executable, "-c", _FIRST_FRAME]
    version = [pi.node, str(pi.script), "--version"]
    title = "start to the first painted frame, against pi --version"
    return measure("I7", title, 0.5, "ratio", 1 if quick else 7, lambda: _seconds(window) / _seconds(version))
