"""Where the captain puts things: castles and camps, barracks, ports and ships."""

from __future__ import annotations

from collections.abc import Callable

import numpy as np

from garrison.games.siege.bots.paths import FAR, distances, inner, lands, parts
from garrison.games.siege.bots.survey import ROADS, Survey
from garrison.games.siege.rules.setup import SIDE
from garrison.games.siege.show.view import View
from garrison.games.siege.state import ACROSS, BUILDING_ROWS, FIELD_CAPACITY, NOBODY, Building, Phase, Plane

SMALL = int(BUILDING_ROWS[Building.PORT, ACROSS])  # fields along the side of barracks and of a port
CAMP_AWAY = 3  # steps from the castle to a camp on the enemy's land
PORT_AWAY = 6  # distance from the castle's middle within which a port is considered
SLACK, FORWARD = 4, 2  # how much worse than the best a place for a castle or camp, and for barracks, may be


def fields_of(survey: Survey) -> list[int]:
    """The fields that can be chosen."""
    return sorted(action for action in survey.legal if action < FIELD_CAPACITY)


def any_of_best(survey: Survey, cost: Callable[[int], int], slack: int) -> int:
    """One of the fields with the least cost or little more, at random, so that games differ."""
    costs = {field: cost(field) for field in fields_of(survey)}
    least = min(costs.values())
    return survey.dice.choice([field for field, worth in costs.items() if worth <= least + slack])


def first_castle(survey: Survey) -> int:
    """In the widest open country with room for both sides, near the middle of the map."""
    view, grass = survey.view, survey.dry
    middle = view.rows // 2 * view.columns + view.columns // 2
    costs: dict[int, int] = dict.fromkeys(fields_of(survey), FAR)
    for width in range(ROADS):
        for land in lands(view.columns, grass)[:1]:
            for field in _roomy(survey, land):
                costs[field] = survey.distance(field, middle) + narrowness(survey, field, SIDE, 3) - width * view.count
        grass = inner(grass, view.columns)
    return any_of_best(survey, costs.__getitem__, SLACK)


def _roomy(survey: Survey, land: list[int]) -> list[int]:
    """Where a castle could stand on a land and leave the enemy a place far away on the same land."""
    view, own, far = survey.view, set(land), int(survey.p.castle_distance) + 2 * SIDE
    orders: list[Callable[[int], int]] = [lambda at: sum(divmod(at, view.columns)), lambda at: _slope(view, at)]
    corners = [end(land, key=order) for order in orders for end in (min, max)]
    centres = {field: survey.centre(field) for field in fields_of(survey)}
    return [
        field
        for field, centre in centres.items()
        if centre in own and any(survey.distance(centre, corner) >= far for corner in corners)
    ]


def _slope(view: View, field: int) -> int:
    """An order of fields in which two corners of a land come first and last."""
    return field // view.columns - field % view.columns


def nearest_to_enemy(survey: Survey) -> int:
    """On the enemy's land if possible, else by the sea; near the enemy."""
    view = survey.view

    def cost(field: int) -> int:
        for width, steps in enumerate(survey.roads):
            if steps[survey.centre(field)] < FAR:
                narrow = narrowness(survey, field, SIDE, 3)
                return width * view.count + steps[survey.centre(field)] + narrow
        away = min((survey.distance(field, view.building_field[base]) for base in survey.own_bases), default=0)
        return 2 * FAR + survey.distance(field, survey.goals[0]) + away + FAR * (not is_at_sea(survey, field, SIDE))

    return any_of_best(survey, cost, SLACK)


# --- Barracks and camps


def camp_places(survey: Survey, castle: int) -> list[int]:
    """Roughly where a castle could build a camp on the enemy's land."""
    view, steps = survey.view, np.array(survey.shore)
    kinds = np.frombuffer(view.plane(view.building_field[castle], Plane.BUILDING_RANGE), dtype=np.uint8)
    near = _squares(survey, kinds >> (Building.CAMP - Building.BARRACKS) & 1).any(axis=2)
    dry = _squares(survey, np.frombuffer(survey.dry, dtype=np.uint8)).all(axis=2)
    found = np.zeros((view.rows, view.columns), dtype=bool)
    found[: near.shape[0], : near.shape[1]] = near & dry
    return np.flatnonzero(found.ravel() & (CAMP_AWAY <= steps) & (steps < FAR)).tolist()


def _squares(survey: Survey, fields: np.ndarray) -> np.ndarray:
    """The numbers on the fields of every camp on the map, by the row and the column of its first field."""
    board = fields.reshape(survey.view.rows, survey.view.columns)
    windows = np.lib.stride_tricks.sliding_window_view(board, (SIDE, SIDE))
    return windows.reshape(*windows.shape[:2], SIDE * SIDE)


def camp_place(survey: Survey) -> int:
    """On the enemy's land, near the castle, but not among enemy units, and where ours have not been yet."""
    good = set(camp_places(survey, int(survey.s.building)))

    def cost(field: int) -> int:
        centre = survey.centre(field)
        enemies = sum(survey.distance(centre, at) < CAMP_AWAY + SIDE for at in survey.enemy_fields)
        own = sum(survey.distance(centre, at) < CAMP_AWAY + SIDE for at in survey.own_fields)
        return survey.shore[field] + 2 * enemies + own if field in good else 2 * FAR

    return any_of_best(survey, cost, 1)


def berth(survey: Survey, field: int, way: int) -> tuple[bool, int]:
    """Where a ship can be boarded, and then near the enemy's shore."""
    view = survey.view
    fields = parts(view.columns, field, way)
    can_board = any(survey.dry[near] for part in fields for near in survey.beside[part])
    return not can_board, survey.courses.get((field, way), FAR)


def port_places(survey: Survey) -> list[int]:
    """Where on the castle's land a port would touch the open sea, the nearest to the enemy's shore first.

    While no port is chosen yet, these are all fields near the castle.
    """
    fields = fields_of(survey) if survey.s.phase == Phase.PLACE else _near_castle(survey)
    home = _home(survey)
    found = [field for field in fields if home[field] < FAR and is_at_sea(survey, field, SMALL)]
    return sorted(found, key=lambda field: (-_quays(survey, field), _offing(survey, field)))


def _quays(survey: Survey, field: int) -> int:
    """How many fields of water beside a port there also touch land, so that ships can be boarded."""
    view = survey.view
    own = set(view.rectangle(field, SMALL, SMALL))
    wet = {near for part in own if part < view.count for near in survey.beside[part] if survey.water[near]}
    return min(sum(any(survey.dry[near] for near in set(survey.beside[at]) - own) for at in wet), 2)


def _offing(survey: Survey, field: int) -> int:
    """How far a field is from the enemy's shore."""
    return min((survey.distance(field, wet) for wet in survey.landings), default=0)


def _home(survey: Survey) -> list[int]:
    """Steps on land from the chosen castle."""
    view = survey.view
    return distances(survey.dry, view.columns, tuple(view.beside(max(int(survey.s.building), 0))))


def is_at_sea(survey: Survey, field: int, length: int) -> bool:
    """Whether a building there would touch a large body of water."""
    view, water = survey.view, survey.water
    parts = [part for part in view.rectangle(field, length, length) if part < view.count]
    wet = next((near for part in parts for near in survey.beside[part] if water[near]), None)
    return wet is not None and sum(steps < FAR for steps in distances(water, view.columns, (wet,))) > view.columns


def _near_castle(survey: Survey) -> list[int]:
    """Fields around the castle where a port could be."""
    view, castle = survey.view, int(survey.s.building)
    if castle == NOBODY:
        return []
    centre = survey.centre(view.building_field[castle])
    return [
        field
        for field in range(view.count)
        if survey.distance(field, centre) <= PORT_AWAY and survey.open_fields[field]
    ]


def forward(survey: Survey) -> int:
    """On the castle's own land, towards the enemy: holding the ground there keeps the other from growing."""
    home = _home(survey)

    def cost(field: int) -> int:
        return survey.way(field) + FAR * (home[field] >= FAR) + narrowness(survey, field, SMALL, 2)

    return any_of_best(survey, cost, FORWARD)


def narrowness(survey: Survey, field: int, length: int, width: int) -> int:
    """How many fields around a building there are not open land: it should not block the way."""
    view = survey.view
    top, left = field // view.columns - width, field % view.columns - width
    around = [
        row * view.columns + column
        for row in range(max(top, 0), min(top + length + 2 * width, view.rows))
        for column in range(max(left, 0), min(left + length + 2 * width, view.columns))
    ]
    return (length + 2 * width) ** 2 - sum(survey.dry[at] for at in around)
