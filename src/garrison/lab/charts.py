"""Charts as SVG, drawn with the variables of the page's palette so that they fit both themes."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from html import escape
from math import isfinite

from garrison.lab.measures.evidence import Figure, shown

WIDTH, LABELS, NUMBERS, ROW = 640, 190, 70, 24  # pixels: of a chart, its labels, its numbers; the height of a row
CELL = 44  # pixels along a cell of a heat map


def intervals(figures: Sequence[Figure], mark: float | None = None) -> str:
    """A dot for each figure, with its interval; `mark` is a line to compare with, such as what would be fair."""
    known = [figure for figure in figures if figure.estimate.is_known]
    if not known:
        return ""
    low, high = _range(known, mark)
    height = ROW * len(known) + 8

    def across(number: float) -> float:
        inner = WIDTH - LABELS - NUMBERS - 12
        return LABELS + inner * (min(max(number, low), high) - low) / (high - low)

    lines = [_line(across(mark), 0, across(mark), height, "mark")] if mark is not None and low <= mark <= high else []
    rows = [_row(figure, across, place * ROW + 16) for place, figure in enumerate(known)]
    return _svg(WIDTH, height, "; ".join(map(str, known)), [*lines, *rows])


def _range(figures: Sequence[Figure], mark: float | None) -> tuple[float, float]:
    """From where to where a chart goes."""
    edges = [edge for figure in figures for edge in figure.estimate[:3] if isfinite(edge)]
    edges += [] if mark is None else [mark]
    low, high = min(edges), max(edges)
    room = 0.04 * (high - low) or 0.05 * abs(high) or 0.5
    return low - room, high + room


def _row(figure: Figure, across: Callable[[float], float], y: float) -> str:
    value, low, high, _ = figure.estimate
    kind = "flagged" if figure.flag else "dot"
    return (
        f'<text x="{LABELS - 8}" y="{y + 4}" text-anchor="end">{escape(figure.label[:30])}</text>'
        + _line(across(low), y, across(high), y, "interval")
        + f'<circle class="{kind}" cx="{across(value):.1f}" cy="{y}" r="5"/>'
        + f'<text x="{WIDTH - 4}" y="{y + 4}" text-anchor="end">{escape(shown(value, figure.unit))}</text>'
    )


def _line(x1: float, y1: float, x2: float, y2: float, kind: str) -> str:
    return f'<line class="{kind}" x1="{x1:.1f}" y1="{y1:.1f}" x2="{x2:.1f}" y2="{y2:.1f}"/>'


def _svg(width: float, height: float, words: str, parts: Sequence[str]) -> str:
    head = f'<svg viewBox="0 0 {width:g} {height:g}" role="img" aria-label="{escape(words, quote=True)[:500]}">'
    return head + "".join(parts) + "</svg>"


def heat_map(rows: Sequence[str], columns: Sequence[str], cells: Sequence[Sequence[float]], unit: str) -> str:
    """A table of numbers by two parameters, the larger the darker."""
    numbers = [number for row in cells for number in row if isfinite(number)]
    low, high = (min(numbers), max(numbers)) if numbers else (0.0, 1.0)
    parts = [
        f'<text x="{LABELS / 2 + CELL * (place + 0.5)}" y="14" text-anchor="middle">{escape(name)}</text>'
        for place, name in enumerate(columns)
    ]
    for line, (name, row) in enumerate(zip(rows, cells, strict=True)):
        y = 22 + CELL * line
        parts.append(f'<text x="{LABELS / 2 - 8}" y="{y + CELL / 2 + 4}" text-anchor="end">{escape(name)}</text>')
        parts += [_cell(LABELS / 2 + CELL * place, y, number, low, high, unit) for place, number in enumerate(row)]
    return _svg(LABELS / 2 + CELL * len(columns) + 8, 30 + CELL * len(rows), "heat map", parts)


def _cell(x: float, y: float, number: float, low: float, high: float, unit: str) -> str:
    if not isfinite(number):
        return ""
    depth = 0.08 + 0.62 * ((number - low) / (high - low) if high > low else 0.5)
    return (
        f'<rect class="heat" x="{x}" y="{y}" width="{CELL - 2}" height="{CELL - 2}" fill-opacity="{depth:.2f}"/>'
        f'<text x="{x + CELL / 2 - 1}" y="{y + CELL / 2 + 4}" text-anchor="middle">{_short(number, unit)}</text>'
    )


def _short(number: float, unit: str) -> str:
    return f"{number:.0%}" if unit == "%" else f"{number:.3g}"


def curve(points: Sequence[tuple[float, Figure]], name: str) -> str:
    """How a figure depends on one parameter, with its intervals."""
    known = [(x, figure) for x, figure in points if figure.estimate.is_known]
    if not known:
        return ""
    low, high = _range([figure for _, figure in known], None)
    first, last = min(x for x, _ in known), max(x for x, _ in known)
    height, left, inner = 220, 70, WIDTH - 100

    def place(x: float, y: float) -> tuple[float, float]:
        return left + inner * (x - first) / (last - first or 1), 10 + (height - 50) * (high - y) / (high - low)

    spots = [(place(x, figure.estimate.value), x, figure) for x, figure in known]
    path = " ".join(f"{px:.1f},{py:.1f}" for (px, py), _, _ in spots)
    parts = [f'<polyline class="curve" points="{path}"/>']
    for (px, py), x, figure in spots:
        _, top = place(x, min(figure.estimate.high, high))
        _, bottom = place(x, max(figure.estimate.low, low))
        parts += [_line(px, top, px, bottom, "interval"), f'<circle class="dot" cx="{px:.1f}" cy="{py:.1f}" r="4"/>']
        parts.append(f'<text x="{px:.1f}" y="{height - 22}" text-anchor="middle">{x:g}</text>')
    unit = known[0][1].unit
    parts += [f'<text x="{left - 8}" y="{at}" text-anchor="end">{escape(shown(number, unit))}</text>'
              for at, number in ((16, high), (height - 38, low))]  # fmt: skip
    parts.append(f'<text x="{left + inner / 2}" y="{height - 4}" text-anchor="middle">{escape(name)}</text>')
    return _svg(WIDTH, height, f"{known[0][1].label} by {name}", parts)
