"""Reading the small scripts in the place of programs."""

from __future__ import annotations

from pathlib import Path

import pytest

from app.agent.shim import shim_target
from tests.unit.agent.test_pi import put

NPM = r"""@ECHO off
GOTO start
:find_dp0
SET dp0=%~dp0
EXIT /b
:start
SETLOCAL
CALL :find_dp0

IF EXIST "%dp0%\node.exe" (
  SET "_prog=%dp0%\node.exe"
) ELSE (
  SET "_prog=node"
  SET PATHEXT=%PATHEXT:;.JS;=;%
)

endLocal & goto #_undefined_# 2>NUL || title %COMSPEC% & "%_prog%"  "%dp0%\node_modules\pi\dist\cli.js" %*
"""
PNPM = r"""@SETLOCAL
@IF NOT DEFINED NODE_PATH (
  @SET "NODE_PATH=C:\Users\me\AppData\Local\pnpm\global\5\.pnpm\node_modules"
)
@IF EXIST "%~dp0\node.exe" (
  "%~dp0\node.exe"  "%~dp0\node_modules\pi\dist\cli.js" %*
) ELSE (
  @SET PATHEXT=%PATHEXT:;.JS;=;%
  node  "%~dp0\node_modules\pi\dist\cli.js" %*
)
"""
PNPM_SH = """#!/bin/sh
basedir=$(dirname "$(echo "$0" | sed -e 's,\\\\,/,g')")
if [ -x "$basedir/node" ]; then
  exec "$basedir/node"  "$basedir/node_modules/pi/dist/cli.js" "$@"
else
  exec node  "$basedir/node_modules/pi/dist/cli.js" "$@"
fi
"""


@pytest.mark.parametrize("text", [NPM, NPM.replace("\n", "\r\n"), PNPM, PNPM_SH])
def test_the_file_behind_a_shim_is_found(tmp_path: Path, text: str) -> None:
    script = put(tmp_path / "node_modules" / "pi" / "dist" / "cli.js")
    assert shim_target(put(tmp_path / "pi.cmd", text)) == script


def test_a_shim_of_a_shim_is_followed(tmp_path: Path) -> None:
    script = put(tmp_path / "npm" / "node_modules" / "pi" / "dist" / "cli.js")
    put(tmp_path / "npm" / "pi.cmd", NPM)
    assert shim_target(put(tmp_path / "pi.cmd", '@"%~dp0\\npm\\pi.cmd" %*\r\n')) == script


def test_a_shim_that_leads_to_itself_leads_nowhere(tmp_path: Path) -> None:
    assert shim_target(put(tmp_path / "pi.cmd", '@"%~dp0\\pi.cmd" %*')) is None


def test_what_is_gone_is_not_given(tmp_path: Path) -> None:
    assert shim_target(put(tmp_path / "pi.cmd", NPM)) is None
    assert shim_target(tmp_path / "missing.cmd") is None


@pytest.mark.parametrize(
    "text", ["", "\x7fELF\0\0", '#!/bin/sh\nexec node "/opt/pi/cli.js" "$@"\n', "@volta run pi %*"]
)
def test_another_script_is_no_shim(tmp_path: Path, text: str) -> None:
    assert shim_target(put(tmp_path / "pi", text)) is None


def test_a_whole_path_of_windows_is_read(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    script = put(tmp_path / "C:" / "pi" / "cli.mjs")
    assert shim_target(put(tmp_path / "pi.cmd", '@node "C:\\pi\\cli.mjs" %*')) == script
