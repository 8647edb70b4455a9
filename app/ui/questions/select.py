"""The dialog for `select`: one of the options, answered by its index."""

from __future__ import annotations

from PySide6.QtCore import QEvent, QItemSelection, QModelIndex, QObject, QSortFilterProxyModel, Qt, Slot
from PySide6.QtGui import QKeyEvent
from PySide6.QtWidgets import QAbstractItemView, QFrame, QLineEdit, QListView, QSizePolicy, QWidget

from app.session.questions import Chosen, Question
from app.ui.parts import plain_label
from app.ui.questions.base import QuestionDialog
from app.ui.questions.options import NumberedDelegate, OptionModel, display_of
from app.ui.text_pane import TextPane
from app.ui.theme import SPACE

_ROWS_SHOWN = 8
_FILTER_FROM = 8
_DETAIL_LINES = 5
_DIGITS = tuple("123456789")
"""What `str.isdigit` takes beyond these, `int` refuses: "²" is a key of its own in France."""
_MOVES = (Qt.Key.Key_Up, Qt.Key.Key_Down, Qt.Key.Key_PageUp, Qt.Key.Key_PageDown, Qt.Key.Key_Home, Qt.Key.Key_End)


class SelectDialog(QuestionDialog):
    """A list with a filter. Nothing is chosen until the person moves, types or clicks."""

    def __init__(self, question: Question, inert_ms: int, quiet_ms: int, parent: QWidget | None = None) -> None:
        """Build the dialog for *question*."""
        super().__init__(question, inert_ms, quiet_ms, parent)
        self._options = OptionModel(question.options, self)
        self._filtered = QSortFilterProxyModel(self)
        self._filtered.setFilterRole(Qt.ItemDataRole.UserRole)
        self._filtered.setSourceModel(self._options)
        self._filtered.setFilterCaseSensitivity(Qt.CaseSensitivity.CaseInsensitive)
        self._filter = self._build_filter()
        self._list = self._build_list()
        self._detail = TextPane("optionDetail", _DETAIL_LINES, self)
        self._detail.hide()
        for widget in (self._filter, self._list, self._detail):
            self.body.addWidget(widget)
        self.body.setStretchFactor(self._list, 1)
        self._cancel = self.add_button("Cancel", "cancelButton")
        self._cancel.clicked.connect(self._on_cancel_clicked)
        self._accept = self.add_button("Answer", "acceptButton", "primary")
        self._accept.clicked.connect(self._on_accept)
        self._accept.setEnabled(False)
        self._list.selectionModel().selectionChanged.connect(self._on_list_selection_changed)
        self._say_when_empty()

    def _build_filter(self) -> QLineEdit:
        # With its parent from the start: shown without one, it would be a window and take the keys for a moment.
        edit = QLineEdit(self)
        edit.setObjectName("optionFilter")
        edit.setPlaceholderText("Type to filter")
        edit.setAccessibleName("Filter")
        edit.textChanged.connect(self._on_filter_changed)
        edit.installEventFilter(self)
        edit.setVisible(len(self.question.options) > _FILTER_FROM)
        return edit

    def _build_list(self) -> QListView:
        view = QListView()
        view.setObjectName("optionList")
        view.setAccessibleName("Options")
        view.setUniformItemSizes(True)
        view.setModel(self._filtered)
        view.setItemDelegate(NumberedDelegate(view))
        view.setEditTriggers(QAbstractItemView.EditTrigger.NoEditTriggers)
        view.setTextElideMode(Qt.TextElideMode.ElideMiddle)
        view.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        view.setFrameShape(QFrame.Shape.NoFrame)
        view.setProperty("role", "options")
        row = max(0, view.sizeHintForRow(0))
        rows = min(_ROWS_SHOWN, max(1, len(self.question.options)))
        view.setMinimumHeight(min(rows, 2) * row)
        view.setMaximumHeight(rows * row + 2 * SPACE)
        view.setSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Expanding)
        view.doubleClicked.connect(self._on_list_double_clicked)
        view.installEventFilter(self)
        return view

    def _say_when_empty(self) -> None:
        if self.question.options:
            self.hint.setText("↑↓ choose · Enter answers · Esc cancels")
            return
        self._list.hide()
        self.body.insertWidget(0, plain_label("There is nothing to choose from.", role="muted"))
        self.hint.setText("Esc cancels")

    def safe_widget(self) -> QWidget:
        """Return the list, in which nothing is chosen yet; Cancel when there is nothing to choose."""
        return self._list if self.question.options else self._cancel

    def wants_letters(self) -> bool:
        """Only where there is a filter, which shows what is typed and chooses nothing."""
        return self._filter.isVisible()

    def chosen(self) -> Chosen | None:
        """Return the option that is chosen in the list."""
        index = self._chosen()
        return Chosen(self._filtered.mapToSource(index).row()) if index.isValid() else None

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        """Keys of the list: digits choose, Enter answers, letters go to the filter, arrows come from there."""
        if event.type() != QEvent.Type.KeyPress or not isinstance(event, QKeyEvent):
            return super().eventFilter(watched, event)
        if event.key() in (Qt.Key.Key_Return, Qt.Key.Key_Enter):
            if not event.isAutoRepeat():
                self._on_accept()
            return True
        if watched is self._filter:
            return self._filter_key(event)
        return self._list_key(event)

    def _filter_key(self, event: QKeyEvent) -> bool:
        if event.key() not in _MOVES[:4]:
            return False
        self._list.setFocus()
        self._move_into_list()
        return True

    def _list_key(self, event: QKeyEvent) -> bool:
        text = event.text()
        if text in _DIGITS:
            self._choose(int(text) - 1)
            return True
        if event.key() in _MOVES and not self._chosen().isValid():
            self._move_into_list(last=event.key() in (Qt.Key.Key_Up, Qt.Key.Key_End))
            return True
        if text.isprintable() and text.strip() and self._filter.isVisible():
            self._filter.setFocus()
            self._filter.insert(text)
            return True
        return False

    def _move_into_list(self, last: bool = False) -> None:
        if not self._chosen().isValid():
            self._choose(self._filtered.rowCount() - 1 if last else 0)

    def _chosen(self) -> QModelIndex:
        """Return the chosen row. Qt makes the first row current when the list gets the focus: that is no choice."""
        selected = self._list.selectionModel().selectedIndexes()
        return selected[0] if selected else QModelIndex()

    def _choose(self, row: int) -> None:
        index = self._filtered.index(row, 0)
        if index.isValid():
            self._list.setCurrentIndex(index)

    @Slot(str)
    def _on_filter_changed(self, text: str) -> None:
        self._filtered.setFilterFixedString(text)
        self._list.selectionModel().clear()

    @Slot(QItemSelection, QItemSelection)
    def _on_list_selection_changed(self, selected: QItemSelection, deselected: QItemSelection) -> None:
        chosen = self._chosen()
        self._accept.setEnabled(chosen.isValid())
        option = self.question.options[self._filtered.mapToSource(chosen).row()] if chosen.isValid() else ""
        # What the list cannot show in full stands below it, to be read to its end before it is chosen.
        room = self._list.viewport().width() - 4 * SPACE
        fits = option == display_of(option) and self._list.fontMetrics().horizontalAdvance(option) < room
        self._detail.set_text("" if fits else option)
        self.reveal(self._detail)

    @Slot(QModelIndex)
    def _on_list_double_clicked(self, index: QModelIndex) -> None:
        self._on_accept()

    @Slot()
    def _on_cancel_clicked(self) -> None:
        self.reject()

    @Slot()
    def _on_accept(self) -> None:
        chosen = self.chosen()
        if chosen is not None:
            self.submit(chosen)
