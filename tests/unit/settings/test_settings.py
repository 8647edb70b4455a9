"""The settings file: read, defaulted, and kept aside when it is broken."""

from __future__ import annotations

from pathlib import Path

import pytest

from app.settings.schema import Settings
from app.settings.store import load_settings


def test_without_a_file_the_defaults_hold(tmp_path: Path) -> None:
    loaded = load_settings(tmp_path / "settings.json")
    assert loaded.settings == Settings()
    assert loaded.problem == ""


def test_a_file_sets_what_it_names_and_unknown_keys_pass_by(tmp_path: Path) -> None:
    path = tmp_path / "settings.json"
    path.write_text('{"prompt": {"send_with": "ctrl+enter"}, "of_a_later_version": 1}')
    loaded = load_settings(path)
    assert loaded.settings.prompt.send_with == "ctrl+enter"
    assert loaded.settings.questions.inert_milliseconds == 500
    assert loaded.problem == ""


@pytest.mark.parametrize("text", ["{", "[]", '{"questions": {"inert_milliseconds": -1}}'])
def test_a_broken_file_is_kept_aside_and_told(tmp_path: Path, text: str) -> None:
    path = tmp_path / "settings.json"
    path.write_text(text)
    loaded = load_settings(path)
    assert loaded.settings == Settings()
    assert "settings.broken.json" in loaded.problem
    assert (tmp_path / "settings.broken.json").read_text() == text
    assert not path.exists()


def test_a_file_that_cannot_be_read_is_told(tmp_path: Path) -> None:
    path = tmp_path / "settings.json"
    path.write_bytes(b"\xff\xfe\x00")
    assert "could not be read" in load_settings(path).problem
