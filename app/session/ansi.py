"""ANSI escape sequences in text that was made for a terminal: one parser, for status, widgets and output.

Colours, attributes and OSC 8 links become spans. Everything else that a terminal would obey (titles, cursor moves,
device queries, unfinished sequences) is dropped whole, so that no rest of it is read as text.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass, replace
from itertools import groupby
from operator import attrgetter
from urllib.parse import urlsplit

Color = int | tuple[int, int, int]
"""An index into the 256 colours of a terminal, or red, green, blue."""

_MOST_CODES = 64
"""How many codes of one sequence are obeyed; terminals take 16 to 32."""
_LINK_SCHEMES = ("http", "https", "mailto")
_SEQUENCE = re.compile(
    r"(?:\x1b\[|\x9b)(?P<csi>[0-?]*)[ -/]*(?P<final>[@-~])"
    # A string ends where another control begins, so that the search for its end is never made twice over one place.
    r"|(?:\x1b\]|\x9d)(?P<osc>[^\x07\x1b\x80-\x9f]*)(?:\x07|\x1b\\|\x9c)"
    r"|(?:\x1b[PX^_]|[\x90\x98\x9e\x9f])[^\x1b\x80-\x9f]*(?:\x1b\\|\x9c)"
    r"|\x1b[ -/]+[0-~]"
    r"|\x1b[0-OQ-WYZ\\`-~]"
    # What follows has no end: parameters are dropped up to what cannot be one, a string up to the next control,
    # which ends it in a terminal too.
    r"|(?:\x1b\[|\x9b)[0-?]*[ -/]*"
    r"|(?:\x1b[\]PX^_]|[\x90\x98\x9d-\x9f])[^\n\x1b\x80-\x9f]*"
    r"|[\x00-\x08\x0b\x0c\x0e-\x1f\x7f-\x9f]"
)


@dataclass(frozen=True, slots=True)
class Style:
    """How a span looks; None is the surface's own colour."""

    foreground: Color | None = None
    background: Color | None = None
    bold: bool = False
    dim: bool = False
    italic: bool = False
    underline: bool = False
    strike: bool = False
    inverse: bool = False


PLAIN = Style()


@dataclass(frozen=True, slots=True)
class Span:
    """Text of one style; *link* is "" or an address that a person may choose to open."""

    text: str
    style: Style = PLAIN
    link: str = ""


def parse_line(text: str) -> tuple[Span, ...]:
    """Return *text* as spans. A carriage return starts the line anew, as a progress bar means it."""
    kept: list[Span] = []
    returned = False
    for span in _spans(text):
        for number, piece in enumerate(span.text.split("\r")):
            returned = returned or number > 0
            if piece:
                if returned:
                    kept.clear()
                returned = False
                kept.append(replace(span, text=piece))
    return tuple(_joined(kept))


def _joined(spans: list[Span]) -> Iterator[Span]:
    """Yield *spans* with neighbours of one look as one."""
    for (style, link), group in groupby(spans, attrgetter("style", "link")):
        yield Span("".join(span.text for span in group), style, link)


def plain_text(text: str) -> str:
    """Return *text* without escape sequences and control characters; line feeds and tabs stay."""
    stripped = _SEQUENCE.sub("", text.replace("\r\n", "\n"))
    if "\r" not in stripped:
        return stripped
    return "\n".join(line.rstrip("\r").rsplit("\r", 1)[-1] for line in stripped.split("\n"))


def _spans(text: str) -> Iterator[Span]:
    style, link, position = PLAIN, "", 0
    for match in _SEQUENCE.finditer(text):
        if match.start() > position:
            yield Span(text[position : match.start()], style, link)
        position = match.end()
        if match["final"] == "m":
            style = _apply(style, match["csi"])
        elif match["osc"] is not None:
            link = _link_of(match["osc"], link)
    if position < len(text):
        yield Span(text[position:], style, link)


def _link_of(command: str, before: str) -> str:
    """Return the link after the operating system *command*: OSC 8 sets or ends one, others change nothing."""
    if not command.startswith("8;"):
        return before
    target = command[2:].partition(";")[2]
    try:
        scheme = urlsplit(target).scheme.lower()
    except ValueError:
        return ""
    return target if scheme in _LINK_SCHEMES else ""


_FLAGS: dict[int, dict[str, bool]] = {
    1: {"bold": True},
    2: {"dim": True},
    3: {"italic": True},
    4: {"underline": True},
    7: {"inverse": True},
    9: {"strike": True},
    21: {"underline": True},
    22: {"bold": False, "dim": False},
    23: {"italic": False},
    24: {"underline": False},
    27: {"inverse": False},
    29: {"strike": False},
}


def _apply(style: Style, parameters: str) -> Style:
    """Return *style* after the SGR *parameters*; what is not understood changes nothing."""
    if not set(parameters) <= set("0123456789;:"):
        return style
    groups = parameters.split(";", _MOST_CODES)[:_MOST_CODES]
    while groups:
        group = groups.pop(0)
        head, *rest = group.split(":")
        code = int(head[:4] or 0)
        if code in (38, 48):
            color = _colon_color(rest) if rest else _color(groups)
            style = _colored(style, color, code == 48) if color is not None else style
        else:
            style = _apply_code(style, code, rest)
    return style


def _apply_code(style: Style, code: int, rest: list[str]) -> Style:
    if code == 0:
        return PLAIN
    if code == 4 and rest == ["0"]:
        return replace(style, underline=False)
    if code in _FLAGS:
        return replace(style, **_FLAGS[code])
    if code in (39, 49):
        return _colored(style, None, code == 49)
    for base, first in ((30, 0), (90, 8)):
        if base <= code < base + 8:
            return replace(style, foreground=code - base + first)
        if base + 10 <= code < base + 18:
            return replace(style, background=code - base - 10 + first)
    return style


def _colored(style: Style, color: Color | None, behind: bool) -> Style:
    return replace(style, background=color) if behind else replace(style, foreground=color)


def _color(groups: list[str]) -> Color | None:
    """Take the rest of `38;5;N` or `38;2;R;G;B` from *groups*."""
    kind = groups.pop(0) if groups else ""
    wanted = {"5": 1, "2": 3}.get(kind, 0)
    numbers, groups[:wanted] = groups[:wanted], []
    return _color_of(kind, numbers)


def _colon_color(rest: list[str]) -> Color | None:
    """Read `38:5:N`, `38:2:R:G:B` or `38:2:SPACE:R:G:B`."""
    kind, numbers = rest[0], rest[1:]
    if kind == "2" and len(numbers) > 3:
        numbers = numbers[1:4]
    return _color_of(kind, numbers)


def _color_of(kind: str, numbers: list[str]) -> Color | None:
    values = [int(number[:4]) if number.isdigit() else 0 for number in numbers]
    if any(value > 255 for value in values):
        return None
    if kind == "5" and len(values) == 1:
        return values[0]
    if kind == "2" and len(values) == 3:
        return (values[0], values[1], values[2])
    return None
