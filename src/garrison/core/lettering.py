"""A single-stroke alphabet of our own, so that pictures need no font on the machine that shows them.

Every character is a few pen strokes, written as SVG path data on a grid of units. The pen has round ends, so a dot is
a very short stroke. A size of 20 pixels makes one unit one pixel.

    y  0  top of capitals, digits and tall letters
       4  top of small letters
      14  baseline
      18  foot of g, j, p, q and y
"""

from __future__ import annotations

import re
from html import escape
from typing import Literal

Anchor = Literal["start", "middle", "end"]

EM = 20.0  # units to one size
BASELINE = 14.0
GAP = 3.9  # units from one character's strokes to the next one's
PEN = 1.75  # units of stroke at weight 1
THINNEST_PEN = 1.1  # pixels; thinner strokes fade away on a screen
ELLIPSIS = "…"

BOWL_RIGHT = "M0 9C0 5.9 1.6 4 4 4C6.3 4 7.8 5.9 7.8 9C7.8 12.1 6.3 14 4 14C1.6 14 0 12.1 0 9"
BOWL_LEFT = "M7.8 9C7.8 5.9 6.2 4 3.8 4C1.5 4 0 5.9 0 9C0 12.1 1.5 14 3.8 14C6.2 14 7.8 12.1 7.8 9"
SMALL_A = (
    "M.6 5.5C1.4 4.5 2.5 4 3.8 4C5.9 4 7.1 5.2 7.1 7.3V14M7.1 8.7H3.5C1.3 8.7 0 9.6 0 11.3C0 13 1.2 14 3 14"
    "C5.3 14 7.1 12.7 7.1 10.6"
)
SMALL_E = "M0 8.9H7.8C7.8 5.8 6.3 4 3.9 4C1.5 4 0 5.9 0 9C0 12.1 1.6 14 4 14C5.5 14 6.6 13.4 7.3 12.2"
SMALL_O = "M4 4C6.5 4 8 5.9 8 9C8 12.1 6.5 14 4 14C1.5 14 0 12.1 0 9C0 5.9 1.5 4 4 4Z"
SMALL_U = "M0 4V10C0 12.6 1.2 14 3.5 14C5.8 14 7.4 12.3 7.4 9.6M7.4 4V14"
BIG_A = "M0 14L4.9 0L9.8 14M1.7 9.3H8.1"
BIG_O = "M5.2 0C8.6 0 10.4 2.8 10.4 7C10.4 11.2 8.6 14 5.2 14C1.8 14 0 11.2 0 7C0 2.8 1.8 0 5.2 0Z"
BIG_S = (
    "M8 2.5C7.2.9 5.9 0 4.2 0C1.9 0 .4 1.4 .4 3.5C.4 5.6 1.9 6.2 4.3 6.8C6.9 7.4 8.4 8.2 8.4 10.4C8.4 12.6 6.8 14"
    " 4.3 14C2.3 14 .8 13.1 0 11.4"
)
BIG_U = "M0 0V8.8C0 12.2 1.7 14 4.7 14C7.7 14 9.4 12.2 9.4 8.8V0"
HEART = (
    "M5 13.2C1.8 10.6 0 8.4 0 5.6C0 3.5 1.2 2.2 2.8 2.2C3.8 2.2 4.6 2.8 5 3.9C5.4 2.8 6.2 2.2 7.2 2.2C8.8 2.2 10 3.5"
    " 10 5.6C10 8.4 8.2 10.6 5 13.2ZM5 10.8C2.8 9 1.6 7.4 1.6 5.6C1.6 4.6 2.2 3.9 3 4.2L5 6.6L7 4.2C7.8 3.9 8.4 4.6"
    " 8.4 5.6C8.4 7.4 7.2 9 5 10.8ZM2.8 5.8L5 8.8L7.2 5.8M5 7.4V9M2.4 3.9L5 6.4L7.6 3.9M3.2 5V6M6.8 5V6"
)

# For each character: its width in units, without the gap, and its strokes.
GLYPHS: dict[str, tuple[float, str]] = {
    " ": (2, ""),
    "!": (0.4, "M.2 0V9.4M.2 13.5V13.9"),
    '"': (3.2, "M.1 0V3.8M3.1 0V3.8"),
    "#": (8.8, "M3 .8L1.4 13.2M7.4.8L5.8 13.2M.3 4.9H8.8M0 9.3H8.5"),
    "$": (8.4, BIG_S + "M4.3 -1.8V15.8"),
    "%": (
        11,
        (
            "M9 .4L2 13.6M2.3.4C3.8.4 4.6 1.5 4.6 3.3C4.6 5.1 3.8 6.2 2.3 6.2C.8 6.2 0 5.1 0 3.3C0 1.5.8.4 2.3.4Z"
            "M8.7 7.8C10.2 7.8 11 8.9 11 10.7C11 12.5 10.2 13.6 8.7 13.6C7.2 13.6 6.4 12.5 6.4 10.7C6.4 8.9 7.2 7.8 8.7 7.8Z"
        ),
    ),
    "&": (
        9.8,
        (
            "M9.8 14L2.5 5.3C1.8 4.4 1.5 3.7 1.5 2.9C1.5 1.2 2.7 0 4.4 0C6 0 7.1 1 7.1 2.7C7.1 4.2 6 5.2 4 6.2"
            "C1.3 7.6 0 8.7 0 10.6C0 12.7 1.6 14 4 14C6.8 14 8.9 12 9.5 8.3"
        ),
    ),
    "'": (0.2, "M.1 0V3.8"),
    "(": (3, "M3 -1.4C1 1 0 3.9 0 7C0 10.1 1 13 3 15.4"),
    ")": (3, "M0 -1.4C2 1 3 3.9 3 7C3 10.1 2 13 0 15.4"),
    "*": (6.2, "M3.1 0V6.8M.2 1.7L6 5.1M6 1.7L.2 5.1"),
    "+": (8, "M4 3.8V11.8M0 7.8H8"),
    ",": (1, "M.9 13.5L.1 16.4"),
    "-": (4.4, "M0 8.6H4.4"),
    ".": (0.4, "M.2 13.5V13.9"),
    "/": (5.6, "M5.6 -.8L0 15"),
    "0": (8, "M4 0C6.7 0 8 2.7 8 7C8 11.3 6.7 14 4 14C1.3 14 0 11.3 0 7C0 2.7 1.3 0 4 0Z"),
    "1": (5.6, "M.4 3L4.4 0V14"),
    "2": (8, "M.4 3.5C.8 1.3 2.2 0 4.1 0C6.3 0 7.8 1.5 7.8 3.8C7.8 5.6 6.9 6.9 5.2 8.6L0 14H8"),
    "3": (
        8,
        (
            "M.6 2.6C1.2 1 2.4 0 4 0C6.1 0 7.5 1.3 7.5 3.3C7.5 5.3 6 6.6 3.5 6.6C6.4 6.6 8 8 8 10.2C8 12.5 6.4 14 4 14"
            "C2 14 .6 13 0 11.3"
        ),
    ),
    "4": (8.2, "M6.2 14V0L0 10.3H8.4"),
    "5": (8, "M7.2 0H1.4L.8 6.5C1.6 5.6 2.8 5.1 4 5.1C6.4 5.1 8 6.9 8 9.4C8 12.2 6.4 14 3.9 14C2.1 14 .7 13.2 0 11.7"),
    "6": (
        8,
        (
            "M6.1 0L1.1 6.8C.4 7.8 0 8.6 0 9.6C0 12.2 1.7 14 4 14C6.3 14 8 12.2 8 9.6C8 7 6.3 5.3 4 5.3"
            "C2.8 5.3 1.8 5.9 1.1 6.8"
        ),
    ),
    "7": (7.6, "M0 0H7.8L2.6 14"),
    "8": (
        8,
        (
            "M4 6.5C2 6.5 .6 5.2 .6 3.25C.6 1.3 2 0 4 0C6 0 7.4 1.3 7.4 3.25C7.4 5.2 6 6.5 4 6.5C1.6 6.5 0 8 0 10.2"
            "C0 12.5 1.6 14 4 14C6.4 14 8 12.5 8 10.2C8 8 6.4 6.5 4 6.5Z"
        ),
    ),
    "9": (
        8,
        (
            "M1.9 14L6.9 7.2C7.6 6.2 8 5.4 8 4.4C8 1.8 6.3 0 4 0C1.7 0 0 1.8 0 4.4C0 7 1.7 8.7 4 8.7"
            "C5.2 8.7 6.2 8.1 6.9 7.2"
        ),
    ),
    ":": (0.4, "M.2 5.5V5.9M.2 13.5V13.9"),
    ";": (1, "M.6 5.5V5.9M.9 13.5L.1 16.4"),
    "<": (7, "M7 3.2L0 7.8L7 12.4"),
    "=": (8, "M0 5.7H8M0 9.9H8"),
    ">": (7, "M0 3.2L7 7.8L0 12.4"),
    "?": (7.2, "M0 2.9C.5 1.1 1.8 0 3.6 0C5.8 0 7.2 1.4 7.2 3.4C7.2 6.2 3.7 6.4 3.7 9.4M3.7 13.5V13.9"),
    "@": (
        13,
        (
            "M9.3 4.8V9.4C9.3 10.8 9.9 11.5 10.9 11.5C12.3 11.5 13 10 13 7.6C13 3.5 10.4.6 6.6.6C2.7.6 0 3.6 0 7.9"
            "C0 12.3 2.8 15.2 6.8 15.2C8.1 15.2 9.2 14.9 10.2 14.4M9.3 8C9.3 10.1 8.3 11.5 6.6 11.5C5 11.5 4 10.1 4 8"
            "C4 5.9 5 4.5 6.6 4.5C8.3 4.5 9.3 5.9 9.3 8Z"
        ),
    ),
    "A": (9.8, BIG_A),
    "B": (8.7, "M4.6 6.6A3.3 3.3 0 0 0 4.6 0H0V14H5A3.7 3.7 0 0 0 5 6.6H0"),
    "C": (9.4, "M9.6 2.7C8.6.9 7.1 0 5.2 0C1.8 0 0 2.8 0 7C0 11.2 1.8 14 5.2 14C7.1 14 8.6 13.1 9.6 11.3"),
    "D": (9.8, "M0 0H3.6C7.8 0 9.8 2.8 9.8 7C9.8 11.2 7.8 14 3.6 14H0Z"),
    "E": (7.2, "M7.4 0H0V14H7.4M0 6.8H6.4"),
    "F": (6.8, "M7.2 0H0V14M0 7H6.2"),
    "G": (10, "M9.6 2.7C8.6.9 7.1 0 5.2 0C1.8 0 0 2.8 0 7C0 11.2 1.8 14 5.2 14C8.2 14 10 12.2 10 9V7.4H5.8"),
    "H": (9.4, "M0 0V14M9.4 0V14M0 6.8H9.4"),
    "I": (0.2, "M.1 0V14"),
    "J": (6, "M6 0V9.8C6 12.6 4.9 14 2.9 14C1.6 14 .6 13.4 0 12.2"),
    "K": (8.4, "M0 0V14M8.2 0L0 8.7M2.9 5.6L8.7 14"),
    "L": (6.8, "M0 0V14H7.2"),
    "M": (11.6, "M0 14V0L5.8 9.2L11.6 0V14"),
    "N": (9.6, "M0 14V0L9.6 14V0"),
    "O": (10.4, BIG_O),
    "P": (8.4, "M0 14V0H4.7A3.9 3.9 0 0 1 4.7 7.8H0"),
    "Q": (10.4, BIG_O + "M6.6 10.2L10.4 14.6"),
    "R": (8.6, "M0 14V0H4.7A3.8 3.8 0 0 1 4.7 7.6H0M4.3 7.6L8.7 14"),
    "S": (8.4, BIG_S),
    "T": (8.6, "M-.2 0H8.8M4.3 0V14"),
    "U": (9.4, BIG_U),
    "V": (9.4, "M-.2 0L4.7 14L9.6 0"),
    "W": (14, "M-.2 0L3.4 14L7 2.4L10.6 14L14.2 0"),
    "X": (8.8, "M0 0L8.8 14M8.8 0L0 14"),
    "Y": (9, "M-.2 0L4.5 7.2L9.2 0M4.5 7.2V14"),
    "Z": (8.8, "M0 0H8.8L0 14H8.8"),
    "[": (2.8, "M2.8 -1.4H0V15.4H2.8"),
    "\\": (5.6, "M0 -.8L5.6 15"),
    "]": (2.8, "M0 -1.4H2.8V15.4H0"),
    "^": (6.8, "M0 4.8L3.4 0L6.8 4.8"),
    "_": (8, "M0 15.8H8"),
    "`": (2.2, "M0 0L2.2 2.6"),
    "a": (7.1, SMALL_A),
    "b": (7.8, "M0 0V14" + BOWL_RIGHT),
    "c": (6.8, "M7 5.9C6.2 4.7 5.2 4 3.9 4C1.5 4 0 5.9 0 9C0 12.1 1.5 14 3.9 14C5.2 14 6.2 13.3 7 12.1"),
    "d": (7.8, "M7.8 0V14" + BOWL_LEFT),
    "e": (7.8, SMALL_E),
    "f": (4.4, "M5 .3C4.6.1 4.2 0 3.8 0C2.3 0 1.6.9 1.6 2.9V14M-.7 4.4H4.4"),
    "g": (7.8, BOWL_LEFT + "M7.8 4V13.8C7.8 16.7 6.4 18.2 3.9 18.2C2.4 18.2 1.2 17.6.4 16.5"),
    "h": (7.4, "M0 0V14M0 8.4C0 5.7 1.6 4 3.9 4C6.2 4 7.4 5.4 7.4 8V14"),
    "i": (0.2, "M.1 4.2V14M.1.3V.7"),
    "j": (1.6, "M1.5 4.2V15.2C1.5 17.2.8 18.2 -.7 18.2M1.5.3V.7"),
    "k": (6.8, "M0 0V14M6.5 4.2L0 10.3M2.6 7.9L7 14"),
    "l": (1.6, "M.1 0V11.6C.1 13.2.7 14 2 14"),
    "m": (
        12.4,
        (
            "M0 4V14M0 8.1C0 5.6 1.3 4 3.3 4C5.2 4 6.2 5.3 6.2 7.8V14M6.2 8.1C6.2 5.6 7.5 4 9.5 4"
            "C11.4 4 12.4 5.3 12.4 7.8V14"
        ),
    ),
    "n": (7.4, "M0 4V14M0 8.4C0 5.7 1.6 4 3.9 4C6.2 4 7.4 5.4 7.4 8V14"),
    "o": (8, SMALL_O),
    "p": (7.8, "M0 4V18.2" + BOWL_RIGHT),
    "q": (7.8, "M7.8 4V18.2" + BOWL_LEFT),
    "r": (4.2, "M0 4V14M0 8.6C0 5.8 1.5 4.1 3.7 4.1C4.1 4.1 4.4 4.1 4.8 4.2"),
    "s": (
        6.6,
        (
            "M6.2 5.7C5.5 4.6 4.6 4 3.3 4C1.5 4 .4 5 .4 6.4C.4 8 1.6 8.4 3.4 8.8C5.3 9.2 6.6 9.8 6.6 11.4"
            "C6.6 13 5.3 14 3.4 14C1.8 14 .6 13.4 0 12.1"
        ),
    ),
    "t": (4.6, "M1.6 1.2V11.2C1.6 13.1 2.3 14 3.7 14C4.2 14 4.6 13.9 5 13.7M-.7 4.4H4.7"),
    "u": (7.4, SMALL_U),
    "v": (7.4, "M-.2 4L3.7 14L7.6 4"),
    "w": (11.4, "M-.1 4L2.8 14L5.7 5.6L8.6 14L11.5 4"),
    "x": (7, "M0 4L7 14M7 4L0 14"),
    "y": (7.4, "M-.2 4L3.8 13.9M7.6 4L3.1 15.8C2.4 17.6 1.5 18.3 0 18.2"),
    "z": (6.8, "M0 4H6.8L0 14H6.8"),
    "{": (
        3.8,
        "M3.8 -1.4C2.3 -1.4 1.7 -.6 1.7.9V4.7C1.7 6.2 1.2 7 0 7C1.2 7 1.7 7.8 1.7 9.3V13.1C1.7 14.6 2.3 15.4 3.8 15.4",
    ),
    "|": (0.2, "M.1 -1.4V15.4"),
    "}": (
        3.8,
        "M0 -1.4C1.5 -1.4 2.1 -.6 2.1.9V4.7C2.1 6.2 2.6 7 3.8 7C2.6 7 2.1 7.8 2.1 9.3V13.1C2.1 14.6 1.5 15.4 0 15.4",
    ),
    "~": (8.8, "M0 9C.5 7.2 1.5 6.5 2.6 6.7C4.3 7 4.6 8.7 6.3 9C7.4 9.2 8.3 8.5 8.8 6.8"),
    "·": (0.4, "M.2 7.4V7.8"),
    "–": (7.6, "M0 8.6H7.6"),
    "—": (12, "M0 8.6H12"),
    "‘": (1, "M.9.1L.1 3.4"),
    "’": (1, "M.9.1L.1 3.4"),
    "“": (4.2, "M.9.1L.1 3.4M4.1.1L3.3 3.4"),
    "”": (4.2, "M.9.1L.1 3.4M4.1.1L3.3 3.4"),
    ELLIPSIS: (8, "M.2 13.5V13.9M4 13.5V13.9M7.8 13.5V13.9"),
    "×": (6.4, "M0 4.6L6.4 11M6.4 4.6L0 11"),
    "→": (11, "M0 8H11M6.8 3.8L11 8L6.8 12.2"),
    "←": (11, "M11 8H0M4.2 3.8L0 8L4.2 12.2"),
    "↑": (8.4, "M4.2 14V2M0 6.2L4.2 2L8.4 6.2"),
    "↓": (8.4, "M4.2 2V14M0 9.8L4.2 14L8.4 9.8"),
    "✓": (9, "M0 8.4L3.4 12.4L9 3"),
    "♥": (10, HEART),
    "Ä": (9.8, BIG_A + "M2.6 -2.8V-2.5M7.2 -2.8V-2.5"),
    "Ö": (10.4, BIG_O + "M3 -3V-2.7M7.4 -3V-2.7"),
    "Ü": (9.4, BIG_U + "M2.6 -2.8V-2.5M6.8 -2.8V-2.5"),
    "ä": (7.1, SMALL_A + "M1.9.5V.9M5.5.5V.9"),
    "é": (7.8, SMALL_E + "M3.2 1.6L5.4 -.7"),
    "ö": (8, SMALL_O + "M2.2.5V.9M5.8.5V.9"),
    "ü": (7.4, SMALL_U + "M1.9.5V.9M5.5.5V.9"),
    "ß": (
        7.8,
        (
            "M0 14V4.2C0 1.5 1.4 0 3.6 0C5.7 0 7 1.2 7 3C7 4.8 5.6 5.6 4.2 6.4C6.6 6.7 7.8 8.1 7.8 10.2"
            "C7.8 12.5 6.3 14 4.2 14C3.5 14 3 13.9 2.5 13.6"
        ),
    ),
}
UNKNOWN: tuple[float, str] = (7, "M0 2H7V14H0Z")

# How the numbers after each path letter stretch: x and y are places, r is a length, - stays as it is.
AXES = {"M": "xy", "L": "xy", "H": "x", "V": "y", "C": "xyxyxy", "A": "rr---xy", "Z": ""}
COMMAND = re.compile(r"([MLHVCAZ])([^MLHVCAZ]*)")
NUMBER = re.compile(r"-?(?:\d+\.?\d*|\.\d+)")
FORBIDDEN_IN_XML = re.compile(r"[^\t\n\r\u0020-\ud7ff\ue000-\ufffd\U00010000-\U0010ffff]")


def number(value: float) -> str:
    """A number as short as SVG allows, with at most two decimals.

    >>> number(3.0), number(0.456), number(-0.001)
    ('3', '0.46', '0')
    """
    short = f"{value:.2f}".rstrip("0").rstrip(".")
    return "0" if short == "-0" else short


def escaped(text: str) -> str:
    """A text that is safe inside XML elements and attributes.

    >>> escaped('<a & "b">')
    '&lt;a &amp; &quot;b&quot;&gt;'
    """
    return escape(FORBIDDEN_IN_XML.sub("\ufffd", text), quote=True)


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
        parts.append(placed(strokes, left, y - BASELINE * unit, unit))
        left += (width + GAP) * unit
    return "".join(parts)


def placed(strokes: str, x: float, y: float, unit: float) -> str:
    """Strokes moved from the grid to their place in the picture."""
    return "".join(
        command + placed_numbers(AXES[command], numbers, x, y, unit) for command, numbers in COMMAND.findall(strokes)
    )


def placed_numbers(axes: str, numbers: str, x: float, y: float, unit: float) -> str:
    """The numbers after one path letter, moved and scaled as their axes say."""
    offsets = {"x": x, "y": y, "r": 0.0}
    moved = [
        value if axis == "-" else number(offsets[axis] + float(value) * unit)
        for axis, value in zip(axes, NUMBER.findall(numbers), strict=True)
    ]
    return " ".join(moved)


def pen_width(size: float, weight: float = 1.0) -> float:
    """How thick the strokes of a text are, in pixels."""
    return max(PEN * size / EM, THINNEST_PEN) * weight


def text_element(
    text: str, x: float, y: float, size: float, colour: str, weight: float = 1.0, anchor: Anchor = "start"
) -> str:
    """An SVG element that shows a text; readers that speak find the words in its label."""
    data = text_path(text, x, y, size, anchor)
    return (
        f'<path aria-label="{escaped(text)}" d="{data}" fill="none" stroke="{colour}" '
        f'stroke-width="{number(pen_width(size, weight))}" stroke-linecap="round" stroke-linejoin="round"/>'
    )


def fitted(text: str, size: float, width: float) -> str:
    """The text, cut short with an ellipsis where it is wider than `width`.

    >>> fitted("Minefield", 20, 60)
    'Mine…'
    """
    if text_width(text, size) <= width:
        return text
    while text and text_width(text + ELLIPSIS, size) > width:
        text = text[:-1]
    return text.rstrip() + ELLIPSIS


def wrapped(text: str, size: float, width: float) -> list[str]:
    """The text in lines of at most `width`, broken at spaces.

    >>> wrapped("Move to an empty field", 20, 130)
    ['Move to an', 'empty field']
    """
    lines: list[str] = []
    for word in text.split():
        if lines and text_width(f"{lines[-1]} {word}", size) <= width:
            lines[-1] += f" {word}"
        else:
            lines.append(word)
    return [fitted(line, size, width) for line in lines]
