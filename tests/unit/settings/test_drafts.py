"""Drafts are kept by project, whole, and go when they were sent."""

from __future__ import annotations

from pathlib import Path

from app.settings.drafts import DraftStore


def test_a_draft_belongs_to_its_project(tmp_path: Path) -> None:
    store = DraftStore(tmp_path / "drafts")
    store.save(Path("/a"), "half a thought é\u2028 \ud83d")
    assert store.load(Path("/a")).startswith("half a thought é\u2028 ")
    assert store.load(Path("/b")) == ""


def test_an_empty_draft_leaves_no_file(tmp_path: Path) -> None:
    store = DraftStore(tmp_path)
    store.save(Path("/a"), "text")
    store.save(Path("/a"), "")
    store.save(Path("/a"), "")
    assert list(tmp_path.iterdir()) == []
    assert store.load(Path("/a")) == ""
