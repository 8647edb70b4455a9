"""Drafts are kept by key, byte for byte, and go when they were sent."""

from __future__ import annotations

import os
import stat
import time
from pathlib import Path

import pytest

from app.settings.drafts import DraftStore


def test_a_draft_belongs_to_its_key(tmp_path: Path) -> None:
    store = DraftStore(tmp_path / "drafts")
    store.save("/a", "half a thought")
    assert (store.load("/a"), store.load("/b")) == ("half a thought", "")


@pytest.mark.parametrize("text", ["é\u2028\u00a0", "\ud83d", "a\r\nb\rc\n", " \n "])
def test_a_draft_comes_back_byte_for_byte(tmp_path: Path, text: str) -> None:
    store = DraftStore(tmp_path)
    store.save("\udcff", text)
    assert store.load("\udcff") == text


def test_an_empty_draft_leaves_no_file(tmp_path: Path) -> None:
    store = DraftStore(tmp_path)
    store.save("/a", "text")
    store.save("/a", "")
    store.save("/a", "")
    assert list(tmp_path.iterdir()) == []
    assert store.load("/a") == ""


def test_a_file_that_is_no_text_is_no_draft(tmp_path: Path) -> None:
    store = DraftStore(tmp_path)
    store.save("/a", "text")
    next(tmp_path.iterdir()).write_bytes(b"\xff\xff")
    assert store.load("/a") == ""


def test_drafts_are_for_this_user_alone(tmp_path: Path) -> None:
    DraftStore(tmp_path / "drafts").save("/a", "text")
    assert stat.S_IMODE((tmp_path / "drafts").stat().st_mode) == 0o700


def test_old_drafts_go_and_of_very_many_the_oldest(tmp_path: Path) -> None:
    store = DraftStore(tmp_path)
    now = time.time()
    for number in range(202):
        store.save(str(number), "text")
        os.utime(store._file(str(number)), (now - number, now - number))
    store.save("old", "text")
    month_ago = now - 31 * 24 * 3600
    os.utime(store._file("old"), (month_ago, month_ago))
    store.prune()
    assert [store.load(key) for key in ("0", "199", "200", "201", "old")] == ["text", "text", "", "", ""]


def test_there_may_be_nothing_to_prune(tmp_path: Path) -> None:
    DraftStore(tmp_path / "none").prune()
    assert list(tmp_path.iterdir()) == []
