"""A report as one page of HTML that asks nobody for anything: it can be sent, opened anywhere and printed."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from html import escape

from garrison.lab.measures.evidence import Measure
from garrison.lab.measures.skill_and_chance import ladder_of
from garrison.lab.pages.charts import Range, curve, intervals, scales_of
from garrison.lab.pages.html_document import document
from garrison.lab.pages.report import LabReport

MOST_IN_CHART = 24  # figures of a measure that are drawn; all are in the table


def page_of(report: LabReport) -> str:
    """The whole page."""
    title = f"{report.title}: what the lab found"
    changes, scales = ", ".join(report.change_words), scales_of(report.measures)
    parts = [
        f"<h1>{escape(title)}</h1>",
        f'<p class="quiet">{escape(f"{report.variant}; {changes}" if changes else report.variant)} · '
        f"{report.games:,} games {escape(report.between)} · seed {report.seed} · "
        f"rules {report.rules_hash[:12]}</p>",
        '<section class="verdict"><h2>Verdict</h2>' + _paragraphs(report.verdict) + "</section>",
        _counsel(report),
        *(_section(measure, report, scales) for measure in report.measures),
        "<section><h2>Notes</h2>" + _paragraphs(report.notes) + "</section>",
    ]
    return document(title, parts)


def _paragraphs(sentences: Iterable[str]) -> str:
    return "".join(f"<p>{escape(sentence)}</p>" for sentence in sentences)


def _counsel(report: LabReport) -> str:
    """What to change, with the commands that play or measure it."""
    if not report.counsel:
        return ""
    steps = "".join(
        f"<li><p>{escape(str(one))}</p><p>Try it: <code>{escape(one.play)}</code><br>"
        f"Measure it: <code>{escape(one.report)}</code></p></li>"
        for one in report.counsel.steps
    )
    head = f'<section id="advice"><h2>What should I change?</h2><p>{escape(report.counsel.sentence)}</p>'
    return f"{head}<ol>{steps}</ol></section>" if steps else f"{head}</section>"


def _section(measure: Measure, report: LabReport, scales: Mapping[str, Range]) -> str:
    head = f'<section id="{measure.name}"><h2>{measure.number} {escape(measure.title)}</h2>'
    head += f"<p>{escape(measure.sentence)}</p>"
    if not measure.is_known:
        return f"{head}</section>"
    chart = intervals(measure, MOST_IN_CHART, scales, _mark(measure, report))
    chart += _ladder(measure) if measure.name == "skill_depth" else ""
    rows = measure.rows or (("", "95% interval", "games", ""), *_figure_rows(measure))
    strength = f"{measure.how} {report.between[0].upper()}{report.between[1:]}."
    details = f"<details><summary>All figures</summary>{table(rows)}</details>"
    return f'{head}{chart}{details}<p class="how">{escape(strength)}</p></section>'


def _ladder(measure: Measure) -> str:
    """What thought is worth, step by step."""
    ladder = ladder_of(measure)
    points = [(float(place), figure) for place, (_, figure) in enumerate(ladder)]
    chart = curve(points, "worth more than the first, by how much they think", [name for name, _ in ladder])
    return f'<div class="chart">{chart}</div>' if chart else ""


def _mark(measure: Measure, report: LabReport) -> float | None:
    """What a measure is compared with."""
    if measure.name in ("weight", "sensitivity"):
        return 0.0
    seats = len([figure for figure in measure.figures if figure.unit == "%"])
    return 1 / seats if measure.name == "win_rate" and seats > 1 else None


def _figure_rows(measure: Measure) -> list[tuple[str, ...]]:
    return [
        (figure.label, str(figure).partition(": ")[2], f"{figure.estimate.games:,}", figure.flag)
        for figure in measure.figures
    ]


def table(rows: Sequence[Sequence[str]]) -> str:
    """A table, its heads first, that scrolls where there is no room for it."""
    top = "".join(f"<th>{escape(head)}</th>" for head in rows[0])
    body = "".join("<tr>" + "".join(f"<td>{escape(cell)}</td>" for cell in row) + "</tr>" for row in rows[1:])
    return f'<div class="scroll"><table><thead><tr>{top}</tr></thead><tbody>{body}</tbody></table></div>'
