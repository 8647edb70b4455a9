"""One entry as parts, one below the other. Made when it comes near the viewport, kept while it is there."""

from __future__ import annotations

from bisect import bisect_left, bisect_right
from collections.abc import Callable
from dataclasses import dataclass

from app.session.ansi import plain_text
from app.session.entries import (
    AssistantEntry,
    Block,
    Entry,
    NoticeEntry,
    QuestionEntry,
    ShellEntry,
    ThinkingBlock,
    ToolBlock,
    ToolEntry,
    UserEntry,
)
from app.ui.theme import SPACE
from app.ui.transcript import faces
from app.ui.transcript.card import BubblePart, CardPart, Face
from app.ui.transcript.lines import LinesPart, LinesStyle
from app.ui.transcript.part import Action, ActionKind, Look, Part
from app.ui.transcript.prose import ProsePart
from app.ui.transcript.text_layout import TextLayout

GAP = 3 * SPACE
"""Between the parts of an entry and between entries."""
_LONGEST_PROSE = 6_000
_MOST_OUTPUT_ROWS = 200
_MOST_OUTPUT = 40_000
"""How many characters of an output are looked at for its rows; of what follows the lines are counted."""
_MOST_AT_ONCE = 2
"""Of more new parts than these only those in view are laid out at once."""

IsUnfolded = Callable[[int], bool]
"""Whether the part at a position of the entry is unfolded."""
MakeBody = Callable[[str], Part]
"""Makes what an unfolded card shows of its text."""


@dataclass(slots=True)
class Placed:
    """A part with its place in the entry; *position* names it for folding. Far from the view its height is a guess."""

    part: Part
    position: int
    top: int = 0
    height: int = 0
    is_exact: bool = False


class EntryLayout:
    """The parts of *entry* for one width. `refresh` makes anew what changed, and keeps what cannot have."""

    def __init__(self, entry: Entry, is_unfolded: IsUnfolded) -> None:
        """Make nothing yet."""
        self._entry = entry
        self._is_unfolded = is_unfolded
        self._texts: dict[int, TextLayout] = {}
        self.placed: list[Placed] = []
        self.height = 0
        self._width = -1
        self._look: Look | None = None
        self.is_dirty = True
        self.is_behind = False
        """Whether a text is so long that only its start is taken in yet; when it is dirty again, more is."""

    def lay_out(self, width: int, look: Look) -> int:
        """Return the height of the entry with the gap below it."""
        kept = len(self.placed) if width == self._width and look is self._look else 0
        if self.is_dirty:
            kept = min(kept, self._renew())
        if kept < len(self.placed) or self.is_dirty:
            self._place(kept, width, look)
        self.is_dirty, self._width, self._look = False, width, look
        return self.height

    def _renew(self) -> int:
        """Take in what the entry is now; return how many parts at the start are the same as before."""
        self.is_behind = False
        parts = self._parts()
        kept = 0
        for placed, (position, part) in zip(self.placed, parts, strict=False):
            if placed.part is not part or placed.position != position:
                break
            kept += 1
        self.placed[kept:] = [Placed(part, position) for position, part in parts[kept:]]
        return kept

    def _place(self, kept: int, width: int, look: Look) -> None:
        """Place the parts after the first *kept*, which are where they were: many at once by their guessed heights."""
        guess = len(self.placed) - kept > _MOST_AT_ONCE
        for placed in self.placed[kept:]:
            part = placed.part
            if guess:
                placed.height, placed.is_exact = part.guess_height(width, look), False
            else:
                placed.height, placed.is_exact = part.lay_out(width, look), True
        self._stack(kept)

    def make_exact(self, top: int, bottom: int) -> bool:
        """Lay out what stands between *top* and *bottom* of the entry; True when that moved something."""
        if self._look is None:
            return False
        moved_from = None
        for number in self.between(top, bottom):
            placed = self.placed[number]
            if not placed.is_exact:
                height = placed.part.lay_out(self._width, self._look)
                if height != placed.height and moved_from is None:
                    moved_from = number
                placed.height, placed.is_exact = height, True
        if moved_from is not None:
            self._stack(moved_from)
        return moved_from is not None

    def between(self, top: int, bottom: int) -> range:
        """Return the numbers of the parts of which something stands between *top* and *bottom* of the entry."""
        first = bisect_right(self.placed, top, key=_bottom_of)
        return range(first, bisect_left(self.placed, bottom, lo=first, key=_top_of))

    def _stack(self, first: int) -> None:
        """Put the parts from *first* on below each other."""
        bottom = self.placed[first - 1].top + self.placed[first - 1].height if first else 0
        for number in range(first, len(self.placed)):
            placed = self.placed[number]
            placed.top = bottom + (GAP if number and not placed.part.joins_above else 0)
            bottom = placed.top + placed.height
        self.height = bottom + GAP if self.placed else 0

    def plain(self) -> str:
        """Return what can be read of the entry."""
        return "\n".join(placed.part.plain() for placed in self.placed)

    def _parts(self) -> list[tuple[int, Part]]:
        entry = self._entry
        match entry:
            case UserEntry():
                images = f"\n[{faces.images(entry.images)}]" if entry.images else ""
                return [(0, BubblePart(_plain_part(entry.text + images)))]
            case AssistantEntry():
                return self._assistant_parts(entry)
            case ToolEntry(block=block):
                return [(0, self._tool_part(block, 0))]
            case ShellEntry():
                return [(0, self._card(faces.shell_face(entry), entry.output.text, 0))]
            case QuestionEntry(question=question):
                action = Action(ActionKind.QUESTION, key=question.key) if question.is_open else None
                detail = faces.question_detail(question)
                return [(0, self._card(faces.question_face(question), detail, 0, action, body=_quiet_part))]
            case NoticeEntry():
                return [(0, self._card(faces.notice_face(entry), entry.detail, 0, body=_quiet_part))]

    def _assistant_parts(self, entry: AssistantEntry) -> list[tuple[int, Part]]:
        parts: list[tuple[int, Part]] = []
        if entry.withdrawn:
            text = "\n\n".join(filter(None, (entry.error, *(_words(block) for block in entry.blocks))))
            return [(0, self._card(Face("A failed try was taken back", framed=False), text, 0, body=_quiet_part))]
        for position, block in enumerate(entry.blocks):
            parts.extend((position, part) for part in self._block_parts(block, position))
        if entry.error:
            face = Face("The model call failed", "", "failed", "error", is_code=False)
            parts.append((len(entry.blocks), CardPart(face, _plain_part(entry.error), unfolded=True)))
        return parts

    def _block_parts(self, block: Block, position: int) -> list[Part]:
        if isinstance(block, ToolBlock):
            return [self._tool_part(block, position)]
        if isinstance(block, ThinkingBlock):
            return [self._card(faces.thinking_face(block), block.body.text, position, body=_quiet_part)]
        layout = self._texts.setdefault(id(block), TextLayout())
        parts = layout.parts(block)
        self.is_behind = self.is_behind or layout.is_behind
        return parts

    def _tool_part(self, tool: ToolBlock, position: int) -> CardPart:
        diff = tool.details.get("diff")
        if isinstance(diff, str):
            return self._card(faces.tool_face(tool), diff, position, body=_diff_part)
        return self._card(faces.tool_face(tool), tool.output.text, position)

    def _card(
        self, face: Face, text: str, position: int, action: Action | None = None, body: MakeBody | None = None
    ) -> CardPart:
        unfolded = bool(text) and self._is_unfolded(position)
        if not text:
            return CardPart(face, None, False, action)
        if not unfolded:
            return CardPart(face, _NOTHING, False, action)
        return CardPart(face, (body or _output_part)(text), True, action)


_NOTHING = LinesPart("", LinesStyle(ground=False))


def _quiet_part(text: str) -> Part:
    return _plain_part(text, muted=True)


def _plain_part(text: str, muted: bool = False) -> Part:
    if len(text) > _LONGEST_PROSE:
        return LinesPart(text, LinesStyle(ground=False))
    return ProsePart(text, markdown=False, muted=muted)


def _output_part(text: str) -> LinesPart:
    return _bounded_part(text, LinesStyle(ground=False, most_rows=_MOST_OUTPUT_ROWS))


def _diff_part(text: str) -> LinesPart:
    return _bounded_part(text, LinesStyle(ground=False, most_rows=_MOST_OUTPUT_ROWS, diff=True))


def _bounded_part(text: str, style: LinesStyle) -> LinesPart:
    """Return the start of *text* as lines: an output of megabytes may come many times a second."""
    if len(text) <= _MOST_OUTPUT:
        return LinesPart(plain_text(text), style)
    end = text.rfind("\n", 0, _MOST_OUTPUT) + 1 or _MOST_OUTPUT
    return LinesPart(plain_text(text[:end]), style, 1 + text.count("\n", end, len(text) - 1))


def _bottom_of(placed: Placed) -> int:
    return placed.top + placed.height


def _top_of(placed: Placed) -> int:
    return placed.top


def _words(block: Block) -> str:
    return faces.tool_detail(block) if isinstance(block, ToolBlock) else block.body.text


def estimated_height(entry: Entry, line: int) -> int:
    """Return a height for an entry that nobody has laid out yet; *line* is the height of a text line."""
    if isinstance(entry, AssistantEntry):
        size = sum(400 if isinstance(block, ToolBlock) else 300 for block in entry.blocks)
        return GAP + max(2, size // 100) * line
    return GAP + 3 * line
