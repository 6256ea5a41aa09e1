from __future__ import annotations

import csv
import io
import json
from collections.abc import Iterator
from html.parser import HTMLParser
from pathlib import Path

import pytest
from syrupy.assertion import SnapshotAssertion

from deducer.answer import Script
from deducer.errors import StoreError
from deducer.export.file import save
from deducer.export.listing import Listing, Rows, digest
from deducer.export.writers import FORMATS
from deducer.log.setup import Setup
from deducer.rules.load import load_rules
from deducer.rules.names import Names, names_for

CAST = ("nurse", "doctor", "boss", "partTimerAlternate")
SETUP = Setup("basicTragedy", loops=3, days=5, cast=CAST, incidents={4: "suicide", 2: "murder"})
SCRIPTS = (
    Script(
        ("murderPlan",),
        ("circleFriends", "paranoiaVirus"),
        {"nurse": "killer", "doctor": "keyPerson", "boss": "person", "partTimerAlternate": "brain"},
        {2: "nurse", 4: "boss"},
    ),
    Script(
        ("murderPlan",),
        ("circleFriends", "paranoiaVirus"),
        {"nurse": "brain", "doctor": "keyPerson", "boss": "killer", "partTimerAlternate": "friend"},
        {2: "doctor", 4: "nurse"},
    ),
)


@pytest.fixture
def names() -> Names:
    return names_for(load_rules(), "basicTragedy")


def listing(names: Names, limit: int | None = None, where: tuple[str, ...] = ()) -> Listing:
    return Listing(names, SETUP, digest("text"), iter(SCRIPTS), where=where, limit=limit)


def written(names: Names, format_name: str, limit: int | None = None, where: tuple[str, ...] = ()) -> str:
    out = io.StringIO()
    FORMATS[format_name](listing(names, limit, where), out)
    return out.getvalue()


@pytest.mark.parametrize("format_name", list(FORMATS))
def test_the_look_of_a_format(names: Names, format_name: str, snapshot: SnapshotAssertion) -> None:
    assert written(names, format_name) == snapshot


@pytest.mark.parametrize("format_name", list(FORMATS))
def test_every_format_says_of_which_log_and_whether_it_was_cut(names: Names, format_name: str) -> None:
    whole, cut = written(names, format_name), written(names, format_name, limit=1)
    for text in (whole, cut):
        assert digest("text") in text
        assert "not counted" in text
        assert "every surviving world equally likely" in text
    if format_name == "jsonl":
        assert json.loads(whole.splitlines()[-1])["end"] == {"shown": 2, "complete": True, "total": None}
        assert json.loads(cut.splitlines()[-1])["end"] == {"shown": 1, "complete": False, "total": None}
    else:
        assert "2 shown, all that survive" in whole
        assert "1 shown, cut by the limit; more survive" in cut


def test_csv_reads_back(names: Names) -> None:
    rows = [row for row in csv.reader(io.StringIO(written(names, "csv"))) if not row[0].startswith("#")]
    assert rows[0] == [
        "number",
        "main plots",
        "subplots",
        "Nurse",
        "Doctor",
        "Boss",
        "Part-Timer(?)",
        "culprit of day 2",
        "culprit of day 4",
    ]
    assert rows[1][1:] == [
        "Murder Plan",
        "Circle of Friends; Paranoia Virus",
        "Killer",
        "Key Person",
        "Person",
        "Brain",
        "Nurse",
        "Boss",
    ]
    assert len(rows) == 3


def test_jsonl_reads_back(names: Names) -> None:
    lines = [json.loads(line) for line in written(names, "jsonl").splitlines()]
    assert lines[0]["header"]["log"] == f"sha256 {digest('text')}"
    assert [line["roles"]["nurse"] for line in lines[1:-1]] == ["killer", "brain"]
    assert lines[1]["culprits"] == {"2": "nurse", "4": "boss"}


def test_filters_cannot_break_a_format(names: Names) -> None:
    nasty = ("<script>|\n# end",)
    page = written(names, "html", where=nasty)
    assert "<script>" not in page
    HTMLParser().feed(page)
    assert "\n# end" not in written(names, "markdown", where=nasty)
    kept = [row for row in csv.reader(io.StringIO(written(names, "csv", where=nasty))) if row[0] == "# end"]
    assert len(kept) == 1


def test_the_table_fits_eighty_columns(names: Names) -> None:
    assert max(map(len, written(names, "table").splitlines())) <= 80


def test_rows_are_written_as_they_are_found(names: Names) -> None:
    out = io.StringIO()

    def scripts() -> Iterator[Script]:
        yield SCRIPTS[0]
        assert "Nurse" in out.getvalue(), "the first row was kept back"
        yield SCRIPTS[1]

    FORMATS["csv"](Listing(names, SETUP, "", scripts()), out)
    assert out.getvalue().count("Murder Plan") == 2


def test_a_limit_takes_one_script_more_and_no_further(names: Names) -> None:
    taken: list[int] = []

    def scripts() -> Iterator[Script]:
        for number in range(100):
            taken.append(number)
            yield SCRIPTS[0]

    rows = Rows(Listing(names, SETUP, "", scripts(), limit=5))
    assert len(list(rows)) == 5
    assert rows.cut
    assert len(taken) == 6


def test_a_limit_that_is_just_enough_does_not_cut(names: Names) -> None:
    rows = Rows(listing(names, limit=2))
    assert len(list(rows)) == 2
    assert not rows.cut
    assert rows.footer() == "2 shown, all that survive"


def test_a_known_total_is_told(names: Names) -> None:
    rows = Rows(Listing(names, SETUP, "", iter(SCRIPTS), limit=1, total=27))
    list(rows)
    assert rows.footer() == "1 shown, cut by the limit; 27 in all survive"


def test_a_saved_file_appears_when_it_is_complete(tmp_path: Path) -> None:
    path = tmp_path / "worlds.csv"
    path.write_text("old", encoding="utf-8")

    def write(out: io.TextIOBase) -> int:
        out.write("new")
        assert path.read_text(encoding="utf-8") == "old"
        return 7

    assert save(path, write) == 7  # type: ignore[arg-type]
    assert path.read_text(encoding="utf-8") == "new"
    assert list(tmp_path.iterdir()) == [path]


def test_an_interrupted_export_leaves_the_part(tmp_path: Path) -> None:
    path = tmp_path / "worlds.csv"

    def write(out: io.TextIOBase) -> None:
        out.write("half")
        raise KeyboardInterrupt

    with pytest.raises(KeyboardInterrupt):
        save(path, write)  # type: ignore[arg-type]
    assert not path.exists()
    assert (tmp_path / "worlds.csv.part").read_text(encoding="utf-8") == "half"


def test_a_folder_that_is_not_there_is_a_clear_error(tmp_path: Path) -> None:
    with pytest.raises(StoreError, match="cannot be written"):
        save(tmp_path / "none" / "worlds.csv", lambda _: None)
