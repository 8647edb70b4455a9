"""Reading the settings file. A broken one is kept aside and told, never overwritten in silence."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path

from pydantic import ValidationError

from app.settings.schema import Settings


@dataclass(frozen=True, slots=True)
class LoadedSettings:
    """*problem* is a sentence for the person when the file could not be used as it stands, else ""."""

    settings: Settings
    problem: str = ""


def load_settings(path: Path) -> LoadedSettings:
    """Return the settings in the JSON file *path*; the defaults where there is none.

    A file that is broken is moved to a name beside it, and the defaults are used.
    """
    try:
        text = path.read_text(encoding="utf-8")
    except FileNotFoundError:
        return LoadedSettings(Settings())
    except (OSError, UnicodeDecodeError) as error:
        return LoadedSettings(Settings(), f"The settings could not be read: {error}")
    try:
        return LoadedSettings(Settings.model_validate_json(text))
    except ValidationError as error:
        return LoadedSettings(Settings(), _keep_aside(path, error))


def _keep_aside(path: Path, error: ValidationError) -> str:
    first = error.errors(include_url=False)[0]
    where = ".".join(str(part) for part in first["loc"]) or "the file"
    aside = path.with_name(f"{path.stem}.broken{path.suffix}")
    try:
        path.replace(aside)
    except OSError:
        aside = path
    return f"The settings are not valid ({where}: {first['msg']}). They were kept as {aside}, the defaults are used."
