"""The inbox: a list of the questions that wait, and what can be done with those in a row."""

from __future__ import annotations

from PySide6.QtCore import QItemSelectionModel, QModelIndex, QPersistentModelIndex, Qt, Signal, Slot
from PySide6.QtWidgets import QFrame, QHBoxLayout, QListView, QVBoxLayout, QWidget

from app.models.inbox import COUNT_ROLE, DETAIL_ROLE, KEY_ROLE, InboxModel
from app.ui.parts import plain_label, push_button
from app.ui.theme import SPACE
from app.ui.two_line_delegate import TwoLineDelegate


class InboxList(QWidget):
    """Shows an InboxModel; it answers nothing: that is done where the whole question is read."""

    question_activated = Signal(int)
    """The key of a question that the person wants to see."""
    cancel_requested = Signal(list)
    """The keys of equal questions that the person wants to dismiss, oldest first."""

    def __init__(self, parent: QWidget | None = None) -> None:
        """Show nothing until `set_model`."""
        super().__init__(parent)
        self._model: InboxModel | None = None
        self._list = QListView()
        self._list.setObjectName("inboxList")
        self._list.setAccessibleName("Questions that wait")
        self._list.setFrameShape(QFrame.Shape.NoFrame)
        self._list.setProperty("role", "options")
        self._list.setUniformItemSizes(True)
        self._list.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        self._list.setItemDelegate(TwoLineDelegate(DETAIL_ROLE, self._list))
        self._list.clicked.connect(self._on_list_activated)
        self._list.activated.connect(self._on_list_activated)
        self._empty = plain_label("No question waits.", role="muted", name="inboxEmpty")
        self._cancel = push_button("Cancel all of these", "cancelGroupButton")
        self._cancel.clicked.connect(self._on_cancel_clicked)
        buttons = QHBoxLayout()
        buttons.addStretch(1)
        buttons.addWidget(self._cancel)
        layout = QVBoxLayout(self)
        layout.setContentsMargins(2 * SPACE, 2 * SPACE, 2 * SPACE, 2 * SPACE)
        layout.setSpacing(2 * SPACE)
        layout.addWidget(self._empty, 0, Qt.AlignmentFlag.AlignTop)
        layout.addWidget(self._list, 1)
        layout.addLayout(buttons)

    def set_model(self, model: InboxModel) -> None:
        """Show *model*."""
        self._model = model
        self._list.setModel(model)
        self._list.selectionModel().currentChanged.connect(self._on_current_changed)

    def show_current(self, key: int | None) -> None:
        """The question *key* is on screen: its row is marked; None marks none."""
        if self._model is None:
            return
        row = -1 if key is None else self._model.row_of(key)
        index = self._model.index(row) if row >= 0 else QModelIndex()
        self._list.selectionModel().setCurrentIndex(index, QItemSelectionModel.SelectionFlag.ClearAndSelect)
        empty = self._model.rowCount() == 0
        focused = self.window().focusWidget()
        self._empty.setVisible(empty)
        self._list.setVisible(not empty)
        self._show_cancel(index)
        self._keep_focus(focused)

    def _keep_focus(self, focused: QWidget | None) -> None:
        """Whoever had the keyboard here keeps it when *focused* hid: Qt gave it to whatever comes next."""
        if focused is None or not (focused is self or self.isAncestorOf(focused)):
            return
        if focused is self or not focused.isVisible():
            (self if self._list.isHidden() else self._list).setFocus(Qt.FocusReason.OtherFocusReason)

    def _show_cancel(self, index: QModelIndex | QPersistentModelIndex) -> None:
        count = index.data(COUNT_ROLE) if index.isValid() else 0
        self._cancel.setVisible(count > 1)
        self._cancel.setText(f"Cancel all {count}")

    @Slot(QModelIndex, QModelIndex)
    def _on_current_changed(self, current: QModelIndex, _before: QModelIndex) -> None:
        self._show_cancel(current)

    @Slot(QModelIndex)
    def _on_list_activated(self, index: QModelIndex) -> None:
        self.question_activated.emit(index.data(KEY_ROLE))

    @Slot()
    def _on_cancel_clicked(self) -> None:
        index = self._list.currentIndex()
        if self._model is not None and index.isValid():
            self.cancel_requested.emit(self._model.keys(index.row()))
