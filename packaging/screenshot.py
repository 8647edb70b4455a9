#!/usr/bin/env python3
"""Makes the pictures of the README: the demo agent at work, in the program itself, drawn offscreen.

.venv/bin/python packaging/screenshot.py [light|dark] [FILE]
"""

from __future__ import annotations

import json
import os
import subprocess
import sys
import tempfile
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent


def main(scheme: str = "dark", file: str = str(ROOT / "resources" / "pienza.png")) -> int:
    """Save the window in *scheme* to *file*; returns the exit code."""
    with tempfile.TemporaryDirectory() as folder:
        home = Path(folder, "pienza")
        project = Path(folder, "project")
        project.mkdir()
        (home / "settings").mkdir(parents=True)
        (home / "settings" / "settings.json").write_text(json.dumps({"appearance": {"scheme": scheme}}))
        environment = {**os.environ, "PIENZA_HOME": str(home), "QT_QPA_PLATFORM": "offscreen"}
        command = [sys.executable, "-m", "app", str(project), "--demo", "--screenshot", str(Path(file).resolve())]
        return subprocess.call(command, cwd=ROOT, env=environment)


if __name__ == "__main__":
    sys.exit(main(*sys.argv[1:]))
