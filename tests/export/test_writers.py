"""The formats, on rows made by hand."""

from __future__ import annotations

import csv
import io
import json
from collections.abc import Iterator, Sequence
from fractions import Fraction
from html.parser import HTMLParser
from typing import Any

import pytest
from msgspec.structs import replace
from syrupy.assertion import SnapshotAssertion

from deducer.export.formats import Csv
from deducer.export.listing import Column, Kind, Listing, Rows, Value
from deducer.export.source import Listed
from deducer.export.writers import TEXTS, texts, writer
from deducer.rules import names as rule_names
from deducer.rules.load import load_rules
from deducer.rules.names import Names, names_for

CAST = ("nurse", "doctor", "boss", "partTimerAlternate")
COLUMNS = (
    Column(Kind.MAIN_PLOTS),
    Column(Kind.SUB_PLOTS, most=2),
    *(Column(Kind.ROLE, who) for who in CAST),
    Column(Kind.CULPRIT, "2"),
    Column(Kind.CULPRIT, "4"),
)
PLOTS = (("murderPlan",), ("circleFriends", "paranoiaVirus"))
SCRIPTS: tuple[tuple[Value, ...], ...] = (
    (*PLOTS, "killer", "keyPerson", "person", "brain", "nurse", "boss"),
    (*PLOTS, "brain", "keyPerson", "killer", "friend", "doctor", "nurse"),
)
CASTS: tuple[tuple[Value, ...], ...] = (
    ("killer", "keyPerson", "person", "brain", 10**12, Fraction(2, 3)),
    ("brain", "keyPerson", "killer", "absent", 1, Fraction(1, 3)),
)
WEIGHTS = (Column(Kind.WORLDS, most=10**12 + 1), Column(Kind.SHARE))
NASTY = 'a,"b"|c\\|<d>&amp;*_`[惨劇]~'


@pytest.fixture
def names() -> Names:
    return names_for(load_rules(), "basicTragedy")


def scripts(names: Names, **more: Any) -> Listing:
    about = {"log": "sha256 0123", "filters": more.pop("filters", "none")}
    found = Listing(names, CAST, "surviving scripts", COLUMNS, Listed(SCRIPTS), about, "as found")
    return replace(found, **more)


def casts(names: Names) -> Listing:
    return scripts(names, what="role assignments", columns=(*COLUMNS[2:6], *WEIGHTS), source=Listed(CASTS))


def written(listing: Listing, format_name: str) -> str:
    return "".join(texts(Rows(listing), format_name))


def csv_rows(text: str) -> list[list[str]]:
    return [row for row in csv.reader(io.StringIO(text)) if not row[0].startswith("#")]


@pytest.mark.parametrize("format_name", list(TEXTS))
def test_the_look_of_a_format(names: Names, format_name: str, snapshot: SnapshotAssertion) -> None:
    assert written(scripts(names), format_name) == snapshot


@pytest.mark.parametrize("format_name", list(TEXTS))
def test_the_look_of_numbers(names: Names, format_name: str, snapshot: SnapshotAssertion) -> None:
    assert written(casts(names), format_name) == snapshot


@pytest.mark.parametrize("format_name", list(TEXTS))
def test_every_format_says_of_which_log_and_whether_it_was_cut(names: Names, format_name: str) -> None:
    whole, cut = (written(scripts(names, limit=limit), format_name) for limit in (None, 1))
    for text in (whole, cut):
        assert "sha256 0123" in text
        assert "not counted" in text
        assert "as found" in text
    if format_name == "jsonl":
        assert json.loads(whole.splitlines()[-1])["end"] == {"shown": 2, "complete": True, "total": None}
        assert json.loads(cut.splitlines()[-1])["end"] == {"shown": 1, "complete": False, "total": None}
    else:
        assert "2 shown, all that survive" in whole
        assert "1 shown, cut by the limit; more survive" in cut


def test_csv_reads_back(names: Names) -> None:
    rows = csv_rows(written(scripts(names), "csv"))
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
    assert rows[1] == [
        "1",
        "Murder Plan",
        "Circle of Friends; Paranoia Virus",
        "Killer",
        "Key Person",
        "Person",
        "Brain",
        "Nurse",
        "Boss",
    ]
    assert [row[0] for row in rows[1:]] == ["1", "2"]


def test_csv_has_shares_a_program_can_read(names: Names) -> None:
    rows = csv_rows(written(casts(names), "csv"))
    assert [(row[-2], float(row[-1])) for row in rows[1:]] == [("1000000000000", 2 / 3), ("1", 1 / 3)]


def test_jsonl_reads_back(names: Names) -> None:
    lines = [json.loads(line) for line in written(scripts(names), "jsonl").splitlines()]
    assert lines[0]["header"]["log"] == "sha256 0123"
    assert lines[1] == {
        "number": 1,
        "mainPlots": ["murderPlan"],
        "subPlots": ["circleFriends", "paranoiaVirus"],
        "roles": {"nurse": "killer", "doctor": "keyPerson", "boss": "person", "partTimerAlternate": "brain"},
        "culprits": {"2": "nurse", "4": "boss"},
    }
    (first, second) = (json.loads(line) for line in written(casts(names), "jsonl").splitlines()[1:-1])
    assert (first["worlds"], first["share"]) == (10**12, "2/3")
    assert second["roles"]["partTimerAlternate"] == "absent"


def test_jsonl_has_culprits_without_incidents(names: Names) -> None:
    listing = scripts(names, columns=COLUMNS[:6], source=Listed([SCRIPTS[0][:6]]))
    line = json.loads(written(listing, "jsonl").splitlines()[1])
    assert line["culprits"] == {}
    assert line["roles"]["partTimerAlternate"] == "brain"


class Cells(HTMLParser):
    """Collects the rows of the tables of a page."""

    def __init__(self) -> None:
        super().__init__()
        self.rows: list[list[str]] = []
        self._cell = False

    def handle_starttag(self, tag: str, _: Sequence[tuple[str, str | None]]) -> None:
        self._cell = tag in ("td", "th")
        if tag == "tr":
            self.rows.append([])
        elif self._cell:
            self.rows[-1].append("")

    def handle_endtag(self, tag: str) -> None:
        self._cell = self._cell and tag not in ("td", "th")

    def handle_data(self, text: str) -> None:
        if self._cell:
            self.rows[-1][-1] += text


@pytest.fixture
def nasty(names: Names) -> Names:
    """Names that every format must keep from breaking its rows."""
    english = dict(names.shown["en"])
    for kind in (rule_names.Kind.CHARACTER, rule_names.Kind.ROLE, rule_names.Kind.PLOT):
        english[kind] = {one: f"{NASTY}{one}" for one in english[kind]}
    return replace(names, shown={"en": english})


def test_nasty_names_in_csv_and_html(nasty: Names) -> None:
    page = Cells()
    page.feed(written(scripts(nasty), "html"))
    rows = csv_rows(written(scripts(nasty), "csv"))
    assert page.rows == rows
    assert rows[0][3] == f"{NASTY}nurse"
    assert rows[1][2] == f"{NASTY}circleFriends; {NASTY}paranoiaVirus"


def test_nasty_names_in_markdown(nasty: Names) -> None:
    rows = [line for line in written(scripts(nasty), "markdown").splitlines() if line.startswith("| ")]
    assert len(rows) == 4
    for row in rows:
        # What is left without escaped characters: the pipes that part cells, and nothing with a meaning.
        plain = "".join(part[1:] if number else part for number, part in enumerate(row.split("\\")))
        assert plain.count("|") == len(COLUMNS) + 2
        assert not set(plain) & set("`*_[]~<>")


def test_nasty_names_in_the_table(nasty: Names) -> None:
    lines = written(scripts(nasty), "table").splitlines()
    first, second = (next(line for line in lines if line.split()[:1] == [number]) for number in "12")
    assert len(first.split()) == len(second.split()) == 1 + len(COLUMNS) + 1


def test_filters_cannot_break_a_format(names: Names) -> None:
    nasty = scripts(names, filters="<script>|\n# end")
    page = written(nasty, "html")
    assert "<script>" not in page
    HTMLParser().feed(page)
    kept = [row for row in csv.reader(io.StringIO(written(nasty, "csv"))) if row[0] == "# end"]
    assert len(kept) == 1


def test_what_no_encoding_has_is_written_all_the_same(names: Names) -> None:
    out = io.BytesIO()
    writer(Rows(scripts(names, filters="\udcff")), "csv")(out)
    assert "filters,?" in out.getvalue().decode("utf-8")


@pytest.mark.parametrize("rows", [scripts, casts])
def test_the_table_fits_eighty_columns(names: Names, rows: Any) -> None:
    assert max(map(len, written(rows(names), "table").splitlines())) <= 80


def test_no_line_of_the_table_ends_in_spaces(names: Names) -> None:
    for listing in (scripts(names), casts(names), scripts(names, columns=COLUMNS[:5], source=Listed(()))):
        assert all(line == line.rstrip() for line in written(listing, "table").splitlines())


def test_rows_are_written_as_they_are_found(names: Names) -> None:
    found: list[str] = []

    def rows() -> Iterator[tuple[Value, ...]]:
        yield SCRIPTS[0]
        assert "Nurse" in found[-1], "the first row was kept back"
        yield SCRIPTS[1]

    for piece in texts(Rows(scripts(names, source=Listed(rows()))), "csv"):
        found.append(piece)  # noqa: PERF402  (each must be seen before the next is asked for)
    assert "".join(found).count("Murder Plan") == 2


def test_a_limit_takes_one_script_more_and_no_further(names: Names) -> None:
    taken: list[int] = []

    def rows() -> Iterator[tuple[Value, ...]]:
        for number in range(100):
            taken.append(number)
            yield SCRIPTS[0]

    kept = Rows(scripts(names, source=Listed(rows()), limit=5))
    assert len([row for block in Csv(kept.listing).rows(kept) for row in block]) == 5
    assert kept.cut
    assert not kept.complete
    assert len(taken) == 6


class Blocks:
    """A source that gives three rows at once."""

    def rows(self, cells: Sequence[object]) -> Iterator[list[str]]:  # noqa: ARG002  (a source's signature)
        yield ["a", "b", "c"]
        yield ["d", "e", "f"]


@pytest.mark.parametrize(
    ("limit", "shown", "footer"),
    [
        (None, "abcdef", "6 shown, all that survive"),
        (6, "abcdef", "6 shown, all that survive"),
        (5, "abcde", "5 shown, cut by the limit; 6 in all survive"),
        (3, "abc", "3 shown, cut by the limit; 6 in all survive"),
        (2, "ab", "2 shown, cut by the limit; 6 in all survive"),
    ],
)
def test_a_limit_cuts_between_and_within_blocks(
    names: Names, limit: int | None, shown: str, footer: str
) -> None:
    told: list[int] = []
    rows = Rows(scripts(names, source=Blocks(), limit=limit, total=6), told.append)
    assert rows.listing.header()["shown"] == str(len(shown))
    assert "".join(row for block in rows.blocks(()) for row in block) == shown
    assert rows.footer() == footer
    assert sum(told) == rows.shown == len(shown)


def test_a_sample_is_not_the_whole(names: Names) -> None:
    rows = Rows(scripts(names, source=Blocks(), drawn=6, seed=9, total=60))
    list(rows.blocks(()))
    assert rows.listing.header()["drawn"] == "evenly among all, with seed 9"
    assert rows.footer() == "6 shown, drawn with seed 9; 60 in all survive"
    assert rows.end() == {"shown": 6, "complete": False, "total": 60}
