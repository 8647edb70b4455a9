"""What extensions put around the conversation: status entries, widgets, title."""

from __future__ import annotations

from copy import copy
from dataclasses import dataclass, field


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

    def set_status(self, key: str, text: str | None) -> None:
        """Set the status entry *key*, or clear it with None or ""."""
        if text:
            self.status[key] = text
        else:
            self.status.pop(key, None)

    def set_widget(self, key: str, widget: Widget | None) -> None:
        """Set the widget *key*, or clear it with None."""
        if widget is not None:
            self.widgets[key] = widget
        else:
            self.widgets.pop(key, None)

    def clear(self) -> Surface:
        """Forget everything and return what there was, for `restore`."""
        before = copy(self)
        self.status, self.widgets, self.title = {}, {}, ""
        return before

    def restore(self, before: Surface) -> None:
        """Put back what `clear` returned; what came since then stays."""
        self.status = before.status | self.status
        self.widgets = before.widgets | self.widgets
        self.title = self.title or before.title
