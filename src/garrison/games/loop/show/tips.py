"""What a chosen card would do on every field where it may be placed, and what is in range already."""

from collections.abc import Callable, Iterator
from typing import Any

import numpy as np

from garrison.core.plain import plain
from garrison.games.loop import REACH
from garrison.games.loop.rules.ground import field_at, first_path_place, may_build
from garrison.games.loop.show.words import use
from garrison.games.loop.state.constants import BUILT, NO_PLACE, NOTHING, Building
from garrison.look.scene import FieldTip

Reach = Callable[[int, int], Any]  # `Position.reach`
RANGED: dict[int, str] = {Building.TOWER: "tower", Building.CAMPFIRE: "campfire"}  # by the names in REACH
SENDING = (Building.ZOMBIE_PIT, Building.VAMPIRE_CASTLE)


def tips(p, s, reach: Reach) -> Iterator[FieldTip]:
    """L24: what the chosen card does from each field where it may be placed, and on which tiles of the path."""
    if s.chosen == NOTHING:
        return
    card = Building(int(s.cards[s.chosen]))
    steps = _steps(p, reach, RANGED[card]) if card in RANGED else []
    for field in range(int(p.width * p.height)):
        if plain(may_build)(card, int(s.tiles[field])):
            tiles = _tiles(p, s, card, field, steps)
            yield FieldTip(field, _words(p, card, len(tiles)), tiles)


def _words(p, card: Building, tiles: int) -> str:
    where = f"; it reaches {tiles or 'no'} tile{'' if tiles == 1 else 's'} of the path" if card in RANGED else ""
    words = use(p, card)
    return f"{words[0].upper()}{words[1:]}{where}."


def _tiles(p, s, card: Building, field: int, steps: list[tuple[int, int]]) -> tuple[int, ...]:
    """The tiles of the path on which it acts; those built on the path act where they stand."""
    wide, high = int(p.width), int(p.height)
    row, column = divmod(field, wide)
    if card in SENDING:
        return (int(plain(field_at)(p, int(plain(first_path_place)(p, s, column, row)))),)
    near = ((row + down, column + across) for down, across in steps)
    fields = (y * wide + x for y, x in near if 0 <= y < high and 0 <= x < wide)
    return tuple(one for one in fields if s.place_of[one] != NO_PLACE)


def _steps(p, reach: Reach, name: str) -> list[tuple[int, int]]:
    """L29: rows down and columns across to all that is in range; the four corners of the world show all of it."""
    bottom, right = int(p.height) - 1, int(p.width) - 1
    found = set()
    for row, column in ((0, 0), (0, right), (bottom, 0), (bottom, right)):
        plane = reach(0, row * (right + 1) + column)[REACH.index(name)][: bottom + 1, : right + 1]
        found |= {(int(y) - row, int(x) - column) for y, x in np.argwhere(plane)}
    return sorted(found)


def range_fields(p, s, reach: Reach) -> list[int]:
    """With a tower or a campfire chosen: what those already standing reach."""
    card = int(s.cards[s.chosen]) if s.chosen != NOTHING else 0
    if card not in RANGED:
        return []
    standing = np.flatnonzero(s.tiles == BUILT + card)
    planes = [reach(0, int(field))[REACH.index(RANGED[card])] for field in standing]
    is_reached = np.any([plane[: int(p.height), : int(p.width)] for plane in planes], axis=0)
    return [int(field) for field in np.flatnonzero(is_reached)]
