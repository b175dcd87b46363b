"""How things look in a terminal: concrete colours for a scene's names, and symbols that say the same without colour."""

from __future__ import annotations

from functools import lru_cache

from rich.cells import cell_len
from rich.style import Style

from garrison.look.palette import (
    BACKGROUND,
    CURSOR,
    GLOW,
    HIGHLIGHT,
    INK,
    PANEL,
    PANEL_EDGE,
    QUIET_TEXT,
    REACH,
    TEXT,
    TROUGH,
    bar_colour,
    bar_share,
    colour_of,
    mix,
    owner_colour,
)

__all__ = [
    "BACKGROUND",
    "CURSOR",
    "GLOW",
    "HIGHLIGHT",
    "INK",
    "PANEL",
    "PANEL_EDGE",
    "QUIET_TEXT",
    "REACH",
    "TEXT",
    "TROUGH",
    "bar_colour",
    "bar_share",
    "colour_of",
    "mix",
    "owner_colour",
]

OWNER_SIGNS = "●■▲◆★✚"  # beside the colour, so that owners can be told apart without it

# Signs on a field without a piece, the most important first.
CHOSEN_SIGN, LEGAL_SIGN, RANGE_SIGN, MARKED_SIGN = "◆", "•", "∘", "*"
# Signs on both sides of a piece, where a field is wide enough.
CHOSEN_EDGES, LEGAL_EDGES, RANGE_EDGES, MARKED_EDGES = "▶◀", "[]", "()", "‹›"

KEY_SIGNS = {
    "up": "↑",
    "down": "↓",
    "left": "←",
    "right": "→",
    "enter": "Enter",
    "space": "Space",
    "escape": "Esc",
    "backspace": "Back",
}


def owner_sign(owner: int) -> str:
    """The sign of an owner.

    >>> owner_sign(0), owner_sign(-1)
    ('●', ' ')
    """
    return OWNER_SIGNS[owner % len(OWNER_SIGNS)] if owner >= 0 else " "


def keys_text(keys: tuple[str, ...]) -> str:
    """Keys as people know them.

    >>> keys_text(("up", "space")), keys_text(("e",))
    ('↑+Space', 'E')
    """
    return "+".join(KEY_SIGNS.get(key, key.upper() if len(key) == 1 else key.capitalize()) for key in keys)


@lru_cache(maxsize=4096)
def ink_on(background: str) -> str:
    """The text colour that can be read on a background."""
    red, green, blue = (int(background[place : place + 2], 16) for place in (1, 3, 5))
    return INK if red * 299 + green * 587 + blue * 114 > 140_000 else TEXT


@lru_cache(maxsize=4096)
def style(
    colour: str,
    background: str = BACKGROUND,
    bold: bool = False,
    underline: bool = False,
    italic: bool = False,
) -> Style:
    """A style, made once."""
    return Style(color=colour, bgcolor=background, bold=bold, underline=underline, italic=italic)


@lru_cache(maxsize=4096)
def blended(colour: str, other: str, share: float) -> str:
    """`mix`, cached: a board mixes the same few colours over and over."""
    return mix(colour, other, share)


@lru_cache(maxsize=4096)
def one_column(letter: str) -> str:
    """The character, or a question mark if it would not fill exactly one column."""
    return letter if cell_len(letter) == 1 else "?"
