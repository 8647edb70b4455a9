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
from app.agent.node import bundled_node, run_node_version
from app.agent.outcome import Outcome, OutcomeKind
from app.agent.pi import PiInstallation, find_pi, launch_pi

__all__ = [
    "AgentLink",
    "Launch",
    "LaunchProblem",
    "Outcome",
    "OutcomeKind",
    "PiInstallation",
    "ShutdownTimes",
    "bundled_node",
    "child_environment",
    "find_pi",
    "launch_command",
    "launch_demo",
    "launch_pi",
    "resolve_program",
    "run_node_version",
]
