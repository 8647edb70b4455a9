"""The program's log: a file in the log folder, rotated, so that a fault can be told after it happened."""

from __future__ import annotations

import logging
from logging.handlers import RotatingFileHandler
from pathlib import Path

_SIZE = 1_000_000
_KEPT = 3


def start_log(folder: Path) -> None:
    """Write records of the logger "pienza" to `pienza.log` in *folder*; a folder that cannot be written has none."""
    logger = logging.getLogger("pienza")
    for handler in list(logger.handlers):
        logger.removeHandler(handler)
        handler.close()
    logger.setLevel(logging.INFO)
    try:
        folder.mkdir(parents=True, exist_ok=True)
        handler = RotatingFileHandler(
            folder / "pienza.log", maxBytes=_SIZE, backupCount=_KEPT, encoding="utf-8", errors="backslashreplace"
        )
    except OSError as error:
        logger.warning("No log can be written to %s: %s", folder, error)
        return
    handler.setFormatter(logging.Formatter("%(asctime)s %(levelname)s %(name)s %(message)s"))
    logger.addHandler(handler)
