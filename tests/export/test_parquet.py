"""Parquet files, read back with pyarrow."""

from __future__ import annotations

import io
import json
import sys
from typing import Any

import pytest
from command_line import FIRST_SCRIPT
from msgspec.structs import replace

from deducer.case import Case
from deducer.errors import UsageError
from deducer.export import parquet
from deducer.export.listing import Column, Kind, Listing, Rows
from deducer.export.source import Listed, Request, listing
from deducer.export.writers import writer
from deducer.present import phrase


@pytest.fixture(scope="module")
def pq() -> Any:
    return pytest.importorskip("pyarrow.parquet")


@pytest.fixture(scope="module")
def case() -> Case:
    return Case.from_text(FIRST_SCRIPT + "fact: Doctor is Brain; plot Light of the Avenger\n")


def read(pq: Any, found: Listing) -> Any:
    out = io.BytesIO()
    writer(Rows(found), "parquet")(out)
    return pq.ParquetFile(io.BytesIO(out.getvalue()))


def metadata(file: Any, key: str) -> Any:
    return json.loads(file.metadata.metadata[key.encode()])


def test_scripts_read_back(pq: Any, case: Case, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(parquet, "ROW_GROUP", 50)
    found = listing(case, Request())
    file = read(pq, found)
    rows = file.read().to_pylist()
    scripts = list(case.stream())
    assert file.metadata.num_row_groups == -(-len(scripts) // 50) > 2
    assert [row["number"] for row in rows] == list(range(1, len(scripts) + 1))
    for row, script in zip(rows, scripts, strict=True):
        assert row["subplots"] == "; ".join(phrase.plot(case.names, plot) for plot in script.sub_plots)
        assert row["Girl Student"] == phrase.role(case.names, script.roles["girlStudent"])
        assert row["culprit of day 3"] == phrase.character(case.names, script.culprits[3])
    kinds = {field.name: str(field.type) for field in file.schema_arrow}
    assert kinds["Girl Student"] == "dictionary<values=string, indices=int32, ordered=0>"
    assert metadata(file, "deducer.header") == found.header()
    assert metadata(file, "deducer.end") == {"shown": len(rows), "complete": True, "total": len(rows)}


def test_shares_read_back(pq: Any, case: Case) -> None:
    rows = read(pq, listing(case, Request(casts=True))).read().to_pylist()
    assert sum(row["worlds"] for row in rows) == case.count()
    assert sum(row["share"] for row in rows) == pytest.approx(1)


def test_a_cut_file_says_so(pq: Any, case: Case) -> None:
    file = read(pq, listing(case, Request(limit=7)))
    assert file.metadata.num_rows == 7
    assert metadata(file, "deducer.end")["complete"] is False


def test_a_file_without_rows(pq: Any, case: Case) -> None:
    file = read(pq, listing(case, Request(where=("Doctor is Killer",))))
    assert file.metadata.num_rows == 0
    assert "Girl Student" in file.schema_arrow.names


def test_more_worlds_than_64_bits_hold(pq: Any, case: Case) -> None:
    found = listing(case, Request(group_by="plots"))
    most = 10**30
    columns = (Column(Kind.ROLE, "doctor"), Column(Kind.WORLDS, most=most))
    file = read(pq, replace(found, columns=columns, source=Listed([("brain", most), ("killer", 1)])))
    assert [int(row["worlds"]) for row in file.read().to_pylist()] == [most, 1]


def test_pyarrow_is_missed_before_a_file_is_begun(case: Case, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "pyarrow", None)
    with pytest.raises(UsageError, match=r"pip install deducer\[parquet\]"):
        writer(Rows(listing(case, Request())), "parquet")
