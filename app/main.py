"""The composition root: arguments, application, loop; joins the parts and does nothing else.

The window comes first. What its first frame does not need (the protocol, the settings' schema, the agent) is
imported and started by the first turn of the loop.
"""

from __future__ import annotations

import asyncio
import os
import signal
import sys

import qasync
from PySide6.QtCore import (
    QCoreApplication,
    QEvent,
    QMessageLogContext,
    QObject,
    QTimer,
    QtMsgType,
    Slot,
    qInstallMessageHandler,
)
from PySide6.QtWidgets import QApplication

from app.arguments import Arguments, parse_arguments
from app.display import NO_DISPLAY, UNUSABLE_DISPLAY, has_display
from app.exit_code import exit_code
from app.ui.main_window import MainWindow
from app.ui.theme import Scheme, apply_theme, text_font, theme_for

_APPLICATION_ID = "pienza"
_LONGEST_WAIT_MS = 200
_LOOP = "_pienza_loop"
"""The attribute of the application that keeps its loop: one for its whole life."""


def main() -> int:
    """Run Pienza; returns the exit code."""
    # Wrong arguments and those that only print something need no display.
    draws = parse_arguments(sys.argv[1:]).screenshot is not None
    if not has_display(os.environ):
        if not draws:
            print(NO_DISPLAY, file=sys.stderr)
            return 1
        os.environ["QT_QPA_PLATFORM"] = "offscreen"
    window = create(sys.argv[1:])
    window.show()
    close_on_signals(window)
    return run_loop()


def close_on_signals(window: MainWindow) -> None:
    """Let what asks the program to end from outside close *window*: a logout, a lost terminal, Ctrl+C in it.

    A second Ctrl+C ends the program at once. Windows can tell only of Ctrl+C, and that ends it at once there.
    """
    if sys.platform == "win32":
        signal.signal(signal.SIGINT, signal.SIG_DFL)
        return
    loop = asyncio.get_event_loop()

    def close(number: int) -> None:
        if number == signal.SIGINT:
            loop.remove_signal_handler(number)
            signal.signal(number, signal.SIG_DFL)
        window.close()

    # Python's own handlers run only when Python does: an idle window would not hear them.
    for number in (signal.SIGINT, signal.SIGTERM, signal.SIGHUP):
        loop.add_signal_handler(number, close, number)


def run_loop() -> int:
    """Run the loop of `create_application` until the program quits; returns the exit code."""
    loop = asyncio.get_event_loop()
    try:
        loop.run_forever()
    finally:
        loop.close()
    return exit_code()


def create_application(arguments: list[str]) -> QApplication:
    """Return the QApplication, with a qasync loop as asyncio's current one.

    Called again it returns the same application. *arguments* is the command line without the program's name.
    """
    application = QApplication.instance()
    if not isinstance(application, QApplication):
        application = _open_display(arguments)
        application.setApplicationName(_APPLICATION_ID)
        application.setDesktopFileName(_APPLICATION_ID)
        # The window hides before the agent has ended in order; the program decides when it is over.
        application.setQuitOnLastWindowClosed(False)
        application.setStyle("Fusion")
        application.setFont(text_font())
        apply_theme(application, theme_for(Scheme.SYSTEM))
    loop = getattr(application, _LOOP, None)
    if loop is None or loop.is_closed():
        loop = qasync.QEventLoop(application)
        setattr(application, _LOOP, loop)
    asyncio.set_event_loop(loop)
    return application


def _open_display(arguments: list[str]) -> QApplication:
    """Return a new QApplication. Where none can be, ends the program with a sentence and exit code 1: Qt aborts."""
    before = qInstallMessageHandler(_on_start_message)
    try:
        return QApplication([_APPLICATION_ID, *arguments])
    finally:
        qInstallMessageHandler(before)


def _on_start_message(kind: QtMsgType, context: QMessageLogContext, message: str) -> None:
    if kind is not QtMsgType.QtFatalMsg:
        print(message.strip(), file=sys.stderr)
        return
    print(UNUSABLE_DISPLAY, file=sys.stderr, flush=True)
    # Not by an exception: it cannot pass through Qt, which aborts as soon as this returns.
    os._exit(1)


def create(arguments: list[str]) -> MainWindow:
    """Build the whole program without entering the loop and return its window, not shown yet.

    Settings, controller and agent come to life with the first turn of the loop. Raises SystemExit for wrong
    *arguments*.
    """
    options = parse_arguments(arguments)
    create_application(arguments)
    window = MainWindow(theme_for(Scheme.SYSTEM))
    _Start(window, options)
    return window


class _Start(QTimer):
    """Brings the rest of the program to life right after the first frame of *window*, or soon without one."""

    def __init__(self, window: MainWindow, options: Arguments) -> None:
        super().__init__(window)
        self._window = window
        self._options = options
        self.setSingleShot(True)
        self.timeout.connect(self._on_timeout)
        window.transcript.viewport().installEventFilter(self)
        window.close_requested.connect(self._on_window_close_requested)
        self.start(_LONGEST_WAIT_MS)

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        """Wait for the frame, then take the next turn of the loop."""
        if event.type() == QEvent.Type.Paint:
            watched.removeEventFilter(self)
            self.start(0)
        return False

    @Slot()
    def _on_window_close_requested(self) -> None:
        # Closed before anything began: there is nothing to end.
        self.stop()
        self._window.allow_close()
        QCoreApplication.quit()

    @Slot()
    def _on_timeout(self) -> None:
        self._window.transcript.viewport().removeEventFilter(self)
        self._window.close_requested.disconnect(self._on_window_close_requested)
        # Imported late on purpose: half of the time of a start would go by before anything is seen.
        from app.program import Program

        Program(self._window, self._options).begin()
