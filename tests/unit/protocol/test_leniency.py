"""The nearest typed value for JSON that breaks its type."""

from __future__ import annotations

import pytest
from msgspec import Struct

from app.protocol.leniency import NestedTooDeeplyError, coerce, decode_as, loads
from app.protocol.messages import content_text, image_count


class Needed(Struct):
    """A record with a field that has no default."""

    name: str
    size: int = 0


def test_a_struct_without_a_field_that_it_needs_is_nothing() -> None:
    assert coerce(Needed, {"size": 3}) is None
    assert coerce(Needed, {"name": "a", "size": "x"}) == Needed("a")
    assert coerce(list[Needed], [{"name": "a", "size": []}, {"size": 1}, None]) == [Needed("a")]


def test_a_plain_union_takes_the_member_that_fits() -> None:
    assert coerce(int | list[int], ["x", 2]) == [2]
    assert coerce(int | str, {"a": 1}) is None
    assert coerce(Needed | str, {"size": 1}) is None


def test_the_strict_way_comes_first() -> None:
    assert decode_as(Needed, b'{"name":"a","size":2,"more":true}') == Needed("a", 2)
    assert decode_as(Needed, b'{"name":"a","size":"2"}') == Needed("a")
    assert decode_as(Needed, b"null") is None


def test_json_is_read_leniently_but_not_invented() -> None:
    assert loads(b'"\\ud83d"') == "\ud83d"
    assert loads(b'"\xff"') == "\ufffd"
    with pytest.raises(ValueError, match="Expecting"):
        loads(b"{")
    with pytest.raises(NestedTooDeeplyError):
        loads(b"[" * 200_000)


def test_numbers_that_are_not_finite_are_nothing() -> None:
    assert loads(b"[NaN, Infinity, -Infinity, 1e999, -1e999, 1e9, 0.1]") == [None] * 5 + [1e9, 0.1]
    assert loads(b"1" + b"0" * 400) == 10**400


def test_what_is_no_content_has_no_text_and_no_images() -> None:
    assert content_text(None) == ""
    assert content_text("plain") == "plain"
    assert image_count("plain") == 0
