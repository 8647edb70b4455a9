"""What an agent offers to choose from, and what it counted, as the window shows it."""

from __future__ import annotations

from dataclasses import dataclass

from app.protocol import responses
from app.session.plain import one_line

USUAL_LEVELS = ("off", "minimal", "low", "medium", "high", "xhigh")
"""The thinking levels of pi, for an agent that cannot say which its model has (0.73.1)."""


@dataclass(frozen=True, slots=True)
class ModelOffer:
    """A model that can be used; *window* in tokens, None where the agent does not say."""

    provider: str
    id: str
    name: str
    window: int | None
    reasons: bool
    sees: bool

    @property
    def facts(self) -> str:
        """What is to be said of it, on one line."""
        window = f"{short_count(self.window)} tokens" if self.window else ""
        return " · ".join(
            filter(None, (self.provider, window, "thinks" * self.reasons, "sees images" * self.sees, self._other_id))
        )

    @property
    def _other_id(self) -> str:
        return self.id if self.id != self.name else ""


@dataclass(frozen=True, slots=True)
class ForkPoint:
    """A message of the person that a new session can begin before."""

    entry_id: str
    text: str


def model_offers(data: object) -> list[ModelOffer]:
    """Return the models in the *data* of `get_available_models`; one without an id cannot be chosen."""
    if not isinstance(data, responses.ModelList):
        return []
    return [
        ModelOffer(
            model.provider, model.id, model.name or model.id, model.context_window, model.reasoning,
            "image" in model.input,
        )
        for model in data.models
        if model.id
    ]  # fmt: skip


def fork_points(data: object) -> list[ForkPoint]:
    """Return the messages in the *data* of `get_fork_messages`, the newest first."""
    if not isinstance(data, responses.ForkMessageList):
        return []
    return [ForkPoint(message.entry_id, message.text) for message in reversed(data.messages)]


def thinking_levels(data: object) -> list[str]:
    """Return the levels in the *data* of `get_available_thinking_levels`."""
    return list(data.levels) if isinstance(data, responses.LevelList) else []


def statistics(data: object) -> list[tuple[str, str]]:
    """Return what the *data* of `get_session_stats` says, as names and values."""
    if not isinstance(data, responses.SessionStats):
        return []
    tokens, usage = data.tokens, data.context_usage
    rows = [
        ("Messages", f"{data.total_messages:,}"),
        ("Tokens in", f"{tokens.input:,}"),
        ("Tokens out", f"{tokens.output:,}"),
        ("Read from the cache", f"{tokens.cache_read:,}"),
        ("Written to the cache", f"{tokens.cache_write:,}"),
        ("Tokens in all", f"{tokens.total:,}"),
        ("Cost", f"${data.cost:,.4f}"),
        ("Context", _usage(usage)),
    ]
    return [*rows, ("Session", one_line(data.session_id, 80))] if data.session_id else rows


def _usage(usage: responses.ContextUsage | None) -> str:
    if usage is None or usage.percent is None:
        return "not known before the next answer"
    sizes = [f"{size:,}" for size in (usage.tokens, usage.context_window) if size is not None]
    return " · ".join([f"{usage.percent:.1f} %", " of ".join(sizes)] if sizes else [f"{usage.percent:.1f} %"])


def short_count(number: int) -> str:
    """Return *number* as people say it: 200 k, 1 M, 1.5 M."""
    for size, letter in ((1_000_000, "M"), (1_000, "k")):
        if number >= size:
            return f"{number / size:.1f}".removesuffix(".0") + f" {letter}"
    return str(number)
