"""Where resources, settings, state and logs are: from source, from a wheel, and frozen."""

from __future__ import annotations

import os
import sys
from pathlib import Path

from platformdirs import PlatformDirs

_DIRS = PlatformDirs("pienza", appauthor=False)


def resource(relative: str) -> Path:
    """Return the path of the resource *relative* ("extensions/playground.ts"); it may not exist.

    A wheel and a bundle carry the resources in the package, a source tree beside it. The package is asked first: what
    lies beside an installed one belongs to others.
    """
    bundle = getattr(sys, "_MEIPASS", None)
    if bundle is not None:
        return Path(bundle, "app", "_resources", relative)
    package = Path(__file__).resolve().parent
    inside = package / "_resources"
    return (inside if inside.is_dir() else package.parent / "resources") / relative


def settings_folder() -> Path:
    """Return the folder of `settings.json`; PIENZA_HOME moves it."""
    home = _home()
    return home / "settings" if home else Path(_DIRS.user_config_dir)


def state_folder() -> Path:
    """Return the folder of what is kept between runs, such as drafts; PIENZA_HOME moves it."""
    home = _home()
    return home / "state" if home else Path(_DIRS.user_state_dir)


def log_folder() -> Path:
    """Return the folder of the log; PIENZA_HOME moves it."""
    home = _home()
    return home / "logs" if home else Path(_DIRS.user_log_dir)


def _home() -> Path | None:
    home = os.environ.get("PIENZA_HOME")
    return Path(home) if home else None
