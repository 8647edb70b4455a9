"""Whether a window can be shown here. Standard library only, and for any Python 3: the set-up asks it too."""

from __future__ import annotations

import sys
from collections.abc import Mapping

_INSTEAD = "Without a screen, `--screenshot FILE` saves a picture of the window."
NO_DISPLAY = f"Pienza cannot open its window: there is no display here. {_INSTEAD}"
UNUSABLE_DISPLAY = f"Pienza cannot open its window: the display cannot be used, as Qt says above. {_INSTEAD}"


def has_display(environment: Mapping[str, str]) -> bool:
    """Whether a window can be shown, or Qt was told where to draw."""
    if not sys.platform.startswith("linux"):
        return True
    return any(environment.get(name) for name in ("DISPLAY", "WAYLAND_DISPLAY", "QT_QPA_PLATFORM"))
