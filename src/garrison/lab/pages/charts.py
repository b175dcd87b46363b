"""Charts as SVG, drawn with the variables of the page's palette so that they fit both themes."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from functools import partial
from html import escape
from math import isfinite

from garrison.lab.measures.evidence import Figure, text_of

WIDTH, LABELS, NUMBERS, ROW = 640, 190, 92, 24  # pixels: of a chart, its labels, its numbers; the height of a row
NARROW = 340  # pixels of a chart on a phone
LONGEST, LONGEST_NARROW = 28, 42  # characters of a label
CHANGES = (0.1, 0.25, 0.5, 1.0)  # of a share: how far the axis of such changes goes to both sides
AXIS = 24  # pixels of an axis
CELL = 44  # pixels along a cell of a heat map


def intervals(figures: Sequence[Figure], mark: float | None = None) -> str:
    """A dot for each figure, with its interval; `mark` is a line to compare with, such as what would be fair.

    It is drawn twice: on a phone, a wide chart would be shrunk until nobody could read its labels.
    """
    figures = [figure for figure in figures if figure.estimate.is_known]
    if not figures:
        return ""
    units = {figure.unit for figure in figures}
    ranges = {unit: _range([figure for figure in figures if figure.unit == unit], mark) for unit in units}
    return "".join(_intervals(figures, mark, ranges, is_wide) for is_wide in (True, False))


def _intervals(
    figures: Sequence[Figure], mark: float | None, ranges: Mapping[str, tuple[float, float]], is_wide: bool
) -> str:
    """The chart with its labels beside the intervals, or above them; every unit has an axis of its own."""
    width, left, row = (WIDTH, LABELS, ROW) if is_wide else (NARROW, 8, 2 * ROW)
    right, bottom = NUMBERS + 12 if is_wide else 8, row * len(figures) + 8

    def across(number: float, unit: str) -> float:
        low, high = ranges[unit]
        return left + (width - left - right) * (min(max(number, low), high) - low) / (high - low)

    lines = [] if mark is None else [_line(x := across(mark, figures[0].unit), 0, x, bottom, "mark")]
    rows = [
        _row(figure, partial(across, unit=figure.unit), place * row + 16, is_wide)
        for place, figure in enumerate(figures)
    ]
    axes = [
        axis(left, width - right, bottom + AXIS * place, ends, unit)
        for place, (unit, ends) in enumerate(ranges.items())
    ]
    height = bottom + AXIS * len(ranges)
    return _svg(width, height, "; ".join(map(str, figures)), [*lines, *rows, *axes], "wide" if is_wide else "narrow")


def axis(left: float, right: float, y: float, ends: tuple[float, float], unit: str) -> str:
    """A line with what its ends and its middle stand for."""
    middle = (ends[0] + ends[1]) / 2
    marks = ((left, "start", ends[0]), ((left + right) / 2, "middle", middle), (right, "end", ends[1]))
    words = [f'<text class="axis" x="{x:.1f}" y="{y + 16}" text-anchor="{side}">{escape(text_of(number, unit))}</text>'
             for x, side, number in marks]  # fmt: skip
    return _line(left, y, right, y, "mark") + "".join(words)


def _range(figures: Sequence[Figure], mark: float | None) -> tuple[float, float]:
    """From where to where a chart goes: shares always from 0 to 1, and changes of them as far to both sides."""
    edges = [edge for figure in figures for edge in figure.estimate[:3] if isfinite(edge)]
    edges += [] if mark is None else [mark]
    low, high = min(edges), max(edges)
    if figures and figures[0].unit == "%":
        reach = next((size for size in CHANGES if size >= max(-low, high)), 1.0)
        return (0.0, 1.0) if low >= 0 else (-reach, reach)
    room = 0.04 * (high - low) or 0.05 * abs(high) or 0.5
    return low - room if low < 0 else max(0.0, low - room), high + room


def _row(figure: Figure, across: Callable[[float], float], y: float, is_wide: bool) -> str:
    value, low, high, _ = figure.estimate
    kind = "flagged" if figure.flag else "dot"
    label = f'x="{LABELS - 8}" y="{y + 4}" text-anchor="end"' if is_wide else f'x="2" y="{y}"'
    number, middle = (f'x="{WIDTH - 4}" y="{y + 4}"', y) if is_wide else (f'x="{NARROW - 2}" y="{y}"', y + 14)
    return (
        f"<text {label}>{escape(_cut(figure.label, LONGEST if is_wide else LONGEST_NARROW))}</text>"
        + _line(across(low), middle, across(high), middle, "interval")
        + _open_ends(figure, across, middle)
        + f'<circle class="{kind}" cx="{across(value):.1f}" cy="{middle}" r="5"/>'
        + f'<text {number} text-anchor="end">{escape(text_of(value, figure.unit))}</text>'
    )


def _open_ends(figure: Figure, across: Callable[[float], float], y: float) -> str:
    """Arrows where an interval has no end."""
    _, low, high, _ = figure.estimate
    signs = [("‹", across(low))] if not isfinite(low) else []
    signs += [("›", across(high))] if not isfinite(high) else []
    return "".join(f'<text x="{x:.1f}" y="{y + 5}" text-anchor="middle">{sign}</text>' for sign, x in signs)


def _cut(label: str, longest: int) -> str:
    return label if len(label) <= longest else f"{label[: longest - 1]}…"


def _line(x1: float, y1: float, x2: float, y2: float, kind: str) -> str:
    return f'<line class="{kind}" x1="{x1:.1f}" y1="{y1:.1f}" x2="{x2:.1f}" y2="{y2:.1f}"/>'


def _svg(width: float, height: float, words: str, parts: Sequence[str], kind: str = "") -> str:
    size = f'viewBox="0 0 {width:g} {height:g}"' + (f' class="{kind}"' if kind else "")
    head = f'<svg {size} role="img" aria-label="{escape(words, quote=True)[:500]}">'
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
    points = [(x, figure) for x, figure in points if figure.estimate.is_known]
    if not points:
        return ""
    low, high = _range([figure for _, figure in points], None)
    first, last = min(x for x, _ in points), max(x for x, _ in points)
    height, left, inner = 220, 70, WIDTH - 100

    def place(x: float, y: float) -> tuple[float, float]:
        return left + inner * (x - first) / (last - first or 1), 10 + (height - 50) * (high - y) / (high - low)

    spots = [(place(x, figure.estimate.value), x, figure) for x, figure in points]
    path = " ".join(f"{px:.1f},{py:.1f}" for (px, py), _, _ in spots)
    parts = [f'<polyline class="curve" points="{path}"/>']
    for (px, py), x, figure in spots:
        _, top = place(x, min(figure.estimate.high, high))
        _, bottom = place(x, max(figure.estimate.low, low))
        parts += [_line(px, top, px, bottom, "interval"), f'<circle class="dot" cx="{px:.1f}" cy="{py:.1f}" r="4"/>']
        parts.append(f'<text x="{px:.1f}" y="{height - 22}" text-anchor="middle">{x:g}</text>')
    unit = points[0][1].unit
    parts += [f'<text x="{left - 8}" y="{at}" text-anchor="end">{escape(text_of(number, unit))}</text>'
              for at, number in ((16, high), (height - 38, low))]  # fmt: skip
    parts.append(f'<text x="{left + inner / 2}" y="{height - 4}" text-anchor="middle">{escape(name)}</text>')
    return _svg(WIDTH, height, f"{points[0][1].label} by {name}", parts)
