"""Base plates and sprites: everything in a picture that is drawn once and used in many places."""

from __future__ import annotations

import json
import re
from dataclasses import dataclass, field
from functools import lru_cache
from pathlib import Path

from garrison.look.lettering import number
from garrison.look.palette import INK, PAPER, REACH, mix, owner_colour
from garrison.look.picture.style import owner_plate

UNIT = 64  # a field is 64 units wide in sprites and plates
PLATE_INSET = 3
SVG_FILE = re.compile(r"<svg\b(?P<attributes>[^>]*)>(?P<body>.*)</svg>", re.DOTALL)
VIEW_BOX = re.compile(r'viewBox="\s*[-\d.]+[\s,]+[-\d.]+[\s,]+([\d.]+)[\s,]+([\d.]+)\s*"')
PATTERNS = {
    "stripes": (12, '<path d="M-3 3L3 -3M0 12L12 0M9 15L15 9" stroke-width="4"/>'),
    "dots": (12, '<path d="M3 3h.1M9 9h.1" stroke-width="4.6"/>'),
    "grid": (12, '<path d="M0 6H12M6 0V12" stroke-width="3"/>'),
    "rings": (16, '<circle cx="8" cy="8" r="5" stroke-width="3"/>'),
    "waves": (16, '<path d="M-1 6Q4 0 8 6T17 6M-1 14Q4 8 8 14T17 14" stroke-width="3"/>'),
}
PALE, SHADE, DARKER = 0.62, 0.3, 0.15  # shares of paper in a plate and in its pattern, and of ink in its edge
GAP = re.compile(r"\{([whm])([\d.]*)\}")


def _round_box(radius: float) -> str:
    """A box with round corners, to be filled in like the other outlines."""
    low, near, arc = PLATE_INSET, PLATE_INSET + radius, f"A{radius} {radius} 0 0 1"
    return (
        f"M{near} {low}H{{w{near}}}{arc} {{w{low}}} {near}V{{h{near}}}{arc} {{w{near}}} {{h{low}}}"
        f"H{near}{arc} {low} {{h{near}}}V{near}{arc} {near} {low}Z"
    )


# Path data of each shape, with gaps for what depends on a plate's size: {w18} is 18 from the right, {h3} is 3 from the
# bottom, {m} is half the height.
OUTLINES = {
    "round": _round_box((UNIT - PLATE_INSET) / 2 - PLATE_INSET / 2),
    "square": _round_box(12),
    "hexagon": "M3 {m}L18 3H{w18}L{w3} {m}L{w18} {h3}H18Z",
    "octagon": "M3 20L20 3H{w20}L{w3} 20V{h20}L{w20} {h3}H20L3 {h20}Z",
}


@dataclass(frozen=True)
class Drawing:
    """The inside of an SVG file and the size of its view box."""

    body: str
    width: float
    height: float


@lru_cache(maxsize=512)
def read_sprite(path: Path) -> Drawing | None:
    """The drawing in a sprite file, or None where there is no such file.

    Of the outermost element only the width and height of the view box count; it starts at 0 0.
    """
    if not path.is_file():
        return None
    match = SVG_FILE.search(path.read_text(encoding="utf-8"))
    if match is None:
        return None
    box = VIEW_BOX.search(match["attributes"])
    width, height = (float(box[1]), float(box[2])) if box else (UNIT, UNIT)
    return Drawing(re.sub(r"\s*\n\s*", " ", match["body"].strip()), width, height)


@dataclass
class Drawings:
    """The drawings that one picture uses; each is defined once, in the order of its first use."""

    game: str
    folder: Path
    colours: tuple[str, ...] = ()  # of the seats
    definitions: dict[str, str] = field(default_factory=dict)

    def owner_colour(self, owner: int) -> str:
        """The concrete colour of an owner."""
        return owner_colour(owner, self.colours)

    def sprite(self, kind: str, x: float, y: float, width: float, height: float, colour: str) -> str:
        """A sprite in the middle of a box, as large as fits; an empty string if the game has no such sprite."""
        drawing = read_sprite(self.folder / f"{kind}.svg")
        if drawing is None:
            return ""
        name = self.define(f"sprite-{self.game}-{kind}", drawing.body)
        scale = min(width / drawing.width, height / drawing.height)
        left = x + (width - drawing.width * scale) / 2
        top = y + (height - drawing.height * scale) / 2
        return self.use(name, left, top, scale, f' color="{colour}"')

    def plate(self, owner: int, rows: int, columns: int, x: float, y: float, field_size: float) -> str:
        """The base plate of a piece that covers this many rows and columns."""
        colour = self.owner_colour(owner)
        body = plate_body(owner, colour, rows * UNIT, columns * UNIT)
        self.define_pattern(owner, colour)
        name = self.define(f"plate-{owner}-{rows}x{columns}", body)
        return self.use(name, x, y, field_size / UNIT)

    def define(self, name: str, body: str) -> str:
        """Keep a drawing under a name that XML allows; the name."""
        name = re.sub(r"[^A-Za-z0-9_-]", lambda match: f".{ord(match[0]):x}", name)
        self.definitions.setdefault(name, f'<g id="{name}">{body}</g>')
        return name

    def define_pattern(self, owner: int, colour: str) -> None:
        """Keep the pattern of an owner's plates; plain ones need none."""
        pattern = pattern_element(owner, mix(colour, PAPER, SHADE))
        if pattern:
            self.definitions.setdefault(f"owner-{owner}", pattern)

    def range_pattern(self) -> None:
        """Keep the hatching of fields in range."""
        self.definitions.setdefault("range", hatching())

    def use(self, name: str, x: float, y: float, scale: float, extra: str = "") -> str:
        """A drawing at its place."""
        return f'<use href="#{name}" transform="translate({number(x)} {number(y)}) scale({scale:.4g})"{extra}/>'

    def defs(self) -> str:
        """All drawings that were used."""
        return f"<defs>{''.join(self.definitions.values())}</defs>"


def hatching(scale: float = 1) -> str:
    """The pattern on fields in range; pictures are drawn at half the size of sprites, where the scale is 1."""
    transform = f' patternTransform="scale({number(scale)})"' if scale != 1 else ""
    return (
        f'<pattern id="range" width="8" height="8" patternUnits="userSpaceOnUse"{transform}>'
        f'<rect width="8" height="8" fill="{REACH}" opacity=".16"/>'
        f'<path d="M-2 2L2 -2M0 8L8 0M6 10L10 6" stroke="{REACH}" stroke-width="1.4" opacity=".5"/></pattern>'
    )


def pattern_element(owner: int, shade: str) -> str:
    """An owner's pattern, in a deeper shade of the plate; plain plates have none."""
    pattern = owner_plate(owner)[1]
    if pattern not in PATTERNS:
        return ""
    size, strokes = PATTERNS[pattern]
    return (
        f'<pattern id="owner-{owner}" width="{size}" height="{size}" patternUnits="userSpaceOnUse">'
        f'<g fill="none" stroke="{shade}" stroke-linecap="round">{strokes}</g></pattern>'
    )


def plate_body(owner: int, colour: str, height: float, width: float) -> str:
    """A plate in the owner's colour, shape and pattern."""
    shape, pattern = owner_plate(owner)
    outline = plate_outline(shape, height, width)
    pale, edge = mix(colour, PAPER, PALE), mix(colour, INK, DARKER)
    parts = [f'<path d="{outline}" fill="{pale}"/>']
    if pattern in PATTERNS:
        parts.append(f'<path d="{outline}" fill="url(#owner-{owner})"/>')
    parts.append(f'<path d="{outline}" fill="none" stroke="{edge}" stroke-width="4" stroke-linejoin="round"/>')
    return "".join(parts)


def plate_outline(shape: str, height: float, width: float) -> str:
    """The outline of a plate as path data."""

    def place(gap: re.Match[str]) -> str:
        side, less = gap.groups()
        return str(height / 2 if side == "m" else (width if side == "w" else height) - json.loads(less))

    return GAP.sub(place, OUTLINES[shape])
