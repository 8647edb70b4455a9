"""One entry as parts, one below the other. Made when it comes near the viewport, kept while it is there."""

from __future__ import annotations

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
    TextBlock,
    ThinkingBlock,
    ToolBlock,
    ToolEntry,
    UserEntry,
)
from app.session.markdown_blocks import MarkdownPart, MarkdownSplitter, PartKind
from app.ui.theme import SPACE
from app.ui.transcript import faces
from app.ui.transcript.card import BubblePart, CardPart, Face
from app.ui.transcript.lines import LinesPart
from app.ui.transcript.part import Action, ActionKind, Look, Part
from app.ui.transcript.prose import ProsePart

GAP = 3 * SPACE
"""Between the parts of an entry and between entries."""
_LONGEST_PROSE = 6_000
_LONGEST_LINE = 1_000
_MOST_OUTPUT_ROWS = 200
_MOST_AT_ONCE = 40
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
        self._texts: dict[int, _TextLayout] = {}
        self.placed: list[Placed] = []
        self.height = 0
        self._width = -1
        self._look: Look | None = None
        self.is_dirty = True

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
            if guess and isinstance(part, ProsePart):
                placed.height, placed.is_exact = part.guess_height(width, look), False
            else:
                placed.height, placed.is_exact = part.lay_out(width, look), True
        self._stack(kept)

    def make_exact(self, top: int, bottom: int) -> bool:
        """Lay out what stands between *top* and *bottom* of the entry; True when that moved something."""
        if self._look is None:
            return False
        moved_from = None
        for number, placed in enumerate(self.placed):
            if placed.top >= bottom:
                break
            if not placed.is_exact and placed.top + placed.height > top:
                height = placed.part.lay_out(self._width, self._look)
                if height != placed.height and moved_from is None:
                    moved_from = number
                placed.height, placed.is_exact = height, True
        if moved_from is not None:
            self._stack(moved_from)
        return moved_from is not None

    def _stack(self, first: int) -> None:
        """Put the parts from *first* on below each other."""
        top = self.placed[first - 1].top + self.placed[first - 1].height + GAP if first else 0
        for placed in self.placed[first:]:
            placed.top = top
            top += placed.height + GAP
        self.height = top

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
        layout = self._texts.setdefault(id(block), _TextLayout())
        return layout.parts(block)

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


class _TextLayout:
    """The parts of a text that grows: those of closed blocks are kept, the open one is made anew."""

    def __init__(self) -> None:
        self._splitter = MarkdownSplitter()
        self._seen = ""
        self._closed: list[Part] = []

    def parts(self, block: TextBlock) -> list[Part]:
        text = block.body.text
        if not text.startswith(self._seen):
            self.__init__()  # type: ignore[misc]
        self._splitter.feed(text[len(self._seen) :])
        self._seen = text
        for part in self._splitter.closed[len(self._closed) :]:
            self._closed.append(_markdown_part(part))
        shown = [*self._closed, *map(_markdown_part, self._splitter.open)]
        return [part for part in shown if not isinstance(part, _Blank)]


class _Blank(LinesPart):
    """Blank lines between blocks: nothing to draw."""


_NOTHING = LinesPart("", ground=False)


def _markdown_part(part: MarkdownPart) -> Part:
    if part.kind is PartKind.CODE:
        return LinesPart(part.text)
    if not part.source.strip():
        return _Blank("", ground=False)
    if len(part.source) > _LONGEST_PROSE or any(len(line) > _LONGEST_LINE for line in part.source.split("\n")):
        return LinesPart(part.text, ground=False)
    return ProsePart(part.text.strip("\n"))


def _quiet_part(text: str) -> Part:
    return _plain_part(text, muted=True)


def _plain_part(text: str, muted: bool = False) -> Part:
    if len(text) > _LONGEST_PROSE:
        return LinesPart(text, ground=False)
    return ProsePart(text, markdown=False, muted=muted)


def _output_part(text: str) -> LinesPart:
    return LinesPart(plain_text(text), ground=False, most_rows=_MOST_OUTPUT_ROWS)


def _diff_part(text: str) -> LinesPart:
    return LinesPart(plain_text(text), ground=False, most_rows=_MOST_OUTPUT_ROWS, is_diff=True)


def _words(block: Block) -> str:
    return faces.tool_detail(block) if isinstance(block, ToolBlock) else block.body.text


def estimated_height(entry: Entry, line: int) -> int:
    """Return a height for an entry that nobody has laid out yet; *line* is the height of a text line."""
    if isinstance(entry, AssistantEntry):
        size = sum(400 if isinstance(block, ToolBlock) else 300 for block in entry.blocks)
        return GAP + max(2, size // 100) * line
    return GAP + 3 * line
