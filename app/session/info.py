"""What the agent said of itself and of what waits in it, as data."""

from __future__ import annotations

from dataclasses import dataclass, field


@dataclass(slots=True)
class Queue:
    """Texts that wait in the agent; they have no ids."""

    steering: list[str] = field(default_factory=list)
    follow_up: list[str] = field(default_factory=list)

    @property
    def texts(self) -> list[str]:
        """All texts, in the order in which the agent takes them."""
        return [*self.steering, *self.follow_up]


@dataclass(slots=True)
class Info:
    """What the agent said of itself; "" and None for what it did not say."""

    model: str = ""
    model_id: str = ""
    provider: str = ""
    thinking_level: str = ""
    session_name: str = ""
    session_id: str = ""
    session_file: str = ""
    context_percent: float | None = None
    cost: float | None = None
    steering_mode: str = ""
    follow_up_mode: str = ""
    compacts_itself: bool | None = None
    """Whether the agent compacts by itself when the context is nearly full."""
