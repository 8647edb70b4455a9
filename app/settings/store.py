"""Reading and writing the settings file. A broken one is kept aside and told, never overwritten in silence."""

from __future__ import annotations

import json
import os
import shutil
from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any

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


def save_settings(path: Path, changed: Mapping[str, Mapping[str, Any]]) -> str:
    """Write the settings *changed* (group → name → value) into the JSON file *path*; the rest of it stays as it is.

    The file is read anew, so that what a person or a later version wrote is kept. A broken one is moved to a name
    beside it: then a sentence that says so is returned, else "". Raises OSError where the disk does not take it.
    """
    # A settings file may be a link into a folder that is kept under version control.
    path = path.resolve()
    problem = ""
    try:
        whole = _merged(_read_object(path), changed)
    except FileNotFoundError:
        whole = _merged({}, changed)
    except ValueError as error:
        aside = move_aside(path)
        problem = f"The settings were not valid any more ({error}). They were kept as {aside}, a new file was begun."
        whole = _merged({}, changed)
    _write(path, whole)
    return problem


def _read_object(path: Path) -> dict[str, Any]:
    whole = json.loads(path.read_text(encoding="utf-8"))
    if not isinstance(whole, dict):
        raise ValueError("the file: it holds no object")
    return whole


def _merged(whole: dict[str, Any], changed: Mapping[str, Mapping[str, Any]]) -> dict[str, Any]:
    for group, values in changed.items():
        inner = whole.setdefault(group, {})
        if not isinstance(inner, dict):
            raise ValueError(f"{group}: it is no object")
        inner.update(values)
    return whole


def _write(path: Path, whole: dict[str, Any]) -> None:
    """Write beside *path*, then move: a crash in the middle leaves the old file whole."""
    path.parent.mkdir(parents=True, exist_ok=True)
    beside = path.with_name(f".{path.name}.{os.getpid()}")
    try:
        with beside.open("wb") as file:
            file.write(_encoded(whole))
            file.flush()
            os.fsync(file.fileno())
        if path.exists():
            shutil.copymode(path, beside)
        beside.replace(path)
    except OSError:
        beside.unlink(missing_ok=True)
        raise


def _encoded(whole: dict[str, Any]) -> bytes:
    try:
        return f"{json.dumps(whole, indent=2, ensure_ascii=False)}\n".encode()
    except UnicodeEncodeError:
        # Half a surrogate pair, which JSON can hold, has no UTF-8: it stays escaped.
        return f"{json.dumps(whole, indent=2)}\n".encode()


def _keep_aside(path: Path, error: ValidationError) -> str:
    first = error.errors(include_url=False)[0]
    where = ".".join(str(part) for part in first["loc"]) or "the file"
    try:
        aside = move_aside(path)
    except OSError:
        aside = path
    return f"The settings are not valid ({where}: {first['msg']}). They were kept as {aside}, the defaults are used."


def move_aside(path: Path) -> Path:
    """Move *path* to a free name beside it and return that; raises OSError where that cannot be."""
    aside = path.with_name(f"{path.stem}.broken{path.suffix}")
    number = 1
    while aside.exists():
        number += 1
        aside = path.with_name(f"{path.stem}.broken-{number}{path.suffix}")
    path.replace(aside)
    return aside
