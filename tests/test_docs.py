"""The documents say what is true: their console blocks run, and every command is in the README."""

from __future__ import annotations

import re
import shlex
import shutil
from pathlib import Path

import pytest
from command_line import run

ROOT = Path(__file__).resolve().parents[1]
PAGES = [ROOT / "README.md", *sorted((ROOT / "examples").glob("*.md"))]
FENCE = re.compile(r"^```(\w+)\n(.*?)^```", re.MULTILINE | re.DOTALL)
PROMPT = "$ deducer "


def blocks(page: Path, language: str) -> list[str]:
    return [body for kind, body in FENCE.findall(page.read_text(encoding="utf-8")) if kind == language]


@pytest.mark.parametrize("page", PAGES, ids=lambda page: page.name)
def test_console_blocks_run_and_print_what_they_show(
    page: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    shutil.copytree(ROOT / "examples", tmp_path / "examples")
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv("COLUMNS", "80")
    found = blocks(page, "console")
    assert found, "a page without a runnable block teaches nothing"
    for body in found:
        for part in re.split(r"^(?=\$ )", body, flags=re.MULTILINE):
            if not part.strip():
                continue
            command, _, shown = part.partition("\n")
            assert command.startswith(PROMPT)
            result = run(*shlex.split(command.removeprefix(PROMPT)))
            assert result.exit_code in (0, 1), result.output
            assert "Traceback" not in result.output
            if shown.strip():
                assert result.output.rstrip() == shown.rstrip()


def test_make_targets_of_the_readme_exist() -> None:
    makefile = (ROOT / "Makefile").read_text(encoding="utf-8")
    readme = (ROOT / "README.md").read_text(encoding="utf-8")
    targets = set(re.findall(r"make (demo|test|test-long|docs|bench|format|wheel)\b", readme))
    assert {"demo", "test", "docs"} <= targets
    assert all(re.search(rf"^{target}:", makefile, re.MULTILINE) for target in targets)


def test_links_of_the_pages_lead_somewhere() -> None:
    for page in [*PAGES, ROOT / "docs" / "notation.md"]:
        for link in re.findall(r"\]\(([^)#:]+)\)", page.read_text(encoding="utf-8")):
            assert (page.parent / link).exists(), f"{page.name}: {link}"
