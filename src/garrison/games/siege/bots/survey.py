"""What the captain knows about a position: who is where, the goals, its strength, and the paths there."""

from __future__ import annotations

from functools import cached_property
from random import Random

import numpy as np

from garrison.core.plain import plain
from garrison.games.siege.bots.paths import FAR, courses, detours, distances, inner, landings, neighbours
from garrison.games.siege.rules import fighting, ground
from garrison.games.siege.rules.setup import SIDE
from garrison.games.siege.show.view import View
from garrison.games.siege.state import Building, Engine, Plane, Unit
from garrison.games.siege.state.terrain import Ground

ROADS = 4  # kinds of roads
ALARM = 7  # distance from our castles and camps within which enemies become goals themselves
STRONGER = 0.7  # with this many times the enemy's land units, the army advances
CROWD, THRICE = 36, 3  # with more land units, and more times the enemy's, an army is crowded
CYCLE, CHARGE = 24, 8  # of this many turns, the army always advances in the last ones
field_distance, neighbour = plain(ground.field_distance), plain(ground.neighbour)
farthest_hit = plain(fighting.farthest_hit)


class Survey:
    """A position seen by one player."""

    def __init__(self, view: View, player: int, legal: list[int], dice: Random) -> None:
        self.view, self.s, self.p, self.player, self.dice = view, view.s, view.p, player, dice
        self.legal = set(legal)
        self.beside = neighbours(view.count, view.columns)
        self.unit_move = view.p.unit_move.tolist()
        self.farthest_hit = {kind: int(farthest_hit(view.p, kind)) for kind in Unit}  # in steps

    def distance(self, one: int, other: int) -> int:
        """G2: how many fields are between two fields."""
        return field_distance(self.view, one, other)

    def centre(self, field: int) -> int:
        """The middle of a castle or camp with this top left field."""
        return field + SIDE // 2 * (self.view.columns + 1)

    def stands(self, unit: int) -> list[int]:
        """Where a land unit can go, and where it is."""
        here = self.view.unit_field[unit]
        return [here, *self.view.marked(here, Plane.STEPS)]

    def first_step(self, unit: int, goal: int) -> int:
        """The first field on a land unit's way to one of these."""
        here = self.view.unit_field[unit]
        return neighbour(self.view, here, self.view.plane(here, Plane.FIRST_STEPS)[goal] - 1)

    # --- Who is where

    @cached_property
    def enemy_fields(self) -> list[int]:
        """The fields of the enemy's land units."""
        return [self.view.unit_field[unit] for unit in self.view.units(1 - self.player)]

    @cached_property
    def own_fields(self) -> list[int]:
        """The fields of our land units."""
        return [self.view.unit_field[unit] for unit in self.view.units(self.player)]

    @cached_property
    def enemies_around(self) -> list[bool]:
        """For every field, whether an enemy is near enough to be attacked from there within one turn."""
        view = self.view
        reach = max(self.unit_move) + max(self.farthest_hit.values())
        near = np.zeros((view.rows + 2 * reach, view.columns + 2 * reach), dtype=bool)
        for field in self.enemy_fields:
            row, column = divmod(field, view.columns)
            near[row : row + 2 * reach + 1, column : column + 2 * reach + 1] = True
        return near[reach : reach + view.rows, reach : reach + view.columns].ravel().tolist()

    @cached_property
    def ready(self) -> list[int]:
        """Our land units that are not exhausted."""
        return [unit for unit in self.view.units(self.player) if not self.view.unit_spent[unit]]

    def buildings(self, player: int, *kinds: int) -> list[int]:
        """A player's buildings of some kinds."""
        view = self.view
        return [
            slot
            for slot in range(int(self.s.building_top))
            if view.building_kind[slot] in kinds and view.building_owner[slot] == player
        ]

    @cached_property
    def enemy_bases(self) -> list[int]:
        """The enemy's castles and camps."""
        return self.buildings(1 - self.player, Building.CASTLE, Building.CAMP)

    @cached_property
    def own_bases(self) -> list[int]:
        """Our castles and camps."""
        return self.buildings(self.player, Building.CASTLE, Building.CAMP)

    # --- Paths on land

    @cached_property
    def goals(self) -> tuple[int, ...]:
        """Fields beside the enemy's castles and camps (in the set-up, castles only); else beside the enemy's units."""
        view = self.view
        bases = self.enemy_bases if self.s.turn else self.buildings(1 - self.player, Building.CASTLE)
        found = {field for base in bases for field in view.beside(base)}
        if not found:
            found = {near for field in self.enemy_fields for near in self.beside[field]}
        return tuple(sorted(found))

    @cached_property
    def posts(self) -> frozenset[int]:
        """Where units stay: the goals and, for a crowded army, the fields where the enemy's units are raised."""
        found = set(self.goals)
        if self.is_crowded:
            makers = self.buildings(1 - self.player, Building.BARRACKS)
            found.update(field for maker in makers for field in self.view.beside(maker) if self.open_fields[field])
        return frozenset(found)

    @cached_property
    def prey(self) -> tuple[int, ...]:
        """Where to go: posts where none of ours stands yet and, for an advancing army, beside all enemies."""
        view, found = self.view, set(self.posts)
        if self.advances:
            found.update(near for field in self.enemy_fields for near in self.beside[field])
        return tuple(sorted(field for field in found if view.owner_on(field) != self.player)) or self.goals

    @cached_property
    def flow(self) -> list[int]:
        """The number of steps from every field to the nearest prey, preferably around our units that stay."""
        ready = {self.view.unit_field[unit] for unit in self.ready}
        staying = [field for field in self.own_fields if field in self.posts or field not in ready]
        return detours(self.open_fields, self.view.columns, self.prey, staying)

    @cached_property
    def intruders(self) -> tuple[int, ...]:
        """Fields beside enemies that are near a castle or camp of ours."""
        view = self.view
        centres = [self.centre(view.building_field[base]) for base in self.own_bases]
        near = [field for field in self.enemy_fields if any(self.distance(field, at) <= ALARM for at in centres)]
        return tuple(sorted({beside for field in near for beside in self.beside[field]}))

    @cached_property
    def open_fields(self) -> bytes:
        """1 for every field that a land unit of ours may enter, whoever stands there."""
        return self.view.plane(0, Plane.OPEN)

    @cached_property
    def ways(self) -> list[int]:
        """The number of steps from every field to the nearest goal."""
        return distances(self.open_fields, self.view.columns, self.goals)

    @cached_property
    def ways_home(self) -> list[int]:
        """The number of steps from every field to the nearest intruder."""
        return distances(self.open_fields, self.view.columns, self.intruders)

    def way(self, field: int) -> int:
        """How far a field is from what matters; intruders matter most."""
        return min(self.ways[field], self.ways_home[field])

    # --- Strength

    @cached_property
    def advances(self) -> bool:
        """Whether the army goes for the goals: it is stronger, it can't grow any more, or it has waited long enough."""
        s, own, other = self.s, int(self.s.army[self.player]), int(self.s.army[1 - self.player])
        if own >= STRONGER * other or int(s.turns[self.player]) % CYCLE >= CYCLE - CHARGE:
            return True
        is_poor = int(s.coins[self.player]) == 0 and not self.buildings(self.player, Building.CASTLE)
        return is_poor or own >= int(self.p.most_units)

    @cached_property
    def is_crowded(self) -> bool:
        """Whether the army is far stronger but has not won yet: it does not get through to the enemy."""
        own, other = int(self.s.army[self.player]), int(self.s.army[1 - self.player])
        return own >= max(CROWD, THRICE * other)

    def holds(self, field: int) -> bool:
        """Whether a unit on a field waits for the others, out of the enemy's reach."""
        return not self.advances and self.ways_home[field] >= FAR

    def is_dangerous(self, field: int) -> bool:
        """Whether an enemy could strike a unit on a field in the next turn; archers are ignored."""
        return any(steps[field] <= reach for steps, reach in self._strikes)

    @cached_property
    def _strikes(self) -> list[tuple[list[int], int]]:
        """Steps from the enemy's infantry and cavalry, and how far each of them strikes."""
        view, found = self.view, []
        for kind in (Unit.INFANTRY, Unit.CAVALRY):
            reach = self.unit_move[kind - 1] + self.farthest_hit[kind]
            strikers = [unit for unit in view.units(1 - self.player) if view.unit_kind[unit] == kind]
            fields = tuple(view.unit_field[unit] for unit in strikers)
            found.append((distances(self.open_fields, view.columns, fields, reach), reach))
        return found

    # --- Paths at sea

    @cached_property
    def dry(self) -> bytes:
        """The open fields without ships."""
        is_open = np.frombuffer(self.open_fields, dtype=bool)
        return (is_open & (self.s.ship_at[: self.view.count] == 0)).tobytes()

    @cached_property
    def shore(self) -> list[int]:
        """The number of steps on land to the nearest goal; FAR on other islands."""
        return distances(self.dry, self.view.columns, self.goals)

    @cached_property
    def roads(self) -> list[list[int]]:
        """The number of steps on roads to the nearest goal: on wide ones, on narrower ones, on any."""
        wide, found, goals = self.dry, [], set(self.goals)
        for _ in range(ROADS):
            found.append(distances(wide, self.view.columns, tuple(sorted(goals))))
            wide = inner(wide, self.view.columns)
            goals.update([near for field in goals for near in self.beside[field]])
        return found[::-1]

    def is_cut_off(self, field: int) -> bool:
        """Whether no goal can be reached from a field on land."""
        return self.shore[field] >= FAR

    @cached_property
    def ships(self) -> list[int]:
        """The ships without enemies inside."""
        view = self.view
        return [
            slot
            for slot in range(int(self.s.engine_top))
            if view.engine_kind[slot] == Engine.SHIP
            and all(view.owner_on(field) != 1 - self.player for field in view.engine_fields(slot))
        ]

    def crew(self, ship: int) -> list[int]:
        """Our land units on a ship."""
        view = self.view
        return [view.unit_at[field] - 1 for field in view.engine_fields(ship) if view.unit_at[field]]

    @cached_property
    def seats(self) -> tuple[int, ...]:
        """The fields on ships that nobody has taken."""
        view = self.view
        return tuple(field for ship in self.ships for field in view.engine_fields(ship) if not view.unit_at[field])

    @cached_property
    def ways_aboard(self) -> list[int]:
        """The number of steps from every field to a seat on a ship."""
        return distances(self.open_fields, self.view.columns, self.seats)

    @cached_property
    def stranded(self) -> tuple[int, ...]:
        """The fields of our land units ashore that have no path to a goal, not even over ships."""
        ship_at = self.view.ship_at
        return tuple(field for field in self.own_fields if self.ways[field] >= FAR and not ship_at[field])

    @cached_property
    def water(self) -> bytes:
        """1 for every field of water."""
        return (self.s.ground[: self.view.count] == Ground.WATER).tobytes()

    @cached_property
    def landings(self) -> tuple[int, ...]:
        """Fields of water beside dry land from which a goal can be reached."""
        return landings(self.water, self.view.columns, self.dry, self.goals)

    @cached_property
    def courses(self) -> dict[tuple[int, int], int]:
        """Moves and turns from every place of a ship (top left field, way it lies) to a landing."""
        return courses(self.water, self.view.columns, self.landings)

    def courses_round_others(self, ship: int) -> dict[tuple[int, int], int]:
        """The same with all other ships in the way."""
        count = self.view.count
        others = self.s.ship_at[:count]
        free = (self.s.ground[:count] == Ground.WATER) & ((others == 0) | (others == ship + 1))
        return courses(free.tobytes(), self.view.columns, self.landings)

    def course(self, ship: int) -> int:
        """How far a ship is from a landing."""
        return self.courses.get((int(self.s.engine_field[ship]), int(self.s.engine_way[ship])), FAR)
