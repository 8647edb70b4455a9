"""A throw-away home for the real agent: a scripted model, an agent folder that names it, a git project."""

from __future__ import annotations

import json
import shutil
import subprocess
import sys
import tempfile
from pathlib import Path

_SERVER = Path(__file__).with_name("model_server.py")
_MODEL = {
    "cost": {"input": 1, "output": 2, "cacheRead": 0, "cacheWrite": 0},
    "contextWindow": 200000,
    "maxTokens": 8192,
}
_GIT = ("git", "-c", "user.name=dev", "-c", "user.email=dev@example.com")


class Workplace:
    """*project* is where the agent works, *environment* what it must be started with. Close it afterwards."""

    def __init__(self, files: dict[str, str] | None = None) -> None:
        """Make the folders and start the model; *files* maps names in the project to their text."""
        self._home = Path(tempfile.mkdtemp(prefix="pienza-workplace-"))
        self._server = subprocess.Popen([sys.executable, str(_SERVER)], stdout=subprocess.PIPE, text=True)
        assert self._server.stdout is not None
        base_url = self._server.stdout.readline().strip()
        self.project = self._home / "project"
        self.project.mkdir()
        agent = self._make_agent_folder(base_url)
        self._make_project(files or {})
        self.environment = {
            "HOME": str(self._home),
            "PI_CODING_AGENT_DIR": str(agent),
            "PI_OFFLINE": "1",
            "PI_TELEMETRY": "0",
        }

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
        shutil.rmtree(self._home, ignore_errors=True)

    def _make_agent_folder(self, base_url: str) -> Path:
        agent = self._home / "agent"
        agent.mkdir()
        scripted = {"id": "scripted", "name": "Scripted", "reasoning": True, "input": ["text", "image"], **_MODEL}
        small = {"id": "scripted-small", "name": "Scripted Small", "reasoning": False, "input": ["text"], **_MODEL}
        provider = {"baseUrl": base_url, "api": "openai-completions", "apiKey": "none", "models": [scripted, small]}
        retry = {"enabled": True, "maxRetries": 2, "baseDelayMs": 300}
        settings = {"defaultProvider": "scripted", "defaultModel": "scripted", "retry": retry}
        (agent / "models.json").write_text(json.dumps({"providers": {"scripted": provider}}))
        (agent / "settings.json").write_text(json.dumps(settings))
        return agent

    def _make_project(self, files: dict[str, str]) -> None:
        for name, text in files.items():
            path = self.project / name
            path.parent.mkdir(parents=True, exist_ok=True)
            path.write_text(text)
        if shutil.which("git") is None:
            return
        for command in (("init", "-q", "-b", "main"), ("add", "-A"), ("commit", "-qm", "start", "--allow-empty")):
            subprocess.run([*_GIT, *command], cwd=self.project, check=False, capture_output=True)
