"""Where npm cannot be reached the reason is said; in CI that is a failure, never a skip."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.support import agents


@pytest.fixture(autouse=True)
def fresh(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    """An empty cache, and nothing remembered before or after."""
    monkeypatch.setenv("PIENZA_TEST_CACHE", str(tmp_path))
    agents._find_or_install.cache_clear()
    yield
    agents._find_or_install.cache_clear()


def npm_fails(monkeypatch: pytest.MonkeyPatch) -> list[list[str]]:
    """Make npm fail; returns the commands that were tried."""
    tried: list[list[str]] = []

    def fail(command: list[str], node_folder: Path) -> str:
        tried.append(command)
        return "getaddrinfo ENOTFOUND registry.npmjs.org"

    monkeypatch.setattr(agents, "_run_npm", fail)
    return tried


def test_the_reason_is_said_and_npm_asked_once(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.delenv("CI", raising=False)
    tried = npm_fails(monkeypatch)
    first, second = agents.real_pi("1.6.0"), agents.real_pi("1.6.0")
    assert isinstance(first, agents.Unavailable)
    assert first == second
    assert "ENOTFOUND" in first.reason
    assert [command[-1] for command in tried] == ["@earendil-works/pi-coding-agent@1.6.0"]
    assert "--ignore-scripts" in tried[0]
    assert agents.main() == 0


def test_in_ci_it_is_a_failure(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("CI", "true")
    npm_fails(monkeypatch)
    with pytest.raises(RuntimeError, match="ENOTFOUND"):
        agents.real_pi("0.73.1")
    assert agents.main() == 1


def test_an_installed_agent_is_not_installed_again(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    script = tmp_path / "pi-0.73.1/node_modules/@mariozechner/pi-coding-agent/dist/cli.js"
    script.parent.mkdir(parents=True)
    script.touch()
    (tmp_path / "pi-0.73.1" / "installed").touch()
    tried = npm_fails(monkeypatch)
    found = agents.real_pi("0.73.1")
    assert isinstance(found, agents.PiInstall)
    assert found.command[1:] == [str(script), "--mode", "rpc"]
    assert tried == []
