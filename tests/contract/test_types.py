"""The installed agents' own types: no command and no method that this program does not know."""

from __future__ import annotations

import re
from typing import Literal

import pytest

from app.protocol.commands import AnyCommand
from app.protocol.ui_requests import UnknownUiRequest, parse_request
from tests.support.agents import PiInstall, real_pi

pytestmark = pytest.mark.contract


def types_of(version: Literal["1.6.0", "0.73.1"]) -> str:
    """The text of the agent's `rpc-types`."""
    pi = real_pi(version)
    if not isinstance(pi, PiInstall):
        pytest.skip(f"NO CONTRACT TEST ON PI {version}: {pi.reason}")
    return (pi.package / "dist" / "modes" / "rpc" / "rpc-types.d.ts").read_text(encoding="utf-8")


@pytest.mark.parametrize("version", ["1.6.0", "0.73.1"])
def test_every_command_is_known(version: Literal["1.6.0", "0.73.1"]) -> None:
    union = re.search(r"export type RpcCommand = (.*?);\n/\*\*", types_of(version), re.DOTALL)
    assert union is not None
    named = set(re.findall(r'type: "(\w+)"', union[1]))
    known = {kind.__struct_config__.tag for kind in AnyCommand.__args__}
    assert len(named) >= 28
    assert named <= known


@pytest.mark.parametrize("version", ["1.6.0", "0.73.1"])
def test_every_method_is_known(version: Literal["1.6.0", "0.73.1"]) -> None:
    methods = set(re.findall(r'method: "(\w+)"', types_of(version)))
    assert len(methods) == 9
    unknown = [method for method in methods if isinstance(parse_request({"method": method}), UnknownUiRequest)]
    assert unknown == []
