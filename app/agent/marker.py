"""The mark that an agent and all that it starts inherit: an id in their environment. Pure but for making ids."""

from __future__ import annotations

import uuid
from collections.abc import Mapping

VARIABLE = "PIENZA_AGENT_ID"


def new_agent_id() -> str:
    """Return an id that no other start of an agent has, here or on any other day."""
    return uuid.uuid4().hex


def mark(environment: Mapping[str, str], agent_id: str) -> dict[str, str]:
    """Return *environment* with *agent_id* in it.

    Inside an agent of another Pienza it comes behind the id of that one, which must find everything as well.
    """
    outer = environment.get(VARIABLE, "")
    return {**environment, VARIABLE: f"{outer}:{agent_id}" if outer else agent_id}


def is_marked(environment: bytes, agent_id: str) -> bool:
    """Whether *environment*, as the system keeps it (NUL after each variable), has *agent_id* whole among its ids."""
    prefix = f"{VARIABLE}=".encode()
    if prefix not in environment:
        return False
    ids = (entry[len(prefix) :].split(b":") for entry in environment.split(b"\0") if entry.startswith(prefix))
    return any(agent_id.encode() in each for each in ids)
