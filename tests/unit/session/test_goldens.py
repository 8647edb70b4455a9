"""Every recording of real traffic, both versions: nothing unknown, nothing malformed, and the right final state.

The goldens are read by people; PIENZA_UPDATE_GOLDEN=1 writes them anew.
"""

from __future__ import annotations

import os
from pathlib import Path

import pytest

from tests.support.replaying import RECORDINGS, replay
from tests.unit.session.summary import summary

GOLDEN = Path(__file__).parent / "golden"
ALL = sorted(RECORDINGS.glob("*/*.jsonl"))


def test_the_recordings_are_there() -> None:
    assert {path.parent.name for path in ALL} == {"1.6.0", "0.73.1"}
    assert len(ALL) >= 60


@pytest.mark.parametrize("recording", ALL, ids=lambda path: f"{path.parent.name}/{path.stem}")
def test_a_recording_ends_in_the_right_state(recording: Path) -> None:
    result = replay(recording)
    assert result.strange == []
    golden = GOLDEN / recording.parent.name / f"{recording.stem}.txt"
    if os.environ.get("PIENZA_UPDATE_GOLDEN"):
        golden.parent.mkdir(parents=True, exist_ok=True)
        golden.write_text(summary(result), encoding="utf-8")
    assert summary(result) == golden.read_text(encoding="utf-8")
