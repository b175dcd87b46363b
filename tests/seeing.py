"""What a player sees of a position, by name."""

from __future__ import annotations

from typing import Any

from garrison.core.position import Position
from mustering import DRAWN


def numbers_of(position: Position, player: int = 0) -> dict[str, int]:
    """The numbers of an observation by their names."""
    return dict(zip(position.game.numbers, position.measure(player).tolist(), strict=True))


def planes_of(position: Position, player: int = 0) -> dict[str, Any]:
    """The planes of an observation by their names; where there is a list of entities, it shows the same."""
    planes = dict(zip(position.game.planes, position.observe(player), strict=True))
    if position.game.name in DRAWN:
        for name, drawn in DRAWN[position.game.name](position, player).items():
            assert (drawn == planes[name]).all(), name
    return planes
