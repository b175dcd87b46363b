"""Enemies on the map: how they appear (L4, L5), move (L7) and step on traps (L28)."""

from garrison.core.engine.events import log
from garrison.core.engine.record import int64
from garrison.core.engine.rng import chance, pick
from garrison.core.engine.rule import rule
from garrison.games.loop.rules.ground import field_at, first_path_place, place_after, remove_from_path
from garrison.games.loop.state import Rules, State
from garrison.games.loop.state.constants import (
    BUILT,
    DOGGIE_BIT,
    ELAN_BIT,
    FIRST_BOSS,
    NOTHING,
    PICKUP,
    Being,
    Building,
    Enemy,
    Road,
    Stand,
)
from garrison.games.loop.state.happenings import Happening
from garrison.games.loop.state.parameters import MOST

# --- Strength


@rule
def is_boss(kind: int) -> bool:
    """L4: Doggie or Elan Muske."""
    return kind >= FIRST_BOSS


@rule
def full_health(p: Rules, kind: int) -> int:
    """L36: what an enemy of this kind comes with."""
    return min(max(p.enemy_health[kind] * p.enemy_strength // 100, 1), MOST)


@rule
def attack_of(p: Rules, kind: int) -> int:
    """L36: the attack of an enemy of this kind, before criticals."""
    return min(p.enemy_attack[kind] * p.enemy_strength // 100, MOST)


# --- Spawning


@rule
def spawn(p: Rules, s: State) -> None:
    """L4: slugs, then what the buildings send, the bosses, and the pick-ups."""
    for _ in range(p.slugs[0] + pick(s, p.slugs[1] - p.slugs[0] + 1)):
        appear_on_path(p, s, Enemy.SLUG)
    buildings_spawn(p, s)
    bosses_come(p, s)
    for _ in range(p.gold_tiles):
        pickup_appears(p, s, Road.GOLD)
    if chance(s, p.potion_tile_chance):
        pickup_appears(p, s, Road.POTION)


@rule
def buildings_spawn(p: Rules, s: State) -> None:
    """L4: a zombie from each pit; a vampire from each castle every fifth cycle; in order of placement."""
    for index in range(s.site_count):
        field = int64(s.sites[index])
        place = first_path_place(p, s, field % p.width, field // p.width)
        kind = sent_from(s.tiles[field] - BUILT)
        if kind == Enemy.ZOMBIE or (kind == Enemy.VAMPIRE and s.cycles > 0 and s.cycles % p.vampire_period == 0):
            appear(p, s, kind, place)


@rule
def sent_from(building: int) -> int:
    """L4: the kind of enemy that a building sends, or nothing."""
    if building == Building.ZOMBIE_PIT:
        return Enemy.ZOMBIE
    return Enemy.VAMPIRE if building == Building.VAMPIRE_CASTLE else NOTHING


@rule
def bosses_come(p: Rules, s: State) -> None:
    """L4: Doggie at cycle 20; Elan Muske from cycle 40 on, with enough experience; each once, when there is room."""
    if s.cycles >= p.doggie_cycle and s.bosses_come & DOGGIE_BIT == 0 and has_room(p, s):
        s.bosses_come |= DOGGIE_BIT
        appear_on_path(p, s, Enemy.DOGGIE)
    is_ready = s.cycles >= p.elan_cycle and s.experience >= p.elan_experience
    if is_ready and s.bosses_come & ELAN_BIT == 0 and has_room(p, s):
        s.bosses_come |= ELAN_BIT
        appear_on_path(p, s, Enemy.ELAN)


@rule
def has_room(p: Rules, s: State) -> bool:
    """L4: at 64 enemies no enemy spawns."""
    return s.enemy_count < p.most_enemies


@rule
def appear_on_path(p: Rules, s: State, kind: int) -> None:
    """L4: on a random path tile at least 3 from the Character, the shorter way round, and never the castle."""
    if not has_room(p, s):
        return
    place = int64(0)
    while place == 0:
        ahead = p.spawn_distance + pick(s, p.path_length - 2 * p.spawn_distance + 1)
        place = (s.place + ahead) % p.path_length
    appear(p, s, kind, place)


@rule
def appear(p: Rules, s: State, kind: int, place: int) -> None:
    """An enemy joins those on the map, as the last to arrive."""
    if not has_room(p, s):
        return
    index = s.enemy_count
    s.enemy_count += 1
    s.serial += 1
    s.enemy_kinds[index] = kind
    s.enemy_places[index] = place
    s.enemy_stands[index] = Stand.ROAMING
    s.enemy_ages[index] = 0
    s.enemy_trances[index] = 0
    s.enemy_extra[index] = 0
    s.enemy_health[index] = full_health(p, kind)
    s.enemy_lost[index] = 0
    s.enemy_serials[index] = s.serial
    log(s, Happening.APPEARED, kind, s.serial, field_at(p, place))


@rule
def pickup_appears(p: Rules, s: State, thing: int) -> None:
    """L4: on a random path tile that is neither the castle nor holds a pick-up."""
    if s.pickup_count == p.path_length - 1:
        return
    place = 1 + pick(s, p.path_length - 1)
    while s.road[place] & PICKUP != 0:
        place = 1 + pick(s, p.path_length - 1)
    s.road[place] |= thing
    s.pickup_count += 1
    log(s, Happening.GOLD_APPEARED if thing == Road.GOLD else Happening.POTION_APPEARED, field_at(p, place))


# --- Moving


@rule
def enemies_move(p: Rules, s: State) -> None:
    """L3: in order of arrival."""
    for index in range(s.enemy_count):
        s.enemy_places[index] = place_after(p, s.enemy_places[index], stride(p, s, index))


@rule
def stride(p: Rules, s: State, index: int) -> int:
    """The table of enemies: by how many tiles one moves in this tick, anti-clockwise below 0."""
    if s.enemy_kinds[index] == Enemy.SLUG:
        return slug_stride(p, s)
    tiles, _ = strides(p, s, index)
    if s.enemy_kinds[index] == Enemy.ZOMBIE:
        s.enemy_ages[index] = s.enemy_ages[index] + 1 if tiles == 0 else 0
    return tiles


@rule
def strides(p: Rules, s: State, index: int) -> tuple[int, int]:
    """The table of enemies: the furthest back and the furthest forth that one may move in the next tick. Only a slug
    has a choice; a zombie moves on its 2nd, 4th, ... tick outside battle, and has had one when it has just appeared."""
    kind = s.enemy_kinds[index]
    if kind == Enemy.SLUG:
        return -1 if p.slug_back > 0 else 0, 1 if p.slug_forward > 0 else 0
    if kind == Enemy.ZOMBIE and s.enemy_ages[index] + 1 < p.zombie_period:
        return 0, 0
    return (1, 1) if is_frightened(s, index) else (-1, -1)


@rule
def is_frightened(s: State, index: int) -> bool:
    """L7: a vampire near a campfire."""
    return s.enemy_kinds[index] == Enemy.VAMPIRE and s.road[s.enemy_places[index]] & Road.SCARY != 0


@rule
def slug_stride(p: Rules, s: State) -> int:
    """A quarter forward, a quarter back, else it stays."""
    draw = pick(s, 100)
    if draw < p.slug_forward:
        return 1
    return -1 if draw < p.slug_forward + p.slug_back else 0


@rule
def remove_enemy(s: State, index: int) -> None:
    """The later ones move up, so that the order stays that of arrival."""
    s.enemy_count -= 1
    for other in range(index, s.enemy_count):
        move_up(s, other + 1, other)


@rule
def move_up(s: State, index: int, place: int) -> None:
    """An enemy on the map gets another index in the list; outside battle there is no battle to remember."""
    s.enemy_kinds[place] = s.enemy_kinds[index]
    s.enemy_places[place] = s.enemy_places[index]
    s.enemy_ages[place] = s.enemy_ages[index]
    s.enemy_health[place] = s.enemy_health[index]
    s.enemy_serials[place] = s.enemy_serials[index]
    s.enemy_stands[place] = Stand.ROAMING
    s.enemy_trances[place] = 0
    s.enemy_extra[place] = 0
    s.enemy_lost[place] = 0


@rule
def note_death(s: State, index: int) -> None:
    """L14: a dead boss counts as killed, even if a trap killed it."""
    if s.enemy_kinds[index] == Enemy.DOGGIE:
        s.bosses_killed |= DOGGIE_BIT
    elif s.enemy_kinds[index] == Enemy.ELAN:
        s.bosses_killed |= ELAN_BIT
    log(s, Happening.DIED, Being.ENEMY + int64(s.enemy_kinds[index]), s.enemy_serials[index])


# --- Traps


@rule
def traps_act(p: Rules, s: State) -> None:
    """L28: each trap with enemies on it acts once, on one of them, and is gone."""
    index = 0
    while index < s.enemy_count:
        place = s.enemy_places[index]
        if s.road[place] & Road.TRAP != 0:
            remove_from_path(p, s, Building.TRAP, place)
            if trap_kills(p, s, pick_enemy_on(s, place)):
                continue
        index += 1


@rule
def pick_enemy_on(s: State, place: int) -> int:
    """L28: one of the enemies on a tile, drawn evenly."""
    count = 0
    for index in range(s.enemy_count):
        count += s.enemy_places[index] == place
    draw = pick(s, count)
    enemy = -1
    while draw >= 0:
        enemy += 1
        draw -= s.enemy_places[enemy] == place
    return enemy


@rule
def trap_kills(p: Rules, s: State, index: int) -> bool:
    """L28: it loses 5 health; at 0 it dies, and there is no reward. True if it died."""
    health = max(s.enemy_health[index] - p.trap_damage, 0)
    loss = s.enemy_health[index] - health
    s.enemy_health[index] = health
    log(s, Happening.TRAPPED, s.enemy_kinds[index], s.enemy_serials[index], loss, health)
    if health > 0:
        return False
    note_death(s, index)
    remove_enemy(s, index)
    return True
