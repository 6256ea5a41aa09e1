"""Listing and exporting the surviving scripts."""

from __future__ import annotations

import csv
import io
import json
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from fractions import Fraction
from pathlib import Path

import pytest
from command_line import FIRST_SCRIPT, KNOWN, run

from deducer.cli import worlds
from deducer.export.listing import Rows
from deducer.export.source import digest


def test_worlds_are_a_table(narrow: Path) -> None:
    result = run("worlds", narrow, "--limit", "3")
    assert result.exit_code == 0
    assert "3 shown, cut by the limit; 60 in all survive." in result.stdout
    assert max(map(len, result.stdout.splitlines())) <= 80


def test_worlds_pass_the_filters(narrow: Path) -> None:
    words = ["--where", "Office Worker is Conspiracy Theorist", "--where", "culprit of day 2 is Doctor"]
    result = run("worlds", narrow, *words, "--limit", "all", "--format", "csv")
    rows = list(csv.DictReader(line for line in io.StringIO(result.stdout) if not line.startswith("#")))
    assert rows
    assert {row["Office Worker"] for row in rows} == {"Conspiracy Theorist"}
    assert {row["culprit of day 2"] for row in rows} == {"Doctor"}
    assert {row["Doctor"] for row in rows} == {"Brain"}
    # Nobody is the culprit of two incidents, so the other one has five candidates at most.
    assert 1 <= len({row["culprit of day 3"] for row in rows}) <= 5


def test_the_share_of_what_passes_is_told(narrow: Path) -> None:
    # Nothing is known of the culprits, so each of six is as likely.
    result = run("worlds", narrow, "--where", "culprit of day 2 is Doctor")
    assert "passing: 10 of 60 scripts, 16.7%" in result.stdout
    assert "passing" not in run("worlds", narrow).stdout


def test_a_filter_that_nothing_passes(narrow: Path) -> None:
    result = run("worlds", narrow, "--where", "Doctor is Killer")
    assert result.exit_code == 0
    assert "0 shown" in result.stdout


def test_a_filter_with_a_wrong_name(narrow: Path) -> None:
    result = run("worlds", narrow, "--where", "Doktor is Killer")
    assert result.exit_code == 2
    assert "Doctor" in result.stderr
    assert result.stdout == ""


def test_worlds_of_a_clashing_log(clashing: Path) -> None:
    result = run("worlds", clashing)
    assert result.exit_code == 1
    assert "fact: Doctor is Killer" in result.stderr


@pytest.mark.parametrize("format_name", ["table", "csv", "jsonl", "markdown", "html"])
def test_worlds_go_to_a_file(narrow: Path, tmp_path: Path, format_name: str) -> None:
    path = tmp_path / "worlds"
    result = run("worlds", narrow, "--format", format_name, "--limit", "5", "-o", path)
    assert result.exit_code == 0
    assert "5 shown, cut by the limit" in result.stdout
    assert path.read_text(encoding="utf-8") == (
        run("worlds", narrow, "--format", format_name, "--limit", "5").stdout
    )


@pytest.mark.parametrize(("suffix", "format_name"), [("csv", "csv"), ("HTML", "html"), ("list", "table")])
def test_the_name_of_a_file_says_its_format(
    narrow: Path, tmp_path: Path, suffix: str, format_name: str
) -> None:
    by_name, by_option = tmp_path / f"worlds.{suffix}", tmp_path / "other"
    assert run("worlds", narrow, "-o", by_name).exit_code == 0
    assert run("worlds", narrow, "--format", format_name, "-o", by_option).exit_code == 0
    assert by_name.read_bytes() == by_option.read_bytes()


def test_worlds_in_json(narrow: Path) -> None:
    found = json.loads(run("worlds", narrow, "--json", "--limit", "4").stdout)
    assert found["shown"] == 4
    assert found["complete"] is False
    assert all(script["roles"]["doctor"] == "brain" for script in found["scripts"])


@pytest.mark.parametrize("option", [("--all",), ("--limit", "all")])
def test_all_worlds(narrow: Path, option: tuple[str, ...]) -> None:
    found = json.loads(run("worlds", narrow, "--json", *option).stdout)
    assert (found["shown"], found["complete"], found["total"]) == (60, True, 60)
    assert len({json.dumps(script) for script in found["scripts"]}) == 60


def test_a_file_gets_more_rows_than_a_screen(log: Path, tmp_path: Path) -> None:
    path = tmp_path / "worlds.csv"
    assert json.loads(run("worlds", log, "--json").stdout)["shown"] == 20
    assert "1000 shown, cut by the limit" in run("worlds", log, "-o", path).stdout


def test_a_sample(narrow: Path) -> None:
    words = ("worlds", narrow, "--sample", "7", "--json", "--seed")
    found = json.loads(run(*words, "5").stdout)
    assert found["header"]["drawn"] == "evenly among all, with seed 5"
    assert (found["shown"], found["complete"], found["total"]) == (7, False, 60)
    everything = json.loads(run("worlds", narrow, "--json", "--all").stdout)["scripts"]
    for script in (*found["scripts"], *everything):
        del script["number"]
    assert all(script in everything for script in found["scripts"])
    assert run(*words, "5").stdout == run(*words, "5").stdout != run(*words, "6").stdout


def test_casts(narrow: Path) -> None:
    found = json.loads(run("worlds", narrow, "--casts", "--all", "--json").stdout)
    assert sum(cast["worlds"] for cast in found["casts"]) == 60
    assert {cast["share"] for cast in found["casts"]} == {
        str(Fraction(cast["worlds"], 60)) for cast in found["casts"]
    }
    by_casts = json.loads(run("worlds", narrow, "--casts", "--prior", "casts", "--all", "--json").stdout)
    assert {cast["share"] for cast in by_casts["casts"]} == {str(Fraction(1, len(found["casts"])))}
    shown = run("worlds", narrow, "--casts", "--limit", "1").stdout
    assert f"1 shown, cut by the limit; {len(found['casts'])} in all survive." in shown


@pytest.mark.parametrize("what", ["plots", "Girl Student", "girl"])
def test_groups(narrow: Path, what: str) -> None:
    found = json.loads(run("worlds", narrow, "--group-by", what, "--json").stdout)
    assert found["complete"] is True
    assert sum(group["worlds"] for group in found["groups"]) == 60
    assert sum(Fraction(group["share"]) for group in found["groups"]) == 1


def test_a_group_by_nobody(narrow: Path) -> None:
    result = run("worlds", narrow, "--group-by", "Alien")
    assert result.exit_code == 2
    assert "'Alien'" in result.stderr
    assert "Shrine Maiden" in result.stderr


@pytest.mark.parametrize("format_name", ["table", "csv", "jsonl", "markdown", "html", "parquet"])
@pytest.mark.parametrize("words", [("--casts",), ("--group-by", "plots"), ("--sample", "3"), ("--all",)])
def test_every_listing_in_every_format(
    narrow: Path, tmp_path: Path, words: tuple[str, ...], format_name: str
) -> None:
    if format_name == "parquet":
        pytest.importorskip("pyarrow")
    path = tmp_path / "worlds"
    filters = ("--where", "Office Worker is Conspiracy Theorist")
    result = run("worlds", narrow, *words, *filters, "--format", format_name, "-o", path)
    assert result.exit_code == 0
    assert result.stderr == ""
    assert [one.name for one in tmp_path.iterdir() if one != narrow] == ["worlds"]
    assert f"sha256 {digest(narrow.read_text(encoding='utf-8'))}".encode() in path.read_bytes()


@pytest.mark.parametrize(
    ("words", "said"),
    [
        (("--all", "--limit", "3"), "choose one"),
        (("--all", "--limit", "all"), "choose one"),
        (("--sample", "3", "--limit", "3"), "leave --limit and --all out"),
        (("--sample", "3", "--all"), "leave --limit and --all out"),
        (("--sample", "3", "--casts"), "--sample draws scripts"),
        (("--sample", "3", "--group-by", "plots"), "--sample draws scripts"),
        (("--casts", "--group-by", "plots"), "choose one"),
        (("--seed", "3"), "--seed is for --sample"),
        (("--prior", "plots"), "--prior is for the shares"),
        (("--sample", "3", "--prior", "plots"), "--prior is for the shares"),
        (("--format", "parquet"), "name a file with -o"),
        (("--json", "--format", "csv"), "--format jsonl"),
        (("--json", "-o", "worlds.json"), "--format jsonl"),
        (("--sample", "0"), "--sample"),
        (("--seed", "-1", "--sample", "1"), "--seed"),
    ],
)
def test_options_that_make_no_sense_together(narrow: Path, words: tuple[str, ...], said: str) -> None:
    result = run("worlds", narrow, *words)
    assert result.exit_code == 2
    assert said in result.stderr
    assert result.stdout == ""


def test_the_log_is_not_written_over(narrow: Path, tmp_path: Path) -> None:
    for log, stdin in ((str(narrow), None), ("-", narrow.read_text(encoding="utf-8"))):
        result = run("worlds", log, "-o", narrow, stdin=stdin)
        assert result.exit_code == 2
        assert "is the log itself" in result.stderr
    assert narrow.read_text(encoding="utf-8") == FIRST_SCRIPT + KNOWN
    assert list(tmp_path.iterdir()) == [narrow]


def test_parquet_without_pyarrow(narrow: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "pyarrow", None)
    result = run("worlds", narrow, "--format", "parquet", "-o", tmp_path / "worlds.parquet")
    assert result.exit_code == 2
    assert "pip install deducer[parquet]" in result.stderr
    assert list(tmp_path.iterdir()) == [narrow]


@pytest.mark.parametrize("format_name", ["csv", "parquet"])
def test_an_export_stopped_from_the_keyboard(
    narrow: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, format_name: str
) -> None:
    if format_name == "parquet":
        pytest.importorskip("pyarrow")

    @contextmanager
    def stopping(rows: Rows, _: Path | None) -> Iterator[None]:
        def stop(_: int) -> None:
            raise KeyboardInterrupt

        rows.told = stop
        yield

    monkeypatch.setattr(worlds, "progress", stopping)
    path = tmp_path / "worlds"
    path.write_text("an older export", encoding="utf-8")
    result = run("worlds", narrow, "--format", format_name, "-o", path)
    assert result.exit_code == 130
    assert "Stopped." in result.stderr
    assert path.read_text(encoding="utf-8") == "an older export"
    assert (tmp_path / "worlds.part").is_file()
    assert b"all that survive" not in (tmp_path / "worlds.part").read_bytes()


class Terminal(io.StringIO):
    """An error stream that somebody looks at."""

    def isatty(self) -> bool:
        return True


@pytest.mark.parametrize("total", [60, None])
def test_progress_is_shown_on_a_terminal(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path, total: int | None
) -> None:
    shown = Terminal()
    monkeypatch.setattr(sys, "stderr", shown)
    rows = Rows(FakeListing(total))  # type: ignore[arg-type]
    with worlds.progress(rows, tmp_path / "worlds.csv"):
        rows.told(20)
        rows.told(40)
    assert "surviving scripts" in shown.getvalue()
    assert "60" in shown.getvalue()
    with worlds.progress(Rows(FakeListing(total)), None):  # type: ignore[arg-type]
        pass


class FakeListing:
    """As much of a listing as a progress bar needs."""

    what = "surviving scripts"

    def __init__(self, expected: int | None) -> None:
        self.expected = expected
