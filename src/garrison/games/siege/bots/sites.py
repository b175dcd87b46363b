"""Where the captain puts things: castles and camps, barracks, ports and ships."""

from __future__ import annotations

from collections.abc import Callable

import numpy as np

from garrison.games.siege.bots.plan import ROADS, Plan
from garrison.games.siege.bots.routes import FAR, distances, inner, lands, parts
from garrison.games.siege.show.view import View
from garrison.games.siege.state import FIELD_CAPACITY, NOBODY, Building, Phase, Plane

SMALL, LARGE = 2, 3  # fields along the sides of a port and a camp
CAMP_AWAY = 3  # steps from the castle to a camp on the enemy's land
PORT_AWAY = 6  # distance from the castle's middle within which a port is considered
SLACK, FORWARD = 4, 2  # how much worse than the best a place for a castle or camp, and for barracks, may be


def fields_of(plan: Plan) -> list[int]:
    """The fields that can be chosen."""
    return sorted(action for action in plan.legal if action < FIELD_CAPACITY)


def any_of_best(plan: Plan, cost: Callable[[int], int], slack: int) -> int:
    """One of the fields with the least cost or little more, at random, so that games differ."""
    costs = {field: cost(field) for field in fields_of(plan)}
    least = min(costs.values())
    return plan.dice.choice([field for field, worth in costs.items() if worth <= least + slack])


def first_castle(plan: Plan) -> int:
    """In the widest open country with room for both sides, near the middle of the map."""
    view, grass = plan.view, plan.dry
    middle = view.rows // 2 * view.columns + view.columns // 2
    costs: dict[int, int] = dict.fromkeys(fields_of(plan), FAR)
    for width in range(ROADS):
        for land in lands(view.columns, grass)[:1]:
            for field in _roomy(plan, land):
                costs[field] = plan.distance(field, middle) + narrowness(plan, field, LARGE, 3) - width * view.count
        grass = inner(grass, view.columns)
    return any_of_best(plan, costs.__getitem__, SLACK)


def _roomy(plan: Plan, land: list[int]) -> list[int]:
    """Where a castle could stand on a land and leave the enemy a place far away on the same land."""
    view, own, far = plan.view, set(land), int(plan.p.castle_distance) + 2 * LARGE
    orders: list[Callable[[int], int]] = [lambda at: sum(divmod(at, view.columns)), lambda at: _slope(view, at)]
    corners = [end(land, key=order) for order in orders for end in (min, max)]
    centres = {field: field + view.columns + 1 for field in fields_of(plan)}
    return [
        field
        for field, centre in centres.items()
        if centre in own and any(plan.distance(centre, corner) >= far for corner in corners)
    ]


def _slope(view: View, field: int) -> int:
    """An order of fields in which two corners of a land come first and last."""
    return field // view.columns - field % view.columns


def nearest_to_enemy(plan: Plan) -> int:
    """On the enemy's land if possible, else by the sea; near the enemy."""
    view = plan.view

    def cost(field: int) -> int:
        for width, steps in enumerate(plan.roads):
            if steps[field + view.columns + 1] < FAR:
                narrow = narrowness(plan, field, LARGE, 3)
                return width * view.count + steps[field + view.columns + 1] + narrow
        away = min((plan.distance(field, view.building_field[base]) for base in plan.own_bases), default=0)
        return 2 * FAR + plan.distance(field, plan.goals[0]) + away + FAR * (not is_at_sea(plan, field, LARGE))

    return any_of_best(plan, cost, SLACK)


# --- Barracks and camps


def camp_places(plan: Plan, castle: int) -> list[int]:
    """Roughly where a castle could build a camp on the enemy's land."""
    view, steps = plan.view, np.array(plan.shore)
    kinds = np.frombuffer(view.plane(view.building_field[castle], Plane.BUILDING_RANGE), dtype=np.uint8)
    near = _squares(plan, kinds >> (Building.CAMP - Building.BARRACKS) & 1).any(axis=2)
    dry = _squares(plan, np.frombuffer(plan.dry, dtype=np.uint8)).all(axis=2)
    found = np.zeros((view.rows, view.columns), dtype=bool)
    found[: near.shape[0], : near.shape[1]] = near & dry
    return np.flatnonzero(found.ravel() & (CAMP_AWAY <= steps) & (steps < FAR)).tolist()


def _squares(plan: Plan, fields: np.ndarray) -> np.ndarray:
    """The numbers on the fields of every camp on the map, by the row and the column of its first field."""
    board = fields.reshape(plan.view.rows, plan.view.columns)
    windows = np.lib.stride_tricks.sliding_window_view(board, (LARGE, LARGE))
    return windows.reshape(*windows.shape[:2], LARGE * LARGE)


def camp_place(plan: Plan) -> int:
    """On the enemy's land, near the castle, but not among enemy units, and where ours have not been yet."""
    view, good = plan.view, set(camp_places(plan, int(plan.s.building)))

    def cost(field: int) -> int:
        centre = field + view.columns + 1
        enemies = sum(plan.distance(centre, at) < CAMP_AWAY + LARGE for at in plan.enemy_fields)
        own = sum(plan.distance(centre, at) < CAMP_AWAY + LARGE for at in plan.own_fields)
        return plan.shore[field] + 2 * enemies + own if field in good else 2 * FAR

    return any_of_best(plan, cost, 1)


def berth(plan: Plan, field: int, way: int) -> tuple[bool, int]:
    """Where a ship can be boarded, and then near the enemy's shore."""
    view = plan.view
    fields = parts(view.columns, field, way)
    can_board = any(plan.dry[near] for part in fields for near in plan.beside[part])
    return not can_board, plan.courses.get((field, way), FAR)


def port_places(plan: Plan) -> list[int]:
    """Where on the castle's land a port would touch the open sea, the nearest to the enemy's shore first.

    While no port is chosen yet, these are all fields near the castle.
    """
    fields = fields_of(plan) if plan.s.phase == Phase.PLACE else _near_castle(plan)
    home = _home(plan)
    found = [field for field in fields if home[field] < FAR and is_at_sea(plan, field, SMALL)]
    return sorted(found, key=lambda field: (-_quays(plan, field), _offing(plan, field)))


def _quays(plan: Plan, field: int) -> int:
    """How many fields of water beside a port there also touch land, so that ships can be boarded."""
    view = plan.view
    own = set(view.rectangle(field, SMALL, SMALL))
    wet = {near for part in own if part < view.count for near in plan.beside[part] if plan.water[near]}
    return min(sum(any(plan.dry[near] for near in set(plan.beside[at]) - own) for at in wet), 2)


def _offing(plan: Plan, field: int) -> int:
    """How far a field is from the enemy's shore."""
    return min((plan.distance(field, wet) for wet in plan.landings), default=0)


def _home(plan: Plan) -> list[int]:
    """Steps on land from the chosen castle."""
    view = plan.view
    return distances(plan.dry, view.columns, tuple(view.beside(max(int(plan.s.building), 0))))


def is_at_sea(plan: Plan, field: int, length: int) -> bool:
    """Whether a building there would touch a large body of water."""
    view, water = plan.view, plan.water
    parts = [part for part in view.rectangle(field, length, length) if part < view.count]
    wet = next((near for part in parts for near in plan.beside[part] if water[near]), None)
    return wet is not None and sum(steps < FAR for steps in distances(water, view.columns, (wet,))) > view.columns


def _near_castle(plan: Plan) -> list[int]:
    """Fields around the castle where a port could be."""
    view, castle = plan.view, int(plan.s.building)
    if castle == NOBODY:
        return []
    centre = view.building_field[castle] + view.columns + 1
    return [
        field for field in range(view.count) if plan.distance(field, centre) <= PORT_AWAY and plan.open_fields[field]
    ]


def forward(plan: Plan) -> int:
    """On the castle's own land, towards the enemy: holding the ground there keeps the other from growing."""
    home = _home(plan)

    def cost(field: int) -> int:
        return plan.way(field) + FAR * (home[field] >= FAR) + narrowness(plan, field, SMALL, 2)

    return any_of_best(plan, cost, FORWARD)


def narrowness(plan: Plan, field: int, length: int, width: int) -> int:
    """How many fields around a building there are not open land: it should not block the way."""
    view = plan.view
    top, left = field // view.columns - width, field % view.columns - width
    around = [
        row * view.columns + column
        for row in range(max(top, 0), min(top + length + 2 * width, view.rows))
        for column in range(max(left, 0), min(left + length + 2 * width, view.columns))
    ]
    return (length + 2 * width) ** 2 - sum(plan.dry[at] for at in around)
