"""One attacker, one target (L8, L13, L16): who is on which side, and what an attack does."""

from garrison.core.engine.events import log
from garrison.core.engine.record import int64
from garrison.core.engine.rng import chance, pick
from garrison.core.engine.rule import rule
from garrison.games.loop.rules.enemies import attack_of, is_boss
from garrison.games.loop.rules.items import attack_against, damage_taken
from garrison.games.loop.state import Rules, State
from garrison.games.loop.state.constants import Enemy, Item, Road, Slot, Stand
from garrison.games.loop.state.happenings import Happening

# --- Sides


@rule
def is_enemy(s: State, index: int) -> bool:
    """L11: on the enemy side, and not defeated yet."""
    return s.enemy_stands[index] == Stand.FIGHTING and s.enemy_health[index] > 0


@rule
def is_ally(s: State, index: int) -> bool:
    """L16: an enemy in a trance, not defeated yet."""
    return s.enemy_stands[index] == Stand.TRANCED and s.enemy_health[index] > 0


@rule
def is_own_soldier(s: State, index: int) -> bool:
    """L11: a soldier on the Character's side, not defeated yet."""
    return s.soldier_turned[index] == 0 and s.soldier_health[index] > 0


@rule
def is_enemy_soldier(s: State, index: int) -> bool:
    """L8: a turned soldier, not defeated yet."""
    return s.soldier_turned[index] == 1 and s.soldier_health[index] > 0


# --- Health is lost


@rule
def hit_hero(p: Rules, s: State, attack: int, by_boss: int) -> None:
    """L13, L20: the Character loses what its items let through; health is never below 0."""
    health = max(s.health - damage_taken(p, s, attack, by_boss), 0)
    s.hero_lost += s.health - health
    s.health = health


@rule
def hit_soldier(p: Rules, s: State, index: int, attack: int) -> None:
    """L13: a soldier loses the attack minus its defence."""
    before = int64(s.soldier_health[index])
    health = max(before - max(attack - p.soldier_defence, 0), 0)
    s.soldier_lost[index] += before - health
    s.soldier_health[index] = health


@rule
def hit_enemy(p: Rules, s: State, index: int, attack: int) -> None:
    """L13: an enemy loses the attack minus its defence."""
    before = int64(s.enemy_health[index])
    health = max(before - damage_to(p, s.enemy_kinds[index], attack), 0)
    s.enemy_lost[index] += before - health
    s.enemy_health[index] = health


@rule
def damage_to(p: Rules, kind: int, attack: int) -> int:
    """L13: what an attack does to an enemy of this kind."""
    return max(attack - p.enemy_defence[kind], 0)


# --- The Character attacks


@rule
def hero_attacks(p: Rules, s: State, index: int) -> None:
    """L13, L16, L20: an enemy is hurt, or put in a trance by a staff."""
    if s.worn[Slot.WEAPON] == Item.STAFF and is_trance_possible(p, s, index) and chance(s, p.trance_chance):
        s.enemy_stands[index] = Stand.TRANCED
        s.enemy_trances[index] = p.trance_rounds
        s.enemy_extra[index] = 0
        log(s, Happening.TRANCED, s.enemy_kinds[index], s.enemy_serials[index])
    else:
        hit_enemy(p, s, index, hero_attack(p, s, s.enemy_kinds[index]))


@rule
def is_trance_possible(p: Rules, s: State, index: int) -> bool:
    """L16: not Doggie, not Elan Muske, unless the parameter says so."""
    return p.trance_bosses == 1 or not is_boss(s.enemy_kinds[index])


@rule
def hero_attack(p: Rules, s: State, kind: int) -> int:
    """L13: the Character's attack on an enemy of this kind, from where it stands."""
    return attack_against(p, s, kind, s.road[s.place] & Road.WARM != 0)


# --- An enemy attacks


@rule
def enemy_attacks(p: Rules, s: State, index: int) -> None:
    """L8, L11: the Character, its soldiers, and enemies in a trance."""
    kind = s.enemy_kinds[index]
    if s.health > 0:
        attack_hero(p, s, index)
    for soldier in range(s.soldier_count):
        if is_own_soldier(s, soldier):
            attack_soldier(p, s, index, soldier)
    for other in range(s.enemy_count):
        if is_ally(s, other):
            hit_enemy(p, s, other, attack_of(p, kind) + extra_damage(p, s, index, p.critical_chance))


@rule
def attack_hero(p: Rules, s: State, index: int) -> None:
    """L8: vampires may be critical, Doggie may stun."""
    kind = s.enemy_kinds[index]
    hit_hero(p, s, attack_of(p, kind) + extra_damage(p, s, index, critical_odds(p, s)), is_boss(kind))
    if kind == Enemy.DOGGIE and chance(s, p.stun_chance):
        s.stunned = 1
        log(s, Happening.STUNNED)


@rule
def critical_odds(p: Rules, s: State) -> int:
    """L8: how many percent of a vampire's attacks on the Character are critical: fewer if it has a shield."""
    return p.critical_chance if s.worn[Slot.SHIELD] == 0 else p.shielded_critical_chance


@rule
def attack_soldier(p: Rules, s: State, index: int, soldier: int) -> None:
    """L8: a zombie may turn a soldier instead of hurting it."""
    kind = s.enemy_kinds[index]
    if kind == Enemy.ZOMBIE and chance(s, p.turn_chance):
        s.soldier_turned[soldier] = 1
        log(s, Happening.TURNED, s.soldier_serials[soldier])
    else:
        hit_soldier(p, s, soldier, attack_of(p, kind) + extra_damage(p, s, index, p.critical_chance))


@rule
def extra_damage(p: Rules, s: State, index: int, odds: int) -> int:
    """L8: a vampire's critical: this attack and, with even odds, its next one do 2 to 6 extra, drawn once."""
    if s.enemy_kinds[index] != Enemy.VAMPIRE:
        return int64(0)
    running = int64(s.enemy_extra[index])
    if running > 0:
        s.enemy_extra[index] = 0
        return running
    if not chance(s, odds):
        return int64(0)
    extra = p.critical_extra[0] + pick(s, p.critical_extra[1] - p.critical_extra[0] + 1)
    if chance(s, p.critical_again):
        s.enemy_extra[index] = extra
    log(s, Happening.CRITICAL, s.enemy_serials[index], extra)
    return extra
