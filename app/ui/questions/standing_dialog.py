"""The dialog that makes a standing answer: what is answered, where, and what it would have done so far."""

from __future__ import annotations

from PySide6.QtCore import QSize, Qt, Signal, Slot
from PySide6.QtGui import QFont, QHideEvent, QKeyEvent, QShowEvent, QWheelEvent
from PySide6.QtWidgets import QDialog, QFormLayout, QPushButton, QVBoxLayout, QWidget

from app.models.standing import dry_run_sentence, exact_text, otherwise_sentence
from app.session.decision import Decision
from app.session.questions import Answer, Chosen, Confirmed, Question, QuestionKind
from app.session.standing import asked_of, dry_run, words_of
from app.ui.button_row import ButtonRow
from app.ui.choice_box import ChoiceBox
from app.ui.fitting_scroll import FittingScroll
from app.ui.parts import plain_label, push_button
from app.ui.questions.inert_guard import InertGuard
from app.ui.questions.options import display_of
from app.ui.text_pane import TextPane
from app.ui.theme import SPACE, code_font

_WIDTH = 560
_SCREEN_MARGIN = QSize(32, 64)
"""For the frame of the window, and for what the desktop has at its edges."""
_MATCH_LINES = 10
_FRAME = 2 * SPACE + 2
"""What the style sheet adds to the height of the lines, in pixels."""
_EXACTLY = (
    "From now on Pienza answers by itself when the very same is asked: each character and each option must be equal."
)
_CONTEXT = (
    "What runs is not looked at. If the question does not name it, the same words may be asked of something else."
)


class _Box(ChoiceBox):
    """A box that the wheel does not change: what passes over it would."""

    def wheelEvent(self, event: QWheelEvent) -> None:
        """Leave it to what is behind."""
        event.ignore()


class _Match(TextPane):
    """The question, to the character, to be read to its end by mouse or keyboard."""

    def __init__(self, text: str, parent: QWidget) -> None:
        super().__init__("standingMatch", _MATCH_LINES, parent, font=code_font())
        self.setProperty("role", "code")
        self.setTextInteractionFlags(
            Qt.TextInteractionFlag.TextSelectableByMouse | Qt.TextInteractionFlag.TextSelectableByKeyboard
        )
        self.setFocusPolicy(Qt.FocusPolicy.ClickFocus | Qt.FocusPolicy.TabFocus)
        self.set_text(text)

    def sizeHint(self) -> QSize:
        """Return the height of the lines and of the frame around them."""
        return super().sizeHint() + QSize(0, _FRAME)

    def minimumSizeHint(self) -> QSize:
        """Return the same height: what is agreed to must be seen."""
        return QSize(80, self.sizeHint().height())


class StandingDialog(QDialog):
    """Nothing is chosen for the person but what they have chosen in the question; not modal, and inert at first."""

    agreed = Signal(object, str)
    """The `Chosen` or `Confirmed` to give, and the id of the session that it is for, "" for the project."""

    def __init__(
        self, question: Question, chosen: Answer | None, session: str, times: tuple[int, int], parent: QWidget
    ) -> None:
        """Build it for *question* in the *session* with that id ("" unknown).

        *chosen* is what the person has chosen already; *times* are those of the guard, in milliseconds.
        """
        super().__init__(parent)
        self.question = question
        self._asked = asked_of(question)
        self._past: list[Decision] | None = None
        self.setObjectName("standingDialog")
        self.setWindowTitle("Always answer this — Pienza")
        self.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
        self.guard = InertGuard(self, *times)
        self._answer = self._build_answer(chosen)
        self._scope = self._build_scope(session)
        self._dry_run = plain_label("Looking at what was asked before…", role="muted", name="standingDryRun", wrap=True)
        self._otherwise = plain_label(role="warning", name="standingOtherwise", wrap=True)
        self._problem = plain_label(role="error", name="standingProblem", wrap=True)
        self._accept = push_button("Answer now and always", "standingAcceptButton", role="primary")
        self._accept.clicked.connect(self._on_accept_clicked)
        self._cancel = push_button("Cancel", "standingCancelButton")
        self._cancel.clicked.connect(self.reject)
        self._lay_out()
        self._answer.currentIndexChanged.connect(self._on_answer_changed)
        self._on_answer_changed()
        self._fit()

    # --- building ---------------------------------------------------------------------------------------

    def _build_answer(self, chosen: Answer | None) -> ChoiceBox:
        box = _Box()
        box.setObjectName("standingAnswer")
        box.setAccessibleName("The answer")
        box.setPlaceholderText("Choose the answer")
        is_confirm = self.question.kind is QuestionKind.CONFIRM
        box.addItems(["Yes", "No"] if is_confirm else [display_of(option) for option in self.question.options])
        # A long option must not make the dialog wider than the screen: it stands above, whole.
        box.setSizeAdjustPolicy(ChoiceBox.SizeAdjustPolicy.AdjustToMinimumContentsLengthWithIcon)
        box.setMinimumContentsLength(20)
        box.setCurrentIndex(chosen.index if isinstance(chosen, Chosen) else -1)
        return box

    def _build_scope(self, session: str) -> ChoiceBox:
        box = _Box()
        box.setObjectName("standingScope")
        box.setAccessibleName("Where it holds")
        if session:
            box.addItem("In this session, until Pienza closes", session)
        box.addItem("In this project", "")
        return box

    def _lay_out(self) -> None:
        heading = plain_label("Always answer exactly this")
        font = heading.font()
        font.setWeight(QFont.Weight.DemiBold)
        heading.setFont(font)
        context = plain_label(_CONTEXT, role="warning", name="standingContext", wrap=True)
        form = QFormLayout()
        form.setSpacing(2 * SPACE)
        form.setLabelAlignment(Qt.AlignmentFlag.AlignLeft | Qt.AlignmentFlag.AlignVCenter)
        form.setFieldGrowthPolicy(QFormLayout.FieldGrowthPolicy.AllNonFixedFieldsGrow)
        for name, box in (("Answer", self._answer), ("Where", self._scope)):
            label = plain_label(name, role="muted")
            label.setMinimumHeight(box.sizeHint().height())
            form.addRow(label, box)
        buttons = ButtonRow(self)
        buttons.add_button(self._cancel)
        buttons.add_button(self._accept)
        layout = QVBoxLayout()
        layout.setSpacing(3 * SPACE)
        layout.addWidget(_Match(exact_text(self._asked), self), 1)
        for label in (plain_label(_EXACTLY, role="muted", wrap=True), context):
            layout.addWidget(label)
        layout.addLayout(form)
        for label in (self._dry_run, self._otherwise, self._problem):
            layout.addWidget(label)
        outside = QVBoxLayout(self)
        outside.setContentsMargins(4 * SPACE, 4 * SPACE, 4 * SPACE, 4 * SPACE)
        outside.setSpacing(3 * SPACE)
        outside.addWidget(heading)
        outside.addWidget(FittingScroll(layout, self), 1)
        outside.addWidget(buttons)
        context.setVisible(self.question.context.count > 0)
        # Its place is kept: the buttons must not move when the dry run is done.
        policy = self._otherwise.sizePolicy()
        policy.setRetainSizeWhenHidden(True)
        self._otherwise.setSizePolicy(policy)
        self._otherwise.hide()
        self._problem.hide()

    def _fit(self) -> None:
        """Be as high as what is to be read, on the screen there is: a small one scrolls it."""
        room = self.screen().availableSize() - _SCREEN_MARGIN
        width = min(_WIDTH, room.width())
        self.resize(width, 0)
        if (layout := self.layout()) is not None:
            layout.activate()
        self.resize(width, min(self.sizeHint().height(), room.height()))

    # --- state ------------------------------------------------------------------------------------------

    def set_past(self, decisions: list[Decision]) -> None:
        """Try it on *decisions*."""
        self._past = decisions
        self._on_answer_changed()

    def say(self, problem: str) -> None:
        """Show why it cannot be, as a sentence."""
        self._problem.setText(problem)
        self._problem.setVisible(bool(problem))

    def _chosen(self) -> Chosen | Confirmed | None:
        row = self._answer.currentIndex()
        if row < 0:
            return None
        return Confirmed(row == 0) if self.question.kind is QuestionKind.CONFIRM else Chosen(row)

    @Slot()
    def _on_answer_changed(self) -> None:
        chosen = self._chosen()
        self._accept.setEnabled(chosen is not None)
        if self._past is None:
            return
        run = dry_run(self._asked, None if chosen is None else words_of(self._asked, chosen), self._past)
        self._dry_run.setText(dry_run_sentence(run))
        self._otherwise.setText(otherwise_sentence(run))
        self._otherwise.setVisible(run.otherwise > 0)

    @Slot()
    def _on_accept_clicked(self) -> None:
        chosen = self._chosen()
        if chosen is not None and not self.guard.is_inert and self.question.is_open:
            self.agreed.emit(chosen, self._scope.currentData())

    # --- Qt ---------------------------------------------------------------------------------------------

    def showEvent(self, event: QShowEvent) -> None:
        """Be inert at first: the second click of a double click must not land here."""
        super().showEvent(event)
        self.guard.arm()
        self._answer.setFocus(Qt.FocusReason.OtherFocusReason)

    def hideEvent(self, event: QHideEvent) -> None:
        """Stop the guard."""
        self.guard.disarm()
        super().hideEvent(event)

    def keyPressEvent(self, event: QKeyEvent) -> None:
        """Enter presses the button that has the focus, and no other; Escape closes this alone."""
        if event.key() in (Qt.Key.Key_Return, Qt.Key.Key_Enter):
            focused = self.focusWidget()
            if isinstance(focused, QPushButton):
                focused.click()
            event.accept()
            return
        super().keyPressEvent(event)
