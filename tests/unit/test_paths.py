"""Where things are, from source, with PIENZA_HOME and frozen."""

from __future__ import annotations

import sys
from pathlib import Path

import pytest

from app.paths import log_folder, resource, settings_folder, state_folder


def test_resources_of_the_source_tree_lie_beside_the_package() -> None:
    assert resource("extensions/playground.ts").is_file()
    assert resource("extensions/playground.ts").parts[-3:] == ("resources", "extensions", "playground.ts")


def test_a_bundle_carries_them_inside(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(sys, "_MEIPASS", "/opt/pienza", raising=False)
    assert resource("icons/a.svg") == Path("/opt/pienza/app/_resources/icons/a.svg")


def test_pienza_home_moves_settings_state_and_logs(pienza_home: Path) -> None:
    assert settings_folder() == pienza_home / "settings"
    assert state_folder() == pienza_home / "state"
    assert log_folder() == pienza_home / "logs"


def test_without_it_they_are_in_three_folders_of_the_platform(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.delenv("PIENZA_HOME")
    folders = {settings_folder(), state_folder(), log_folder()}
    assert len(folders) == 3
    assert all("pienza" in folder.parts for folder in folders)
