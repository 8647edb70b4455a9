"""Which command opens a file in the person's own editor. No Qt: what it needs to know is passed in."""

from __future__ import annotations

import shlex
from collections.abc import Callable, Mapping
from pathlib import PurePath

Which = Callable[[str], str | None]
"""Returns the path of a program, or None where the machine has none of that name."""

_IN_TERMINAL = frozenset(["vi", "vim", "nvim", "nano", "pico", "micro", "helix", "hx", "kak", "joe", "mg", "mcedit"])
_TERMINAL_FLAGS = frozenset(["-nw", "-t", "-tty", "--tty", "--no-window-system"])
"""With one of these, emacs and its client run in a terminal too."""
_TERMINALS = (
    "x-terminal-emulator -e",
    "gnome-terminal --",
    "konsole -e",
    "xfce4-terminal -x",
    "kitty",
    "alacritty -e",
    "foot",
    "wezterm start --",
    "xterm -e",
)
_DEFAULTS = {"darwin": ["open", "-t"], "win32": ["notepad"]}


def editor_command(setting: str, environment: Mapping[str, str], platform: str, which: Which) -> list[str]:
    """Return the command to which the path of a file is added: *setting*, else $VISUAL, else $EDITOR.

    Without any of them it is what *platform* (as `sys.platform`) opens text with. An editor that needs a terminal gets
    one. Raises ValueError, with a sentence for the person, where there is nothing that can be run.
    """
    wanted = next(filter(str.strip, (setting, environment.get("VISUAL", ""), environment.get("EDITOR", ""))), "")
    words = _words(wanted, platform)
    if not words:
        return _DEFAULTS.get(platform) or _desktop_default(which)
    if which(words[0]) is None:
        raise ValueError(f"The editor “{words[0]}” is not on this machine.")
    if platform == "win32" or not _needs_terminal(words):
        return words
    # Nothing there opens a terminal with a command and no script around it.
    return _DEFAULTS["darwin"] if platform == "darwin" else _terminal(words[0], which) + words


def _words(command: str, platform: str) -> list[str]:
    try:
        words = shlex.split(command, posix=platform != "win32")
    except ValueError as error:
        raise ValueError(f"The editor's command cannot be read: {error}.") from error
    return [word.strip('"') for word in words] if platform == "win32" else words


def _needs_terminal(words: list[str]) -> bool:
    name = PurePath(words[0]).name
    if name in ("emacs", "emacsclient"):
        return not _TERMINAL_FLAGS.isdisjoint(words[1:])
    return name in _IN_TERMINAL


def _terminal(editor: str, which: Which) -> list[str]:
    for terminal in _TERMINALS:
        words = terminal.split()
        if which(words[0]):
            return words
    raise ValueError(f"The editor “{editor}” needs a terminal, and none was found.")


def _desktop_default(which: Which) -> list[str]:
    if which("xdg-open") is None:
        raise ValueError("No editor was found. Name one in $VISUAL or in the setting “editor.command”.")
    return ["xdg-open"]
