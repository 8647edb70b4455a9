"""The bootstrap's decisions, without installing anything."""

from __future__ import annotations

import importlib.util
import sys
from pathlib import Path
from types import ModuleType

import pytest

DEV = Path(__file__).resolve().parents[3] / "packaging" / "dev.py"


@pytest.fixture(scope="module")
def dev() -> ModuleType:
    """The bootstrap as a module."""
    spec = importlib.util.spec_from_file_location("pienza_dev", DEV)
    assert spec is not None
    assert spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    sys.modules["pienza_dev"] = module
    spec.loader.exec_module(module)
    return module


def test_an_environment_for_tests_serves_for_running(dev: ModuleType) -> None:
    run, test = dev.stamp_text(sys.executable, False), dev.stamp_text(sys.executable, True)
    assert dev.satisfies(run, run)
    assert dev.satisfies(test, run)
    assert not dev.satisfies(run, test)
    assert not dev.satisfies(dev.stamp_text("/another/python", True), run)


def test_missing_libraries_become_debian_packages_once_each(dev: ModuleType, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(sys, "platform", "linux")
    monkeypatch.setattr(dev, "can_load", lambda library: library != "libEGL.so.1")
    monkeypatch.setattr(dev.shutil, "which", lambda program: None if program == "xvfb-run" else f"/usr/bin/{program}")
    assert dev.missing_packages(testing=False) == ["libegl1"]
    assert dev.missing_packages(testing=True) == ["libegl1", "xvfb"]
    assert dev.apt_line(["libegl1"]) == ["apt-get", "install", "-y", "--no-install-recommends", "libegl1"]


def test_without_root_the_exact_line_is_said(
    dev: ModuleType, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr(dev.os, "geteuid", lambda: 1000)
    dev.install_packages(["libegl1", "libgl1"])
    assert "sudo apt-get install -y --no-install-recommends libegl1 libgl1" in capsys.readouterr().err
    with pytest.raises(dev.SetupError, match="python3-venv"):
        dev.install_packages(["python3-venv"])


def test_a_display_is_what_qt_can_draw_on(dev: ModuleType, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(sys, "platform", "linux")
    assert not dev.has_display({})
    assert dev.has_display({"DISPLAY": ":0"})
    assert dev.has_display({"WAYLAND_DISPLAY": "wayland-0"})
    assert dev.has_display({"QT_QPA_PLATFORM": "offscreen"})


def test_an_unknown_word_prints_the_usage(dev: ModuleType, capsys: pytest.CaptureFixture[str]) -> None:
    assert dev.main(["fly"]) == 2
    assert "dev.py run" in capsys.readouterr().out
