"""How fast the demo agent seems to think."""

from __future__ import annotations

import asyncio
from dataclasses import dataclass


@dataclass(frozen=True)
class Pace:
    """Delays in seconds, and how to wait for them.

    *piece* is the pause between the pieces of a made-up answer, *retry* the wait before the first retry, which
    doubles each time. Delays that a script asks for are always kept.
    """

    piece: float = 0.02
    retry: float = 0.3

    @classmethod
    def of(cls, fast: bool) -> Pace:
        """Return the pace for people, or for tests when *fast*."""
        return cls(0.0, 0.03) if fast else cls()


async def pause(seconds: float, stop: asyncio.Event) -> bool:
    """Wait, but not longer than until *stop* is set; return whether it is set."""
    if seconds <= 0:
        await asyncio.sleep(0)
    elif not stop.is_set():
        try:
            await asyncio.wait_for(stop.wait(), seconds)
        except TimeoutError:
            return False
    return stop.is_set()
