"""The history of notifications as a list with a filter."""

from __future__ import annotations

from PySide6.QtCore import QSortFilterProxyModel, Qt, Slot
from PySide6.QtWidgets import QFrame, QHBoxLayout, QLineEdit, QListView, QVBoxLayout, QWidget

from app.models.notices import NoticeModel
from app.ui.parts import push_button
from app.ui.theme import SPACE


class NoticeList(QWidget):
    """Shows a NoticeModel; its rows are plain text."""

    def __init__(self, parent: QWidget | None = None) -> None:
        """Show nothing until `set_model`."""
        super().__init__(parent)
        self._model: NoticeModel | None = None
        self._filtered = QSortFilterProxyModel(self)
        self._filtered.setFilterCaseSensitivity(Qt.CaseSensitivity.CaseInsensitive)
        self._filter = QLineEdit()
        self._filter.setPlaceholderText("Search notifications")
        self._filter.setClearButtonEnabled(True)
        self._filter.textChanged.connect(self._filtered.setFilterFixedString)
        self._list = QListView()
        self._list.setObjectName("noticeList")
        self._list.setAccessibleName("Notifications")
        self._list.setModel(self._filtered)
        self._list.setFrameShape(QFrame.Shape.NoFrame)
        self._list.setWordWrap(True)
        self._list.setUniformItemSizes(False)
        self._list.setProperty("role", "options")
        clear = push_button("Clear", "clearNotices")
        clear.clicked.connect(self._on_clear_clicked)
        row = QHBoxLayout()
        row.setSpacing(2 * SPACE)
        row.addWidget(self._filter, 1)
        row.addWidget(clear)
        layout = QVBoxLayout(self)
        layout.setContentsMargins(2 * SPACE, 2 * SPACE, 2 * SPACE, 2 * SPACE)
        layout.setSpacing(2 * SPACE)
        layout.addLayout(row)
        layout.addWidget(self._list)

    def set_model(self, model: NoticeModel) -> None:
        """Show *model*."""
        self._model = model
        self._filtered.setSourceModel(model)

    @Slot()
    def _on_clear_clicked(self) -> None:
        if self._model is not None:
            self._model.clear()
