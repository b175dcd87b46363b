"""What reaches how far in a position of Siege, in plain Python: for scenes and bots, who must not compile anything."""

from __future__ import annotations

from collections.abc import Iterator

from garrison.games.siege.state import (
    BUILDING_COLUMNS,
    BUILDING_ROWS,
    ENGINE_COLUMNS,
    ENGINE_ROWS,
    MOST_UNITS,
    Building,
    Engine,
    Unit,
)
from garrison.games.siege.state.terrain import Ground

WAYS_UP = (Building.WALL, Building.GATE, Building.LADDER)


class View:
    """A position as lists, read once; the names are those of the record."""

    def __init__(self, p, s) -> None:
        self.p, self.s = p, s
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

    # --- Fields

    def neighbours(self, field: int) -> Iterator[int]:
        """The fields beside a field."""
        column = field % self.columns
        if field >= self.columns:
            yield field - self.columns
        if column < self.columns - 1:
            yield field + 1
        if field < self.count - self.columns:
            yield field + self.columns
        if column > 0:
            yield field - 1

    def line(self, field: int, down: int, across: int, steps: int) -> int:
        """The field so many steps away in a direction, or -1 off the map."""
        row, column = field // self.columns + down * steps, field % self.columns + across * steps
        return row * self.columns + column if 0 <= row < self.rows and 0 <= column < self.columns else -1

    def distance(self, one: int, other: int) -> int:
        """G2 for two fields."""
        rows = abs(one // self.columns - other // self.columns)
        return rows + abs(one % self.columns - other % self.columns) - 1

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

    def beside(self, building: int) -> list[int]:
        """The fields that touch a building by a side."""
        own = set(self.building_fields(building))
        return sorted({near for field in own for near in self.neighbours(field)} - own)

    # --- Moving and shooting

    def is_open(self, player: int, field: int) -> bool:
        """G7: ground, building, ship or siege unit that a land unit may enter from anywhere."""
        if self.siege_at[field] or self.ship_at[field]:
            return True
        kind = self.building_on(field)
        if kind == 0:
            return self.ground[field] == Ground.GRASS
        is_own = self.building_owner[self.building_at[field] - 1] == player
        return kind == Building.LADDER or (kind == Building.GATE and is_own)

    def is_way_up(self, field: int) -> bool:
        """G7: whether a wall may be entered from there."""
        if self.siege_at[field]:
            return self.siege_on(field) == Engine.TOWER
        return self.building_on(field) in WAYS_UP

    def can_pass(self, player: int, origin: int, field: int) -> bool:
        """G7: whether a land unit may go from field to field, whoever stands there."""
        if self.is_open(player, field):
            return True
        return self.building_on(field) == Building.WALL and self.is_way_up(origin)

    def reachable(self, unit: int, steps: int) -> dict[int, int]:
        """G6: the fields that a land unit can come to, each with the field before it on a shortest way."""
        player, start = unit // MOST_UNITS, self.unit_field[unit]
        came, edge = {start: start}, [start]
        for _ in range(steps):
            following = []
            for field in edge:
                for near in self.neighbours(field):
                    if near not in came and not self.unit_at[near] and self.can_pass(player, field, near):
                        came[near] = field
                        following.append(near)
            edge = following
        return came

    def is_high(self, field: int) -> bool:
        """G12: on a wall or in a siege tower."""
        if self.siege_at[field]:
            return self.siege_on(field) == Engine.TOWER
        return self.building_on(field) == Building.WALL

    def can_hit(self, kind: int, origin: int, field: int) -> bool:
        """G11, G12: whether a land unit on one field reaches another with its action."""
        distance = self.distance(origin, field)
        if kind != Unit.ARCHERS:
            return distance == 0
        if self.is_high(origin) and not self.is_high(field):
            distance = max(distance - int(self.p.height_bonus), 0)
        elif self.is_high(field) and not self.is_high(origin):
            distance += int(self.p.height_bonus)
        return distance <= int(self.p.archers_range)

    def targets(self, unit: int) -> list[int]:
        """G11, G12: the fields of the enemies that a land unit may attack from where it stands."""
        kind, origin, other = self.unit_kind[unit], self.unit_field[unit], 1 - unit // MOST_UNITS
        fields = (self.unit_field[enemy] for enemy in self.units(other))
        return [field for field in fields if self.can_hit(kind, origin, field)]

    def can_fight(self, unit: int) -> bool:
        """G13: not exhausted, and with somebody to attack."""
        return not self.unit_spent[unit] and bool(self.targets(unit))

    def ends(self, engine: int) -> list[int]:
        """The fields that touch the ends of a ram or trebuchet in the line of its length; fewer at the map's edge."""
        fields = self.engine_fields(engine)
        down, across = (0, 1) if fields[1] == fields[0] + 1 else (1, 0)
        found = [self.line(fields[0], -down, -across, 1), self.line(fields[1], down, across, 1)]
        return [field for field in found if field >= 0]

    def ram_targets(self, ram: int) -> list[int]:
        """G14: the fields in front of a ram's ends where something can be rammed."""
        own = {self.building_at[field] for field in self.engine_fields(ram)}
        return [
            field
            for field in self.ends(ram)
            if self.building_on(field) not in (0, Building.CASTLE, Building.CAMP) and self.building_at[field] not in own
        ]

    # --- Siege units and ships

    def can_lie(self, player: int, engine: int, field: int) -> bool:
        """G8, G9: whether a siege unit or ship may come to lie on a field, or covers it already."""
        if self.engine_kind[engine] == Engine.SHIP:
            return self.ground[field] == Ground.WATER and self.ship_at[field] in (0, engine + 1)
        if self.siege_at[field] == engine + 1:
            return True
        if self.unit_at[field] or self.siege_at[field]:
            return False
        if self.ship_at[field] or not self.building_at[field]:
            return bool(self.ship_at[field]) or self.ground[field] == Ground.GRASS
        slot = self.building_at[field] - 1
        return self.building_kind[slot] == Building.GATE and self.building_owner[slot] == player

    def is_held(self, engine: int) -> bool:
        """G9: a ship on which a siege unit is only partly."""
        if self.engine_kind[engine] != Engine.SHIP:
            return False
        own = self.engine_fields(engine)
        return any(
            self.ship_at[part] != engine + 1
            for field in own
            if self.siege_at[field]
            for part in self.engine_fields(self.siege_at[field] - 1)
        )

    def roam(self, player: int, engine: int, steps: int) -> set[int]:
        """G8, G9: the fields that a siege unit or ship can come to cover by moving, without those it covers."""
        start = self.engine_fields(engine)
        found, edge = {tuple(start)}, [tuple(start)]
        for _ in range(0 if self.is_held(engine) else steps):
            following = []
            for fields in edge:
                for down, across in ((-1, 0), (0, 1), (1, 0), (0, -1)):
                    goal = tuple(self.line(field, down, across, 1) for field in fields)
                    if goal in found or min(goal) < 0 or not all(self.can_lie(player, engine, f) for f in goal):
                        continue
                    found.add(goal)
                    following.append(goal)
            edge = following
        return {field for fields in found for field in fields} - set(start)

    def shots(self, trebuchet: int) -> list[tuple[int, int, int]]:
        """G15: end, roll and field of every roll with which a trebuchet hits a field of the map."""
        ends = self.engine_fields(trebuchet)
        down, across = (0, 1) if ends[1] == ends[0] + 1 else (1, 0)
        found = []
        for end, sign in ((ends[0], -1), (ends[1], 1)):
            for roll, number in enumerate(self.p.trebuchet_fields.tolist(), 1):
                field = self.line(end, sign * down, sign * across, number)
                if number and field >= 0:
                    found.append((end, roll, field))
        return found
