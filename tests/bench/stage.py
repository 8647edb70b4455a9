"""The real window on a real child process, driven to a condition, with a watch on the event loop."""

from __future__ import annotations

import os
import sys
import time
from collections.abc import Callable
from pathlib import Path

from PySide6.QtCore import QEventLoop, QObject, QTimer

from app.agent.launch import Launch
from app.controller.controller import Controller
from app.main import create_application
from app.settings.schema import Settings
from app.ui.main_window import MainWindow
from app.ui.session_binding import SessionBinding
from app.ui.theme import LIGHT


class Stage:
    """A window with its controller, without the program's start: what is measured begins at `start`."""

    def __init__(self) -> None:
        """Show an empty window and let it paint."""
        create_application([])
        self.window = MainWindow(LIGHT)
        self.controller = Controller(Settings(), self.window)
        self.binding = SessionBinding(self.window, self.controller, Settings())
        self.window.show()
        self.run_until(lambda: False, 0.2)

    def start(self, *command: str) -> None:
        """Start *command* as the agent."""
        launch = Launch(command[0], command[1:], Path.cwd(), dict(os.environ), "bench")
        self.controller.start(launch)

    def run_until(self, condition: Callable[[], bool], seconds: float) -> bool:
        """Run the event loop until *condition* holds, at most *seconds*; whether it held."""
        loop = QEventLoop()
        check = QTimer()
        check.setInterval(2)
        deadline = time.perf_counter() + seconds
        held = False

        def look() -> None:
            nonlocal held
            held = condition()
            if held or time.perf_counter() > deadline:
                loop.quit()

        check.timeout.connect(look)
        check.start()
        loop.exec()
        check.stop()
        return held

    def painted(self) -> None:
        """Let everything that waits to be painted be painted."""
        self.run_until(lambda: False, 0.05)

    @property
    def settled(self) -> bool:
        """Whether the stream came to its end and the process is gone."""
        return not self.controller.session.run.alive

    def close(self) -> None:
        """Put the window away."""
        self.controller.release()
        self.window.allow_close()
        self.window.deleteLater()
        self.run_until(lambda: False, 0.02)


class Heartbeat(QObject):
    """Beats every millisecond; the longest gap is the longest time that the window could not react."""

    def __init__(self) -> None:
        """Start to beat."""
        super().__init__()
        self.worst = 0.0
        self._last = time.perf_counter()
        self._timer = QTimer(self)
        self._timer.setInterval(1)
        self._timer.timeout.connect(self._on_beat)
        self._timer.start()

    def _on_beat(self) -> None:
        now = time.perf_counter()
        self.worst = max(self.worst, (now - self._last) * 1000)
        self._last = now

    def stop(self) -> float:
        """Stop and return the longest gap in milliseconds."""
        self._timer.stop()
        return self.worst


def python(*arguments: str) -> tuple[str, ...]:
    """Return a command that runs this Python."""
    return (sys.executable, *arguments)
