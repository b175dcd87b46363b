"""Our own single-stroke alphabet, so that pictures need no font on the machine that shows them.

Every character is a few strokes of a pen with round ends (see `lettering.glyphs`). A text of size 20 draws one unit of
their grid as one pixel; its capitals are 14 pixels high.
"""

from __future__ import annotations

import re
from html import escape
from typing import Literal

from garrison.look.lettering.glyphs import GLYPHS, UNKNOWN

Anchor = Literal["start", "middle", "end"]

EM = 20.0  # units per size
BASELINE = 14.0
GAP = 3.9  # units from one character's strokes to the next one's
PEN = 1.75  # units of stroke at weight 1
THINNEST_PEN = 1.1  # pixels; thinner strokes fade away on a screen
ELLIPSIS = "…"

# How the numbers after each path letter scale: x and y are positions, r is a length, - stays as it is.
AXES = {"M": "xy", "L": "xy", "H": "x", "V": "y", "C": "xyxyxy", "A": "rr---xy", "Z": ""}
COMMAND = re.compile(r"([MLHVCAZ])([^MLHVCAZ]*)")
NUMBER = re.compile(r"-?(?:\d+\.?\d*|\.\d+)")
NOT_IN_XML = re.compile(r"[^\t\n\r\u0020-\ud7ff\ue000-\ufffd\U00010000-\U0010ffff]")


def number(value: float) -> str:
    """A number as short as SVG allows, with at most two decimals.

    >>> number(3.0), number(0.456), number(-0.001)
    ('3', '0.46', '0')
    """
    short = f"{value:.2f}".rstrip("0").rstrip(".")
    return "0" if short == "-0" else short


def xml_text(text: str) -> str:
    """A text that is safe inside XML elements and attributes.

    >>> xml_text('<a & "b">')
    '&lt;a &amp; &quot;b&quot;&gt;'
    """
    return escape(NOT_IN_XML.sub("\ufffd", text), quote=True)


def text_width(text: str, size: float) -> float:
    """The width of a text in pixels; the widths of its parts add up to it.

    >>> text_width("ab", 20) == text_width("a", 20) + text_width("b", 20)
    True
    """
    return sum(GLYPHS.get(character, UNKNOWN)[0] + GAP for character in text) * size / EM


def text_path(text: str, x: float, y: float, size: float, anchor: Anchor = "start") -> str:
    """SVG path data for a text whose baseline is at `y`; `anchor` says which part of it is at `x`.

    >>> text_path("L", 0, 14, 20)
    'M1.95 0V14H9.15'
    """
    unit = size / EM
    left = x - {"start": 0.0, "middle": 0.5, "end": 1.0}[anchor] * text_width(text, size) + GAP / 2 * unit
    parts = []
    for character in text:
        width, strokes = GLYPHS.get(character, UNKNOWN)
        parts.append(place_strokes(strokes, left, y - BASELINE * unit, unit))
        left += (width + GAP) * unit
    return "".join(parts)


def place_strokes(strokes: str, x: float, y: float, unit: float) -> str:
    """Strokes moved from the grid to their position in the picture."""
    return "".join(
        command + place_numbers(AXES[command], numbers, x, y, unit) for command, numbers in COMMAND.findall(strokes)
    )


def place_numbers(axes: str, numbers: str, x: float, y: float, unit: float) -> str:
    """The numbers after one path letter, moved and scaled as their axes say."""
    offsets = {"x": x, "y": y, "r": 0.0}
    parts = [
        value if axis == "-" else number(offsets[axis] + float(value) * unit)
        for axis, value in zip(axes, NUMBER.findall(numbers), strict=True)
    ]
    return " ".join(parts)


def pen_width(size: float, weight: float = 1.0) -> float:
    """How thick the strokes of a text are, in pixels."""
    return max(PEN * size / EM, THINNEST_PEN) * weight


def text_element(
    text: str, x: float, y: float, size: float, colour: str, weight: float = 1.0, anchor: Anchor = "start"
) -> str:
    """An SVG element that shows a text; screen readers find the words in its label."""
    data = text_path(text, x, y, size, anchor)
    return (
        f'<path aria-label="{xml_text(text)}" d="{data}" fill="none" stroke="{colour}" '
        f'stroke-width="{number(pen_width(size, weight))}" stroke-linecap="round" stroke-linejoin="round"/>'
    )


def fit(text: str, size: float, width: float) -> str:
    """The text, shortened with an ellipsis if it is wider than `width`.

    >>> fit("Minefield", 20, 60)
    'Mine…'
    """
    if text_width(text, size) <= width:
        return text
    while text and text_width(text + ELLIPSIS, size) > width:
        text = text[:-1]
    return text.rstrip() + ELLIPSIS


def wrap(text: str, size: float, width: float) -> list[str]:
    """The text in lines of at most `width`, broken at spaces.

    >>> wrap("Move to an empty field", 20, 130)
    ['Move to an', 'empty field']
    """
    lines: list[str] = []
    for word in text.split():
        if lines and text_width(f"{lines[-1]} {word}", size) <= width:
            lines[-1] += f" {word}"
        else:
            lines.append(word)
    return [fit(line, size, width) for line in lines]
