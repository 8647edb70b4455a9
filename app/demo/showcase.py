"""What the demo agent says when nobody gives it a script, and the tour of `/demo`."""

from __future__ import annotations

import json
from typing import Any

from app.demo.script import Call, Turn, pieces
from app.demo.tools import GREETING, Files
from app.demo.ui import ExtensionUi
from app.demo.wire import Record

READY = "\x1b[32m●\x1b[0m demo agent, no model"
WORKING = "\x1b[33m●\x1b[0m demo agent at work"
LONGEST_QUOTE = 400

THOUGHT = (
    "This is no step of my script, so I show how a real answer would look: first I look around, then I ask before "
    "the risky part, then I change a file, and at the end I say what else there is to try."
)
OPENING = """You wrote:

{quote}

I am the **demo agent** of Pienza: no model reads this, and nothing in your project is touched. But everything you see
now arrives exactly as it would from `pi`. First I look around.
"""
QUESTION = "Some commands deserve a question. This one stops until you decide:\n"
CHANGE = "Your answer went back just as you gave it. Next, a change to a file, shown with its diff:\n"
CLOSING = """## What else to try

| type | and see |
|:-----|:--------|
| `/demo` | a tour of every kind of question and panel |
| `/p-all` | the four dialogs, one after another |
| `/p-two` | two questions at once |
| `/p-timed 20000` | a question with a countdown |
| `/p-widget` | panels above and below the editor |
| `markdown` | a longer answer with code and tables |
| `fail 503 2` | a model call that fails twice and is tried again |

While I answer you can go on typing:

- **Enter** steers me before my next step,
- **Alt+Enter** waits until I am done,
- **Stop** ends it all and gives your queued texts back.

```python
print("Install pi to talk to a real model.")
```
"""


def conversation(text: str, files: Files) -> list[Turn]:
    """Return the turns of the showcase, in answer to *text*; its edit goes back and forth in *files*."""
    forth = ("Hello", "Good morning")
    old, new = forth if forth[0] in files.get("greeting.py", GREETING) else forth[::-1]
    quoted = text.strip()[:LONGEST_QUOTE] or "(nothing)"
    quote = "\n".join(f"> {line}" for line in quoted.splitlines())
    edit = {"path": "greeting.py", "edits": [{"oldText": f'"{old}', "newText": f'"{new}'}]}
    return [
        _turn(
            OPENING.format(quote=quote),
            [Call("bash", {"command": "ls -la"}), Call("read", {"path": "README.md"})],
            [_status(WORKING), _plan(0)],
            THOUGHT,
        ),
        _turn(QUESTION, [Call("bash", {"command": 'echo "dangerous, but only in this demo"'})], [_plan(1)]),
        _turn(CHANGE, [Call("edit", edit)], [_plan(2)]),
        _turn(CLOSING, [], [_status(READY), _plan(None), _toast("The demo answer is complete. Try /demo next.")]),
    ]


def _turn(text: str, calls: list[Call], passive: list[Record], thought: str = "") -> Turn:
    return Turn(pieces(thought), pieces(text), calls, delay=None, passive=passive)


def _status(text: str) -> Record:
    return {"method": "setStatus", "statusKey": "demo", "statusText": text}


def _toast(message: str) -> Record:
    return {"method": "notify", "message": message, "notifyType": "info"}


def _plan(current: int | None) -> Record:
    """Return the widget that shows the steps with *current* in bold; None clears it."""
    if current is None:
        return {"method": "setWidget", "widgetKey": "demo-plan"}
    lines = ["\x1b[1mPlan\x1b[22m"]
    for number, step in enumerate(("look around", "ask first", "change a file", "say what to try")):
        mark = "\x1b[32m✓\x1b[39m" if number < current else "\x1b[33m▸\x1b[39m" if number == current else " "
        lines.append(f"{mark} {step}")
    return {"method": "setWidget", "widgetKey": "demo-plan", "widgetLines": lines}


def start(ui: ExtensionUi) -> None:
    """Show what the demo shows when a session starts."""
    ui.set_status("demo", READY)
    ui.set_title("Pienza demo")


async def tour(ui: ExtensionUi) -> None:
    """Go through the whole extension UI, as one little story."""
    ui.notify("Welcome to the tour. Each question may be cancelled; the tour goes on.", "info")
    ui.set_status("tour", "\x1b[36m◐\x1b[0m tour: question 1 of 4")
    ui.set_widget("tour", ["\x1b[1mRelease 1.4\x1b[22m", "\x1b[9mbuild\x1b[29m", "notes", "publish"])
    ui.set_widget("tour-hint", ["A panel below the editor. Panels can be moved and hidden."], "belowEditor")
    answers: list[Any] = [await ui.select("Which part should be released?", ["The library", "The tool", "Both"])]
    ui.set_status("tour", "\x1b[36m◓\x1b[0m tour: question 2 of 4")
    answers.append(await ui.confirm("Run the tests first?", "They take about a minute."))
    ui.set_status("tour", "\x1b[36m◑\x1b[0m tour: question 3 of 4")
    answers.append(await ui.input("Version number", "for example 1.4.0"))
    ui.set_status("tour", "\x1b[36m◒\x1b[0m tour: question 4 of 4")
    answers.append(await ui.editor("Release notes", "## Changes\n\n- \n\n## Thanks\n\n"))
    ui.notify("Your answers: " + ", ".join(json.dumps(answer, ensure_ascii=False) for answer in answers), "info")
    ui.notify("This is how a warning looks.", "warning")
    ui.set_status("tour", None)
    ui.set_widget("tour", None)
    ui.set_widget("tour-hint", None)
    ui.set_editor_text("markdown")
