"""How the captain sets up and builds: barracks, a port where there is no way on land, and units."""

from __future__ import annotations

from collections.abc import Callable

from garrison.games.siege.bots_plan import FAR, ROADS, Plan, distances, inner, parts
from garrison.games.siege.scene_reach import View
from garrison.games.siege.state import FIELD_CAPACITY, NOBODY, Building, Engine, Mode, Phase, Press
from garrison.games.siege.terrain import Ground

SMALL, LARGE = 2, 3  # fields along the sides of a port and a camp
BARRACKS = 3  # that the captain wants
SEATS = 3  # on a ship
FLEET = 4  # ships with a crew that are not at a landing yet
CAMP_AWAY = 3  # steps that a camp on the enemy's land is away from the castle
WEALTH = 24  # coins from which cavalry is raised too
ARCHERS = 0.5  # share of archers
SLACK, FORWARD = 4, 2  # how much worse than the best place for a castle or camp, and for barracks, may be taken
BARRACKS_BUTTON = int(Press.FIRST_BUILDING)
PORT_BUTTON = int(Press.FIRST_BUILDING) + Building.PORT - Building.BARRACKS
CAMP_BUTTON = int(Press.FIRST_BUILDING) + Building.CAMP - Building.BARRACKS
SHIP_BUTTON = int(Press.FIRST_ENGINE) + Engine.SHIP - Engine.TOWER
ARCHERS_BUTTON = int(Press.FIRST_UNIT) + 1
CAVALRY_BUTTON = int(Press.FIRST_UNIT) + 2


def build(plan: Plan) -> int:
    """The next action of the set-up or of the building part."""
    phase = int(plan.s.phase)
    if phase == Phase.CASTLE:
        return _first_castle(plan) if plan.player == 0 else _nearest_to_enemy(plan)
    if phase == Phase.CAMP:
        return _nearest_to_enemy(plan)
    if phase == Phase.SET_UP:
        return _set_up(plan)
    if phase == Phase.BUILDINGS:
        return _choose_building(plan)
    if phase == Phase.MAKE:
        return _make(plan)
    if phase == Phase.PLACE:
        return _place(plan)
    return min(plan.legal)


def _fields(plan: Plan) -> list[int]:
    return sorted(action for action in plan.legal if action < FIELD_CAPACITY)


# --- The set-up


def _lands(columns: int, grass: bytes) -> list[list[int]]:
    """The fields of every island, the largest first."""
    seen: set[int] = set()
    found = []
    for field, is_grass in enumerate(grass):
        if is_grass and field not in seen:
            steps = distances(grass, columns, (field,))
            found.append([at for at, number in enumerate(steps) if number < FAR])
            seen.update(found[-1])
    return sorted(found, key=len, reverse=True)


def _any_of_best(plan: Plan, cost: Callable[[int], int], slack: int) -> int:
    """One of the fields with the least cost, or little more; chance decides, so that no two games are alike."""
    costs = {field: cost(field) for field in _fields(plan)}
    least = min(costs.values())
    return plan.dice.choice([field for field, worth in costs.items() if worth <= least + slack])


def _first_castle(plan: Plan) -> int:
    """In open country with room for both sides, the widest there is, near to the middle of the map."""
    view, grass = plan.view, plan.dry
    middle = view.rows // 2 * view.columns + view.columns // 2
    costs: dict[int, int] = dict.fromkeys(_fields(plan), FAR)
    for width in range(ROADS):
        for land in _lands(view.columns, grass)[:1]:
            for field in _roomy(plan, land):
                costs[field] = view.distance(field, middle) - width * view.count
        grass = inner(grass, view.columns)
    return _any_of_best(plan, costs.__getitem__, SLACK)


def _roomy(plan: Plan, land: list[int]) -> list[int]:
    """Where a castle could stand on a land and leave the enemy a place far away on the same land."""
    view, own, far = plan.view, set(land), int(plan.p.castle_distance) + 2 * LARGE
    orders: list[Callable[[int], int]] = [lambda at: sum(divmod(at, view.columns)), lambda at: _slope(view, at)]
    corners = [end(land, key=order) for order in orders for end in (min, max)]
    centres = {field: field + view.columns + 1 for field in _fields(plan)}
    return [
        field
        for field, centre in centres.items()
        if centre in own and any(view.distance(centre, corner) >= far for corner in corners)
    ]


def _slope(view: View, field: int) -> int:
    return field // view.columns - field % view.columns


def _nearest_to_enemy(plan: Plan) -> int:
    """On the enemy's land if possible, else at the sea; near to the enemy."""
    view = plan.view

    def cost(field: int) -> int:
        for width, steps in enumerate(plan.roads):
            if steps[field + view.columns + 1] < FAR:
                return width * view.count + steps[field + view.columns + 1]
        away = min((view.distance(field, view.building_field[base]) for base in plan.own_bases), default=0)
        return 2 * FAR + view.distance(field, plan.goals[0]) + away + FAR * (not _is_at_sea(plan, field, LARGE))

    return _any_of_best(plan, cost, SLACK)


def _set_up(plan: Plan) -> int:
    """G24: barracks, and a port if the map has other islands; the coins that are left become units."""
    own = plan.buildings(plan.player, Building.BARRACKS, Building.PORT)
    kinds = [plan.view.building_kind[slot] for slot in own]
    if kinds.count(Building.BARRACKS) < BARRACKS - 1 and BARRACKS_BUTTON in plan.legal:
        return BARRACKS_BUTTON
    if Building.PORT not in kinds and _has_islands(plan) and PORT_BUTTON in plan.legal and _port_places(plan):
        return PORT_BUTTON
    return int(Press.END_SETUP)


def _has_islands(plan: Plan) -> bool:
    grass = bytes(sign == Ground.GRASS for sign in plan.view.ground)
    return len(_lands(plan.view.columns, grass)) > 1


# --- The building part


def _choose_building(plan: Plan) -> int:
    """Makers of units and ships first, as long as those are wanted; then the castle."""
    view = plan.view
    makers = sorted(_fields(plan), key=lambda field: view.building_on(field) != Building.CAMP)
    for field in makers:
        slot = view.building_at[field] - 1
        kind = view.building_kind[slot]
        if kind in (Building.BARRACKS, Building.CAMP) and _wants_units(plan, slot):
            return field
        is_harbour = kind == Building.PORT or (
            kind == Building.CAMP and _is_at_sea(plan, view.building_field[slot], LARGE)
        )
        if is_harbour and _wants_ship(plan):
            return field
    for field in _fields(plan):
        if view.building_kind[view.building_at[field] - 1] == Building.CASTLE:
            return field
    return int(Press.END_TURN)


def _make(plan: Plan) -> int:
    kind = plan.view.building_kind[int(plan.s.building)]
    if kind == Building.CASTLE:
        return _castle_makes(plan)
    if SHIP_BUTTON in plan.legal and _wants_ship(plan):
        return SHIP_BUTTON
    if plan.dice.random() < ARCHERS and ARCHERS_BUTTON in plan.legal:
        return ARCHERS_BUTTON
    if CAVALRY_BUTTON in plan.legal and plan.s.coins[plan.player] >= WEALTH:
        return CAVALRY_BUTTON
    return int(Press.FIRST_UNIT) if Press.FIRST_UNIT in plan.legal else min(plan.legal)


def _wants_units(plan: Plan, maker: int) -> bool:
    """Always, unless coins are saved for a camp, or there is no way from there and enough of them wait already."""
    if _wants_camp(plan) and not plan.intruders and int(plan.s.army[plan.player]):
        return False
    if any(plan.ways[field] < FAR for field in plan.view.beside(maker)):
        return True
    return len(plan.stranded) < 2 * SEATS or int(plan.s.coins[plan.player]) > 2 * WEALTH


def _wants_camp(plan: Plan) -> bool:
    """A camp on the enemy's land, where there is no way to it."""
    castles = plan.buildings(plan.player, Building.CASTLE)
    if plan.p.mode != Mode.STANDARD or not castles or not plan.enemy_bases:
        return False
    if plan.buildings(plan.player, Building.CAMP) or not _is_overseas(plan):
        return False
    return bool(camp_places(plan, castles[0]))


def camp_places(plan: Plan, castle: int) -> list[int]:
    """G19: where a castle could build a camp on the enemy's land, roughly."""
    view, places = plan.view, []
    top, left = divmod(view.building_field[castle], view.columns)
    reach = int(plan.p.build_distance[Building.CAMP - Building.BARRACKS])
    for field, steps in enumerate(plan.shore):
        row, column = divmod(field, view.columns)
        gap = max(abs(row - top) - LARGE + 1, 0) + max(abs(column - left) - LARGE + 1, 0) - 1
        fits = gap <= reach and row + LARGE <= view.rows and column + LARGE <= view.columns
        if fits and CAMP_AWAY <= steps < FAR and all(plan.dry[part] for part in view.rectangle(field, LARGE, LARGE)):
            places.append(field)
    return places


def _castle_makes(plan: Plan) -> int:
    """Barracks, a port if the enemy is overseas, more barracks if there are coins for them, else coins."""
    barracks, coins = len(plan.buildings(plan.player, Building.BARRACKS)), int(plan.s.coins[plan.player])
    if _wants_camp(plan) and barracks > 0:
        return CAMP_BUTTON if CAMP_BUTTON in plan.legal else int(Press.COINS)
    is_port_wanted = _is_overseas(plan) and not plan.buildings(plan.player, Building.PORT) and _port_places(plan)
    if barracks == 0 and BARRACKS_BUTTON in plan.legal:
        return BARRACKS_BUTTON
    if is_port_wanted and PORT_BUTTON in plan.legal:
        return PORT_BUTTON
    if barracks < BARRACKS and coins > WEALTH and BARRACKS_BUTTON in plan.legal:
        return BARRACKS_BUTTON
    return int(Press.COINS)


def _is_overseas(plan: Plan) -> bool:
    """Whether an own castle or camp has no way on land to the enemy."""
    return any(all(plan.is_cut_off(field) for field in plan.view.beside(base)) for base in plan.own_bases)


def _wants_ship(plan: Plan) -> bool:
    """Land units that are cut off, too few seats on ships that they could board, and no fleet under way already."""
    fleet = [ship for ship in plan.ships if plan.crew(ship) and plan.course(ship) > 0]
    if len(plan.stranded) < SEATS or len(fleet) >= FLEET:
        return False
    steps = distances(plan.open_fields, plan.view.columns, plan.stranded)
    return sum(steps[field] < FAR for field in plan.seats) < SEATS


# --- Where


def _place(plan: Plan) -> int:
    making = int(plan.s.making)
    if making == PORT_BUTTON:
        places = _port_places(plan)
        if places:
            return places[0]
    if making == SHIP_BUTTON:
        return min(_fields(plan), key=lambda field: _berth(plan, field, int(plan.s.way)))
    if making == CAMP_BUTTON:
        return _camp_place(plan)
    if making >= Press.FIRST_BUILDING:
        return _forward(plan)
    return min(_fields(plan), key=lambda field: (plan.way(field), field))


def _camp_place(plan: Plan) -> int:
    """On the enemy's land, near to the castle, but not among the enemy's units."""
    view, good = plan.view, set(camp_places(plan, int(plan.s.building)))

    def cost(field: int) -> int:
        centre = field + view.columns + 1
        enemies = sum(view.distance(centre, at) < CAMP_AWAY + LARGE for at in plan.enemy_fields)
        return plan.shore[field] + 2 * enemies if field in good else 2 * FAR

    return _any_of_best(plan, cost, 1)


def _berth(plan: Plan, field: int, way: int) -> tuple[bool, int]:
    """A ship is laid where it can be boarded, and then near to the enemy's shore."""
    view = plan.view
    fields = parts(view.columns, field, way)
    can_board = any(plan.dry[near] for part in fields for near in view.neighbours(part))
    return not can_board, plan.courses.get((field, way), FAR)


def _port_places(plan: Plan) -> list[int]:
    """Where on the castle's land a port would lie at the open sea, the nearest to the enemy's shore first.

    While no port is chosen yet, these are all fields near the castle.
    """
    fields = _fields(plan) if plan.s.phase == Phase.PLACE else _near_castle(plan)
    home = _home(plan)
    found = [field for field in fields if home[field] < FAR and _is_at_sea(plan, field, SMALL)]
    return sorted(found, key=lambda field: (-_quays(plan, field), _offing(plan, field)))


def _quays(plan: Plan, field: int) -> int:
    """How many fields of water beside a port there touch land too, so that ships can be boarded."""
    view = plan.view
    own = set(view.rectangle(field, SMALL, SMALL))
    wet = {near for part in own if part < view.count for near in view.neighbours(part) if plan.water[near]}
    return min(sum(any(plan.dry[near] for near in set(view.neighbours(at)) - own) for at in wet), 2)


def _offing(plan: Plan, field: int) -> int:
    """How far a field is from the enemy's shore."""
    return min((plan.view.distance(field, wet) for wet in plan.landings), default=0)


def _home(plan: Plan) -> list[int]:
    """Steps on land from the chosen castle."""
    view = plan.view
    return distances(plan.dry, view.columns, tuple(view.beside(max(int(plan.s.building), 0))))


def _is_at_sea(plan: Plan, field: int, length: int) -> bool:
    """Whether a building there would touch a large water."""
    view, water = plan.view, plan.water
    parts = [part for part in view.rectangle(field, length, length) if part < view.count]
    wet = next((near for part in parts for near in view.neighbours(part) if water[near]), None)
    return wet is not None and sum(steps < FAR for steps in distances(water, view.columns, (wet,))) > view.columns


def _near_castle(plan: Plan) -> list[int]:
    """Fields around the castle where a port could be."""
    view, castle = plan.view, int(plan.s.building)
    if castle == NOBODY:
        return []
    centre = view.building_field[castle] + view.columns + 1
    return [field for field in range(view.count) if view.distance(field, centre) <= 6 and plan.open_fields[field]]


def _forward(plan: Plan) -> int:
    """On the castle's own land, towards the enemy: whoever holds the ground there keeps the other from growing."""
    home = _home(plan)
    return _any_of_best(plan, lambda field: plan.way(field) + FAR * (home[field] >= FAR), FORWARD)
