"""What the program tells whoever started it, once its window has closed in good order."""

from __future__ import annotations

from PySide6.QtCore import QCoreApplication

_PROPERTY = "exitCode"


def fail() -> None:
    """Let the program end with exit code 1, whenever it ends."""
    if (application := QCoreApplication.instance()) is not None:
        application.setProperty(_PROPERTY, 1)


def exit_code() -> int:
    """Return 0, or what `fail` left."""
    application = QCoreApplication.instance()
    return int(application.property(_PROPERTY) or 0) if application is not None else 0
