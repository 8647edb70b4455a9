"""What ran when a question was asked, beside the question: to be read before it is answered."""

from __future__ import annotations

from collections.abc import Iterator
from functools import partial

from PySide6.QtCore import QSize, Qt, Signal, Slot
from PySide6.QtGui import QColor, QFont, QResizeEvent, QTextBlockFormat, QTextCharFormat, QTextCursor
from PySide6.QtWidgets import QSizePolicy, QToolButton, QVBoxLayout, QWidget

from app.session.pieces import LONGEST
from app.session.question_context import QuestionContext
from app.ui.parts import plain_label
from app.ui.questions.context_lines import Ink, Line, lines_of
from app.ui.questions.late_warning import LateWarning
from app.ui.questions.words import DECEPTIVE_CONTEXT, context_names, context_title
from app.ui.text_pane import TextPane
from app.ui.theme import SPACE, Theme, code_font, text_font, theme_in_use

_FRAME = 2 * SPACE + 2
"""What the style sheet adds to the height of the lines, in pixels."""


class ContextPane(QWidget):
    """A line that folds, and below it the commands, changes and last words as plain text that scrolls.

    It never takes the focus by itself; Tab comes here last.
    """

    folded_changed = Signal(bool)
    """The person folded it, or unfolded it."""

    def __init__(self, context: QuestionContext, most_lines: int, parent: QWidget) -> None:
        """Build the pane, unfolded, of at most *most_lines*; it is hidden when *context* has nothing to tell."""
        super().__init__(parent)
        self.setObjectName("questionContextPane")
        self._title, self._names = context_title(context), context_names(context)
        self._fold = self._build_fold()
        self._text = _ContextText(self._title, most_lines, self)
        self._text.show_lines(lines_of(context))
        warning = plain_label(role="warning", name="contextWarning", wrap=True)
        warning.setParent(self)
        layout = QVBoxLayout(self)
        layout.setContentsMargins(0, 0, 0, 0)
        layout.setSpacing(SPACE)
        for widget in (self._fold, warning, self._text):
            layout.addWidget(widget)
        self.warning = LateWarning(warning, _looks(context))
        self.set_folded(False)
        self.setVisible(bool(context))

    def _build_fold(self) -> QToolButton:
        fold = QToolButton(self)
        fold.setObjectName("contextFold")
        fold.setProperty("role", "fold")
        fold.setCheckable(True)
        # Long names are cut off, see below: they must not make the dialog wider than its column.
        fold.setMinimumWidth(10 * SPACE)
        fold.setSizePolicy(QSizePolicy.Policy.Maximum, QSizePolicy.Policy.Fixed)
        fold.setFocusPolicy(Qt.FocusPolicy.TabFocus)
        fold.toggled.connect(self._on_fold_toggled)
        fold.clicked.connect(self.folded_changed)
        return fold

    def set_folded(self, folded: bool) -> None:
        """Show only what ran, by name, or everything."""
        self._fold.setChecked(folded)
        self._on_fold_toggled(folded)

    def follow(self, widget: QWidget) -> None:
        """Let Tab come here after *widget*, the last one of the dialog."""
        QWidget.setTabOrder(widget, self._fold)
        QWidget.setTabOrder(self._fold, self._text)

    def resizeEvent(self, event: QResizeEvent) -> None:
        """Show as much of the title as there is room for."""
        super().resizeEvent(event)
        self._show_title()

    @Slot(bool)
    def _on_fold_toggled(self, folded: bool) -> None:
        self._text.setVisible(not folded)
        self._fold.setToolTip("Show it" if folded else "Fold it away")
        self._fold.setAccessibleDescription("folded" if folded else "unfolded")
        self._show_title()

    def _show_title(self) -> None:
        folded = self._fold.isChecked()
        said = f"{self._title}: {self._names}" if folded and self._names else self._title
        room = self.width() - 4 * SPACE
        shown = self.fontMetrics().elidedText(f"{'▸' if folded else '▾'} {said}", Qt.TextElideMode.ElideRight, room)
        self._fold.setText(shown.replace("&", "&&"))
        self._fold.setAccessibleName(said)


class _ContextText(TextPane):
    """The text: selectable with the mouse and the keyboard, as high as its lines up to a bound."""

    def __init__(self, name: str, most_lines: int, parent: QWidget) -> None:
        super().__init__("questionContext", most_lines, parent, font=code_font())
        self._name = name
        self.setTextInteractionFlags(
            Qt.TextInteractionFlag.TextSelectableByMouse | Qt.TextInteractionFlag.TextSelectableByKeyboard
        )
        self.setFocusPolicy(Qt.FocusPolicy.ClickFocus | Qt.FocusPolicy.TabFocus)
        self.setProperty("role", "code")

    def sizeHint(self) -> QSize:
        """Return the height of the lines and of the frame around them."""
        return super().sizeHint() + QSize(0, _FRAME)

    def minimumSizeHint(self) -> QSize:
        """Return room for two lines and the frame."""
        return super().minimumSizeHint() + QSize(0, _FRAME)

    def show_lines(self, lines: Iterator[Line]) -> None:
        """Show *lines*, each in its ink, as far as the person reads."""
        self.loader.show(partial(_write, lines))
        self.setAccessibleName(self._name)
        self.updateGeometry()


def _looks(context: QuestionContext) -> Iterator[tuple[int, str]]:
    for line in lines_of(context):
        yield line.cost, DECEPTIVE_CONTEXT if line.is_deceptive else ""


def _write(lines: Iterator[Line], cursor: QTextCursor) -> Iterator[str]:
    """Write *lines* at *cursor*, about as much in a step as a long line costs."""
    theme, cost = theme_in_use(), 0
    for number, line in enumerate(lines):
        if cost + line.cost > LONGEST and cost:
            yield "… more, shown as you scroll here …"
            cost = 0
        cost += line.cost
        if number and not line.goes_on:
            cursor.insertBlock()
        cursor.setBlockFormat(_ground(line.ink, theme))
        cursor.insertText(line.text.replace("\n", "\u2028"), _letters(line.ink, theme))


def _ground(ink: Ink, theme: Theme) -> QTextBlockFormat:
    block = QTextBlockFormat()
    # A command is read from left to right, whatever letters it begins with.
    if ink is not Ink.WORDS:
        block.setLayoutDirection(Qt.LayoutDirection.LeftToRight)
    if ink in (Ink.ADDED, Ink.REMOVED):
        block.setBackground(QColor(theme.added if ink is Ink.ADDED else theme.removed))
    return block


def _letters(ink: Ink, theme: Theme) -> QTextCharFormat:
    letters = QTextCharFormat()
    if ink is Ink.QUIET:
        letters.setForeground(QColor(theme.muted))
    if ink is Ink.NAME:
        letters.setFontWeight(QFont.Weight.DemiBold)
    if ink in (Ink.WORDS, Ink.QUIET):
        letters.setFont(text_font())
    return letters
