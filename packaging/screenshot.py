#!/usr/bin/env python3
"""Makes the pictures of the README: the demo agent at work, in the program itself, drawn offscreen.

.venv/bin/python packaging/screenshot.py [{light,dark}] [FILE]
"""

from __future__ import annotations

import argparse
import json
import os
import subprocess
import sys
import tempfile
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent


def main() -> int:
    """Save the window as the command line says; returns the exit code."""
    parser = argparse.ArgumentParser(description="Save a picture of the demo agent at work in the window.")
    parser.add_argument("scheme", nargs="?", choices=("light", "dark"), default="dark")
    parser.add_argument("file", nargs="?", type=Path, default=ROOT / "resources" / "pienza.png")
    arguments = parser.parse_args()
    return save(arguments.scheme, arguments.file)


def save(scheme: str, file: Path) -> int:
    """Save the window in *scheme* to *file*; returns the exit code."""
    with tempfile.TemporaryDirectory() as folder:
        home = Path(folder, "pienza")
        project = Path(folder, "project")
        project.mkdir()
        (home / "settings").mkdir(parents=True)
        (home / "settings" / "settings.json").write_text(json.dumps({"appearance": {"scheme": scheme}}))
        environment = {**os.environ, "PIENZA_HOME": str(home), "QT_QPA_PLATFORM": "offscreen"}
        command = [sys.executable, "-m", "app", str(project), "--demo", "--screenshot", str(file.resolve())]
        return subprocess.call(command, cwd=ROOT, env=environment)


if __name__ == "__main__":
    sys.exit(main())
