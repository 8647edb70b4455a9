"""What an agent offers and counts, as the window shows it."""

from __future__ import annotations

from typing import Any

import pytest

from app.protocol import responses
from app.session.catalogue import (
    ForkPoint,
    ModelOffer,
    fork_points,
    model_offers,
    short_count,
    statistics,
    thinking_levels,
)


def test_models_are_offered_with_their_facts() -> None:
    data = responses.ModelList(
        [
            responses.Model("big-1", "Big", "acme", reasoning=True, input=["text", "image"], context_window=200_000),
            responses.Model("small", "", "acme"),
            responses.Model("", "without an id"),
        ]
    )
    big, small = model_offers(data)
    assert big == ModelOffer("acme", "big-1", "Big", 200_000, True, True)
    assert big.facts == "acme · 200 k tokens · thinks · sees images · big-1"
    assert (small.name, small.facts) == ("small", "acme")


def test_the_newest_message_to_fork_from_comes_first() -> None:
    data = responses.ForkMessageList([responses.ForkMessage("1", "old"), responses.ForkMessage("2", "new")])
    assert fork_points(data) == [ForkPoint("2", "new"), ForkPoint("1", "old")]


@pytest.mark.parametrize(
    ("usage", "told"),
    [
        (responses.ContextUsage(5_000, 200_000, 2.5), "2.5 % · 5,000 of 200,000"),
        (responses.ContextUsage(None, None, 2.5), "2.5 %"),
        (responses.ContextUsage(5_000, 200_000, None), "not known before the next answer"),
        (None, "not known before the next answer"),
    ],
)
def test_statistics_read_as_names_and_values(usage: responses.ContextUsage | None, told: str) -> None:
    data = responses.SessionStats("id", 1234, responses.TokenCount(1, 2, 3, 4, 5000), 0.12345, usage)
    rows = dict(statistics(data))
    assert (rows["Messages"], rows["Tokens in all"], rows["Cost"]) == ("1,234", "5,000", "$0.1235")
    assert (rows["Context"], rows["Session"]) == (told, "id")
    assert "Session" not in dict(statistics(responses.SessionStats()))


@pytest.mark.parametrize("read", [model_offers, fork_points, thinking_levels, statistics])
@pytest.mark.parametrize("data", [None, 5, "text", responses.Exported()])
def test_what_cannot_be_read_offers_nothing(read: Any, data: Any) -> None:
    assert read(data) == []


@pytest.mark.parametrize(
    ("number", "text"), [(999, "999"), (8_192, "8.2 k"), (200_000, "200 k"), (1_000_000, "1 M"), (1_500_000, "1.5 M")]
)
def test_counts_are_short(number: int, text: str) -> None:
    assert short_count(number) == text


def test_levels_are_as_the_agent_says() -> None:
    assert thinking_levels(responses.LevelList(["off", "high"])) == ["off", "high"]
