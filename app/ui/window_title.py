"""The window's title: the extension's words made harmless, our name always in it."""

from __future__ import annotations

from pathlib import Path

from app.session.plain import window_title

_NAME = "Pienza"


def title_for(from_extension: str, session_name: str, folder: Path | None) -> str:
    """Return the title: the extension's, else the session's name, else the folder, and our name behind it."""
    shown = window_title(from_extension) or window_title(session_name) or window_title(folder.name if folder else "")
    # Qt takes "[*]" for the place of its own mark of unsaved changes; doubled, it stands for itself.
    return f"{shown} — {_NAME}".replace("[*]", "[*][*]") if shown else _NAME
