"""A list over the window to pick from by typing: for actions, models, messages. Nothing behind it moves."""

from __future__ import annotations

from collections.abc import Callable, Iterable

from PySide6.QtCore import QEvent, QModelIndex, QObject, Qt, Signal, Slot
from PySide6.QtGui import QKeyEvent
from PySide6.QtWidgets import QAbstractItemView, QApplication, QFrame, QLineEdit, QListView, QVBoxLayout, QWidget

from app.models.picks import Pick, PickModel
from app.ui.parts import plain_label
from app.ui.picker.pick_delegate import PickDelegate
from app.ui.theme import SPACE

_WIDTH = 640
_ROWS = 12
_TOP = 12 * SPACE
_MOVES = (Qt.Key.Key_Up, Qt.Key.Key_Down, Qt.Key.Key_PageUp, Qt.Key.Key_PageDown)
_ENTER = (Qt.Key.Key_Return, Qt.Key.Key_Enter)


class Picker(QFrame):
    """Enter or a click picks, Escape or the loss of the focus closes; what had the focus gets it back.

    With `ask` it is a single line to write, without a list.
    """

    closed = Signal()

    def __init__(self, window: QWidget) -> None:
        """Build it, hidden, over *window*."""
        super().__init__(window)
        self.setObjectName("picker")
        self.setProperty("role", "picker")
        self._window = window
        self._focus_before: QWidget | None = None
        self._is_line = False
        self._opening = 0
        self._then: Callable[[str], None] = _nothing
        self._title = plain_label(role="heading", name="pickerTitle")
        self._edit = QLineEdit(self)
        self._edit.setObjectName("pickerEdit")
        self._edit.installEventFilter(self)
        self._model = PickModel(self)
        self._list = self._build_list()
        self._empty = plain_label(role="muted", name="pickerEmpty")
        layout = QVBoxLayout(self)
        layout.setContentsMargins(3 * SPACE, 3 * SPACE, 3 * SPACE, 3 * SPACE)
        layout.setSpacing(2 * SPACE)
        for part in (self._title, self._edit, self._list, self._empty):
            layout.addWidget(part)
        self._edit.textChanged.connect(self._on_edit_text_changed)
        window.installEventFilter(self)
        self.hide()

    def _build_list(self) -> QListView:
        view = QListView(self)
        view.setObjectName("pickerList")
        view.setModel(self._model)
        view.setItemDelegate(PickDelegate(view))
        view.setUniformItemSizes(True)
        view.setProperty("role", "options")
        view.setFrameShape(QFrame.Shape.NoFrame)
        view.setEditTriggers(QAbstractItemView.EditTrigger.NoEditTriggers)
        view.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        # The keys stay in the line; the list shows where they lead.
        view.setFocusPolicy(Qt.FocusPolicy.NoFocus)
        view.clicked.connect(self._on_list_clicked)
        return view

    # --- opening and closing ------------------------------------------------------------------------------------

    def offer(self, title: str, then: Callable[[str], None], picks: Iterable[Pick] | None = None) -> int:
        """Offer *picks* under *title*; *then* takes the key of what is picked.

        Returns the number of this opening: picks that are still to come are put in by it, with `fill`.
        """
        self._is_line = False
        self._open(title, "Type to filter", "", then)
        self._empty.setText("One moment…")
        self._model.set_words("")
        self._model.set_picks([])
        if picks is not None:
            self.fill(self._opening, picks)
        self._fit()
        return self._opening

    def fill(self, opening: int, picks: Iterable[Pick], chosen: str = "", empty: str = "There is nothing.") -> None:
        """Put *picks* into what was opened as *opening*, if that is still open; *chosen* is a key to mark."""
        if opening != self._opening or self.isHidden():
            return
        self._model.set_picks(picks)
        self._empty.setText("Nothing is found." if self._model.rowCount() else empty)
        self._mark(max(0, self._model.row_of(chosen)))
        self._fit()

    def ask(self, title: str, hint: str, text: str, then: Callable[[str], None]) -> None:
        """Ask for a line under *title*, with *text* to begin from; *hint* stands in an empty line."""
        self._is_line = True
        self._model.set_picks([])
        self._open(title, hint, text, then)
        self._fit()

    def _open(self, title: str, hint: str, text: str, then: Callable[[str], None]) -> None:
        self._opening += 1
        self._then = then
        focused = QApplication.focusWidget()
        if focused is not self._edit:
            self._focus_before = focused
        self._title.setText(title)
        self._edit.setPlaceholderText(hint)
        self._edit.setAccessibleName(title)
        self._edit.setText(text)
        self._edit.selectAll()
        self.show()
        self.raise_()
        self._edit.setFocus(Qt.FocusReason.PopupFocusReason)

    def close_picker(self) -> None:
        """Put it away; the focus goes back to where it was."""
        if self.isHidden():
            return
        had_focus = self._edit.hasFocus()
        self.hide()
        before, self._focus_before = self._focus_before, None
        if had_focus and before is not None and before.isVisible():
            before.setFocus(Qt.FocusReason.PopupFocusReason)
        self.closed.emit()

    # --- keys -----------------------------------------------------------------------------------------------------

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        """Keys of the line move in the list; the window's size is followed; who goes elsewhere leaves."""
        if watched is self._window:
            if event.type() == QEvent.Type.Resize and self.isVisible():
                self._fit()
            return False
        if event.type() == QEvent.Type.FocusOut:
            self._on_focus_left()
        elif isinstance(event, QKeyEvent) and event.type() in (QEvent.Type.KeyPress, QEvent.Type.ShortcutOverride):
            return self._key(event)
        return False

    def _key(self, event: QKeyEvent) -> bool:
        key = event.key()
        if key not in (*_MOVES, *_ENTER, Qt.Key.Key_Escape):
            return False
        event.accept()
        if event.type() == QEvent.Type.ShortcutOverride:
            # Escape and Enter are its own while it is open.
            return True
        if key == Qt.Key.Key_Escape:
            self.close_picker()
        elif key in _MOVES:
            step = {Qt.Key.Key_Up: -1, Qt.Key.Key_Down: 1, Qt.Key.Key_PageUp: -_ROWS}.get(Qt.Key(key), _ROWS)
            self._move(step)
        elif not event.isAutoRepeat():
            self._accept()
        return True

    def _move(self, step: int) -> None:
        count = self._model.rowCount()
        if count:
            row = self._list.currentIndex().row() + step
            self._mark(row % count if abs(step) == 1 else min(max(row, 0), count - 1))

    def _mark(self, row: int) -> None:
        self._list.setCurrentIndex(self._model.index(row, 0))

    def _accept(self) -> None:
        if self._is_line:
            text = self._edit.text()
            self.close_picker()
            self._then(text)
            return
        index = self._list.currentIndex()
        if index.isValid():
            key = self._model.pick(index.row()).key
            self.close_picker()
            self._then(key)

    def _on_focus_left(self) -> None:
        # A window that is left for another keeps what is open in it.
        if QApplication.activeWindow() is self._window.window():
            self.close_picker()

    @Slot(QModelIndex)
    def _on_list_clicked(self, index: QModelIndex) -> None:
        self._list.setCurrentIndex(index)
        self._accept()

    @Slot(str)
    def _on_edit_text_changed(self, text: str) -> None:
        if not self._is_line:
            self._model.set_words(text)
            self._mark(0)
            self._show_empty()

    # --- place ------------------------------------------------------------------------------------------------------

    def _show_empty(self) -> None:
        is_empty = not self._is_line and self._model.rowCount() == 0
        self._empty.setVisible(is_empty)
        self._list.setVisible(not self._is_line and not is_empty)

    def _fit(self) -> None:
        """Stand at the top of the window, as high as its rows, the same height while one types."""
        self._show_empty()
        row = max(1, self._list.sizeHintForRow(0))
        rows = min(_ROWS, max(1, self._model.rowCount()))
        room = self._window.height() - 2 * _TOP - 20 * SPACE
        self._list.setFixedHeight(max(row, min(rows * row + SPACE, room)))
        width = min(_WIDTH, self._window.width() - 8 * SPACE)
        self.setFixedWidth(width)
        self.adjustSize()
        self.move((self._window.width() - width) // 2, min(_TOP, self._window.height() // 8))


def _nothing(picked: str) -> None:
    """Take nothing: nothing was offered yet."""
