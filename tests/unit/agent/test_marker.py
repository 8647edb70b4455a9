"""The mark in an environment: exact, one of several, and never a part of another."""

from __future__ import annotations

import pytest

from app.agent.marker import is_marked, mark, new_agent_id

ID = "0123456789abcdef0123456789abcdef"


def test_each_id_is_new_and_can_stand_in_a_list() -> None:
    first, second = new_agent_id(), new_agent_id()
    assert first != second
    assert first.isalnum()


def test_the_mark_comes_behind_those_around_it() -> None:
    assert mark({"HOME": "/me"}, ID) == {"HOME": "/me", "PIENZA_AGENT_ID": ID}
    assert mark({"PIENZA_AGENT_ID": ""}, ID)["PIENZA_AGENT_ID"] == ID
    assert mark({"PIENZA_AGENT_ID": "a:b"}, ID)["PIENZA_AGENT_ID"] == f"a:b:{ID}"


def test_what_is_marked_is_not_changed() -> None:
    environment = {"HOME": "/me"}
    mark(environment, ID)
    assert environment == {"HOME": "/me"}


@pytest.mark.parametrize("value", [ID, f"outer:{ID}", f"{ID}:inner", f"outer:{ID}:inner"])
def test_an_id_is_found_wherever_it_stands(value: str) -> None:
    assert is_marked(f"A=1\0PIENZA_AGENT_ID={value}\0B=2\0".encode(), ID)
    assert is_marked(f"PIENZA_AGENT_ID={value}".encode(), ID)


@pytest.mark.parametrize(
    "environment",
    [
        "",
        "HOME=/me\0",
        "PIENZA_AGENT_ID=\0",
        f"PIENZA_AGENT_ID={ID}0\0",
        f"PIENZA_AGENT_ID=0{ID}\0",
        f"PIENZA_AGENT_ID={ID[:-1]}\0",
        f"PIENZA_AGENT_ID=a{ID}:{ID}b\0",
        f"MY_PIENZA_AGENT_ID={ID}\0",
        f"PIENZA_AGENT_IDS={ID}\0",
        f"NOTE=PIENZA_AGENT_ID={ID}\0",
        f"NOTE=a\nPIENZA_AGENT_ID={ID}\0",
    ],
)
def test_what_only_looks_like_it_is_not_marked(environment: str) -> None:
    assert not is_marked(environment.encode(), ID)
