"""A position of Siege as lists: what stands where, and how far it reaches by the rules."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import numpy as np

from garrison.games.siege.state import (
    BUILDING_COLUMNS,
    BUILDING_ROWS,
    ENGINE_COLUMNS,
    ENGINE_ROWS,
    MOST_UNITS,
    Plane,
    Rules,
    State,
)

Reach = Callable[[int, int], Any]  # the planes of the rule `reach`, by player and field


class View:
    """A position as lists, read once, for the player who is to act; the names are those of the record."""

    def __init__(self, p: Rules, s: State, reach: Reach) -> None:
        self.p, self.s, self.player = p, s, int(s.waiting) >> 1
        self.rows, self.columns = int(s.rows), int(s.columns)
        self.count = self.rows * self.columns
        self.ground = s.ground[: self.count].tolist()
        self.unit_at = s.unit_at[: self.count].tolist()
        self.building_at = s.building_at[: self.count].tolist()
        self.siege_at = s.siege_at[: self.count].tolist()
        self.ship_at = s.ship_at[: self.count].tolist()
        self.building_kind = s.building_kind.tolist()
        self.building_owner = s.building_owner.tolist()
        self.building_field = s.building_field.tolist()
        self.engine_kind = s.engine_kind.tolist()
        self.unit_kind = s.unit_kind.tolist()
        self.unit_field = s.unit_field.tolist()
        self.unit_spent = s.unit_spent.tolist()
        self._reach = reach
        self._arrays: dict[int, Any] = {}
        self._planes: dict[tuple[int, int], bytes] = {}

    # --- What the rules say

    def plane(self, field: int, plane: int) -> bytes:
        """A plane of `reach` for what is on a field: one number for every field of the map."""
        if (field, plane) not in self._planes:
            if field not in self._arrays:
                self._arrays[field] = self._reach(self.player, field)
            self._planes[field, plane] = self._arrays[field][plane, : self.rows, : self.columns].tobytes()
        return self._planes[field, plane]

    def marked(self, field: int, plane: int) -> list[int]:
        """The fields that have a number in a plane of `reach`."""
        return np.flatnonzero(np.frombuffer(self.plane(field, plane), dtype=np.uint8)).tolist()

    def beside(self, building: int) -> list[int]:
        """G3: the fields that touch a castle, camp, barracks, workshop or port by a side."""
        return self.marked(self.building_field[building], Plane.BESIDE)

    # --- What stands there

    def units(self, player: int) -> list[int]:
        """A player's land units."""
        first = player * MOST_UNITS
        return [unit for unit in range(first, first + int(self.s.unit_top[player])) if self.unit_kind[unit]]

    def owner_on(self, field: int) -> int:
        """Whose land unit stands on a field, or -1."""
        return (self.unit_at[field] - 1) // MOST_UNITS if self.unit_at[field] else -1

    def building_on(self, field: int) -> int:
        """The kind of the building on a field, or 0."""
        return self.building_kind[self.building_at[field] - 1] if self.building_at[field] else 0

    def siege_on(self, field: int) -> int:
        """The kind of the siege unit on a field, or 0."""
        return self.engine_kind[self.siege_at[field] - 1] if self.siege_at[field] else 0

    def engine_fields(self, engine: int) -> list[int]:
        """The fields of a siege unit or ship."""
        s = self.s
        kind, way, field = self.engine_kind[engine], int(s.engine_way[engine]), int(s.engine_field[engine])
        return self.rectangle(field, int(ENGINE_ROWS[kind][way]), int(ENGINE_COLUMNS[kind][way]))

    def building_fields(self, building: int) -> list[int]:
        """The fields of a building."""
        kind, way = self.building_kind[building], int(self.s.building_way[building])
        field = self.building_field[building]
        return self.rectangle(field, int(BUILDING_ROWS[kind][way]), int(BUILDING_COLUMNS[kind][way]))

    def inside(self, engine: int) -> list[int]:
        """G17, G18: the land units on the fields of a siege unit or ship."""
        return [self.unit_at[field] - 1 for field in self.engine_fields(engine) if self.unit_at[field]]

    def controller(self, engine: int) -> int:
        """G4: whose land units are inside a siege unit or ship; -1 if there are none, or of both."""
        owners = {soldier // MOST_UNITS for soldier in self.inside(engine)}
        return owners.pop() if len(owners) == 1 else -1

    def rectangle(self, field: int, rows: int, columns: int) -> list[int]:
        """The fields of a rectangle with this top left field."""
        return [field + row * self.columns + column for row in range(rows) for column in range(columns)]
