"""An area that is as high as its content; in less room the content gives way first, and only then it scrolls."""

from __future__ import annotations

from PySide6.QtCore import QEvent, QObject, QSize, Qt, QTimer, Slot
from PySide6.QtGui import QResizeEvent
from PySide6.QtWidgets import QApplication, QFrame, QScrollArea, QVBoxLayout, QWidget

_LEAST_LINES = 3


class _Content(QWidget):
    """What is in the area. Told to be as high as it can be made at least, never as it would like to be."""

    def __init__(self, layout: QVBoxLayout) -> None:
        super().__init__()
        layout.setContentsMargins(0, 0, 0, 0)
        self.setLayout(layout)
        self._layout = layout

    def heightForWidth(self, width: int) -> int:
        """Return the height in *width* pixels below which the parts would lie over each other."""
        if self._layout.hasHeightForWidth():
            return self._layout.minimumHeightForWidth(width)
        return self._layout.minimumSize().height()

    def minimumSizeHint(self) -> QSize:
        """Return the width of the widest part; the height follows from the width that there is."""
        least = self._layout.minimumSize()
        return QSize(least.width(), 0) if self._layout.hasHeightForWidth() else least


class FittingScroll(QScrollArea):
    """Scrolls up and down only, and to whatever gets the keyboard."""

    def __init__(self, layout: QVBoxLayout, parent: QWidget) -> None:
        """Show what is in *layout*."""
        super().__init__(parent)
        self._content = _Content(layout)
        self._layout = layout
        self._known_width = 0
        self._revealed: QWidget | None = None
        self._reveal_timer = QTimer(self, singleShot=True, interval=0)
        self._reveal_timer.timeout.connect(self._on_reveal_timeout)
        self.setFrameShape(QFrame.Shape.NoFrame)
        self.setProperty("role", "fitting")
        self.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        self.setFocusPolicy(Qt.FocusPolicy.NoFocus)
        self.setWidgetResizable(True)
        self.setWidget(self._content)
        # A part of the dialog, not a sheet of its own.
        for widget in (self.viewport(), self._content):
            widget.setAutoFillBackground(False)
        application = QApplication.instance()
        if isinstance(application, QApplication):
            application.focusChanged.connect(self._on_focus_changed)

    def sizeHint(self) -> QSize:
        """Return the size of the content in the width that there is."""
        hint = self._layout.totalSizeHint()
        if self._layout.hasHeightForWidth() and self._known_width:
            hint.setHeight(self._layout.totalHeightForWidth(self._known_width))
        return hint

    def minimumSizeHint(self) -> QSize:
        """Return the width of the content and a few lines, or less where the content is."""
        lines = _LEAST_LINES * self.fontMetrics().lineSpacing()
        least = self._content.minimumSizeHint().width()
        return QSize(least, min(lines, self._content.heightForWidth(self._known_width or least)))

    def reveal(self, widget: QWidget) -> None:
        """Scroll to *widget*, which came only now: once it has its place."""
        self._revealed = widget
        self._reveal_timer.start()

    def resizeEvent(self, event: QResizeEvent) -> None:
        """Ask for the height that a new width takes."""
        super().resizeEvent(event)
        if event.size().width() != self._known_width:
            self._known_width = event.size().width()
            self.updateGeometry()
        self._keep_focus_in_view()

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        """Ask for another height when the content does."""
        if watched is self._content and event.type() == QEvent.Type.LayoutRequest:
            self.updateGeometry()
            # What came above may have moved the place of the keyboard out of view.
            self._keep_focus_in_view()
        return super().eventFilter(watched, event)

    def _keep_focus_in_view(self) -> None:
        focused = QApplication.focusWidget()
        if focused is not None and self._content.isAncestorOf(focused) and not self._reveal_timer.isActive():
            self.reveal(focused)

    @Slot()
    def _on_reveal_timeout(self) -> None:
        if self._revealed is not None and self._revealed.isVisible():
            self.ensureWidgetVisible(self._revealed)

    @Slot(QWidget, QWidget)
    def _on_focus_changed(self, before: QWidget | None, focused: QWidget | None) -> None:
        if focused is not None and self._content.isAncestorOf(focused):
            self.ensureWidgetVisible(focused)
