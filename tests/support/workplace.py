"""A throw-away home for the real agent: a scripted model, an agent folder that names it, a git project."""

from __future__ import annotations

import json
import shutil
import subprocess
import sys
import tempfile
from collections.abc import Mapping
from pathlib import Path
from types import TracebackType
from typing import Any

_ROOT = Path(__file__).resolve().parents[2]
_SERVER = (sys.executable, "-m", "tests.support.model_server")
_LARGE = {
    "id": "scripted",
    "name": "Scripted",
    "reasoning": True,
    "input": ["text", "image"],
    "contextWindow": 200_000,
    "maxTokens": 8192,
    "cost": {"input": 1, "output": 2, "cacheRead": 0, "cacheWrite": 0},
}
_SMALL = {
    "id": "scripted-small",
    "name": "Scripted Small",
    "reasoning": False,
    "input": ["text"],
    "contextWindow": 8000,
    "maxTokens": 1024,
    "cost": {"input": 0, "output": 0, "cacheRead": 0, "cacheWrite": 0},
}
_SETTINGS = {
    "defaultProvider": "scripted",
    "defaultModel": "scripted",
    "retry": {"enabled": True, "maxRetries": 2, "baseDelayMs": 300},
}
_GIT = ("git", "-c", "user.name=dev", "-c", "user.email=dev@example.com")


class Workplace:
    """*project* is where the agent works, *environment* what it must be started with.

    Close it afterwards, or use it in a `with` statement.
    """

    def __init__(self, files: Mapping[str, str] | None = None) -> None:
        """Make the folders and start the model; *files* maps names in the project to their text."""
        self.home = Path(tempfile.mkdtemp(prefix="pienza-workplace-"))
        self.project = self.home / "project"
        agent = self.home / "agent"
        self.environment = {
            "HOME": str(self.home),
            "PI_CODING_AGENT_DIR": str(agent),
            "PI_OFFLINE": "1",
            "PI_TELEMETRY": "0",
        }
        self._server = subprocess.Popen(_SERVER, cwd=_ROOT, stdout=subprocess.PIPE, text=True)
        assert self._server.stdout is not None
        # Its one line, which comes when it listens.
        base_url = self._server.stdout.readline().strip()
        _make_agent_folder(agent, base_url)
        _make_project(self.project, files or {})

    def __enter__(self) -> Workplace:
        return self

    def __exit__(self, kind: type[BaseException] | None, error: BaseException | None, at: TracebackType | None) -> None:
        self.close()

    def arguments(self, *extensions: Path) -> list[str]:
        """Return arguments for pi that load *extensions* and no others."""
        pairs = [["--extension", str(extension)] for extension in extensions]
        return ["--no-extensions", *(word for pair in pairs for word in pair)]

    def close(self) -> None:
        """Stop the model and remove the folders."""
        self._server.kill()
        self._server.wait()
        if self._server.stdout is not None:
            self._server.stdout.close()
        shutil.rmtree(self.home, ignore_errors=True)


def _make_agent_folder(folder: Path, base_url: str) -> None:
    folder.mkdir()
    provider = {"baseUrl": base_url, "api": "openai-completions", "apiKey": "none", "models": [_LARGE, _SMALL]}
    _write_json(folder / "models.json", {"providers": {"scripted": provider}})
    _write_json(folder / "settings.json", _SETTINGS)


def _write_json(path: Path, value: Any) -> None:
    path.write_text(json.dumps(value), encoding="utf-8")


def _make_project(folder: Path, files: Mapping[str, str]) -> None:
    folder.mkdir()
    for name, text in files.items():
        path = folder / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(text, encoding="utf-8")
    if shutil.which("git") is None:
        return
    for command in (("init", "-q", "-b", "main"), ("add", "-A"), ("commit", "-qm", "start", "--allow-empty")):
        subprocess.run([*_GIT, *command], cwd=folder, check=False, capture_output=True)
