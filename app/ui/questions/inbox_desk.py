"""Keeps all that tells of waiting questions right: inbox, badge, the rows of equal ones, the desktop's message."""

from __future__ import annotations

import time
from collections.abc import Callable

from PySide6.QtCore import QObject, QTimer, Signal, Slot

from app.models.inbox import InboxModel
from app.session.plain import one_line
from app.session.waiting import equal_to, group_equal
from app.ui.desktop_notifier import DesktopNotifier
from app.ui.main_window import MainWindow
from app.ui.questions.presenter import QuestionPresenter


class InboxDesk(QObject):
    """Looks at what *presenter* says waits, once per turn of the loop, however many come and go."""

    cancel_requested = Signal(int)
    """The key of a question to dismiss."""

    def __init__(self, window: MainWindow, presenter: QuestionPresenter, session_name: Callable[[], str]) -> None:
        """Fill the inbox of *window*; *session_name* tells what to call the session."""
        super().__init__(window)
        self._window = window
        self._presenter = presenter
        self._session_name = session_name
        self._model = InboxModel(self)
        self._notifier = DesktopNotifier(window)
        self._notifier.activated.connect(self._on_notifier_activated)
        self._told = False
        self._clock = QTimer(self, interval=1000)
        self._clock.timeout.connect(self._on_clock_timeout)
        window.inbox.set_model(self._model)
        window.inbox.question_activated.connect(presenter.focus_question)
        window.inbox.cancel_requested.connect(self._on_cancel_requested)
        window.waiting_badge.clicked.connect(self._on_badge_clicked)
        window.inbox_dock.visibilityChanged.connect(self._on_dock_visibility_changed)
        presenter.same_cancel_requested.connect(self._on_same_cancel_requested)
        presenter.waiting_changed.connect(self._on_presenter_waiting_changed)
        window.inbox.show_current(None)

    @Slot()
    def _on_presenter_waiting_changed(self) -> None:
        waiting = self._presenter.waiting
        dialog = self._presenter.current
        self._model.set_groups(group_equal(waiting), self._session_name(), time.monotonic())
        self._window.inbox.show_current(dialog.question.key if dialog is not None else None)
        self._window.waiting_badge.set_count(len(waiting))
        if dialog is not None:
            dialog.set_same_count(len(equal_to(dialog.question, waiting)))
        self._notify()
        self._on_dock_visibility_changed()

    def _notify(self) -> None:
        """Tell the desktop once, until the person was here or nothing waits."""
        waiting = self._presenter.waiting
        if not waiting or self._window.isActiveWindow():
            self._told = False
            self._notifier.withdraw()
        elif not self._told:
            title = one_line(waiting[0].title, 200) or "It asks a question."
            self._told = self._notifier.notify("The agent asks", title)

    @Slot()
    def _on_dock_visibility_changed(self) -> None:
        # Nobody sees the time while the dock is away.
        if self._model.rowCount() and self._window.inbox_dock.isVisible():
            self._clock.start()
        else:
            self._clock.stop()

    @Slot()
    def _on_clock_timeout(self) -> None:
        self._model.set_now(time.monotonic())

    @Slot()
    def _on_badge_clicked(self) -> None:
        self._window.toggle_inbox()

    @Slot()
    def _on_notifier_activated(self) -> None:
        self._notifier.withdraw()
        self._window.raise_()
        self._window.activateWindow()
        self._presenter.focus_oldest()

    @Slot(int)
    def _on_same_cancel_requested(self, key: int) -> None:
        waiting = self._presenter.waiting
        asked = next((question for question in waiting if question.key == key), None)
        if asked is not None:
            self._on_cancel_requested([question.key for question in equal_to(asked, waiting)])

    @Slot(list)
    def _on_cancel_requested(self, keys: list[int]) -> None:
        # The newest first: the oldest is on screen, and no other comes there on the way.
        for key in reversed(keys):
            self.cancel_requested.emit(key)
