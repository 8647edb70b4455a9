"""Every action of the window as data: the menu, the palette, the keys and the sheet of keys are made from it."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class ActionSpec:
    """*name* is its object name, *keys* its shortcut in Qt's portable text, *words* what else it is looked for by."""

    name: str
    text: str
    group: str
    keys: str = ""
    words: str = ""
    checkable: bool = False


SESSION, MODEL, CONTEXT, QUESTIONS, VIEW, PROGRAM = "Session", "Model", "Context", "Questions", "View", "Program"

ACTIONS = (
    ActionSpec("newSession", "New session", SESSION, "Ctrl+N", "clear empty"),
    ActionSpec("openSaved", "Open a saved session…", SESSION, "Ctrl+O", "resume history continue"),
    ActionSpec("nameSession", "Name the session…", SESSION, words="rename title"),
    ActionSpec("forkSession", "Fork from a message…", SESSION, words="branch edit again"),
    ActionSpec("cloneSession", "Clone the session", SESSION, words="copy duplicate"),
    ActionSpec("exportSession", "Export as a web page…", SESSION, words="html save share"),
    ActionSpec("copyLastAnswer", "Copy the last answer", SESSION, "Ctrl+Shift+C", "clipboard"),
    ActionSpec("stopAgent", "Stop", SESSION, "Ctrl+.", "abort cancel interrupt"),
    ActionSpec("restartAgent", "Start the agent again", SESSION, words="restart reload"),
    ActionSpec("pickModel", "Choose the model…", MODEL, "Ctrl+M", "provider"),
    ActionSpec("nextModel", "Next model", MODEL, "Ctrl+Shift+M", "cycle"),
    ActionSpec("pickLevel", "Choose the thinking level…", MODEL, words="reasoning"),
    ActionSpec("nextLevel", "Next thinking level", MODEL, "Ctrl+T", "cycle reasoning"),
    ActionSpec("pickSteering", "How steering arrives…", SESSION, words="queue mode all one at a time"),
    ActionSpec("pickFollowUp", "How follow-ups arrive…", SESSION, words="queue mode all one at a time"),
    ActionSpec("compactContext", "Compact the context…", CONTEXT, words="summarize shrink"),
    ActionSpec("compactItself", "Compact automatically", CONTEXT, words="auto compaction", checkable=True),
    ActionSpec("retryItself", "Retry automatically", CONTEXT, words="auto retry on"),
    ActionSpec("retryNever", "Do not retry automatically", CONTEXT, words="auto retry off"),
    ActionSpec("stopRetrying", "Give up the retry", CONTEXT, words="abort retry"),
    ActionSpec("showStatistics", "Tokens and cost…", CONTEXT, words="statistics usage stats"),
    ActionSpec("nextQuestion", "Next question", QUESTIONS, "Ctrl+J", "answer"),
    ActionSpec("toggleInbox", "Questions that wait", QUESTIONS, "Ctrl+Shift+J", "inbox list"),
    ActionSpec("focusPrompt", "Write a prompt", VIEW, "Ctrl+L", "editor focus"),
    ActionSpec("showPalette", "All actions…", VIEW, "Ctrl+Shift+P", "command palette"),
    ActionSpec("showKeys", "Keyboard shortcuts…", VIEW, "F1", "help keys sheet"),
    ActionSpec("choosePi", "Choose pi…", PROGRAM, words="agent path"),
    ActionSpec("quit", "Quit", PROGRAM, "Ctrl+Q", "close exit"),
)
"""In the order in which people read them."""
