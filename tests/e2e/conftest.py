"""The whole program: window, controller, link, and a stand-in agent that plays a probe."""

from __future__ import annotations

import json
import shlex
import sys
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any, cast

import pytest
from PySide6.QtCore import Qt
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication, QFrame, QWidget
from pytestqt.qtbot import QtBot

from app.agent import machine
from app.controller import launch_plan
from app.main import create, create_application
from app.program import Program
from app.session.phase import PhaseKind
from app.session.session import Session
from app.ui.questions.base import QuestionDialog

SHORT_PATH = "/usr/bin:/bin"
"""The PATH of a program that the desktop starts."""
PROBES = Path(__file__).resolve().parents[1] / "support" / "probes"


class App:
    """A running program with what a person sees of it."""

    def __init__(self, qtbot: QtBot, command: str, log: Path) -> None:
        self._qtbot = qtbot
        self._log = log
        self.is_closed = False
        self.window = create(["--agent", command] if command else [])
        self.window.show()
        self.wait(lambda: self._program() is not None)
        self.program = cast(Program, self._program())
        self._log_is_closed = False
        self.program._answers.closed.connect(self._on_answers_closed)
        self.wait(lambda: self.program.controller._link is not None or self.window.banner.isVisible())

    def _on_answers_closed(self) -> None:
        self._log_is_closed = True

    def _program(self) -> Program | None:
        return self.window.findChild(Program)

    @property
    def session(self) -> Session:
        """What the agent said, as data."""
        return self.program.controller.session

    def wait(self, condition: Callable[[], bool], timeout: int = 20_000) -> None:
        """Wait until *condition* holds; *timeout* in milliseconds."""
        self._qtbot.waitUntil(condition, timeout=timeout)

    def turn(self) -> None:
        """Let the event loop turn for the time of a keystroke."""
        QTest.qWait(50)

    # --- what is on screen ----------------------------------------------------------------------------

    @property
    def toasts(self) -> list[str]:
        """The messages of the toasts on screen."""
        return [toast.message for toast in self.window.toasts.toasts]

    @property
    def status(self) -> dict[str, str]:
        """The plain texts of the status entries on screen."""
        return self.window.status_entries.shown()

    @property
    def dialog(self) -> QuestionDialog | None:
        """The question on screen."""
        return self.program.binding.presenter.current

    def ready(self) -> QuestionDialog:
        """Wait for a question that takes input, and return its dialog."""
        self.wait(lambda: self.dialog is not None and not self.dialog.guard.is_inert)
        assert self.dialog is not None
        return self.dialog

    def child(self, name: str) -> Any:
        """The widget *name* of the question on screen."""
        found = self.ready().findChild(QWidget, name)
        assert found is not None, name
        return found

    def click(self, name: str) -> None:
        """Click *name* in the question on screen, and wait until the question is closed."""
        dialog = self.ready()
        QTest.mouseClick(self.child(name), Qt.MouseButton.LeftButton)
        self.wait(lambda: not dialog.question.is_open)

    def prompt(self, text: str) -> None:
        """Type *text* into the prompt and press Enter."""
        editor = self.window.prompt.editor
        editor.setFocus()
        QTest.keyClicks(editor, text)
        QTest.keyClick(editor, Qt.Key.Key_Return)

    def settled(self) -> bool:
        """Whether the agent is ready for the next prompt."""
        return self.session.phase.kind is PhaseKind.IDLE

    # --- what the agent heard -------------------------------------------------------------------------

    def heard(self) -> list[dict[str, Any]]:
        """The records that the stand-in read, in their order."""
        if not self._log.exists():
            return []
        rows = [json.loads(line) for line in self._log.read_text(encoding="utf-8").splitlines()]
        return [json.loads(row["line"]) for row in rows if len(row["line"]) < 4000]

    def answers(self) -> list[dict[str, Any]]:
        """The answers to questions that the stand-in read."""
        return [record for record in self.heard() if record["type"] == "extension_ui_response"]

    def close(self) -> None:
        """Close the window as a person does, and wait until the agent is gone and the log is written."""
        if self.is_closed:
            return
        self.is_closed = True
        self.window.close()
        self.wait(lambda: self._log_is_closed)
        assert self.program.controller._link is None
        self.window.deleteLater()


Play = Callable[..., App]


@pytest.fixture(scope="session")
def qapp() -> QApplication:
    """The application as the program makes it."""
    return create_application([])


@pytest.fixture
def play(
    qtbot: QtBot, qapp: QApplication, tmp_path: Path, pienza_home: Path, monkeypatch: pytest.MonkeyPatch
) -> Iterator[Play]:
    """Start the program on a probe, by its id; short guard times, as a settings file says them."""
    apps: list[App] = []
    settings = pienza_home / "settings"
    settings.mkdir(parents=True)
    (settings / "settings.json").write_text(
        json.dumps(
            {
                "questions": {"inert_milliseconds": 100, "quiet_milliseconds": 60},
                "agent": {"grace_seconds": 1, "terminate_seconds": 1, "stop_seconds": 3},
            }
        )
    )

    def start(probe: str, delay: float = 0.05, command: str = "") -> App:
        log = tmp_path / f"{probe}.log"
        monkeypatch.setenv("FAKEPI_LOG", str(log))
        monkeypatch.setenv("FAKEPI_DELAY", str(delay))
        script = PROBES / f"{probe}.py"
        words = [sys.executable, str(script)]
        if not script.exists():
            words = [sys.executable, str(PROBES / "fakepi.py"), str(PROBES / f"{probe}.jsonl")]
        app = App(qtbot, command or shlex.join(words), log)
        apps.append(app)
        return app

    yield start
    for app in apps:
        app.close()


@pytest.fixture
def home(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A home without pi on a machine without system folders, and the desktop's short PATH."""
    home = tmp_path / "home"
    home.mkdir()
    monkeypatch.setenv("HOME", str(home))
    monkeypatch.setenv("PATH", SHORT_PATH)
    for name in ("NVM_DIR", "NPM_CONFIG_PREFIX", "npm_config_prefix", "NPM_CONFIG_USERCONFIG", "XDG_DATA_HOME"):
        monkeypatch.delenv(name, raising=False)
    monkeypatch.setattr(machine, "ROOT", tmp_path / "root")
    monkeypatch.setattr(launch_plan, "bundled_node", lambda: None)
    return home


def toast_frames(app: App) -> list[QFrame]:
    """The toasts on screen, as widgets."""
    return [frame for frame in app.window.findChildren(QFrame, "toast") if frame.isVisible()]
