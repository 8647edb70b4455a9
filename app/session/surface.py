"""What extensions put around the conversation: status entries, widgets, title."""

from __future__ import annotations

from copy import copy
from dataclasses import dataclass, field

MOST_STATUS = 200
MOST_WIDGETS = 50
"""More keys than anybody reads at once: an extension that makes a new one each time would fill the window."""
LONGEST_LINE = 10_000
"""Characters of a status text and of the title, which are one line each."""


@dataclass(frozen=True, slots=True)
class Widget:
    """A block of text lines that may hold ANSI escapes; *below* the prompt editor or above it."""

    lines: tuple[str, ...]
    below: bool = False


@dataclass(slots=True)
class Surface:
    """The current state by key, in the order of first appearance. *title* is "" for the default."""

    status: dict[str, str] = field(default_factory=dict)
    widgets: dict[str, Widget] = field(default_factory=dict)
    title: str = ""
    full: set[str] = field(default_factory=set)
    """What there was more of than is shown; told once."""

    def set_status(self, key: str, text: str | None) -> str:
        """Set the status entry *key*, or clear it with None or "". Returns a sentence when there is no room."""
        if not text:
            self.status.pop(key, None)
        elif key in self.status or len(self.status) < MOST_STATUS:
            self.status[key] = text[:LONGEST_LINE]
        else:
            return self._no_room("status entries", MOST_STATUS)
        return ""

    def set_widget(self, key: str, widget: Widget | None) -> str:
        """Set the widget *key*, or clear it with None. Returns a sentence when there is no room."""
        if widget is None:
            self.widgets.pop(key, None)
        elif key in self.widgets or len(self.widgets) < MOST_WIDGETS:
            self.widgets[key] = widget
        else:
            return self._no_room("panels", MOST_WIDGETS)
        return ""

    def set_title(self, title: str) -> None:
        """Set the title, or clear it with ""."""
        self.title = title[:LONGEST_LINE]

    def _no_room(self, what: str, most: int) -> str:
        if what in self.full:
            return ""
        self.full.add(what)
        return f"Extensions show more than {most} {what}: new ones are left out until others are cleared."

    def clear(self) -> Surface:
        """Forget everything and return what there was, for `restore`."""
        before = copy(self)
        self.status, self.widgets, self.title, self.full = {}, {}, "", set()
        return before

    def restore(self, before: Surface) -> None:
        """Put back what `clear` returned; what came since then stays."""
        self.status = before.status | self.status
        self.widgets = before.widgets | self.widgets
        self.title = self.title or before.title
