"""The messages that wait for a run to take them."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field

from app.demo.session import text_of
from app.demo.wire import Record

ONE = "one-at-a-time"


@dataclass
class Queue:
    """Messages to steer with (before the next turn) and to follow up with (when all is done).

    The modes are "one-at-a-time" or "all". *emit* is told of each change.
    """

    emit: Callable[[Record], None]
    steering: list[Record] = field(default_factory=list)
    follow_up: list[Record] = field(default_factory=list)
    steering_mode: str = ONE
    follow_up_mode: str = ONE

    def add(self, message: Record, steer: bool) -> None:
        """Let *message* wait."""
        (self.steering if steer else self.follow_up).append(message)
        self._tell()

    def next_steering(self) -> list[Record]:
        """Return what is to be delivered before the next turn; it stays until `deliver`."""
        return self.steering[:1] if self.steering_mode == ONE else list(self.steering)

    def next_follow_up(self) -> list[Record]:
        """Return what is to be delivered now that all is done; it stays until `deliver`."""
        return self.follow_up[:1] if self.follow_up_mode == ONE else list(self.follow_up)

    def deliver(self, message: Record) -> None:
        """Take *message* out, if it waits at all."""
        for waiting in (self.steering, self.follow_up):
            if any(message is other for other in waiting):
                waiting[:] = [other for other in waiting if other is not message]
                self._tell()

    def clear(self) -> Record:
        """Take everything out and return the texts, as `clear_queue` tells them."""
        texts = self._texts()
        self.steering.clear()
        self.follow_up.clear()
        self._tell()
        return texts

    def __len__(self) -> int:
        """Return how many messages wait."""
        return len(self.steering) + len(self.follow_up)

    def _texts(self) -> Record:
        return {
            "steering": [text_of(message) for message in self.steering],
            "followUp": [text_of(message) for message in self.follow_up],
        }

    def _tell(self) -> None:
        self.emit({"type": "queue_update", **self._texts()})
