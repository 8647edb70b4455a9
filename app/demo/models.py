"""The models that the demo agent claims to have."""

from __future__ import annotations

from typing import Any

from app.demo.wire import Record

FREE = {"input": 0, "output": 0, "cacheRead": 0, "cacheWrite": 0}


def _model(identity: str, name: str, reasoning: bool, window: int) -> Record:
    return {
        "id": identity,
        "name": name,
        "api": "pienza-demo",
        "provider": "pienza",
        "baseUrl": "",
        "reasoning": reasoning,
        "input": ["text", "image"] if reasoning else ["text"],
        "cost": FREE,
        "contextWindow": window,
        "maxTokens": 8192,
    }


MODELS = (_model("demo", "Demo", True, 200_000), _model("demo-small", "Demo Small", False, 8_000))
LEVELS = ("off", "minimal", "low", "medium", "high")


def levels(model: Record) -> list[str]:
    """Return the thinking levels of *model*."""
    return list(LEVELS) if model["reasoning"] else ["off"]


def usage(tokens_in: int = 0, tokens_out: int = 0) -> Record:
    """Return a usage record; the demo costs nothing."""
    counts: dict[str, Any] = {"input": tokens_in, "output": tokens_out, "cacheRead": 0, "cacheWrite": 0}
    return {**counts, "totalTokens": tokens_in + tokens_out, "cost": {**FREE, "total": 0}}
