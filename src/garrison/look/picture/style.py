"""The look of pictures: how owners are told apart, and a few ways to write SVG."""

from __future__ import annotations

from typing import NamedTuple

from garrison.look.lettering import number
from garrison.look.palette import TROUGH, bar_colour, bar_share
from garrison.look.scene import Bar

# Owners must be recognisable without colour: each also has a shape of base plate and a pattern on it.
OWNER_PLATES = (
    ("round", "plain"),
    ("square", "stripes"),
    ("hexagon", "dots"),
    ("octagon", "grid"),
    ("round", "rings"),
    ("square", "waves"),
)


def owner_plate(owner: int) -> tuple[str, str]:
    """The shape and the pattern of an owner's base plates.

    >>> owner_plate(1)
    ('square', 'stripes')
    """
    return OWNER_PLATES[owner % len(OWNER_PLATES)]


def bar_element(bar: Bar, x: float, y: float, width: float, height: float, colour: str = "") -> str:
    """A bar: a dark trough, filled as far as the bar is full."""
    share = bar_share(bar)
    edge = height / 5
    trough = rectangle(x, y, width, height, height / 2, TROUGH)
    if share == 0:
        return trough
    thickness = height - 2 * edge
    # At least as long as it is thick, so that the last bit of health can be seen.
    length = max((width - 2 * edge) * share, thickness)
    return trough + rectangle(x + edge, y + edge, length, thickness, thickness / 2, colour or bar_colour(share))


class Stroke(NamedTuple):
    """An outline: its colour and how wide it is."""

    colour: str
    width: float


def rectangle(
    x: float,
    y: float,
    width: float,
    height: float,
    rounding: float,
    fill: str,
    stroke: Stroke | None = None,
    extra: str = "",
) -> str:
    """A rectangle with round corners, perhaps with an outline."""
    outline = f' stroke="{stroke.colour}" stroke-width="{number(stroke.width)}"' if stroke else ""
    return (
        f'<rect x="{number(x)}" y="{number(y)}" width="{number(width)}" height="{number(height)}" '
        f'rx="{number(rounding)}" fill="{fill}"{outline}{extra}/>'
    )
