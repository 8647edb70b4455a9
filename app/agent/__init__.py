"""Running an agent: finding it, starting it, bytes in and out, and why it ended. QtCore, no protocol."""

from app.agent.ending import ShutdownTimes
from app.agent.launch import (
    Launch,
    LaunchProblem,
    child_environment,
    launch_command,
    launch_demo,
    resolve_program,
)
from app.agent.link import AgentLink
from app.agent.machine import Machine, Place, this_machine
from app.agent.node import bundled_node, run_node_version
from app.agent.outcome import Outcome, OutcomeKind
from app.agent.pi import PiInstallation, find_pi, launch_pi, pi_at
from app.agent.search_path import folders_of, looked_in, search_places

__all__ = [
    "AgentLink",
    "Launch",
    "LaunchProblem",
    "Machine",
    "Outcome",
    "OutcomeKind",
    "PiInstallation",
    "Place",
    "ShutdownTimes",
    "bundled_node",
    "child_environment",
    "find_pi",
    "folders_of",
    "launch_command",
    "launch_demo",
    "launch_pi",
    "looked_in",
    "pi_at",
    "resolve_program",
    "run_node_version",
    "search_places",
    "this_machine",
]
