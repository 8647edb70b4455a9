"""The rules of the house, read from the source itself; each rule is shown to catch what it forbids."""

from __future__ import annotations

import ast
import re
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest

APP = Path(__file__).resolve().parents[1] / "app"
Rule = Callable[[str, ast.Module], list[str]]

PURE = ("app.protocol", "app.session", "app.settings.schema")
IMPURE_MODULES = ("PySide6", "qasync", "asyncio", "time", "os", "pathlib", "threading", "subprocess", "socket")
STATIC_GETTER = re.compile(r"^(question|information|warning|critical|about|aboutQt|get[A-Z]\w*)$")
STATIC_DIALOGS = ("QMessageBox", "QInputDialog", "QFileDialog", "QColorDialog", "QFontDialog")


def is_in(module: str, *packages: str) -> bool:
    """Whether *module* is one of *packages* or inside of one."""
    return any(module == package or module.startswith(package + ".") for package in packages)


def imports(tree: ast.Module) -> Iterator[str]:
    """Yield every imported module, also those imported late."""
    for node in ast.walk(tree):
        if isinstance(node, ast.Import):
            yield from (alias.name for alias in node.names)
        elif isinstance(node, ast.ImportFrom) and node.module:
            yield node.module
            yield from (f"{node.module}.{alias.name}" for alias in node.names)


def pure_cores(module: str, tree: ast.Module) -> list[str]:
    """The cores know no Qt, no event loop, no clock and no files."""
    if not is_in(module, *PURE):
        return []
    return [name for name in imports(tree) if is_in(name, *IMPURE_MODULES)]


def widgets_in_ui_alone(module: str, tree: ast.Module) -> list[str]:
    """Only the user interface and the composition root know widgets."""
    if is_in(module, "app.ui", "app.main"):
        return []
    return [name for name in imports(tree) if is_in(name, "PySide6.QtWidgets")]


def ui_above_the_wire(module: str, tree: ast.Module) -> list[str]:
    """The user interface talks to the controller, never to the process or the wire."""
    if not is_in(module, "app.ui"):
        return []
    return [name for name in imports(tree) if is_in(name, "app.agent", "app.protocol")]


def qasync_in_main_alone(module: str, tree: ast.Module) -> list[str]:
    """qasync appears in the composition root alone."""
    return [] if module == "app.main" else [name for name in imports(tree) if is_in(name, "qasync")]


def nothing_blocks(module: str, tree: ast.Module) -> list[str]:
    """No nested loops, no waiting, no static dialogs; `connect` takes named slots."""
    found = []
    for node in ast.walk(tree):
        if not (isinstance(node, ast.Call) and isinstance(node.func, ast.Attribute)):
            continue
        name, owner = node.func.attr, node.func.value
        static = isinstance(owner, ast.Name) and owner.id in STATIC_DIALOGS and STATIC_GETTER.match(name)
        if name in ("exec", "exec_", "processEvents") or name.startswith("waitFor") or static:
            found.append(name)
        if name == "connect" and any(isinstance(argument, ast.Lambda) for argument in node.args):
            found.append("a lambda in connect")
    return found


def no_silent_broad_handler(module: str, tree: ast.Module) -> list[str]:
    """Faults are told: no bare `except`, no broad one that passes by."""
    found = []
    for node in ast.walk(tree):
        if isinstance(node, ast.ExceptHandler):
            broad = node.type is None or (
                isinstance(node.type, ast.Name) and node.type.id in ("Exception", "BaseException")
            )
            if broad and (node.type is None or all(isinstance(line, ast.Pass) for line in node.body)):
                found.append(f"line {node.lineno}")
    return found


RULES: dict[Rule, tuple[str, str]] = {
    pure_cores: ("app.session.entries", "import time"),
    widgets_in_ui_alone: ("app.controller.controller", "from PySide6.QtWidgets import QWidget"),
    ui_above_the_wire: ("app.ui.toasts.toast", "from app.protocol import events"),
    qasync_in_main_alone: ("app.ui.theme", "import qasync"),
    nothing_blocks: ("app.ui.banner", "button.clicked.connect(lambda: dialog.exec())"),
    no_silent_broad_handler: ("app.program", "try:\n    go()\nexcept Exception:\n    pass"),
}


@pytest.mark.parametrize("rule", RULES, ids=lambda rule: rule.__name__)
def test_the_whole_program_keeps_the_rule(rule: Rule) -> None:
    broken = {}
    for path in sorted(APP.rglob("*.py")):
        module = ".".join(path.relative_to(APP.parent).with_suffix("").parts)
        found = rule(module, ast.parse(path.read_text(encoding="utf-8")))
        if found:
            broken[module] = found
    assert broken == {}


@pytest.mark.parametrize(("rule", "planted"), RULES.items(), ids=lambda value: getattr(value, "__name__", ""))
def test_the_rule_catches_what_it_forbids(rule: Rule, planted: tuple[str, str]) -> None:
    module, source = planted
    assert rule(module, ast.parse(source))
    assert not rule(module, ast.parse("value = 1"))


def test_no_file_of_the_program_is_too_long_to_be_read() -> None:
    longest = {path.name: len(path.read_text(encoding="utf-8").splitlines()) for path in APP.rglob("*.py")}
    assert {name: lines for name, lines in longest.items() if lines > 400} == {}
