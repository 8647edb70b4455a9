"""The history of notifications as a list with a filter."""

from __future__ import annotations

from PySide6.QtCore import QModelIndex, QPersistentModelIndex, QSize, QSortFilterProxyModel, Qt, Slot
from PySide6.QtWidgets import (
    QFrame,
    QHBoxLayout,
    QLineEdit,
    QListView,
    QStyledItemDelegate,
    QStyleOptionViewItem,
    QVBoxLayout,
    QWidget,
)

from app.models.notices import NoticeModel
from app.ui.parts import push_button
from app.ui.theme import SPACE

_ROW_PADDING = 4 * SPACE
"""Left and right of a row together, as the style sheet has it."""


class _WrappingDelegate(QStyledItemDelegate):
    """Wraps rows within the padding of the style sheet, which Qt adds after it has wrapped them."""

    def sizeHint(self, option: QStyleOptionViewItem, index: QModelIndex | QPersistentModelIndex) -> QSize:
        """Return the size of a row that is as wide as the view."""
        narrower = QStyleOptionViewItem(option)
        narrower.rect = option.rect.adjusted(0, 0, -_ROW_PADDING, 0)
        return super().sizeHint(narrower, index)


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
        self._filter.setAccessibleName("Search notifications")
        self._filter.setClearButtonEnabled(True)
        self._filter.textChanged.connect(self._filtered.setFilterFixedString)
        self._list = QListView()
        self._list.setObjectName("noticeList")
        self._list.setAccessibleName("Notifications")
        self._list.setModel(self._filtered)
        self._list.setItemDelegate(_WrappingDelegate(self._list))
        self._list.setFrameShape(QFrame.Shape.NoFrame)
        self._list.setWordWrap(True)
        self._list.setResizeMode(QListView.ResizeMode.Adjust)
        self._list.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
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
