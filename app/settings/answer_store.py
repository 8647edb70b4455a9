"""The answer log on disk: rows are added and never changed. A killed program loses none that was added."""

from __future__ import annotations

import csv
import json
import os
import sqlite3
from collections.abc import Iterable, Iterator
from dataclasses import asdict, fields
from datetime import UTC, datetime
from pathlib import Path
from typing import TextIO

from app.session.decision import Decision

SHOWN = 500
"""How many rows a search returns at most, the newest first."""

_COLUMNS = [field.name for field in fields(Decision)]
_NAMES = ", ".join(f'"{name}"' for name in _COLUMNS)
_TABLE = f"CREATE TABLE IF NOT EXISTS decision (id INTEGER PRIMARY KEY, {_NAMES}, words TEXT)"
_INSERT = f"INSERT INTO decision ({_NAMES}, words) VALUES ({', '.join('?' * (len(_COLUMNS) + 1))})"
_SELECT = f"SELECT {_NAMES} FROM decision"
_FORMULA = ("=", "+", "-", "@", "\t", "\r")
"""A cell that begins so is run as a formula by spreadsheets."""


class AnswerStore:
    """A SQLite file of one project. To be used from one thread. Raises OSError and sqlite3.Error."""

    def __init__(self, path: Path) -> None:
        """Open *path*, which is made, with its folder, for this user alone."""
        path.parent.mkdir(mode=0o700, parents=True, exist_ok=True)
        os.close(os.open(path, os.O_RDWR | os.O_CREAT, 0o600))
        self._database = sqlite3.connect(path, isolation_level=None)
        try:
            # Several windows of one project may write; a reader never holds up a writer.
            self._database.execute("PRAGMA journal_mode=WAL")
            self._database.execute("PRAGMA busy_timeout=5000")
            self._database.execute(_TABLE)
        except sqlite3.Error:
            self._database.close()
            raise

    def add(self, *decisions: Decision) -> None:
        """Add a row for each of *decisions*: all are on disk when this returns, none when it raises."""
        rows = [_row(decision) for decision in decisions]
        self._database.execute("BEGIN IMMEDIATE")
        try:
            self._database.executemany(_INSERT, rows)
            self._database.execute("COMMIT")
        except sqlite3.Error:
            if self._database.in_transaction:
                self._database.execute("ROLLBACK")
            raise

    def search(self, words: str = "", outcome: str = "") -> list[Decision]:
        """Return the newest rows that have each of *words* (in any case) and *outcome*; empty stands for any."""
        return list(self._rows(words, outcome, f"ORDER BY id DESC LIMIT {SHOWN}"))

    def export(self, path: Path) -> int:
        """Write all rows to *path*, oldest first, and return how many: as CSV by its suffix, else as JSONL."""
        # Written beside and moved: a full disk leaves what was there before.
        beside = path.with_name(f"{path.name}.{os.getpid()}")
        try:
            with beside.open("w", encoding="utf-8", newline="") as out:
                write = _write_csv if path.suffix.lower() == ".csv" else _write_lines
                count = write(out, self._rows("", "", "ORDER BY id"))
            beside.replace(path)
        finally:
            beside.unlink(missing_ok=True)
        return count

    def close(self) -> None:
        """Close the file."""
        self._database.close()

    def _rows(self, words: str, outcome: str, tail: str) -> Iterator[Decision]:
        conditions, values = ["1"], []
        for word in words.casefold().split():
            conditions.append("instr(words, ?)")
            values.append(word)
        if outcome:
            conditions.append("outcome = ?")
            values.append(outcome)
        for row in self._database.execute(f"{_SELECT} WHERE {' AND '.join(conditions)} {tail}", values):
            fields_of_row = dict(zip(_COLUMNS, row, strict=True))
            fields_of_row["options"] = tuple(json.loads(fields_of_row["options"]))
            yield Decision(**fields_of_row)


def _row(decision: Decision) -> list[object]:
    values = asdict(decision)
    values["options"] = json.dumps(decision.options, ensure_ascii=False)
    words = "\n".join([decision.title, decision.message, *decision.options, decision.answer or ""]).casefold()
    return [*values.values(), words]


def _write_lines(out: TextIO, rows: Iterable[Decision]) -> int:
    count = 0
    for count, row in enumerate(rows, 1):  # noqa: B007 - counts
        out.write(json.dumps({**asdict(row), "when": _iso(row.when)}, ensure_ascii=False) + "\n")
    return count


def _write_csv(out: TextIO, rows: Iterable[Decision]) -> int:
    table = csv.writer(out)
    table.writerow(_COLUMNS)
    count = 0
    for count, row in enumerate(rows, 1):  # noqa: B007 - counts
        values = {**asdict(row), "when": _iso(row.when), "options": " | ".join(row.options)}
        table.writerow([_cell(value) for value in values.values()])
    return count


def _cell(value: object) -> object:
    is_formula = isinstance(value, str) and value.startswith(_FORMULA)
    return f"'{value}" if is_formula else value


def _iso(when: float) -> str:
    return datetime.fromtimestamp(when, UTC).isoformat(timespec="milliseconds")
