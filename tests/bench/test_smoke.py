"""The benchmarks run. Their times are not judged here."""

from __future__ import annotations

import json
import subprocess
import sys
from pathlib import Path

import pytest

from tests.bench.__main__ import FIGURES

ROOT = Path(__file__).resolve().parents[2]


@pytest.mark.parametrize("name", FIGURES)
def test_a_figure_prints_its_row(name: str) -> None:
    command = [sys.executable, "-m", "tests.bench", name, "--json", "--quick"]
    result = subprocess.run(command, cwd=ROOT, capture_output=True, text=True, check=False)
    assert result.returncode == 0, result.stderr
    row = json.loads(result.stdout)
    assert row["name"] == name
    assert set(row) == {"name", "value", "bar", "unit", "runs"}
    assert row["value"] > 0 or name == "I8"
