"""Which Node runs pi."""

from __future__ import annotations

import os
from pathlib import Path

import pytest

from app.agent.node import (
    Version,
    bundled_node,
    node_candidates,
    parse_version,
    pick_node,
    run_node_version,
    version_text,
)


@pytest.mark.parametrize(
    ("text", "version"),
    [
        ("v22.19.0\n", (22, 19, 0)),
        ("20.6", (20, 6)),
        ("22", (22,)),
        ("", ()),
        ("node", ()),
        ("v24.0.0-nightly", (24, 0, 0)),
    ],
)
def test_versions_are_read_leniently(text: str, version: Version) -> None:
    assert parse_version(text) == version


def test_a_version_is_written_with_dots() -> None:
    assert version_text((22, 19)) == "22.19"


def make_node(folder: Path, says: str = "v1.2.3") -> Path:
    folder.mkdir(parents=True, exist_ok=True)
    node = folder / "node"
    node.write_text(f"#!/bin/sh\necho {says}\n")
    node.chmod(0o755)
    return node


def test_every_node_is_a_candidate_once_and_the_bundled_one_comes_last(tmp_path: Path) -> None:
    own, first, second = (make_node(tmp_path / name) for name in ("own", "first", "second"))
    (tmp_path / "link").symlink_to(first.parent)
    folders = [own.parent, *(tmp_path / name for name in ("first", "missing", "link", "second", "own"))]
    bundled = make_node(tmp_path / "bundled")
    assert node_candidates(folders, bundled) == [own, first, second, bundled]


def test_the_first_node_that_fits_is_taken_and_no_further_one_is_asked() -> None:
    versions: dict[Path, Version] = {Path("a"): (20, 20, 2), Path("b"): (), Path("c"): (22, 19, 0)}
    asked: list[Path] = []

    def node_version(node: Path) -> Version:
        asked.append(node)
        return versions[node]

    picked = pick_node([*versions, Path("d")], (22, 19), node_version)
    assert picked == (Path("c"), [(Path("a"), (20, 20, 2)), (Path("b"), ())])
    assert asked == [Path("a"), Path("b"), Path("c")]


def test_no_node_fits_when_all_are_too_old() -> None:
    assert pick_node([Path("a")], (22, 19), lambda _: (22, 18, 9)) == (None, [(Path("a"), (22, 18, 9))])


def test_a_node_is_asked_for_its_version(tmp_path: Path) -> None:
    node_version = run_node_version(os.environ)
    assert node_version(make_node(tmp_path / "good", "v22.20.1")) == (22, 20, 1)
    assert node_version(make_node(tmp_path / "odd", "hello")) == ()
    assert node_version(tmp_path / "missing") == ()


def test_a_node_is_asked_in_the_folder_where_it_is_to_run(tmp_path: Path) -> None:
    (project := tmp_path / "project").mkdir()
    (project / "version").write_text("v20.6.1")
    stand_in = tmp_path / "node"
    stand_in.write_text("#!/bin/sh\ncat version\n")
    stand_in.chmod(0o755)
    assert run_node_version(os.environ, project)(stand_in) == (20, 6, 1)
    assert run_node_version(os.environ, tmp_path / "missing")(make_node(tmp_path / "good")) == (1, 2, 3)


def test_the_node_of_the_python_package_is_found_where_it_is_installed() -> None:
    node = bundled_node()
    assert node is None or node.name.startswith("node")
