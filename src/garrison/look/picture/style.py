"""The look of pictures: one table of colours, how owners are told apart, and a few ways to write SVG."""

from __future__ import annotations

from garrison.look.lettering import number
from garrison.look.scene import OWNER_COLOURS, Bar

COLOURS = {
    "white": "#f6f0e3",
    "grey": "#9297a0",
    "red": "#d5534d",
    "orange": "#e68a3c",
    "gold": "#e6b740",
    "green": "#5fa65a",
    "teal": "#36a199",
    "blue": "#4b84d6",
    "purple": "#8f69c9",
    "pink": "#dd7ba8",
    "brown": "#9b6d4a",
    "dark": "#454855",
}
BACKGROUND = "#2d2b32"
PANEL = "#3a3740"
PANEL_EDGE = "#4b4752"
TROUGH = "#24222a"  # the empty part of a bar
TEXT = "#f6f0e3"
QUIET_TEXT = "#b3aca8"
PAPER = "#efe6d3"
INK = "#2a2730"
HIGHLIGHT = "#f2b632"
REACH = "#2f8f9d"

# Colour alone does not tell owners apart: each has a shape of base plate and a pattern on it as well.
OWNER_PLATES = (
    ("round", "plain"),
    ("square", "stripes"),
    ("hexagon", "dots"),
    ("octagon", "grid"),
    ("round", "rings"),
    ("square", "waves"),
)
LOW_BAR, MIDDLE_BAR = 0.3, 0.6  # shares of a bar up to which it is red, then amber


def colour_of(name: str) -> str:
    """The concrete colour of a palette name; names that the palette lacks are grey.

    >>> colour_of("gold"), colour_of("nobody knows") == colour_of("grey")
    ('#e6b740', True)
    """
    return COLOURS.get(name, COLOURS["grey"])


def owner_colour(owner: int) -> str:
    """The concrete colour of an owner."""
    return colour_of(OWNER_COLOURS[owner % len(OWNER_COLOURS)])


def owner_plate(owner: int) -> tuple[str, str]:
    """The shape and the pattern of an owner's base plates.

    >>> owner_plate(1)
    ('square', 'stripes')
    """
    return OWNER_PLATES[owner % len(OWNER_PLATES)]


def mixed(colour: str, other: str, share: float) -> str:
    """A colour with a share of another one in it.

    >>> mixed("#000000", "#ffffff", 0.2)
    '#333333'
    """
    channels = [(int(colour[place : place + 2], 16), int(other[place : place + 2], 16)) for place in (1, 3, 5)]
    return "#" + "".join(f"{round(own + (further - own) * share):02x}" for own, further in channels)


def bar_share(bar: Bar) -> float:
    """How full a bar is, from 0 to 1."""
    return min(max(bar.value / bar.full, 0.0), 1.0) if bar.full > 0 else 0.0


def bar_colour(share: float) -> str:
    """Green for much, amber for some, red for little."""
    if share <= LOW_BAR:
        return colour_of("red")
    return colour_of("gold" if share <= MIDDLE_BAR else "green")


def bar_element(bar: Bar, x: float, y: float, width: float, height: float, colour: str = "") -> str:
    """A bar: a dark trough, and in it a length that says how full it is."""
    share = bar_share(bar)
    edge = height / 5
    trough = rectangle(x, y, width, height, height / 2, TROUGH)
    if share == 0:
        return trough
    thickness = height - 2 * edge
    # At least as long as it is thick, so that the last bit of health can be seen.
    length = max((width - 2 * edge) * share, thickness)
    return trough + rectangle(x + edge, y + edge, length, thickness, thickness / 2, colour or bar_colour(share))


def rectangle(
    x: float,
    y: float,
    width: float,
    height: float,
    rounding: float,
    fill: str,
    stroke: str = "",
    stroke_width: float = 0,
    extra: str = "",
) -> str:
    """A rectangle with round corners, with an outline if one is given."""
    outline = f' stroke="{stroke}" stroke-width="{number(stroke_width)}"' if stroke else ""
    return (
        f'<rect x="{number(x)}" y="{number(y)}" width="{number(width)}" height="{number(height)}" '
        f'rx="{number(rounding)}" fill="{fill}"{outline}{extra}/>'
    )
