"""The battle: how it begins (L10), its rounds (L11-L13, L15, L16, L8) and how it ends (L14, L17)."""

from garrison.core.engine.events import finish, log
from garrison.core.engine.record import int64
from garrison.core.engine.rule import rule
from garrison.games.loop.rules.blows import (
    enemy_attacks,
    hero_attack,
    hero_attacks,
    hit_enemy,
    hit_hero,
    hit_soldier,
    is_ally,
    is_enemy,
    is_enemy_soldier,
    is_own_soldier,
)
from garrison.games.loop.rules.enemies import attack_of, full_health, note_death
from garrison.games.loop.rules.ground import does_tower_reach, field_at, squared_distance_between
from garrison.games.loop.rules.items import save_character
from garrison.games.loop.rules.rewards import hand_out_rewards
from garrison.games.loop.state import Rules, State
from garrison.games.loop.state.constants import BUILT, Being, Building, Enemy, Reason, Stand
from garrison.games.loop.state.happenings import Happening

# --- The beginning


@rule
def battle_may_start(p: Rules, s: State) -> None:
    """L3, L10: when an enemy's battle radius covers the Character, all whose radii do join, and towers nearby."""
    for index in range(s.enemy_count):
        if begins_battle(p, s.enemy_kinds[index], squared_distance_between(p, s.place, s.enemy_places[index])):
            start_battle(p, s)
            return


@rule
def begins_battle(p: Rules, kind: int, gap: int) -> bool:
    """L10: whether an enemy begins a battle across this distance, squared."""
    radius = p.battle_radius[kind]
    return gap <= radius * radius


@rule
def joins_battle(p: Rules, kind: int, gap: int) -> bool:
    """L10: whether an enemy joins a battle across this distance, squared."""
    return gap <= joining_radius(p, kind) * joining_radius(p, kind)


@rule
def joining_radius(p: Rules, kind: int) -> int:
    """L10: how far away an enemy of this kind joins a battle."""
    return max(p.battle_radius[kind], p.support_radius[kind])


@rule
def start_battle(p: Rules, s: State) -> None:
    """L10: on the Character's tile; enemies that join move there."""
    s.fighting = 1
    fighters = 0
    for index in range(s.enemy_count):
        if joins_battle(p, s.enemy_kinds[index], squared_distance_between(p, s.place, s.enemy_places[index])):
            s.enemy_stands[index] = Stand.FIGHTING
            s.enemy_places[index] = s.place
            fighters += 1
    s.towers = towers_near(p, s, s.place)
    log(s, Happening.BATTLE, fighters, s.towers, field_at(p, s.place))


@rule
def towers_near(p: Rules, s: State, place: int) -> int:
    """L10: the towers that join a battle at a place, within 3 tiles of it."""
    count, battlefield = int64(0), field_at(p, place)
    for index in range(s.site_count):
        field = int64(s.sites[index])
        if s.tiles[field] == BUILT + Building.TOWER:
            count += does_tower_reach(p, field, battlefield)
    return count


# --- A round


@rule
def fight_round(p: Rules, s: State) -> None:
    """L11, L12: Character, soldiers, towers, enemies; then the defeated leave."""
    forget_losses(s)
    hero_turn(p, s)
    for index in range(s.soldier_count):
        soldier_turn(p, s, index)
    for _ in range(s.towers):
        ally_turn(p, s, p.tower_attack)
    for index in range(s.enemy_count):
        enemy_turn(p, s, index)
    end_round(p, s)


@rule
def forget_losses(s: State) -> None:
    """Everybody's losses are counted per round."""
    s.hero_lost = 0
    for index in range(s.soldier_count):
        s.soldier_lost[index] = 0
    for index in range(s.enemy_count):
        s.enemy_lost[index] = 0


@rule
def hero_turn(p: Rules, s: State) -> None:
    """L11: the Character attacks everybody on the other side. L8: a stunned one skips its turn."""
    if s.stunned == 1:
        s.stunned = 0
        log(s, Happening.DAZED)
        return
    for index in range(s.soldier_count):
        if is_enemy_soldier(s, index):
            hit_soldier(p, s, index, hero_attack_on_soldier(p, s))
    for index in range(s.enemy_count):
        if is_enemy(s, index):
            hero_attacks(p, s, index)


@rule
def soldier_turn(p: Rules, s: State, index: int) -> None:
    """L11: a soldier fights for its side, even if it was defeated in this round."""
    if s.soldier_turned[index] == 0:
        ally_turn(p, s, p.soldier_attack)
        return
    if s.health > 0:
        hit_hero(p, s, p.soldier_attack, False)
    for other in range(s.soldier_count):
        if is_own_soldier(s, other):
            hit_soldier(p, s, other, p.soldier_attack)
    for other in range(s.enemy_count):
        if is_ally(s, other):
            hit_enemy(p, s, other, p.soldier_attack)


@rule
def ally_turn(p: Rules, s: State, attack: int) -> None:
    """L11, L15: soldiers, towers and enemies in a trance attack everybody on the enemy side."""
    for index in range(s.soldier_count):
        if is_enemy_soldier(s, index):
            hit_soldier(p, s, index, attack)
    for index in range(s.enemy_count):
        if is_enemy(s, index):
            hit_enemy(p, s, index, attack)


@rule
def enemy_turn(p: Rules, s: State, index: int) -> None:
    """L11, L16: an enemy fights for the side it is on; Elan Muske also heals its own."""
    stand = s.enemy_stands[index]
    if stand == Stand.TRANCED:
        ally_turn(p, s, attack_of(p, s.enemy_kinds[index]))
    elif stand == Stand.FIGHTING:
        enemy_attacks(p, s, index)
        if s.enemy_kinds[index] == Enemy.ELAN and s.enemy_health[index] > 0:
            heal_enemy_side(p, s, index)


@rule
def heal_enemy_side(p: Rules, s: State, healer: int) -> None:
    """L8: every other living one on the enemy side by 5, never above its full health."""
    for index in range(s.soldier_count):
        if is_enemy_soldier(s, index):
            gain = min(p.elan_healing, p.soldier_health - s.soldier_health[index])
            s.soldier_health[index] += gain
            log_healing(s, Being.SOLDIER, s.soldier_serials[index], gain, s.soldier_health[index])
    for index in range(s.enemy_count):
        if index != healer and is_enemy(s, index):
            kind = int64(s.enemy_kinds[index])
            gain = min(p.elan_healing, full_health(p, kind) - s.enemy_health[index])
            s.enemy_health[index] += gain
            log_healing(s, Being.ENEMY + kind, s.enemy_serials[index], gain, s.enemy_health[index])


@rule
def log_healing(s: State, being: int, serial: int, gain: int, health: int) -> None:
    """There is no event for those already at full health."""
    if gain > 0:
        log(s, Happening.HEALED, being, serial, gain, health)


@rule
def hero_attack_on_soldier(p: Rules, s: State) -> int:
    """L20: against a turned soldier no weapon has a special power."""
    return hero_attack(p, s, Enemy.SLUG)  # an enemy that no weapon names


# --- The end of a round


@rule
def end_round(p: Rules, s: State) -> None:
    """L11, L14, L17: losses are logged, the defeated leave, and the battle or the game may be over."""
    log_losses(s)
    bury_soldiers(s)
    bury_enemies(s)
    if s.health == 0 and not save_character(p, s):
        log(s, Happening.LOST)
        finish(s, Reason.KILLED, 0)
    elif not has_enemy_side(s):
        hand_out_rewards(p, s)
        end_battle(s)
    else:
        trances_end(s)


@rule
def log_losses(s: State) -> None:
    """L12: one event for each that lost health, in list order."""
    if s.hero_lost > 0:
        log(s, Happening.HURT, Being.CHARACTER, 0, s.hero_lost, s.health)
    for index in range(s.soldier_count):
        if s.soldier_lost[index] > 0:
            serial, health = s.soldier_serials[index], s.soldier_health[index]
            log(s, Happening.HURT, Being.SOLDIER, serial, s.soldier_lost[index], health)
    for index in range(s.enemy_count):
        if s.enemy_lost[index] > 0:
            being = Being.ENEMY + int64(s.enemy_kinds[index])
            log(s, Happening.HURT, being, s.enemy_serials[index], s.enemy_lost[index], s.enemy_health[index])


@rule
def bury_soldiers(s: State) -> None:
    """L11: defeated soldiers leave, whichever side they are on."""
    index = 0
    while index < s.soldier_count:
        if s.soldier_health[index] == 0:
            log(s, Happening.DIED, Being.SOLDIER, s.soldier_serials[index])
            remove_soldier(s, index)
        else:
            index += 1


@rule
def remove_soldier(s: State, index: int) -> None:
    """The later ones move up."""
    s.soldier_count -= 1
    for other in range(index, s.soldier_count):
        s.soldier_health[other] = s.soldier_health[other + 1]
        s.soldier_turned[other] = s.soldier_turned[other + 1]
        s.soldier_lost[other] = s.soldier_lost[other + 1]
        s.soldier_serials[other] = s.soldier_serials[other + 1]


@rule
def bury_enemies(s: State) -> None:
    """L11, L14: defeated enemies leave the battle; what they give comes at its end."""
    for index in range(s.enemy_count):
        is_here = s.enemy_stands[index] == Stand.FIGHTING or s.enemy_stands[index] == Stand.TRANCED
        if is_here and s.enemy_health[index] == 0:
            s.enemy_stands[index] = Stand.FALLEN
            note_death(s, index)


@rule
def has_enemy_side(s: State) -> bool:
    """L14: whether anybody is left on the enemy side."""
    for index in range(s.soldier_count):
        if is_enemy_soldier(s, index):
            return True
    for index in range(s.enemy_count):
        if is_enemy(s, index):
            return True
    return False


@rule
def trances_end(s: State) -> None:
    """L16: a trance covers its round and the next two."""
    for index in range(s.enemy_count):
        if s.enemy_stands[index] == Stand.TRANCED:
            s.enemy_trances[index] -= 1
            if s.enemy_trances[index] == 0:
                s.enemy_stands[index] = Stand.FIGHTING
                log(s, Happening.AWOKE, s.enemy_kinds[index], s.enemy_serials[index])


@rule
def end_battle(s: State) -> None:
    """L8, L14: a stun ends, and turned soldiers (all defeated by now) are gone with the battle."""
    s.fighting = 0
    s.stunned = 0
    s.towers = 0
