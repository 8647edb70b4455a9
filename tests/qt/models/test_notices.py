"""The history of notifications: newest first, bounded, equal ones counted."""

from __future__ import annotations

from datetime import datetime

from PySide6.QtCore import QModelIndex, Qt

from app.models.notices import COUNT_ROLE, LIMIT, SEVERITY_ROLE, SOURCE_ROLE, TEXT_ROLE, TIME_ROLE, NoticeModel
from app.session.changes import Severity

NOON = datetime(2026, 12, 1, 12, 0, 0)


def test_the_newest_comes_first_and_equal_ones_are_counted() -> None:
    model = NoticeModel()
    for message in ("a", "b", "b"):
        model.add(message, Severity.WARNING, "Pienza", NOON)
    first = model.index(0)
    assert model.rowCount() == 2
    assert model.rowCount(first) == 0
    assert (first.data(TEXT_ROLE), first.data(COUNT_ROLE), first.data(SEVERITY_ROLE)) == ("b", 2, "warning")
    assert first.data() == "12:00:00  warning  Pienza  b  ×2"
    assert (first.data(SOURCE_ROLE), first.data(TIME_ROLE)) == ("Pienza", NOON)
    assert first.data(Qt.ItemDataRole.DecorationRole) is None


def test_a_line_is_one_line_and_letters() -> None:
    model = NoticeModel()
    model.add("<b>a</b>\nb\x1b[31m", Severity.INFO, "", NOON)
    assert model.index(0).data() == "12:00:00  info  <b>a</b> b"


def test_the_whole_message_is_in_the_tooltip_letter_for_letter() -> None:
    model = NoticeModel()
    model.add("<b>a</b>\n\x1b[31m" + "b" * 600, Severity.INFO, "", NOON)
    tooltip = model.index(0).data(Qt.ItemDataRole.ToolTipRole)
    assert tooltip == f"<span style='white-space: pre-wrap'>&lt;b&gt;a&lt;/b&gt;\n{'b' * 600}</span>"


def test_the_history_is_bounded_and_can_be_cleared() -> None:
    model = NoticeModel()
    for number in range(LIMIT + 5):
        model.add(str(number), Severity.INFO, "", NOON)
    assert model.rowCount(QModelIndex()) == LIMIT
    assert model.index(LIMIT - 1).data(TEXT_ROLE) == "5"
    model.clear()
    assert model.rowCount() == 0


def test_a_message_of_any_length_is_kept_short() -> None:
    model = NoticeModel()
    model.add("x" * 1_000_000, Severity.INFO, "", NOON)
    assert len(model.index(0).data(TEXT_ROLE)) == 2000
