"""The one palette: pictures, terminals and the browser client all take their colours from here.

The client's part of it is written out by `python -m garrison.look.stylesheet`.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from garrison.look.scene import Bar

# What scenes call colours, and what they look like.
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
PALETTE = tuple(COLOURS)
OWNER_COLOURS = ("blue", "red", "green", "orange", "purple", "teal")  # of the seats of games that state none

BACKGROUND = "#2d2b32"
PANEL = "#3a3740"
PANEL_EDGE = "#4b4752"
TROUGH = "#24222a"  # the empty part of a bar
TEXT = COLOURS["white"]
QUIET_TEXT = "#b3aca8"
PAPER = "#efe6d3"
INK = "#2a2730"
HIGHLIGHT = "#f2b632"
REACH = "#2f8f9d"
CURSOR = "#ffffff"
GLOW = "#ffe28a"  # what is chosen, where a terminal has only characters to show it
LOW_BAR, MIDDLE_BAR = 0.3, 0.6  # up to these shares a bar is red, then amber

# What browsers also need, always or depending on the theme; each becomes a variable of that name.
ALWAYS = {
    "paper": PAPER,
    "ink": INK,
    "light": TEXT,  # lettering on ink
    "trough": TROUGH,
    "highlight": HIGHLIGHT,
    "highlight-bright": "#ffcb57",
    "on-highlight": INK,
    "focus": "#1c5fd0",
    "focus-rim": CURSOR,
    "lost": "#8c2722",  # behind the message about a lost connection
    "present": "#4f9a4a",
    "flag": COLOURS["red"],
    "plain-ground": "#d9cfb6",
    "cover": "rgb(35 33 39 / 88%)",
    "backdrop": "rgb(30 27 34 / 55%)",
}
DAY = {
    "ground": "#f3ecdd",
    "card": "#fdf9ef",
    "edge": "#d8cbb0",
    "text": INK,
    "quiet": "#635a52",
    "link": "#2256a5",
    "tray": "#6b655f",
    "highlight-soft": "#fbe6b4",
    "button": "#fffdf6",
    "button-edge": INK,
    "danger": "#a8302b",
    "good": "#2d6a2a",
    "shade": "rgb(42 39 48 / 14%)",
    "dim": "transparent",  # over boards
}
NIGHT = {
    "ground": "#232127",
    "card": "#322f38",
    "edge": "#4f4a57",
    "text": TEXT,
    "quiet": "#c4bcb6",
    "link": "#9cc3f7",
    "tray": "#57525f",
    "highlight-soft": "#5a4a22",
    "button": "#403c47",
    "button-edge": "#14131a",
    "danger": "#ffa8a2",
    "good": "#9bd796",
    "shade": "rgb(0 0 0 / 40%)",
    "dim": "rgb(20 18 26 / 24%)",
}


def colour_of(name: str) -> str:
    """The concrete colour of a palette name; names that are not in the palette are grey.

    >>> colour_of("gold"), colour_of("nobody knows") == colour_of("grey")
    ('#e6b740', True)
    """
    return COLOURS.get(name, COLOURS["grey"])


def owner_colour(owner: int, colours: Sequence[str] = ()) -> str:
    """The concrete colour of an owner; `colours` are those of a game's seats.

    >>> owner_colour(1) == colour_of("red"), owner_colour(1, ("red", "gold")) == colour_of("gold")
    (True, True)
    """
    names = colours or OWNER_COLOURS
    return colour_of(names[owner % len(names)])


def mix(colour: str, other: str, share: float) -> str:
    """A colour mixed with a share of another.

    >>> mix("#000000", "#ffffff", 0.2)
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
