"""Labels and buttons as this program makes them: plain text, a stable object name, a role for the style sheet."""

from __future__ import annotations

from typing import Literal

from PySide6.QtCore import Qt
from PySide6.QtWidgets import QLabel, QPushButton

LabelRole = Literal["", "muted", "heading", "warning", "error"]


def plain_label(text: str = "", *, role: LabelRole = "", name: str = "", wrap: bool = False) -> QLabel:
    """Return a label that never takes its text for markup."""
    label = QLabel()
    label.setTextFormat(Qt.TextFormat.PlainText)
    label.setText(text)
    label.setWordWrap(wrap)
    label.setObjectName(name)
    label.setProperty("role", role)
    return label


def push_button(text: str, name: str, *, role: Literal["", "primary", "quiet"] = "") -> QPushButton:
    """Return a button that Enter presses only when it has the focus; *text* is ours, never an agent's."""
    button = QPushButton(text)
    button.setObjectName(name)
    button.setProperty("role", role)
    button.setAutoDefault(False)
    button.setDefault(False)
    return button
