"""How the captain plays the units' part: strike enemies in reach, march on, sail where there is no path."""

from __future__ import annotations

from garrison.games.siege.bots.plan import Plan
from garrison.games.siege.bots.routes import FAR, distances, next_places, parts
from garrison.games.siege.state import NOBODY, Phase, Plane, Press, Threat, Unit

MOVES = (*(int(Press.UP) + direction for direction in range(4)), int(Press.TURN_LEFT))
FULL = 2  # land units aboard that make a ship sail
YIELDING = 5  # turns after which a ship that is blocked moves aside
WAITING = 6  # a ship waits for others that are within this many steps


def march(plan: Plan) -> int:
    """The next action of the units' part."""
    phase = int(plan.s.phase)
    if phase == Phase.LAND:
        return _go(plan, int(plan.s.unit))
    if phase == Phase.WHICH:
        return _which(plan, int(plan.s.spot))
    if phase == Phase.ENGINE:
        return _sail(plan) if plan.s.engine == NOBODY else int(Press.DONE)
    if phase == Phase.MOVED:
        return _sail(plan)
    return _choose(plan)


def _choose(plan: Plan) -> int:
    """A ship that should sail, else a unit that can strike, else the foremost that can march, else the end."""
    view, inside = plan.view, plan.s.ship != NOBODY
    if not inside:
        for ship in plan.ships:
            if _is_to_sail(plan, ship):
                return next(view.unit_field[unit] for unit in plan.crew(ship) if not view.unit_spent[unit])
    ready = [unit for unit in plan.ready if view.unit_field[unit] in plan.legal]
    ready.sort(key=lambda unit: -plan.way(view.unit_field[unit]))
    # Archers clear the way; the rearmost strike, so that those in front can move on.
    for unit in sorted(ready, key=lambda unit: view.unit_kind[unit] != Unit.ARCHERS):
        if _blow(plan, unit, _steps(plan, unit)):
            return view.unit_field[unit]
    for unit in reversed(ready):
        if _can_gain(plan, unit):
            return view.unit_field[unit]
    return int(Press.DONE if inside else Press.END_UNITS)


def _steps(plan: Plan, unit: int) -> int:
    return plan.unit_move[plan.view.unit_kind[unit] - 1]


def _which(plan: Plan, field: int) -> int:
    """The ship if it should sail, else the land unit."""
    ship = plan.view.ship_at[field] - 1
    if ship >= 0 and Press.PLAY_SHIP in plan.legal and _is_to_sail(plan, ship):
        return int(Press.PLAY_SHIP)
    return int(Press.PLAY_UNIT)


# --- On land


def _go(plan: Plan, unit: int) -> int:
    """A blow if there is one, the next step towards one, or the next step of the march."""
    here = plan.view.unit_field[unit]
    blow = _blow(plan, unit, int(plan.s.steps_left))
    if blow:
        stand, victim = blow
        return victim if stand == here else plan.first_step(unit, stand)
    best = _best_field(plan, unit)
    return int(Press.DONE) if best == here else plan.first_step(unit, best)


def _blow(plan: Plan, unit: int, steps: int) -> tuple[int, int] | None:
    """Where to stand and whom to strike: the victim nearest to what matters, from the best field."""
    view, here, kind = plan.view, plan.view.unit_field[unit], plan.view.unit_kind[unit]
    reach = steps + 1 + (plan.archers_range if kind == Unit.ARCHERS else 0)
    if not plan.enemies_around[here]:
        return None
    near = [field for field in plan.enemy_fields if plan.distance(here, field) < reach]
    if not near:
        return None
    stands, attack = plan.stands(unit), int(Threat.SHOT if kind == Unit.ARCHERS else Threat.STRIKE)
    threats = {victim: view.plane(victim, Plane.THREATS) for victim in near}
    pairs = [(stand, victim) for victim in near for stand in stands if threats[victim][stand] & attack]
    if not pairs:
        return None
    if kind == Unit.ARCHERS:
        ways = plan.ways
        return min(pairs, key=lambda pair: (plan.is_dangerous(pair[0]), -plan.distance(*pair), ways[pair[1]], pair))
    return min(pairs, key=lambda pair: (plan.ways_home[pair[0]], plan.ways[pair[1]], plan.ways[pair[0]], pair))


def _can_gain(plan: Plan, unit: int) -> bool:
    """Whether a unit has a better field beside it; units at sea or cut off look further."""
    view, here = plan.view, plan.view.unit_field[unit]
    if here in plan.posts:
        return _room(plan, unit) != here
    if view.ship_at[here] or plan.way(here) >= FAR:
        return _best_field(plan, unit) != here
    free = [near for near in plan.beside[here] if plan.open_fields[near] and not view.unit_at[near]]
    if plan.holds(here):
        free = [near for near in free if not plan.is_dangerous(near)]
        if free and plan.is_dangerous(here):
            return True
    return any(_lure(plan, near) < _lure(plan, here) for near in free)


def _best_field(plan: Plan, unit: int) -> int:
    """The reachable field nearest to what matters; the unit's own if none is nearer."""
    here = plan.view.unit_field[unit]
    if here in plan.posts:
        return _room(plan, unit)
    stands = plan.stands(unit)
    if plan.holds(here):
        stands = [field for field in stands if not plan.is_dangerous(field)] or stands
    if plan.way(here) >= FAR:
        return min(stands, key=lambda field: (_boarding(plan, field), _ashore(plan, field), field != here, field))
    return min(stands, key=lambda field: (*_lure(plan, field), field != here, field))


def _room(plan: Plan, unit: int) -> int:
    """Where a unit beside a castle goes to make room for those waiting behind; its own field if nobody waits."""
    view, here = plan.view, plan.view.unit_field[unit]
    waiting = [near for near in plan.beside[here] if view.owner_on(near) == plan.player and near not in plan.posts]
    if not waiting:
        return here
    goals = [field for field in plan.stands(unit) if field in plan.posts]
    return max(goals, key=lambda field: (min(plan.distance(field, at) for at in waiting), field == here, field))


def _lure(plan: Plan, field: int) -> tuple[int, int]:
    """How far a field is from the army's goals, around others and through them; intruders matter most."""
    return min(plan.flow[field], plan.ways_home[field]), plan.way(field)


# --- At sea


def _boarding(plan: Plan, field: int) -> int:
    """How good a field is for units that are cut off: on the foremost ship, else near a seat on one."""
    ship = plan.view.ship_at[field] - 1
    return plan.course(ship) - FAR if ship >= 0 else plan.ways_aboard[field]


def _ashore(plan: Plan, field: int) -> int:
    """How much dry land a seat on a ship touches: the first to come leave such seats to the others."""
    return sum(plan.dry[near] for near in plan.beside[field]) if plan.view.ship_at[field] else 0


def _is_to_sail(plan: Plan, ship: int) -> bool:
    """A ship that has somewhere to go, and enough crew or nobody to wait for."""
    view, crew, fields = plan.view, plan.crew(ship), plan.view.engine_fields(ship)
    if not any(not view.unit_spent[unit] for unit in crew) or not 0 < plan.course(ship) < FAR:
        return False
    if plan.ways[fields[0]] < FAR or (len(crew) < FULL and _is_somebody_coming(plan, fields)):
        return False
    return _next_move(plan, ship) is not None


def _is_somebody_coming(plan: Plan, fields: list[int]) -> bool:
    """Whether a unit ashore has a short path to a ship."""
    steps = distances(plan.open_fields, plan.view.columns, tuple(fields))
    return any(steps[field] <= WAITING for field in plan.stranded)


def _sail(plan: Plan) -> int:
    """The next move or turn towards a landing; then the first of the crew is exhausted and the others go ashore."""
    ship = int(plan.s.ship)
    move = _next_move(plan, ship)
    if move is not None:
        return move
    view = plan.view
    if plan.s.phase == Phase.MOVED:
        crew = [unit for unit in plan.crew(ship) if not view.unit_spent[unit]]
        return view.unit_field[min(crew, key=lambda unit: -plan.way(view.unit_field[unit]))]
    return _choose(plan)


def _next_move(plan: Plan, ship: int) -> int | None:
    """The button that brings a ship nearer to a landing, around other ships if necessary; None if none does.

    Now and then a ship gives way, so that ships do not block one another for ever.
    """
    gives_way = (int(plan.s.turns[plan.player]) + ship) % YIELDING == 0
    if gives_way and plan.s.phase == Phase.MOVED:
        return None
    nearer = _nearer(plan, ship, plan.courses) or _nearer(plan, ship, plan.courses_round_others(ship))
    return _aside(plan, ship) if gives_way and nearer is None else nearer


def _aside(plan: Plan, ship: int) -> int | None:
    """A button that moves a ship anywhere else."""
    place = (int(plan.s.engine_field[ship]), int(plan.s.engine_way[ship]))
    for button, near in zip(MOVES, next_places(plan.view.columns, *place), strict=True):
        is_allowed = plan.s.ship == NOBODY or button in plan.legal
        if is_allowed and near in plan.courses and _is_clear(plan, ship, near):
            return button
    return None


def _nearer(plan: Plan, ship: int, known: dict[tuple[int, int], int]) -> int | None:
    """The button that brings a ship nearer to a landing on these courses."""
    place = (int(plan.s.engine_field[ship]), int(plan.s.engine_way[ship]))
    here, places = known.get(place, FAR), next_places(plan.view.columns, *place)
    for button, near in zip(MOVES, places, strict=True):
        is_allowed = plan.s.ship == NOBODY or button in plan.legal
        if is_allowed and known.get(near, FAR) < here and _is_clear(plan, ship, near):
            return button
    return None


def _is_clear(plan: Plan, ship: int, place: tuple[int, int]) -> bool:
    """Whether no other ship lies there."""
    return all(plan.view.ship_at[part] in (0, ship + 1) for part in parts(plan.view.columns, *place))
