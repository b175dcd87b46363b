"""The world: its ground (L1, L2), where buildings may stand (L24) and what they do from there on."""

from garrison.core.engine.events import log
from garrison.core.engine.grid import COLUMN_STEP, ROW_STEP
from garrison.core.engine.record import Array, int64
from garrison.core.engine.rule import rule
from garrison.games.loop.state import Rules, State
from garrison.games.loop.state.constants import BUILT, NO_PLACE, SITES, Building, Enemy, Ground, Plane, Road
from garrison.games.loop.state.happenings import Happening


@rule
def lay_out_world(p: Rules, s: State) -> None:
    """L1, L2: the path with the castle at its start, the meadow around it, and the buildings of the world file."""
    lay_path(p, s)
    for field in range(p.width * p.height):
        s.tiles[field] = ground_of(p, s, field)
    count_free_tiles(p, s)
    index = 0
    while p.building_kinds[index] != 0:  # the last one is always found: nothing can be built on the castle
        build(p, s, p.building_kinds[index], int64(p.building_y[index]) * p.width + int64(p.building_x[index]))
        index += 1


@rule
def lay_path(p: Rules, s: State) -> None:
    """L1: place 0 is the Hero's Castle."""
    for field in range(p.width * p.height):
        s.place_of[field] = NO_PLACE
    for place in range(p.path_length):
        s.place_of[field_at(p, place)] = place


@rule
def ground_of(p: Rules, s: State, field: int) -> int:
    """What a field is while nothing is built on it."""
    place = s.place_of[field]
    if place != NO_PLACE:
        return Ground.CASTLE if place == 0 else Ground.ROAD
    is_beside = first_path_place(p, s, field % p.width, field // p.width) != NO_PLACE
    return Ground.ROADSIDE if is_beside else Ground.MEADOW


@rule
def count_free_tiles(p: Rules, s: State) -> None:
    """L24: how many tiles of each ground are left to build on."""
    for field in range(p.width * p.height):
        if s.tiles[field] <= Ground.ROAD:
            s.free[s.tiles[field]] += 1


@rule
def field_at(p: Rules, place: int) -> int:
    """The field of a path tile."""
    return int64(p.path_y[place]) * p.width + int64(p.path_x[place])


@rule
def place_after(p: Rules, place: int, stride: int) -> int:
    """L1: the place of the tile before or after one on the path, or the same, by a stride from -1 to 1."""
    target = int64(place) + stride
    if target < 0:
        return target + p.path_length
    return int64(0) if target == p.path_length else target


@rule
def first_path_place(p: Rules, s: State, x: int, y: int) -> int:
    """L5: the place of the first path tile up, right, down or left of a tile, the castle's included."""
    for direction in range(4):
        near_x, near_y = x + COLUMN_STEP[direction], y + ROW_STEP[direction]
        if 0 <= near_x < p.width and 0 <= near_y < p.height:
            place = s.place_of[near_y * p.width + near_x]
            if place != NO_PLACE:
                return int64(place)
    return int64(NO_PLACE)


@rule
def may_build(building: int, tile: int) -> bool:
    """L24: whether a building may stand on a tile."""
    return tile <= Ground.ROAD and (SITES[building] >> tile) & 1 == 1


@rule
def has_site(s: State, building: int) -> bool:
    """L24: whether there is any tile left for a building."""
    room = 0
    for ground in range(s.free.shape[0]):
        room += ((SITES[building] >> ground) & 1) * s.free[ground]
    return room > 0


@rule
def build(p: Rules, s: State, building: int, field: int) -> None:
    """L24: put up a building, for good."""
    s.free[s.tiles[field]] -= 1
    s.tiles[field] = BUILT + building
    log(s, Happening.BUILT, building, field)
    if is_site(building):
        s.sites[s.site_count] = field
        s.site_count += 1
    else:
        mark_path(p, s, building, field)


@rule
def is_site(building: int) -> bool:
    """Whether a building is listed: zombie pits, vampire castles and towers are."""
    return building <= Building.TOWER


@rule
def mark_path(p: Rules, s: State, building: int, field: int) -> None:
    """What the other buildings change on the path."""
    if building == Building.CAMPFIRE:
        light_campfire(p, s, field)
    else:
        s.road[s.place_of[field]] |= road_bit(building)


@rule
def road_bit(building: int) -> int:
    """The bit that a building on the path has there."""
    if building == Building.VILLAGE:
        return Road.VILLAGE
    if building == Building.BARRACKS:
        return Road.BARRACKS
    return Road.TRAP


@rule
def light_campfire(p: Rules, s: State, field: int) -> None:
    """L7, L13, L29: the path tiles where a campfire frightens vampires, and those where it helps the Character."""
    for place in range(p.path_length):
        if does_campfire_frighten(p, field, field_at(p, place)):
            s.road[place] |= Road.SCARY
        if does_campfire_reach(p, field, field_at(p, place)):
            s.road[place] |= Road.WARM


@rule
def remove_from_path(p: Rules, s: State, building: int, place: int) -> None:
    """L24, L28, L38: a sprung trap, or what has fallen down, is gone, and its tile is free again."""
    s.road[place] &= 255 - road_bit(building)
    s.tiles[field_at(p, place)] = Ground.ROAD
    s.free[Ground.ROAD] += 1


# --- Distances


@rule
def does_tower_reach(p: Rules, tower: int, field: int) -> bool:
    """L10, L29: whether a tower on one field fights on another."""
    return squared_distance(p, tower, field) <= p.tower_radius * p.tower_radius


@rule
def does_campfire_reach(p: Rules, campfire: int, field: int) -> bool:
    """L13, L29: whether a campfire on one field doubles the attack on another."""
    return squared_distance(p, campfire, field) <= p.campfire_radius * p.campfire_radius


@rule
def does_campfire_frighten(p: Rules, campfire: int, field: int) -> bool:
    """L7, L29: whether a campfire on one field turns vampires round on another."""
    return squared_distance(p, campfire, field) <= fright_radius(p) * fright_radius(p)


@rule
def fright_radius(p: Rules) -> int:
    """L7: how far a campfire frightens vampires, which is as far as they come to join a battle."""
    return p.support_radius[Enemy.VAMPIRE]


@rule
def write_reach(p: Rules, field: int, planes: Array) -> None:
    """L7, L10, L13, L29: what a tower and a campfire on a field reach, or would reach."""
    for y in range(p.height):
        for x in range(p.width):
            planes[Plane.TOWER, y, x] = does_tower_reach(p, field, y * p.width + x)
            planes[Plane.CAMPFIRE, y, x] = does_campfire_reach(p, field, y * p.width + x)
            planes[Plane.FRIGHT, y, x] = does_campfire_frighten(p, field, y * p.width + x)


@rule
def squared_distance(p: Rules, field: int, other: int) -> int:
    """L6: between the centres of two fields, squared."""
    across = field % p.width - other % p.width
    down = field // p.width - other // p.width
    return across * across + down * down


@rule
def squared_distance_between(p: Rules, place: int, other: int) -> int:
    """L6: between two path tiles, squared."""
    across = int64(p.path_x[place]) - int64(p.path_x[other])
    down = int64(p.path_y[place]) - int64(p.path_y[other])
    return across * across + down * down
