"""How the captain sets up and builds: barracks, a port where there is no path on land, and units."""

from __future__ import annotations

from garrison.games.siege.bots.plan import Plan
from garrison.games.siege.bots.routes import FAR, SHAPES, distances, lands
from garrison.games.siege.bots.sites import (
    LARGE,
    berth,
    camp_place,
    camp_places,
    fields_of,
    first_castle,
    forward,
    is_at_sea,
    nearest_to_enemy,
    port_places,
)
from garrison.games.siege.show.words import price
from garrison.games.siege.state import Beside, Building, Phase, Plane, Press
from garrison.games.siege.state.terrain import Ground

BARRACKS = 3  # that the captain wants
CAMPS, GARRISON = 3, 24  # the most camps near the enemy, and coins to hold a new one
SEATS = SHAPES[0][0] * SHAPES[0][1]  # a land unit on each field of a ship
FLEET = 4  # ships with a crew that have not reached a landing yet
WEALTH = 24  # with this many coins, cavalry is raised too
ARCHERS = 0.5  # share of archers


def build(plan: Plan) -> int:
    """The next action of the set-up or of the building part."""
    phase = int(plan.s.phase)
    if phase == Phase.CASTLE:
        return first_castle(plan) if plan.player == 0 else nearest_to_enemy(plan)
    if phase == Phase.CAMP:
        return nearest_to_enemy(plan)
    if phase == Phase.SET_UP:
        return _set_up(plan)
    if phase == Phase.BUILDINGS:
        return _choose_building(plan)
    if phase == Phase.MAKE:
        return _make(plan)
    if phase == Phase.PLACE:
        return _place(plan)
    return min(plan.legal)


# --- The set-up


def _set_up(plan: Plan) -> int:
    """G24: barracks, and a port if the map has other islands; the remaining coins become units."""
    own = plan.buildings(plan.player, Building.BARRACKS, Building.PORT)
    kinds = [plan.view.building_kind[slot] for slot in own]
    if kinds.count(Building.BARRACKS) < BARRACKS - 1 and Press.BARRACKS in plan.legal:
        return int(Press.BARRACKS)
    if Building.PORT not in kinds and _has_islands(plan) and Press.PORT in plan.legal and port_places(plan):
        return int(Press.PORT)
    return int(Press.END_SETUP)


def _has_islands(plan: Plan) -> bool:
    """Whether the map's land is in several pieces."""
    grass = bytes(sign == Ground.GRASS for sign in plan.view.ground)
    return len(lands(plan.view.columns, grass)) > 1


# --- The building part


def _choose_building(plan: Plan) -> int:
    """Makers of units and ships first, as long as those are wanted; then the castle."""
    view = plan.view
    makers = sorted(fields_of(plan), key=lambda field: view.building_on(field) != Building.CAMP)
    for field in makers:
        slot = view.building_at[field] - 1
        kind = view.building_kind[slot]
        if kind in (Building.BARRACKS, Building.CAMP) and _wants_units(plan, slot):
            return field
        is_harbour = kind == Building.PORT or (
            kind == Building.CAMP and is_at_sea(plan, view.building_field[slot], LARGE)
        )
        if is_harbour and _wants_ship(plan):
            return field
    for field in fields_of(plan):
        if view.building_kind[view.building_at[field] - 1] == Building.CASTLE:
            return field
    return int(Press.END_TURN)


def _make(plan: Plan) -> int:
    kind = plan.view.building_kind[int(plan.s.building)]
    if kind == Building.CASTLE:
        return _castle_makes(plan)
    if Press.SHIP in plan.legal and _wants_ship(plan):
        return int(Press.SHIP)
    if plan.dice.random() < ARCHERS and Press.ARCHERS in plan.legal:
        return int(Press.ARCHERS)
    if Press.CAVALRY in plan.legal and plan.s.coins[plan.player] >= WEALTH:
        return int(Press.CAVALRY)
    return int(Press.INFANTRY) if Press.INFANTRY in plan.legal else min(plan.legal)


def _wants_units(plan: Plan, maker: int) -> bool:
    """Always, unless coins are being saved for a camp, or units there are cut off and enough of them wait already."""
    if not _has_room(plan, maker):
        return False
    if _wants_bridgehead(plan) and not plan.intruders and int(plan.s.army[plan.player]):
        return False
    if plan.is_crowded and plan.view.building_kind[maker] != Building.CAMP and _has_place_for_outpost(plan):
        return False
    if any(plan.ways[field] < FAR for field in plan.view.beside(maker)):
        return True
    return len(plan.stranded) < 2 * SEATS or int(plan.s.coins[plan.player]) > 2 * WEALTH


def _has_room(plan: Plan, maker: int) -> bool:
    """Whether one more land unit is allowed, and a field beside its maker is free for it."""
    return Beside.FREE in plan.view.plane(plan.view.building_field[maker], Plane.BESIDE)


# --- Camps


def _wants_bridgehead(plan: Plan) -> bool:
    """A camp on the enemy's land, if there is no path to it."""
    if plan.buildings(plan.player, Building.CAMP) or not plan.enemy_bases or not _is_overseas(plan):
        return False
    return bool(_camp_sites(plan))


def _has_place_for_outpost(plan: Plan) -> bool:
    """A camp near the enemy helps an army that does not get through, and uses coins that can't be spent otherwise."""
    return len(plan.buildings(plan.player, Building.CAMP)) < CAMPS and bool(_camp_sites(plan))


def _camp_sites(plan: Plan) -> list[int]:
    """Where a castle of ours could build a camp."""
    castles = plan.buildings(plan.player, Building.CASTLE)
    return camp_places(plan, castles[0]) if castles else []


def _is_rich(plan: Plan) -> bool:
    """Whether there are coins for a camp and for units to hold it."""
    return int(plan.s.coins[plan.player]) >= price(plan.p, Press.CAMP) + GARRISON


# --- What the castle makes


def _castle_makes(plan: Plan) -> int:
    """Barracks, a port if the enemy is overseas, then more barracks or a camp if there are coins, else coins."""
    barracks, coins = len(plan.buildings(plan.player, Building.BARRACKS)), int(plan.s.coins[plan.player])
    if barracks > 0 and _wants_bridgehead(plan):
        return int(Press.CAMP) if Press.CAMP in plan.legal else int(Press.COINS)
    is_port_wanted = _is_overseas(plan) and not plan.buildings(plan.player, Building.PORT) and port_places(plan)
    if barracks == 0 and Press.BARRACKS in plan.legal:
        return int(Press.BARRACKS)
    if is_port_wanted and Press.PORT in plan.legal:
        return int(Press.PORT)
    if barracks < BARRACKS and coins > WEALTH and Press.BARRACKS in plan.legal:
        return int(Press.BARRACKS)
    if Press.CAMP in plan.legal and _is_rich(plan) and _has_place_for_outpost(plan):
        return int(Press.CAMP)
    return int(Press.COINS)


def _is_overseas(plan: Plan) -> bool:
    """Whether a castle or camp of ours has no path on land to the enemy."""
    return any(all(plan.is_cut_off(field) for field in plan.view.beside(base)) for base in plan.own_bases)


def _wants_ship(plan: Plan) -> bool:
    """Land units are cut off, there are too few seats on ships they could board, and no fleet is under way yet."""
    fleet = [ship for ship in plan.ships if plan.crew(ship) and plan.course(ship) > 0]
    if len(plan.stranded) < SEATS or len(fleet) >= FLEET:
        return False
    steps = distances(plan.open_fields, plan.view.columns, plan.stranded)
    return sum(steps[field] < FAR for field in plan.seats) < SEATS


# --- Where


def _place(plan: Plan) -> int:
    making = int(plan.s.making)
    if making == Press.PORT:
        places = port_places(plan)
        if places:
            return places[0]
    if making == Press.SHIP:
        return min(fields_of(plan), key=lambda field: berth(plan, field, int(plan.s.way)))
    if making == Press.CAMP:
        return camp_place(plan)
    if making >= Press.BARRACKS:
        return forward(plan)
    return min(fields_of(plan), key=lambda field: (plan.way(field), field))
