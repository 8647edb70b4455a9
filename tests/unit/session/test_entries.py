"""Text that grows: the same for any pieces and any moments at which it is read."""

from __future__ import annotations

from hypothesis import given
from hypothesis import strategies as st

from app.session.entries import Text, whole_characters

PIECES = st.sampled_from(["a", "é", "\U0001f600", "\ud83d", "\ude00", "", "long " * 3])


@given(st.lists(st.tuples(PIECES, st.booleans())))
def test_text_reads_the_same_however_it_grew(pieces: list[tuple[str, bool]]) -> None:
    text = Text()
    for number, (piece, is_read) in enumerate(pieces):
        text.append(piece)
        if is_read:
            assert text.text == whole_characters("".join(piece for piece, _ in pieces[: number + 1]))
    assert text.text == whole_characters("".join(piece for piece, _ in pieces))


@given(PIECES, PIECES)
def test_what_is_replaced_is_looked_at_anew(before: str, after: str) -> None:
    text = Text([before])
    assert text.text == whole_characters(before)
    text.replace(after)
    assert text.text == whole_characters(after)


def test_what_was_looked_at_is_not_looked_at_again() -> None:
    text = Text(["öl" * 1000])
    first = text.text
    assert text.text is first
    assert text.pieces == [first]


def test_an_empty_text_stays_without_pieces_when_it_is_read() -> None:
    text = Text()
    assert text.text == ""
    assert text.pieces == []
