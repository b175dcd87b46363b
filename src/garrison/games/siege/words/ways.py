"""Ways of a land unit over the fields that the rule `reach` says it comes to, and of a ship over water."""

from __future__ import annotations

from functools import cached_property

import numpy as np

from garrison.core.engine.record import Array
from garrison.core.plain import plain
from garrison.core.position import Position
from garrison.games.siege.rules.moving import can_step
from garrison.games.siege.state import Plane, Press, State


class Ways:
    """Where the land unit on a field can go from there, as it stands now, each with the shortest way."""

    def __init__(self, position: Position, player: int, field: int) -> None:
        s: State = position.state[0]
        self._s, self._player, self.start = s, player, field
        self._rows, self._columns = int(s.rows), int(s.columns)
        self._planes = position.reach(player, field)[:, : self._rows, : self._columns]
        self._steps: bytes = self._planes[Plane.STEPS].tobytes()
        self._ways: dict[int, tuple[int, ...]] = {field: ()}

    @cached_property
    def goals(self) -> list[int]:
        """The fields that it can come to, by their rows and columns."""
        return [field for field, steps in enumerate(self._steps) if steps]

    @cached_property
    def bits(self) -> int:
        """These fields, and the one where it is, as bits."""
        return bits_of(self._planes[Plane.STEPS]) | 1 << self.start

    def to(self, goal: int) -> tuple[int, ...]:
        """The fields of the shortest way; of several, the one that comes last from above or else from the right."""
        if goal not in self._ways:
            self._ways[goal] = (*self.to(self._before(goal)), goal)
        return self._ways[goal]

    def _before(self, goal: int) -> int:
        steps = self._steps[goal] - 1
        if not steps:
            return self.start
        return next(
            near
            for near in beside(goal, self._rows, self._columns)
            if self._steps[near] == steps and self._leads(near, goal)
        )

    def _leads(self, near: int, goal: int) -> bool:
        """G7: a wall is entered from some fields only."""
        is_open = self._planes[Plane.OPEN][divmod(goal, self._columns)]
        return bool(is_open) or bool(plain(can_step)(self._s, self._player, near, goal))


def bits_of(marks: Array) -> int:
    """The places of what is not 0, as bits.

    >>> bits_of(np.array([0, 7, 0, 1]))
    10
    """
    return int.from_bytes(np.packbits(marks != 0, axis=None, bitorder="little").tobytes(), "little")


def fields_in(bits: int) -> list[int]:
    """The places of bits.

    >>> fields_in(10)
    [1, 3]
    """
    fields = []
    while bits:
        fields.append((bits & -bits).bit_length() - 1)
        bits &= bits - 1
    return fields


def beside(field: int, rows: int, columns: int) -> list[int]:
    """G3: the fields that touch a field by a side: above, right, below, left.

    >>> beside(0, 3, 4), beside(5, 3, 4)
    ([1, 4], [1, 6, 9, 4])
    """
    row, column = divmod(field, columns)
    return [
        *([field - columns] if row else []),
        *([field + 1] if column < columns - 1 else []),
        *([field + columns] if row < rows - 1 else []),
        *([field - 1] if column else []),
    ]


def buttons_to(position: Position, player: int, engine: int, goal: int) -> tuple[int, ...] | None:
    """The buttons that bring the top left field of the chosen siege unit or ship onto a field; None if none do."""
    ways: list[tuple[Position, tuple[int, ...]]] = [(position, ())]
    fields = {int(position.state[0].engine_field[engine])}
    for after, buttons in ways:  # those that are longer are added on the way
        for button in range(Press.UP, Press.LEFT + 1):
            if player in after.waiting and button in after.actions(player):
                further = after.copy()
                further.play(player, button)
                field = int(further.state[0].engine_field[engine])
                if field == goal:
                    return (*buttons, button)
                if field not in fields:
                    fields.add(field)
                    ways.append((further, (*buttons, button)))
    return None
