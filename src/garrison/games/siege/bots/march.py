"""How the captain plays the units' part: strike enemies in reach, march on, sail where there is no path."""

from __future__ import annotations

from garrison.games.siege.bots.paths import FAR, distances, next_places, parts
from garrison.games.siege.bots.survey import Survey
from garrison.games.siege.state import NOBODY, Phase, Plane, Press, Threat, Unit

MOVES = (*(int(Press.UP) + direction for direction in range(4)), int(Press.TURN_LEFT))
FULL = 2  # land units aboard that make a ship sail
YIELDING = 5  # turns after which a ship that is blocked moves aside
WAITING = 6  # a ship waits for others that are within this many steps


def march(survey: Survey) -> int:
    """The next action of the units' part."""
    phase = int(survey.s.phase)
    if phase == Phase.LAND:
        return _go(survey, int(survey.s.unit))
    if phase == Phase.WHICH:
        return _which(survey, int(survey.s.spot))
    if phase == Phase.ENGINE:
        return _sail(survey) if survey.s.engine == NOBODY else int(Press.DONE)
    if phase == Phase.MOVED:
        return _sail(survey)
    return _choose(survey)


def _choose(survey: Survey) -> int:
    """A ship that should sail, else a unit that can strike, else the foremost that can march, else the end."""
    view, inside = survey.view, survey.s.ship != NOBODY
    if not inside:
        for ship in survey.ships:
            if _is_to_sail(survey, ship):
                return next(view.unit_field[unit] for unit in survey.crew(ship) if not view.unit_spent[unit])
    ready = [unit for unit in survey.ready if view.unit_field[unit] in survey.legal]
    ready.sort(key=lambda unit: -survey.way(view.unit_field[unit]))
    # Archers clear the way; the rearmost strike, so that those in front can move on.
    for unit in sorted(ready, key=lambda unit: view.unit_kind[unit] != Unit.ARCHERS):
        if _blow(survey, unit, _steps(survey, unit)):
            return view.unit_field[unit]
    for unit in reversed(ready):
        if _can_gain(survey, unit):
            return view.unit_field[unit]
    return int(Press.DONE if inside else Press.END_UNITS)


def _steps(survey: Survey, unit: int) -> int:
    return survey.unit_move[survey.view.unit_kind[unit] - 1]


def _which(survey: Survey, field: int) -> int:
    """The ship if it should sail, else the land unit."""
    ship = survey.view.ship_at[field] - 1
    if ship >= 0 and Press.PLAY_SHIP in survey.legal and _is_to_sail(survey, ship):
        return int(Press.PLAY_SHIP)
    return int(Press.PLAY_UNIT)


# --- On land


def _go(survey: Survey, unit: int) -> int:
    """A blow if there is one, the next step towards one, or the next step of the march."""
    here = survey.view.unit_field[unit]
    blow = _blow(survey, unit, int(survey.s.steps_left))
    if blow:
        stand, victim = blow
        return victim if stand == here else survey.first_step(unit, stand)
    best = _best_field(survey, unit)
    return int(Press.DONE) if best == here else survey.first_step(unit, best)


def _blow(survey: Survey, unit: int, steps: int) -> tuple[int, int] | None:
    """Where to stand and whom to strike: the victim nearest to what matters, from the best field."""
    view, here, kind = survey.view, survey.view.unit_field[unit], survey.view.unit_kind[unit]
    reach = steps + survey.farthest_hit[kind]
    if not survey.enemies_around[here]:
        return None
    near = [field for field in survey.enemy_fields if survey.distance(here, field) < reach]
    if not near:
        return None
    stands, attack = survey.stands(unit), int(Threat.SHOT if kind == Unit.ARCHERS else Threat.STRIKE)
    threats = {victim: view.plane(victim, Plane.THREATS) for victim in near}
    pairs = [(stand, victim) for victim in near for stand in stands if threats[victim][stand] & attack]
    if not pairs:
        return None
    if kind == Unit.ARCHERS:
        ways = survey.ways
        return min(pairs, key=lambda pair: (survey.is_dangerous(pair[0]), -survey.distance(*pair), ways[pair[1]], pair))
    return min(pairs, key=lambda pair: (survey.ways_home[pair[0]], survey.ways[pair[1]], survey.ways[pair[0]], pair))


def _can_gain(survey: Survey, unit: int) -> bool:
    """Whether a unit has a better field beside it; units at sea or cut off look further."""
    view, here = survey.view, survey.view.unit_field[unit]
    if here in survey.posts:
        return _room(survey, unit) != here
    if view.ship_at[here] or survey.way(here) >= FAR:
        return _best_field(survey, unit) != here
    free = [near for near in survey.beside[here] if survey.open_fields[near] and not view.unit_at[near]]
    if survey.holds(here):
        free = [near for near in free if not survey.is_dangerous(near)]
        if free and survey.is_dangerous(here):
            return True
    return any(_lure(survey, near) < _lure(survey, here) for near in free)


def _best_field(survey: Survey, unit: int) -> int:
    """The reachable field nearest to what matters; the unit's own if none is nearer."""
    here = survey.view.unit_field[unit]
    if here in survey.posts:
        return _room(survey, unit)
    stands = survey.stands(unit)
    if survey.holds(here):
        stands = [field for field in stands if not survey.is_dangerous(field)] or stands
    if survey.way(here) >= FAR:
        return min(stands, key=lambda field: (_boarding(survey, field), _ashore(survey, field), field != here, field))
    return min(stands, key=lambda field: (*_lure(survey, field), field != here, field))


def _room(survey: Survey, unit: int) -> int:
    """Where a unit beside a castle goes to make room for those waiting behind; its own field if nobody waits."""
    view, here = survey.view, survey.view.unit_field[unit]
    waiting = [
        near for near in survey.beside[here] if view.owner_on(near) == survey.player and near not in survey.posts
    ]
    if not waiting:
        return here
    goals = [field for field in survey.stands(unit) if field in survey.posts]
    return max(goals, key=lambda field: (min(survey.distance(field, at) for at in waiting), field == here, field))


def _lure(survey: Survey, field: int) -> tuple[int, int]:
    """How far a field is from the army's goals, around others and through them; intruders matter most."""
    return min(survey.flow[field], survey.ways_home[field]), survey.way(field)


# --- At sea


def _boarding(survey: Survey, field: int) -> int:
    """How good a field is for units that are cut off: on the foremost ship, else near a seat on one."""
    ship = survey.view.ship_at[field] - 1
    return survey.course(ship) - FAR if ship >= 0 else survey.ways_aboard[field]


def _ashore(survey: Survey, field: int) -> int:
    """How much dry land a seat on a ship touches: the first to come leave such seats to the others."""
    return sum(survey.dry[near] for near in survey.beside[field]) if survey.view.ship_at[field] else 0


def _is_to_sail(survey: Survey, ship: int) -> bool:
    """A ship that has somewhere to go, and enough crew or nobody to wait for."""
    view, crew, fields = survey.view, survey.crew(ship), survey.view.engine_fields(ship)
    if not any(not view.unit_spent[unit] for unit in crew) or not 0 < survey.course(ship) < FAR:
        return False
    if survey.ways[fields[0]] < FAR or (len(crew) < FULL and _is_somebody_coming(survey, fields)):
        return False
    return _next_move(survey, ship) is not None


def _is_somebody_coming(survey: Survey, fields: list[int]) -> bool:
    """Whether a unit ashore has a short path to a ship."""
    steps = distances(survey.open_fields, survey.view.columns, tuple(fields))
    return any(steps[field] <= WAITING for field in survey.stranded)


def _sail(survey: Survey) -> int:
    """The next move or turn towards a landing; then the first of the crew is exhausted and the others go ashore."""
    ship = int(survey.s.ship)
    move = _next_move(survey, ship)
    if move is not None:
        return move
    view = survey.view
    if survey.s.phase == Phase.MOVED:
        crew = [unit for unit in survey.crew(ship) if not view.unit_spent[unit]]
        return view.unit_field[min(crew, key=lambda unit: -survey.way(view.unit_field[unit]))]
    return _choose(survey)


def _next_move(survey: Survey, ship: int) -> int | None:
    """The button that brings a ship nearer to a landing, around other ships if necessary; None if none does.

    Now and then a ship gives way, so that ships do not block one another for ever.
    """
    gives_way = (int(survey.s.turns[survey.player]) + ship) % YIELDING == 0
    if gives_way and survey.s.phase == Phase.MOVED:
        return None
    nearer = _nearer(survey, ship, survey.courses) or _nearer(survey, ship, survey.courses_round_others(ship))
    return _aside(survey, ship) if gives_way and nearer is None else nearer


def _aside(survey: Survey, ship: int) -> int | None:
    """A button that moves a ship anywhere else."""
    place = (int(survey.s.engine_field[ship]), int(survey.s.engine_way[ship]))
    for button, near in zip(MOVES, next_places(survey.view.columns, *place), strict=True):
        is_allowed = survey.s.ship == NOBODY or button in survey.legal
        if is_allowed and near in survey.courses and _is_clear(survey, ship, near):
            return button
    return None


def _nearer(survey: Survey, ship: int, known: dict[tuple[int, int], int]) -> int | None:
    """The button that brings a ship nearer to a landing on these courses."""
    place = (int(survey.s.engine_field[ship]), int(survey.s.engine_way[ship]))
    here, places = known.get(place, FAR), next_places(survey.view.columns, *place)
    for button, near in zip(MOVES, places, strict=True):
        is_allowed = survey.s.ship == NOBODY or button in survey.legal
        if is_allowed and known.get(near, FAR) < here and _is_clear(survey, ship, near):
            return button
    return None


def _is_clear(survey: Survey, ship: int, place: tuple[int, int]) -> bool:
    """Whether no other ship lies there."""
    return all(survey.view.ship_at[part] in (0, ship + 1) for part in parts(survey.view.columns, *place))
