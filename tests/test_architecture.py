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


def method_calls(tree: ast.Module) -> Iterator[tuple[ast.Call, ast.Attribute]]:
    """Yield every call of the form `owner.name(...)` with its `owner.name`."""
    for node in ast.walk(tree):
        if isinstance(node, ast.Call) and isinstance(node.func, ast.Attribute):
            yield node, node.func


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
    """No nested loops, no waiting, no static dialogs. Nothing is excepted: the loop is run by qasync."""
    found = []
    for call, method in method_calls(tree):
        name, owner = method.attr, method.value
        static = isinstance(owner, ast.Name) and owner.id in STATIC_DIALOGS and STATIC_GETTER.match(name)
        if name in ("exec", "exec_", "processEvents") or name.startswith("waitFor") or static:
            found.append(f"line {call.lineno}: {name}")
    return found


def slots_have_names(module: str, tree: ast.Module) -> list[str]:
    """`connect` takes named slots: a lambda keeps what it names alive, and no traceback names it."""
    return [
        f"line {call.lineno}: a lambda in connect"
        for call, method in method_calls(tree)
        if method.attr == "connect" and any(isinstance(node, ast.Lambda) for node in ast.walk(call))
    ]


def no_silent_broad_handler(module: str, tree: ast.Module) -> list[str]:
    """Faults are told: no bare `except`, no broad one that passes by."""
    return [
        f"line {node.lineno}"
        for node in ast.walk(tree)
        if isinstance(node, ast.ExceptHandler) and (node.type is None or (is_broad(node.type) and is_silent(node)))
    ]


def is_broad(caught: ast.expr) -> bool:
    """Whether the handler of *caught* takes everything, alone or as one of several."""
    return any(isinstance(node, ast.Name) and node.id in ("Exception", "BaseException") for node in ast.walk(caught))


def is_silent(handler: ast.ExceptHandler) -> bool:
    """Whether *handler* does nothing: `pass`, `...`, `continue`."""
    return all(
        isinstance(line, ast.Pass | ast.Continue)
        or (isinstance(line, ast.Expr) and isinstance(line.value, ast.Constant))
        for line in handler.body
    )


RULES: dict[Rule, tuple[str, tuple[str, ...]]] = {
    pure_cores: (
        "app.session.entries",
        ("import time", "from PySide6 import QtCore", "def late():\n    import asyncio", "from os import path"),
    ),
    widgets_in_ui_alone: (
        "app.controller.controller",
        ("from PySide6.QtWidgets import QWidget", "from PySide6 import QtWidgets", "import PySide6.QtWidgets"),
    ),
    ui_above_the_wire: ("app.ui.toasts.toast", ("from app.protocol import events", "from app import agent")),
    qasync_in_main_alone: ("app.ui.theme", ("import qasync", "from qasync import asyncSlot")),
    nothing_blocks: (
        "app.ui.banner",
        (
            "dialog.exec()",
            "QApplication.processEvents()",
            "process.waitForFinished(1000)",
            "QMessageBox.question(self, title, text)",
            "QInputDialog.getText(self, title, label)",
            "QFileDialog.getOpenFileName(self)",
        ),
    ),
    slots_have_names: (
        "app.ui.banner",
        ("button.clicked.connect(lambda: self.close())", "button.clicked.connect(partial(lambda: None))"),
    ),
    no_silent_broad_handler: (
        "app.program",
        (
            "try:\n    go()\nexcept Exception:\n    pass",
            "try:\n    go()\nexcept (OSError, BaseException):\n    ...",
            "try:\n    go()\nexcept:\n    raise",
        ),
    ),
}
"""Each rule with a module that it binds and sources that break it there."""
PLANTED = [(rule, module, source) for rule, (module, sources) in RULES.items() for source in sources]


@pytest.mark.parametrize("rule", RULES, ids=lambda rule: rule.__name__)
def test_the_whole_program_keeps_the_rule(rule: Rule) -> None:
    broken = {}
    for path in sorted(APP.rglob("*.py")):
        module = ".".join(path.relative_to(APP.parent).with_suffix("").parts)
        found = rule(module, ast.parse(path.read_text(encoding="utf-8")))
        if found:
            broken[module] = found
    assert broken == {}


@pytest.mark.parametrize(("rule", "module", "source"), PLANTED)
def test_the_rule_catches_what_it_forbids(rule: Rule, module: str, source: str) -> None:
    assert rule(module, ast.parse(source))
    assert not rule(module, ast.parse("value = dialog.open()"))


def test_no_file_of_the_program_is_too_long_to_be_read() -> None:
    lines = {path: len(path.read_text(encoding="utf-8").splitlines()) for path in APP.rglob("*.py")}
    assert {str(path.relative_to(APP)): count for path, count in lines.items() if count > 400} == {}
