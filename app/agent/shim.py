"""The small scripts that npm, pnpm and others put in the place of a program, and the JavaScript file behind them.

On Windows that is `pi.cmd`. It is never run: a command interpreter would open a console, and would read the
arguments its own way. It is read, and the file behind it is given to Node.
"""

from __future__ import annotations

import os
import re
from pathlib import Path

from app.agent.machine import read_text

_MOST_SHIMS = 4
"""How many shims may lead to one another: Scoop's leads to npm's."""

_TARGET = re.compile(
    r'"(?:(?:%~dp0|%dp0%|\$basedir)[\\/]+(?P<beside>[^"%$\r\n]+?)|(?P<whole>[a-z]:[\\/][^"%$\r\n]+?))'
    r'(?P<kind>\.[cm]?js|\.cmd|\.bat)"',
    re.IGNORECASE,
)


def shim_target(shim: Path) -> Path | None:
    """Return the JavaScript file that *shim* runs; None when it is no such script, or the file is not there."""
    for _ in range(_MOST_SHIMS):
        target = _named_in(read_text(shim), shim.parent)
        if target is None or not os.path.isfile(target):
            return None
        if target.suffix.lower() not in (".cmd", ".bat"):
            return target
        shim = target
    return None


def _named_in(text: str, folder: Path) -> Path | None:
    """Return the file that the script *text* in *folder* runs, in the way of the system that reads it."""
    found = _TARGET.search(text)
    if found is None:
        return None
    name = (found["beside"] or found["whole"]).replace("\\", "/") + found["kind"]
    return folder / name
