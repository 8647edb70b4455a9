"""Streams to measure with, as files of JSONL: what pi 1.6.0 prints while a model answers."""

from __future__ import annotations

import json
import tempfile
from collections.abc import Iterator
from pathlib import Path

_USAGE = (
    '{"input":614,"output":1,"cacheRead":0,"cacheWrite":0,"reasoning":0,"totalTokens":615,"cost":{"input":0.000614,'
    '"output":0.000002,"cacheRead":0,"cacheWrite":0,"total":0.000616,"totalFromProvider":false}}'
)
_TEXT = "the parser reads every line twice and keeps **both** copies in `memory` until it is done"


def delta_line(text: str) -> str:
    """Return the record of one text delta."""
    event = f'{{"type":"text_delta","contentIndex":0,"delta":{json.dumps(text)}}}'
    return f'{{"type":"message_update","usage":{_USAGE},"assistantMessageEvent":{event}}}\n'


def opening() -> str:
    """Return the records before the first delta of an answer."""
    message = {"role": "assistant", "content": [], "model": "bench", "stopReason": "pending"}
    return "".join(
        json.dumps(record) + "\n"
        for record in (
            {"type": "agent_start"},
            {"type": "turn_start"},
            {"type": "message_start", "message": message},
            {"type": "message_update", "assistantMessageEvent": {"type": "text_start", "contentIndex": 0}},
        )
    )


def closing() -> str:
    """Return the records after the last delta, without the message's own text: its end is not what is measured."""
    return '{"type":"agent_end","messages":[],"willRetry":false}\n{"type":"agent_settled","aborted":false}\n'


def words(count: int) -> Iterator[str]:
    """Yield *count* pieces of an answer: words, with a paragraph now and then."""
    texts = _TEXT.split()
    for number in range(count):
        yield texts[number % len(texts)] + ("\n\n" if number % 60 == 59 else " ")


def write_stream(count: int) -> Path:
    """Return a file with an answer of *count* deltas."""
    path = Path(tempfile.mkdtemp(prefix="pienza-bench-")) / "stream.jsonl"
    with path.open("w", encoding="utf-8") as file:
        file.write(opening())
        file.writelines(delta_line(word) for word in words(count))
        file.write(closing())
    return path


def write_shape(unit: str, size: int) -> Path:
    """Return a file with an answer that streams *unit* until it has *size* characters."""
    path = Path(tempfile.mkdtemp(prefix="pienza-bench-")) / "shape.jsonl"
    with path.open("w", encoding="utf-8") as file:
        file.write(opening())
        for _ in range(size // len(unit)):
            file.write(delta_line(unit))
        file.write(closing())
    return path


def write_long_line(size: int) -> Path:
    """Return a file with one delta of *size* bytes between ordinary records."""
    path = Path(tempfile.mkdtemp(prefix="pienza-bench-")) / "long.jsonl"
    text = ("0123456789" * 99 + "\n") * (size // 991)
    path.write_text(opening() + delta_line(text) + closing(), encoding="utf-8")
    return path


def write_records(records: list[dict[str, object]]) -> Path:
    """Return a file with *records*, one a line, in UTF-8 as pi writes them."""
    path = Path(tempfile.mkdtemp(prefix="pienza-bench-")) / "records.jsonl"
    path.write_text("".join(json.dumps(record, ensure_ascii=False) + "\n" for record in records), encoding="utf-8")
    return path
