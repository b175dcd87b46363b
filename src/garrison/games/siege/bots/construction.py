"""How the captain sets up and builds: barracks, a port where there is no path on land, and units."""

from __future__ import annotations

from garrison.games.siege.bots.paths import FAR, SHAPES, distances, lands
from garrison.games.siege.bots.sites import (
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
from garrison.games.siege.bots.survey import Survey
from garrison.games.siege.rules.setup import SIDE
from garrison.games.siege.show.words import price
from garrison.games.siege.state import Beside, Building, Phase, Plane, Press
from garrison.games.siege.state.terrain import Ground

BARRACKS = 3  # that the captain wants
CAMPS, GARRISON = 3, 24  # the most camps near the enemy, and coins to hold a new one
SEATS = SHAPES[0][0] * SHAPES[0][1]  # a land unit on each field of a ship
FLEET = 4  # ships with a crew that have not reached a landing yet
WEALTH = 24  # with this many coins, cavalry is raised too
ARCHERS = 0.5  # share of archers


def build(survey: Survey) -> int:
    """The next action of the set-up or of the building part."""
    phase = int(survey.s.phase)
    if phase == Phase.CASTLE:
        return first_castle(survey) if survey.player == 0 else nearest_to_enemy(survey)
    if phase == Phase.CAMP:
        return nearest_to_enemy(survey)
    if phase == Phase.SET_UP:
        return _set_up(survey)
    if phase == Phase.BUILDINGS:
        return _choose_building(survey)
    if phase == Phase.MAKE:
        return _make(survey)
    if phase == Phase.PLACE:
        return _place(survey)
    return min(survey.legal)


# --- The set-up


def _set_up(survey: Survey) -> int:
    """G24: barracks, and a port if the map has other islands; the remaining coins become units."""
    own = survey.buildings(survey.player, Building.BARRACKS, Building.PORT)
    kinds = [survey.view.building_kind[slot] for slot in own]
    if kinds.count(Building.BARRACKS) < BARRACKS - 1 and Press.BARRACKS in survey.legal:
        return int(Press.BARRACKS)
    if Building.PORT not in kinds and _has_islands(survey) and Press.PORT in survey.legal and port_places(survey):
        return int(Press.PORT)
    return int(Press.END_SETUP)


def _has_islands(survey: Survey) -> bool:
    """Whether the map's land is in several pieces."""
    grass = bytes(sign == Ground.GRASS for sign in survey.view.ground)
    return len(lands(survey.view.columns, grass)) > 1


# --- The building part


def _choose_building(survey: Survey) -> int:
    """Makers of units and ships first, as long as those are wanted; then the castle."""
    view = survey.view
    makers = sorted(fields_of(survey), key=lambda field: view.building_on(field) != Building.CAMP)
    for field in makers:
        slot = view.building_at[field] - 1
        kind = view.building_kind[slot]
        if kind in (Building.BARRACKS, Building.CAMP) and _wants_units(survey, slot):
            return field
        is_harbour = kind == Building.PORT or (
            kind == Building.CAMP and is_at_sea(survey, view.building_field[slot], SIDE)
        )
        if is_harbour and _wants_ship(survey):
            return field
    for field in fields_of(survey):
        if view.building_kind[view.building_at[field] - 1] == Building.CASTLE:
            return field
    return int(Press.END_TURN)


def _make(survey: Survey) -> int:
    kind = survey.view.building_kind[int(survey.s.building)]
    if kind == Building.CASTLE:
        return _castle_makes(survey)
    if Press.SHIP in survey.legal and _wants_ship(survey):
        return int(Press.SHIP)
    if survey.dice.random() < ARCHERS and Press.ARCHERS in survey.legal:
        return int(Press.ARCHERS)
    if Press.CAVALRY in survey.legal and survey.s.coins[survey.player] >= WEALTH:
        return int(Press.CAVALRY)
    return int(Press.INFANTRY) if Press.INFANTRY in survey.legal else min(survey.legal)


def _wants_units(survey: Survey, maker: int) -> bool:
    """Always, unless coins are being saved for a camp, or units there are cut off and enough of them wait already."""
    if not _has_room(survey, maker):
        return False
    if _wants_bridgehead(survey) and not survey.intruders and int(survey.s.army[survey.player]):
        return False
    if survey.is_crowded and survey.view.building_kind[maker] != Building.CAMP and _has_place_for_outpost(survey):
        return False
    if any(survey.ways[field] < FAR for field in survey.view.beside(maker)):
        return True
    return len(survey.stranded) < 2 * SEATS or int(survey.s.coins[survey.player]) > 2 * WEALTH


def _has_room(survey: Survey, maker: int) -> bool:
    """Whether one more land unit is allowed, and a field beside its maker is free for it."""
    return Beside.FREE in survey.view.plane(survey.view.building_field[maker], Plane.BESIDE)


# --- Camps


def _wants_bridgehead(survey: Survey) -> bool:
    """A camp on the enemy's land, if there is no path to it."""
    if survey.buildings(survey.player, Building.CAMP) or not survey.enemy_bases or not _is_overseas(survey):
        return False
    return bool(_camp_sites(survey))


def _has_place_for_outpost(survey: Survey) -> bool:
    """A camp near the enemy helps an army that does not get through, and uses coins that can't be spent otherwise."""
    return len(survey.buildings(survey.player, Building.CAMP)) < CAMPS and bool(_camp_sites(survey))


def _camp_sites(survey: Survey) -> list[int]:
    """Where a castle of ours could build a camp."""
    castles = survey.buildings(survey.player, Building.CASTLE)
    return camp_places(survey, castles[0]) if castles else []


def _is_rich(survey: Survey) -> bool:
    """Whether there are coins for a camp and for units to hold it."""
    return int(survey.s.coins[survey.player]) >= price(survey.p, Press.CAMP) + GARRISON


# --- What the castle makes


def _castle_makes(survey: Survey) -> int:
    """Barracks, a port if the enemy is overseas, then more barracks or a camp if there are coins, else coins."""
    barracks, coins = len(survey.buildings(survey.player, Building.BARRACKS)), int(survey.s.coins[survey.player])
    if barracks > 0 and _wants_bridgehead(survey):
        return int(Press.CAMP) if Press.CAMP in survey.legal else int(Press.COINS)
    is_port_wanted = _is_overseas(survey) and not survey.buildings(survey.player, Building.PORT) and port_places(survey)
    if barracks == 0 and Press.BARRACKS in survey.legal:
        return int(Press.BARRACKS)
    if is_port_wanted and Press.PORT in survey.legal:
        return int(Press.PORT)
    if barracks < BARRACKS and coins > WEALTH and Press.BARRACKS in survey.legal:
        return int(Press.BARRACKS)
    if Press.CAMP in survey.legal and _is_rich(survey) and _has_place_for_outpost(survey):
        return int(Press.CAMP)
    return int(Press.COINS)


def _is_overseas(survey: Survey) -> bool:
    """Whether a castle or camp of ours has no path on land to the enemy."""
    return any(all(survey.is_cut_off(field) for field in survey.view.beside(base)) for base in survey.own_bases)


def _wants_ship(survey: Survey) -> bool:
    """Land units are cut off, there are too few seats on ships they could board, and no fleet is under way yet."""
    fleet = [ship for ship in survey.ships if survey.crew(ship) and survey.course(ship) > 0]
    if len(survey.stranded) < SEATS or len(fleet) >= FLEET:
        return False
    steps = distances(survey.open_fields, survey.view.columns, survey.stranded)
    return sum(steps[field] < FAR for field in survey.seats) < SEATS


# --- Where


def _place(survey: Survey) -> int:
    making = int(survey.s.making)
    if making == Press.PORT:
        places = port_places(survey)
        if places:
            return places[0]
    if making == Press.SHIP:
        return min(fields_of(survey), key=lambda field: berth(survey, field, int(survey.s.way)))
    if making == Press.CAMP:
        return camp_place(survey)
    if making >= Press.BARRACKS:
        return forward(survey)
    return min(fields_of(survey), key=lambda field: (survey.way(field), field))
