"""What an arena found out, as a page of HTML that needs nothing else."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from html import escape

from garrison.lab.arena.report import ArenaReport
from garrison.lab.pages.html_document import document


def page_of(report: ArenaReport) -> str:
    """The whole page."""
    title = f"Arena: {report.game}"
    parts = [
        f"<h1>{escape(title)}</h1>",
        f"<p>{report.games:,} games, {report.mean_length:,.1f} steps each on average.</p>",
        *_tables(report),
        *(f"<p>{escape(str(one))}</p>" for one in (*report.readers, *report.faults, *report.void)),
    ]
    return document(title, parts)


def _tables(report: ArenaReport) -> Iterable[str]:
    if report.scores:
        yield _scores(report)
    if report.ratings:
        yield _ratings(report)
        yield _table(("Score against", *(one.bot for one in report.ratings)), report.cross_table())
    if report.places:
        yield _places(report)


def _scores(report: ArenaReport) -> str:
    heads = ("Bot", "Median", "95% interval", "Mean", "Won", "Games", "ms a decision")
    rows = []
    for one in report.scores:
        numbers = (f"{one.median:,.1f}", f"{one.low:,.1f} to {one.high:,.1f}", f"{one.mean:,.1f}")
        rows.append((one.bot, *numbers, str(one.won), str(one.games), f"{report.milliseconds[one.bot]:.2f}"))
    return _table(heads, rows)


def _ratings(report: ArenaReport) -> str:
    heads = ("Bot", "Rating", "95% interval", "Games", "ms a decision")
    rows = []
    for one in report.ratings:
        numbers = (f"{one.rating:,.0f}", f"{one.low:,.0f} to {one.high:,.0f}", str(one.games))
        rows.append((one.bot, *numbers, f"{report.milliseconds[one.bot]:.2f}"))
    return _table(heads, rows)


def _places(report: ArenaReport) -> str:
    heads = ("Bot", "Seats", "First places", "Share", "95% interval", "Fair share")
    rows = []
    for one in report.places:
        shares = (f"{one.share:.1%}", f"{one.low:.1%} to {one.high:.1%}", f"{one.fair:.1%}")
        rows.append((one.bot, str(one.seats), f"{one.firsts:g}", *shares))
    return _table(heads, rows)


def _table(heads: Sequence[str], rows: Iterable[Sequence[str]]) -> str:
    top = "".join(f"<th>{escape(head)}</th>" for head in heads)
    body = "".join("<tr>" + "".join(f"<td>{escape(cell)}</td>" for cell in row) + "</tr>" for row in rows)
    return f'<div class="scroll"><table><thead><tr>{top}</tr></thead><tbody>{body}</tbody></table></div>'
