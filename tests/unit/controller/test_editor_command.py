"""Which editor a file is opened in."""

from __future__ import annotations

import re
from collections.abc import Callable

import pytest

from app.controller.editor_command import editor_command


def having(*names: str) -> Callable[[str], str | None]:
    return lambda name: f"/bin/{name}" if name in names else None


def test_the_setting_beats_visual_which_beats_editor() -> None:
    which = having("a", "b", "c")
    environment = {"VISUAL": "b --wait", "EDITOR": "c"}
    assert editor_command("a -n", environment, "linux", which) == ["a", "-n"]
    assert editor_command(" ", environment, "linux", which) == ["b", "--wait"]
    assert editor_command("", {"VISUAL": "", "EDITOR": "c"}, "linux", which) == ["c"]


def test_a_path_with_a_space_is_quoted_as_in_a_shell() -> None:
    assert editor_command("'/opt/my editor' -w", {}, "linux", having("/opt/my editor")) == ["/opt/my editor", "-w"]
    path = r"C:\Program Files\Code\code.exe"
    assert editor_command(f'"{path}" -w', {}, "win32", having(path)) == [path, "-w"]


@pytest.mark.parametrize("editor", ["vim", "/usr/bin/nano -l", "emacs -nw", "emacsclient -t"])
def test_an_editor_of_the_terminal_gets_one(editor: str) -> None:
    words = editor.split()
    command = editor_command(editor, {}, "linux", having("gnome-terminal", "xterm", words[0]))
    assert command == ["gnome-terminal", "--", *words]


@pytest.mark.parametrize("editor", ["emacs", "code --wait", "gvim"])
def test_an_editor_with_a_window_gets_no_terminal(editor: str) -> None:
    assert editor_command(editor, {}, "linux", having("xterm", editor.split()[0])) == editor.split()


def test_elsewhere_the_terminal_is_the_systems_matter() -> None:
    assert editor_command("vim", {}, "win32", having("vim")) == ["vim"]
    assert editor_command("vim", {}, "darwin", having("vim")) == ["open", "-t"]


def test_without_a_wish_the_system_chooses() -> None:
    assert editor_command("", {}, "linux", having("xdg-open")) == ["xdg-open"]
    assert editor_command("", {}, "darwin", having()) == ["open", "-t"]
    assert editor_command("", {}, "win32", having()) == ["notepad"]


@pytest.mark.parametrize(
    ("editor", "sentence"),
    [
        ("vim", "The editor “vim” needs a terminal, and none was found."),
        ("none", "The editor “none” is not on this machine."),
        ("'open", "The editor's command cannot be read: No closing quotation."),
        ("", "No editor was found. Name one in $VISUAL or in the setting “editor.command”."),
    ],
)
def test_what_cannot_be_run_is_told_in_a_sentence(editor: str, sentence: str) -> None:
    with pytest.raises(ValueError, match=re.escape(sentence)):
        editor_command(editor, {}, "linux", having("vim"))
