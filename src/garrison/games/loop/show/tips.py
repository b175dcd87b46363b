"""What a chosen card would do on every field where it may be placed, and what is in range already."""

from collections.abc import Callable, Iterator
from typing import Any

import numpy as np

from garrison.core.plain import plain
from garrison.games.loop.rules.enemies import sent_from
from garrison.games.loop.rules.ground import field_at, first_path_place, may_build
from garrison.games.loop.show.words import use
from garrison.games.loop.state import Rules, State
from garrison.games.loop.state.constants import BUILT, NO_PLACE, NOTHING, Building, Plane
from garrison.look.scene import FieldTip

Reach = Callable[[int, int], Any]  # `Position.reach`
Fields = tuple[int, ...]
# The planes of `reach` that show where a building acts from afar.
RANGED: dict[int, tuple[int, ...]] = {
    Building.TOWER: (Plane.TOWER,),
    Building.CAMPFIRE: (Plane.CAMPFIRE, Plane.FRIGHT),
}


def tips(p: Rules, s: State, reach: Reach) -> Iterator[FieldTip]:
    """L24: what the chosen card does from each field where it may be placed, and on which tiles of the path."""
    if s.chosen == NOTHING:
        return
    card = int(s.cards[s.chosen])
    area = int(p.width * p.height)
    path = s.place_of[:area] != NO_PLACE
    for field in range(area):
        if plain(may_build)(card, int(s.tiles[field])):
            parts = reached_from(p, reach, card, field) & path
            tiles = tuple(np.flatnonzero(parts.any(axis=0)).tolist()) or _sent_to(p, s, card, field)
            yield FieldTip(field, _words(p, card, [int(part.sum()) for part in parts]), tiles)


def _words(p: Rules, card: int, counts: list[int]) -> str:
    words = use(p, card)
    return f"{words[0].upper()}{words[1:]}{_how_far(counts)}."


def _how_far(counts: list[int]) -> str:
    """How many tiles of the path are reached; a campfire may help on some and frighten on others."""
    if len(set(counts)) > 1:
        return f"; it helps you on {_tiles(counts[0])} of the path, and frightens on {counts[1] or 'none'}"
    return f"; it reaches {_tiles(counts[0])} of the path" if counts else ""


def _tiles(count: int) -> str:
    return f"{count or 'no'} tile{'' if count == 1 else 's'}"


def reached_from(p: Rules, reach: Reach, building: int, field: int) -> Any:
    """L7, L29: whether a building acts on each field from afar, a row for each way in which it does."""
    planes, ways = reach(0, field)[:, : int(p.height), : int(p.width)], list(RANGED.get(building, ()))
    return planes[ways].reshape(len(ways), int(p.width * p.height)) > 0


def _sent_to(p: Rules, s: State, card: int, field: int) -> Fields:
    """L5: where those appear whom a building sends; one on the path acts where it stands."""
    if plain(sent_from)(card) == NOTHING:
        return ()
    row, column = divmod(field, int(p.width))
    return (int(plain(field_at)(p, int(plain(first_path_place)(p, s, column, row)))),)


def range_fields(p: Rules, s: State, reach: Reach) -> list[int]:
    """With a tower or a campfire chosen: what those already standing reach."""
    card = int(s.cards[s.chosen]) if s.chosen != NOTHING else 0
    standing = np.flatnonzero(s.tiles == BUILT + card) if card in RANGED else ()
    rows = [reached_from(p, reach, card, int(field)).any(axis=0) for field in standing]
    return [int(field) for field in np.flatnonzero(np.any(rows, axis=0))]
