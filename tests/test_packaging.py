"""The wheel carries what the tree holds."""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
import tomllib
from pathlib import Path
from typing import Any

import pytest

ROOT = Path(__file__).parents[1]


@pytest.fixture(scope="module")
def setuptools_table() -> dict[str, Any]:
    table: dict[str, Any] = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))
    found: dict[str, Any] = table["tool"]["setuptools"]
    return found


def test_the_package_list_equals_the_tree(setuptools_table: dict[str, Any]) -> None:
    folders = {path.parent for path in (ROOT / "deducer").rglob("*.py")}
    assert all((folder / "__init__.py").is_file() for folder in folders)
    tree = {".".join(folder.relative_to(ROOT).parts) for folder in folders}
    assert set(setuptools_table["packages"]) == tree | {"deducer_data"}
    assert setuptools_table["package-dir"] == {"deducer_data": "data"}


def test_the_data_patterns_cover_every_file(setuptools_table: dict[str, Any]) -> None:
    data = ROOT / "data"
    patterns = setuptools_table["package-data"]["deducer_data"]
    carried = {path for pattern in patterns for path in data.glob(pattern)} | {data / "__init__.py"}
    held = {path for path in data.rglob("*") if path.is_file() and "__pycache__" not in path.parts}
    assert held - carried == set()
    assert (ROOT / "deducer" / "py.typed").is_file()


@pytest.mark.long
def test_a_wheel_works_outside_the_repository(tmp_path: Path) -> None:
    pip = [sys.executable, "-m", "pip", "--disable-pip-version-check", "--quiet"]
    # Building leaves files in the tree it builds from.
    source = tmp_path / "source"
    shutil.copytree(ROOT, source, ignore=shutil.ignore_patterns(".*", "build", "dist", "*.egg-info"))
    subprocess.run([*pip, "wheel", "--no-deps", "--wheel-dir", tmp_path / "dist", source], check=True)
    (wheel,) = (tmp_path / "dist").glob("deducer-*.whl")
    subprocess.run([*pip, "install", "--no-deps", "--target", tmp_path / "site", wheel], check=True)
    elsewhere = tmp_path / "elsewhere"
    elsewhere.mkdir()
    environment = {**os.environ, "PYTHONPATH": str(tmp_path / "site")}

    def python(*words: str) -> str:
        done = subprocess.run(
            [sys.executable, *words],
            cwd=elsewhere,
            env=environment,
            check=True,
            capture_output=True,
            text=True,
        )
        return done.stdout

    origin = python("-c", "import deducer_data, deducer; print(deducer_data.__file__, deducer.__file__)")
    assert all(path.startswith(str(tmp_path / "site")) for path in origin.split())
    assert "Basic Tragedy" in python("-m", "deducer", "rules", "sets")
