"""The formats: each writes a listing row by row, with its header and footer."""

from __future__ import annotations

import csv
import html
import json
from collections.abc import Callable, Mapping
from typing import IO, Final

from deducer.export.cells import heads, row
from deducer.export.listing import Listing, Rows
from deducer.export.table import write_table
from deducer.present import data

Writer = Callable[[Listing, IO[str]], Rows]

_STYLE: Final = (
    "body{font-family:sans-serif;color-scheme:light dark}table{border-collapse:collapse}"
    "th,td{border:1px solid;padding:.2em .5em;text-align:left}"
)


def write_csv(listing: Listing, out: IO[str]) -> Rows:
    """Write comma-separated values; header and footer lines start with "#"."""
    writer = csv.writer(out, lineterminator="\n")
    writer.writerows([f"# {key}", value] for key, value in listing.header().items())
    rows = Rows(listing)
    for number, script in enumerate(rows, start=1):
        if number == 1:
            writer.writerow(heads(listing, tuple(script.roles)))
        writer.writerow(row(listing, number, script))
    writer.writerow(["# end", rows.footer()])
    return rows


def write_jsonl(listing: Listing, out: IO[str]) -> Rows:
    """Write a JSON object a line with ids: `{"header": ...}`, then the scripts, then `{"end": ...}`."""

    def line(value: object) -> None:
        out.write(json.dumps(value, ensure_ascii=False) + "\n")

    line({"header": listing.header()})
    rows = Rows(listing)
    for script in rows:
        line(data.script(script))
    line({"end": {"shown": rows.shown, "complete": not rows.cut, "total": listing.total}})
    return rows


def write_markdown(listing: Listing, out: IO[str]) -> Rows:
    """Write a Markdown page with a table."""

    def line(cells: list[str]) -> None:
        out.write(f"| {' | '.join(map(_escaped, cells))} |\n")

    out.write("# Surviving scripts\n\n")
    for key, value in listing.header().items():
        out.write(f"- {key}: {_escaped(value)}\n")
    rows = Rows(listing)
    for number, script in enumerate(rows, start=1):
        if number == 1:
            titles = heads(listing, tuple(script.roles))
            out.write("\n")
            line(titles)
            line(["---"] * len(titles))
        line(row(listing, number, script))
    out.write(f"\n{rows.footer()}.\n")
    return rows


def _escaped(text: str) -> str:
    """Return text that Markdown shows as it stands, also in a cell of a table."""
    return html.escape(text.replace("\\", "\\\\").replace("|", "\\|"), quote=False)


def write_html(listing: Listing, out: IO[str]) -> Rows:
    """Write a page that stands alone: no script, nothing loaded from elsewhere."""

    def line(cells: list[str], tag: str) -> None:
        out.write(f"<tr>{''.join(f'<{tag}>{html.escape(cell)}</{tag}>' for cell in cells)}</tr>\n")

    out.write('<!DOCTYPE html>\n<html lang="en">\n<head>\n<meta charset="utf-8">\n')
    out.write(f"<title>Surviving scripts</title>\n<style>{_STYLE}</style>\n</head>\n<body>\n")
    out.write("<h1>Surviving scripts</h1>\n<dl>\n")
    for key, value in listing.header().items():
        out.write(f"<dt>{html.escape(key)}</dt><dd>{html.escape(value)}</dd>\n")
    out.write("</dl>\n<table>\n")
    rows = Rows(listing)
    for number, script in enumerate(rows, start=1):
        if number == 1:
            line(heads(listing, tuple(script.roles)), "th")
        line(row(listing, number, script), "td")
    out.write(f"</table>\n<p>{html.escape(rows.footer())}.</p>\n</body>\n</html>\n")
    return rows


FORMATS: Final[Mapping[str, Writer]] = {
    "table": write_table,
    "csv": write_csv,
    "jsonl": write_jsonl,
    "markdown": write_markdown,
    "html": write_html,
}
