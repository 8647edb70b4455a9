"""Slash commands that ask and show everything the extension UI has, at its edges too, for trying out a client.

The texts are those of the playground extension that pi is tested with, so that both look the same on the wire.
"""

from __future__ import annotations

import asyncio
import json
from collections.abc import Awaitable, Callable
from typing import Any

from app.demo.showcase import tour
from app.demo.ui import ExtensionUi

Handler = Callable[[ExtensionUi, str], Awaitable[None]]
COMMIT = "Subject\n\nBody line 1\nBody line 2\n"
SHUTDOWN = "p-shutdown"
DONE_1, PLAN = "\x1b[9m1. read\x1b[29m", "\x1b[1mPlan\x1b[22m"


def show(ui: ExtensionUi, label: str, value: Any) -> None:
    """Tell *value* as JavaScript would; None stands for `undefined`."""
    text = "undefined" if value is None else json.dumps(value, ensure_ascii=False, separators=(",", ":"))
    ui.notify(f"{label}: {text}", "info")


async def p_select(ui: ExtensionUi, _: str) -> None:
    """One select."""
    show(ui, "select", await ui.select("Pick a colour", ["Red", "Green", "Blue"]))


async def p_confirm(ui: ExtensionUi, _: str) -> None:
    """One confirm."""
    show(ui, "confirm", await ui.confirm("Delete the branch?", "It has 3 commits that are nowhere else."))


async def p_input(ui: ExtensionUi, _: str) -> None:
    """One input."""
    show(ui, "input", await ui.input("Name of the release", "for example 1.4.0"))


async def p_editor(ui: ExtensionUi, _: str) -> None:
    """One editor."""
    show(ui, "editor", await ui.editor("Commit message", COMMIT))


async def p_all(ui: ExtensionUi, _: str) -> None:
    """The four dialogs one after another."""
    show(ui, "select", await ui.select("1 of 4", ["a", "b"]))
    show(ui, "confirm", await ui.confirm("2 of 4", "Go on?"))
    show(ui, "input", await ui.input("3 of 4"))
    show(ui, "editor", await ui.editor("4 of 4"))


async def p_two(ui: ExtensionUi, _: str) -> None:
    """Two dialogs at once."""
    answers = await asyncio.gather(ui.confirm("First", "Asked first."), ui.input("Second", "asked at the same time"))
    show(ui, "both", answers)


async def p_timed(ui: ExtensionUi, arguments: str) -> None:
    """A confirm that times out."""
    timeout = int(arguments) if arguments.isdecimal() else 0 if arguments else 1500
    show(ui, "timed", await ui.confirm("Timed", "Answer before the clock runs out.", timeout or None))


async def p_signal(ui: ExtensionUi, _: str) -> None:
    """A select that is given up after a second, without a word to the client."""
    show(ui, "signal", await ui.select("Given up after a second", ["a", "b"], give_up_after=1.0))


async def p_notify(ui: ExtensionUi, _: str) -> None:
    """Three notifications."""
    ui.notify("Plain information.")
    ui.notify("Something to look at.", "warning")
    ui.notify("Something failed.", "error")


async def p_burst(ui: ExtensionUi, _: str) -> None:
    """Sixty notifications at once."""
    for number in range(60):
        ui.notify(f"Burst {number % 3}", "info" if number % 10 else "warning")


async def p_status(ui: ExtensionUi, _: str) -> None:
    """Status entries with colour, one of them cleared."""
    ui.set_status("build", "\x1b[32m✓ built\x1b[0m in 1.2 s")
    ui.set_status("branch", "main \x1b[33m±3\x1b[39m")
    ui.set_status("gone", "to be cleared")
    ui.set_status("gone", None)


async def p_widget(ui: ExtensionUi, _: str) -> None:
    """Widgets above and below, updated and cleared."""
    ui.set_widget("plan", [PLAN, DONE_1, "2. write", "3. \x1b[38;5;208mtest\x1b[39m"])
    ui.set_widget("below", ["under the editor"], "belowEditor")
    ui.set_widget("gone", ["to be cleared"])
    ui.set_widget("gone", None)
    ui.set_widget("plan", [PLAN, DONE_1, "\x1b[9m2. write\x1b[29m", "3. \x1b[38;2;255;140;0mtest\x1b[39m"])


async def p_title(ui: ExtensionUi, _: str) -> None:
    """A window title."""
    ui.set_title("π - release 1.4")


async def p_text(ui: ExtensionUi, _: str) -> None:
    """Text for the prompt editor."""
    ui.set_editor_text("Review the diff and\nrun the tests.")


async def p_none(ui: ExtensionUi, _: str) -> None:
    """What extensions get from methods that RPC mode lacks."""
    show(ui, "custom", None)
    show(ui, "getEditorText", "")
    show(ui, "themes", [])
    show(ui, "setTheme", {"success": False, "error": "Theme switching not supported in RPC mode"})


async def p_throw(_: ExtensionUi, __: str) -> None:
    """An extension error."""
    raise RuntimeError("thrown by the playground")


async def p_shutdown(_: ExtensionUi, __: str) -> None:
    """Nothing by itself: the agent ends after the command of this name."""


async def demo(ui: ExtensionUi, _: str) -> None:
    """The tour."""
    await tour(ui)


async def unknown_method(ui: ExtensionUi, _: str) -> None:
    """A dialog of a kind that no client knows."""
    show(ui, "hologram", await ui.unknown("hologram", title="A question from the future", shape="sphere"))


COMMANDS: dict[str, tuple[str, Handler]] = {
    "demo": ("a tour of all that an extension can ask and show", demo),
    "p-select": ("one select", p_select),
    "p-confirm": ("one confirm", p_confirm),
    "p-input": ("one input", p_input),
    "p-editor": ("one editor", p_editor),
    "p-all": ("the four dialogs one after another", p_all),
    "p-two": ("two dialogs at once", p_two),
    "p-timed": ("a confirm that times out: /p-timed MS", p_timed),
    "p-signal": ("a select that the extension gives up after 1 s", p_signal),
    "p-notify": ("three notifications", p_notify),
    "p-burst": ("sixty notifications at once", p_burst),
    "p-status": ("status entries with colour, then one cleared", p_status),
    "p-widget": ("widgets above and below, updated and cleared", p_widget),
    "p-title": ("a window title", p_title),
    "p-text": ("text for the prompt editor", p_text),
    "p-none": ("methods that RPC mode lacks", p_none),
    "p-throw": ("an extension error", p_throw),
    SHUTDOWN: ("the agent shuts itself down", p_shutdown),
    "unknown-method": ("a question by a method that no client knows", unknown_method),
}
"""The name of each command with its description and what it does."""


def find(message: str) -> tuple[str, Handler, str] | None:
    """Return (name, handler, arguments) of the slash command that *message* is, or None."""
    name, _, arguments = message.partition(" ")
    if not name.startswith("/") or name[1:] not in COMMANDS:
        return None
    return name[1:], COMMANDS[name[1:]][1], arguments.strip()
