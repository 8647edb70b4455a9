"""How to start an agent, as data: program, arguments, folder, environment. Pure but for looks at the file system."""

from __future__ import annotations

import os
import shlex
import shutil
import sys
from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path

LIBRARY_PATHS = ("LD_LIBRARY_PATH", "DYLD_LIBRARY_PATH", "LIBPATH")


@dataclass(frozen=True)
class Launch:
    """One way to start an agent.

    *environment* is the whole environment of the child. *label* names the agent in sentences ("pi", "node").
    """

    program: str
    arguments: tuple[str, ...]
    folder: Path
    environment: dict[str, str]
    label: str
    is_demo: bool = False


@dataclass(frozen=True)
class LaunchProblem:
    """Why there is nothing to start: *sentence* for the person, *detail* with what was looked at, line by line."""

    sentence: str
    detail: str = ""


def launch_command(command: str, folder: Path, environment: Mapping[str, str]) -> Launch:
    """Return the launch of any program that speaks the protocol, exactly as *command* says.

    *command* is split as a POSIX shell splits words. Raises ValueError with a sentence when it has no words or
    its quotes do not close.
    """
    try:
        words = shlex.split(command)
    except ValueError as error:
        raise ValueError(f"The agent command cannot be read: {str(error).lower()} in {command!r}.") from error
    if not words or not words[0]:
        raise ValueError("The agent command is empty.")
    return Launch(words[0], tuple(words[1:]), folder, dict(environment), Path(words[0]).name)


def launch_demo(
    folder: Path,
    environment: Mapping[str, str],
    *,
    executable: str = sys.executable,
    frozen: bool = False,
    arguments: tuple[str, ...] = (),
) -> Launch:
    """Return the launch of the bundled demo agent; *frozen* says that *executable* is the bundled program itself."""
    child = dict(environment)
    command: tuple[str, ...] = ("--demo-agent",)
    if not frozen:
        # -P keeps the project's folder out of the import path: it may well hold a package called "app".
        command = ("-P", "-m", "app.demo")
        child["PYTHONPATH"] = os.pathsep.join(filter(None, (_source_root(), child.get("PYTHONPATH", ""))))
    return Launch(executable, (*command, *arguments), folder, child, "The demo agent", is_demo=True)


def _source_root() -> str:
    return str(Path(__file__).resolve().parents[2])


def child_environment(base: Mapping[str, str], frozen: bool) -> dict[str, str]:
    """Return the environment for a child of ours.

    A frozen program points the dynamic loader at its own libraries, and the system's programs must not load
    those: the values from before are put back, and the bootloader's own variables are left out.
    """
    environment = dict(base)
    if not frozen:
        return environment
    for name in LIBRARY_PATHS:
        environment.pop(name, None)
        original = environment.pop(f"{name}_ORIG", None)
        if original is not None:
            environment[name] = original
    return {name: value for name, value in environment.items() if not name.startswith(("_PYI_", "_MEIPASS"))}


def resolve_program(launch: Launch) -> str | None:
    """Return the path of the program of *launch*, or None when there is no such file to execute.

    A bare name is looked up in the *child's* PATH; a relative path counts from the launch folder. On Windows
    the usual extensions are tried.
    """
    program = launch.program
    if os.path.dirname(program):
        program = str(launch.folder / program)
    return shutil.which(program, path=launch.environment.get("PATH", os.defpath))
