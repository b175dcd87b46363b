"""Charts as SVG, drawn with the variables of the page's palette so that they fit both themes."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from functools import partial
from html import escape
from math import inf, isfinite
from textwrap import wrap

from garrison.lab.measures.evidence import Figure, Measure, text_of

Range = tuple[float, float]

WIDTH, LABELS, NUMBERS, ROW = 640, 190, 92, 24  # pixels: of a chart, its labels, its numbers; the height of a row
NARROW = 340  # pixels of a chart on a phone
LONGEST, LONGEST_NARROW = 26, 38  # characters of a label
CHANGES = (0.1, 0.25, 0.5, 1.0)  # of a share: how far the axis of such changes goes to both sides
CHANGING = ("weight", "sensitivity")  # measures of which the figures are changes
LINE = 16  # pixels of a line of a label
AXIS = 24  # pixels of an axis
CELL = 44  # pixels along a cell of a heat map
LETTER = 7.5  # pixels, about
CURVE = 220  # pixels of the height of a curve


def quantity_of(measure: str, figure: Figure) -> str:
    """What is drawn on the same scale: figures with the same unit, but changes apart from what is changed."""
    kind = "change of " if measure in CHANGING else ""
    return f"{kind}{figure.unit}" if figure.unit else f"{kind}{measure}"


def scales_of(measures: Iterable[Measure]) -> dict[str, Range]:
    """From where to where each quantity of a report is drawn."""
    figures = dict[str, list[Figure]]()
    for measure in measures:
        for figure in measure.figures:
            if figure.estimate.is_known:
                figures.setdefault(quantity_of(measure.name, figure), []).append(figure)
    return {quantity: _range(own) for quantity, own in figures.items()}


def intervals(measure: Measure, most: int, scales: Mapping[str, Range], mark: float | None = None) -> str:
    """A dot for each figure, with its interval; `mark` is a line to compare with, such as what would be fair.

    It is drawn twice: on a phone, a wide chart would be shrunk until nobody could read its labels.
    """
    figures = [figure for figure in measure.figures if figure.estimate.is_known][:most]
    if not figures:
        return ""
    ranges = {figure.unit: scales[quantity_of(measure.name, figure)] for figure in figures}
    return "".join(_intervals(figures, mark, ranges, is_wide) for is_wide in (True, False))


def _intervals(figures: Sequence[Figure], mark: float | None, ranges: Mapping[str, Range], is_wide: bool) -> str:
    """The chart with its labels beside the intervals, or above them; every unit has an axis of its own."""
    width, left = (WIDTH, LABELS) if is_wide else (NARROW, 8)
    right, tops, bottom = NUMBERS + 12 if is_wide else 8, list[float](), 0.0
    for figure in figures:
        tops.append(bottom)
        words = LINE * len(_lines(figure.label, is_wide)) + 8
        bottom += max(ROW, words) if is_wide else words + ROW

    def across(number: float, unit: str) -> float:
        low, high = ranges[unit]
        return left + (width - left - right) * (min(max(number, low), high) - low) / (high - low)

    lines = [] if mark is None else [_line(x := across(mark, figures[0].unit), 0, x, bottom, "mark")]
    rows = [_row(figure, partial(across, unit=figure.unit), top, is_wide)
            for figure, top in zip(figures, tops, strict=True)]  # fmt: skip
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


def _range(figures: Sequence[Figure]) -> Range:
    """From where to where a chart goes: shares always from 0 to 1, changes as far to both sides, others from 0 on."""
    edges = [edge for figure in figures for edge in figure.estimate[:3] if isfinite(edge)]
    low, high = min(edges), max(edges)
    if figures[0].unit == "%":
        reach = next((size for size in CHANGES if size >= max(-low, high)), 1.0)
        return (0.0, 1.0) if low >= 0 else (-reach, reach)
    room = 0.04 * (high - low) or 0.05 * abs(high) or 0.5
    return low - room if low < 0 else 0.0, high + room


def _row(figure: Figure, across: Callable[[float], float], top: float, is_wide: bool) -> str:
    value, low, high, _ = figure.estimate
    kind, words = "flagged" if figure.flag else "dot", _lines(figure.label, is_wide)
    middle = top + (max(ROW, LINE * len(words) + 8) / 2 if is_wide else LINE * len(words) + 16)
    first = middle - LINE * (len(words) - 1) / 2 + 4 if is_wide else top + LINE
    x, side = (LABELS - 8, "end") if is_wide else (2, "start")
    label = "".join(f'<text x="{x}" y="{first + LINE * place:.1f}" text-anchor="{side}">{escape(line)}</text>'
                    for place, line in enumerate(words))  # fmt: skip
    number = f'x="{WIDTH - 4}" y="{middle + 4:.1f}"' if is_wide else f'x="{NARROW - 2}" y="{first:.1f}"'
    return (
        label
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


def _lines(label: str, is_wide: bool) -> list[str]:
    """A label in as many lines as it takes."""
    return wrap(label, LONGEST if is_wide else LONGEST_NARROW) or [""]


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
    left = LETTER * max(map(len, rows), default=0) + 16
    parts = [
        f'<text x="{left + CELL * (place + 0.5)}" y="14" text-anchor="middle">{escape(name)}</text>'
        for place, name in enumerate(columns)
    ]
    for line, (name, row) in enumerate(zip(rows, cells, strict=True)):
        y = 22 + CELL * line
        parts.append(f'<text x="{left - 8}" y="{y + CELL / 2 + 4}" text-anchor="end">{escape(name)}</text>')
        parts += [_cell(left + CELL * place, y, number, low, high, unit) for place, number in enumerate(row)]
    return _svg(left + CELL * len(columns) + 8, 30 + CELL * len(rows), "heat map", parts)


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


def curve(points: Sequence[tuple[float, Figure]], name: str, words: Sequence[str] = ()) -> str:
    """How a figure depends on one parameter, with its intervals; in place of the numbers along the axis, some words."""
    points = [(x, figure) for x, figure in points if figure.estimate.is_known]
    if not points:
        return ""
    low, high = _range([figure for _, figure in points])
    first, last = min(x for x, _ in points), max(x for x, _ in points)
    left, inner, bottom = 70, WIDTH - 150, CURVE - 40

    def place(x: float, y: float) -> tuple[float, float]:
        part = (min(max(y, low), high) - low) / (high - low)
        return left + 10 + inner * (x - first) / (last - first or 1), bottom - (bottom - 10) * part

    path = " ".join("{:.1f},{:.1f}".format(*place(x, figure.estimate.value)) for x, figure in points)
    unit, at = points[0][1].unit, words or [f"{x:g}" for x, _ in points]
    parts = [f'<polyline class="curve" points="{path}"/>', _line(left, bottom, WIDTH - 20, bottom, "mark")]
    for x, figure in points:
        across, middle = place(x, figure.estimate.value)
        ends = [place(x, edge)[1] for edge in figure.estimate[1:3]]
        parts.append(_line(across, ends[0], across, ends[1], "interval"))
        parts.append(f'<circle class="dot" cx="{across:.1f}" cy="{middle:.1f}" r="4"/>')
    parts += _ticks([place(x, 0.0)[0] for x, _ in points], at, bottom + 18)
    parts += [f'<text class="axis" x="{left - 8}" y="{y}" text-anchor="end">{escape(text_of(number, unit))}</text>'
              for y, number in ((16, high), (bottom / 2 + 10, (low + high) / 2), (bottom, low))]  # fmt: skip
    parts.append(f'<text x="{left + inner / 2}" y="{CURVE - 4}" text-anchor="middle">{escape(name)}</text>')
    return _svg(WIDTH, CURVE, f"{points[0][1].label} by {name}", parts)


def _ticks(places: Sequence[float], words: Sequence[str], y: float) -> list[str]:
    """Words along an axis, without those for which there is no room."""
    ticks, end = list[str](), -inf
    for x, text in zip(places, words, strict=True):
        half = LETTER * len(text) / 2 + 4
        if x - half >= end:
            ticks.append(f'<text x="{x:.1f}" y="{y}" text-anchor="middle">{escape(text)}</text>')
            end = x + half
    return ticks
