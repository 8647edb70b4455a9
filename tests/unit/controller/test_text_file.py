"""A text goes out to a file and comes back just so."""

from __future__ import annotations

import os
import stat
import time
from pathlib import Path

import pytest

from app.controller.text_file import LARGEST, TextFile, remove_old_files


@pytest.mark.parametrize("text", ["", "a\r\nb", "a\n", "é\u2028\u00a0\ud83d", "\ufeffa"])
def test_what_was_not_changed_is_not_told(tmp_path: Path, text: str) -> None:
    assert TextFile(tmp_path / "a.md", text).saved_text() is None


@pytest.mark.parametrize(
    ("before", "saved", "after"),
    [
        ("a", "b", "b"),
        ("a", "b\n", "b"),
        ("a", "b\r\n", "b"),
        ("a", "b\n\n", "b\n"),
        ("a\n", "b\n", "b\n"),
        ("a\n", "b", "b"),
        ("a", "a\n", "a"),
        ("a\r\nb\r\n", "a\r\nc\r\n", "a\r\nc\r\n"),
        ("a", "\ud83d\u2028", "\ud83d\u2028"),
    ],
)
def test_a_newline_that_the_editor_added_at_the_end_is_left_out(
    tmp_path: Path, before: str, saved: str, after: str
) -> None:
    file = TextFile(tmp_path / "a.md", before)
    file.path.write_bytes(saved.encode(errors="surrogatepass"))
    assert file.saved_text() == after
    assert file.saved_text() is None


def test_a_file_that_is_gone_for_a_moment_is_waited_for(tmp_path: Path) -> None:
    file = TextFile(tmp_path / "a.md", "a")
    file.path.unlink()
    assert file.saved_text() is None
    file.path.write_bytes(b"b")
    assert file.saved_text() == "b"


def test_what_is_no_text_or_too_large_is_refused_in_words(tmp_path: Path) -> None:
    file = TextFile(tmp_path / "a.md", "a")
    file.path.write_bytes(b"\xff\xfe")
    with pytest.raises(ValueError, match="not UTF-8"):
        file.saved_text()
    os.truncate(file.path, LARGEST + 1)
    with pytest.raises(ValueError, match="larger than 16 MB"):
        file.saved_text()


def test_the_file_is_for_this_user_alone_and_can_be_removed_twice(tmp_path: Path) -> None:
    file = TextFile(tmp_path / "editor" / "a.md", "a")
    assert stat.S_IMODE(file.path.parent.stat().st_mode) == 0o700
    file.remove()
    file.remove()
    assert not file.path.exists()


def test_old_files_go(tmp_path: Path) -> None:
    TextFile(tmp_path / "new.md", "a")
    old = TextFile(tmp_path / "old.md", "a").path
    week_ago = time.time() - 8 * 24 * 3600
    os.utime(old, (week_ago, week_ago))
    remove_old_files(tmp_path)
    remove_old_files(tmp_path / "none")
    assert [path.name for path in tmp_path.iterdir()] == ["new.md"]
