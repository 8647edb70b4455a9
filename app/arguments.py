"""The command line."""

from __future__ import annotations

import argparse
from dataclasses import dataclass
from pathlib import Path

from app import __version__
from app.working_folder import folder_problem


@dataclass(frozen=True, slots=True)
class Arguments:
    """What the command line said; *command*, *session* and *screenshot* are "" or None when it did not."""

    folder: Path
    command: str = ""
    demo: bool = False
    session: str = ""
    go_on: bool = False
    screenshot: Path | None = None


def parse_arguments(arguments: list[str]) -> Arguments:
    """Return the parsed *arguments* (without the program's name). Raises SystemExit for wrong ones and for --help."""
    parser = _parser()
    options = parser.parse_args(arguments)
    folder = _folder(options.folder)
    session = options.session
    if problem := folder_problem(folder):
        parser.error(problem)
    if session and not options.agent:
        try:
            session = _session(session, folder)
        except ValueError as error:
            parser.error(str(error))
    return Arguments(
        folder=folder,
        command=options.agent,
        demo=options.demo,
        session=session,
        go_on=options.go_on,
        screenshot=options.screenshot,
    )


def _session(given: str, folder: Path) -> str:
    """Return what to call the session *given* in *folder*. Raises ValueError where it is a file that does not exist.

    As pi does, takes for a file what has a slash or ends so, and anything else for an id or its beginning.
    """
    if not given.endswith(".jsonl") and not any(slash in given for slash in "/\\"):
        return given
    for place in (Path.cwd(), folder):
        if (file := place / Path(given).expanduser()).is_file():
            return str(file)
    # pi would begin an empty session there without a word.
    raise ValueError(f"There is no session file {given}.")


def _folder(given: Path | None) -> Path:
    if given is not None:
        return given.expanduser().resolve()
    # A desktop starts programs in "/", where nobody has a project.
    here = Path.cwd()
    return Path.home() if here == Path(here.anchor) else here


def _parser() -> argparse.ArgumentParser:
    parser = argparse.ArgumentParser(prog="pienza", description="A native desktop for the pi coding agent.")
    parser.add_argument("folder", nargs="?", type=Path, help="the folder that the agent works in (default: this one)")
    agent = parser.add_mutually_exclusive_group()
    agent.add_argument(
        "--agent", metavar="COMMAND", default="", help="run this command as the agent, as it stands (SSH, a container)"
    )
    agent.add_argument("--demo", action="store_true", help="run the bundled demo agent")
    session = parser.add_mutually_exclusive_group()
    session.add_argument("--session", metavar="FILE", default="", help="go on in this saved session")
    session.add_argument("--continue", dest="go_on", action="store_true", help="go on in the last session")
    parser.add_argument("--screenshot", metavar="FILE", type=Path, help="save a picture of the window and quit")
    parser.add_argument("--version", action="version", version=f"Pienza {__version__}")
    return parser
