"""The settings file: read, defaulted, changed, and kept aside when it is broken."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from app.settings.schema import Settings
from app.settings.store import load_settings, save_settings


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


def test_the_next_broken_file_does_not_take_the_place_of_the_last_one(tmp_path: Path) -> None:
    for text in ("{1", "{2", "{3"):
        (tmp_path / "settings.json").write_text(text)
        load_settings(tmp_path / "settings.json")
    kept = ["settings.broken.json", "settings.broken-2.json", "settings.broken-3.json"]
    assert [(tmp_path / name).read_text() for name in kept] == ["{1", "{2", "{3"]


PI = {"agent": {"pi": "/opt/pi"}}


def test_a_first_setting_makes_the_file_and_its_folder(tmp_path: Path) -> None:
    path = tmp_path / "new" / "settings.json"
    assert save_settings(path, PI) == ""
    assert load_settings(path).settings.agent.pi == "/opt/pi"
    assert path.read_text() == '{\n  "agent": {\n    "pi": "/opt/pi"\n  }\n}\n'


def test_a_changed_setting_leaves_all_others_and_unknown_keys_alone(tmp_path: Path) -> None:
    path = tmp_path / "settings.json"
    path.write_text(
        '{"later": {"a": [1, null]}, "agent": {"of_later": "é", "pi": "/old", "grace_seconds": 1}, "odd": "\\ud83d"}'
    )
    path.chmod(0o600)
    assert save_settings(path, PI) == ""
    assert json.loads(path.read_text()) == {
        "later": {"a": [1, None]},
        "agent": {"of_later": "é", "pi": "/opt/pi", "grace_seconds": 1},
        "odd": "\ud83d",
    }
    assert path.stat().st_mode & 0o777 == 0o600
    assert [file.name for file in tmp_path.iterdir()] == ["settings.json"]


@pytest.mark.parametrize("text", [b"{", b"[]", b'{"agent": 1}', b"\xff\xfe\x00"])
def test_a_file_that_broke_meanwhile_is_kept_aside_and_told(tmp_path: Path, text: bytes) -> None:
    path = tmp_path / "settings.json"
    path.write_bytes(text)
    assert "settings.broken.json" in save_settings(path, PI)
    assert (tmp_path / "settings.broken.json").read_bytes() == text
    assert json.loads(path.read_text()) == PI


def test_a_settings_file_that_is_a_link_stays_one(tmp_path: Path) -> None:
    (tmp_path / "kept").mkdir()
    (tmp_path / "kept" / "settings.json").write_text("{}")
    (link := tmp_path / "settings.json").symlink_to(tmp_path / "kept" / "settings.json")
    save_settings(link, PI)
    assert link.is_symlink()
    assert json.loads((tmp_path / "kept" / "settings.json").read_text()) == PI


def test_a_write_that_fails_leaves_the_old_file_whole(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    path = tmp_path / "settings.json"
    path.write_text("{}")

    def full(file: int) -> None:
        raise OSError("No space left on device")

    monkeypatch.setattr("os.fsync", full)
    with pytest.raises(OSError, match="No space left"):
        save_settings(path, PI)
    assert path.read_text() == "{}"
    assert list(tmp_path.iterdir()) == [path]
