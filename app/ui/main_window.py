"""The main window: places its parts and does nothing else."""

from __future__ import annotations

from PySide6.QtCore import QSize, Qt, Signal
from PySide6.QtGui import QCloseEvent, QResizeEvent
from PySide6.QtWidgets import QMainWindow, QVBoxLayout, QWidget

from app.ui.banner import Banner
from app.ui.docks.widget_docks import WidgetDocks
from app.ui.prompt.prompt_panel import PromptPanel
from app.ui.questions.answer_log_list import AnswerLogList
from app.ui.questions.inbox_list import InboxList
from app.ui.questions.standing_list import StandingList
from app.ui.questions.waiting_badge import WaitingBadge
from app.ui.reading_column import ReadingColumn
from app.ui.side_dock import SideDock
from app.ui.status.agent_status import AgentStatus
from app.ui.status.status_entries import StatusEntries
from app.ui.theme import SPACE, Theme
from app.ui.toasts.notice_list import NoticeList
from app.ui.toasts.toast_overlay import ToastOverlay
from app.ui.transcript.transcript_view import TranscriptView


class MainWindow(QMainWindow):
    """Transcript, question, extension panels and prompt in one column; status below; notices at the side."""

    close_requested = Signal()
    """The person wants to close the window; it stays until `allow_close` was called."""

    def __init__(self, theme: Theme) -> None:
        """Build an empty window; the session's binding fills it."""
        super().__init__()
        self.setObjectName("mainWindow")
        self.resize(1180, 820)
        self.setMinimumSize(QSize(480, 400))
        self._may_close = False
        self._side_dock: SideDock | None = None
        self.transcript = TranscriptView(theme)
        self.toasts = ToastOverlay(self.transcript)
        self.banner = Banner()
        self.prompt = PromptPanel()
        self.question_column = ReadingColumn()
        self.status_entries = StatusEntries(theme)
        self.agent_status = AgentStatus()
        self._conversation = self._build_conversation(theme)
        self.setCentralWidget(self._conversation)
        self._build_status_bar()
        self.notice_list = NoticeList()
        self.notice_dock = self._build_side_dock("Notifications", "noticeDock", self.notice_list)
        self.inbox = InboxList()
        self.inbox_dock = self._build_side_dock("Questions", "inboxDock", self.inbox)
        self.answer_log = AnswerLogList()
        self.answer_log_dock = self._build_side_dock("Answers", "answerLog", self.answer_log)
        self.standing = StandingList()
        self.standing_dock = self._build_side_dock("Standing answers", "standingDock", self.standing)
        # Else nothing has the keyboard when the window comes to the front for the first time.
        self.prompt.editor.setFocus()

    def _build_conversation(self, theme: Theme) -> QWidget:
        conversation = QWidget()
        conversation.setObjectName("conversation")
        conversation.setAttribute(Qt.WidgetAttribute.WA_StyledBackground)
        # An inner window lays out the extension panels above and below the prompt as real docks.
        self._prompt_window = QMainWindow()
        self._prompt_window.setWindowFlags(Qt.WindowType.Widget)
        self._prompt_window.setObjectName("promptWindow")
        self._prompt_window.setCentralWidget(self.prompt)
        self.docks = WidgetDocks(self._prompt_window, theme, self)
        banner_column, prompt_column = ReadingColumn(), ReadingColumn()
        banner_column.column.addWidget(self.banner)
        prompt_column.column.addWidget(self._prompt_window)
        layout = QVBoxLayout(conversation)
        layout.setContentsMargins(0, 0, 0, 3 * SPACE)
        layout.setSpacing(2 * SPACE)
        # In a small window a question needs the room more: the transcript scrolls in whatever is left.
        self.transcript.setMinimumHeight(8 * SPACE)
        layout.addWidget(self.transcript, 1)
        for column in (banner_column, self.question_column, prompt_column):
            layout.addWidget(column)
        return conversation

    def _build_status_bar(self) -> None:
        bar = self.statusBar()
        bar.setSizeGripEnabled(False)
        bar.addWidget(self.status_entries, 1)
        self.waiting_badge = WaitingBadge()
        bar.addPermanentWidget(self.waiting_badge)
        bar.addPermanentWidget(self.agent_status)

    def _build_side_dock(self, title: str, name: str, content: QWidget) -> SideDock:
        dock = SideDock(title, name, content, self.prompt.editor, self)
        self.addDockWidget(Qt.DockWidgetArea.RightDockWidgetArea, dock)
        if self._side_dock is not None:
            self.tabifyDockWidget(self._side_dock, dock)
        self._side_dock = dock
        return dock

    def set_theme(self, theme: Theme) -> None:
        """Pass *theme* on to the parts that paint for themselves."""
        for part in (self.transcript, self.status_entries, self.docks):
            part.set_theme(theme)

    def toggle_inbox(self) -> None:
        """Show the questions that wait and go there, or put them away again and go back."""
        self.inbox_dock.toggle()

    def allow_close(self) -> None:
        """Let the next close through, and close."""
        self._may_close = True
        self.close()

    def resizeEvent(self, event: QResizeEvent) -> None:
        """The prompt may take a third of the window, the panels and the question must leave room to read."""
        self.prompt.editor.set_most_height(event.size().height() // 3)
        self.question_column.setMaximumHeight(event.size().height() * 3 // 5)
        for dock in self.findChildren(SideDock):
            dock.leave_room(event.size().width())
        super().resizeEvent(event)

    def closeEvent(self, event: QCloseEvent) -> None:
        """Hide at once, close for good when the agent has been ended in order."""
        if self._may_close:
            super().closeEvent(event)
            return
        event.ignore()
        self.hide()
        self.close_requested.emit()
