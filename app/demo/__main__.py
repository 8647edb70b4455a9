"""`python -m app.demo [--fast]`: run the demo agent on standard input and output."""

from __future__ import annotations

import argparse
import asyncio
import sys

from app.demo.agent import serve


def main(arguments: list[str] | None = None) -> int:
    """Serve until standard input ends, and return the exit code. Options of pi that mean nothing here pass by."""
    parser = argparse.ArgumentParser(prog="app.demo", description="The demo agent of Pienza.", allow_abbrev=False)
    parser.add_argument("--fast", action="store_true", help="answer without artificial delays")
    options, _ = parser.parse_known_args(arguments)
    return asyncio.run(serve(options.fast))


if __name__ == "__main__":
    sys.exit(main())
