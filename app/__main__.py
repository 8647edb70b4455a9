"""`python -m app`, and what the installed command runs."""

from __future__ import annotations

import sys


def main() -> int:
    """Run Pienza, or with `--demo-agent` first the demo agent alone; returns the exit code."""
    if sys.argv[1:2] == ["--demo-agent"]:
        # The bundled program is its own demo agent, which needs nothing of Qt.
        from app.demo.__main__ import main as run_demo_agent

        return run_demo_agent(sys.argv[2:])
    from app.main import main as run

    return run()


if __name__ == "__main__":
    raise SystemExit(main())
