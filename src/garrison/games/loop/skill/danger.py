"""What the next battle of Loop will cost, before it begins: potions can't be drunk in it (L12)."""

from garrison.core.engine.record import int64
from garrison.core.engine.rule import rule
from garrison.games.loop.rules.battle import begins_battle, joins_battle, towers_near
from garrison.games.loop.rules.blows import critical_odds, damage_to
from garrison.games.loop.rules.enemies import attack_of, is_boss, strides
from garrison.games.loop.rules.ground import place_after, squared_distance_between
from garrison.games.loop.rules.items import attack_against, damage_taken
from garrison.games.loop.skill.styles import BEGINNER, CAUTION
from garrison.games.loop.state import Rules, State
from garrison.games.loop.state.constants import Enemy, Road

SAFE = 8  # health that should be left after a battle
FRIGHT = 30  # a beginner drinks when no more than this many percent are left
ROUNDED = 100 * 100 * 2  # two percentages of the sum of the least and the most
STAYING = 2  # rounds that soldiers are counted on


@rule
def is_potion_needed(p: Rules, s: State, style: int) -> bool:
    """Whether the next tick may bring a battle that the Character would not survive as it is."""
    if s.health == p.hero_health:
        return False
    if style == BEGINNER:
        return s.health * 100 <= FRIGHT * p.hero_health
    loss = loss_ahead(p, s)
    return loss > 0 and s.health - loss * CAUTION[style] // 100 < SAFE


@rule
def loss_ahead(p: Rules, s: State) -> int:
    """Health that a battle in the next tick would probably cost; 0 if none begins."""
    place = place_after(p, s.place, 1)
    begins = False
    for index in range(s.enemy_count):
        begins = begins or begins_battle(p, s.enemy_kinds[index], gap_ahead(p, s, index, place))
    return loss_at(p, s, place) if begins else int64(0)


@rule
def loss_at(p: Rules, s: State, place: int) -> int:
    """L11: everybody is attacked in every round, so an enemy's share is its damage times the rounds it stays alive."""
    loss, towers, is_warm = int64(0), towers_near(p, s, place), s.road[place] & Road.WARM != 0
    for index in range(s.enemy_count):
        kind = int64(s.enemy_kinds[index])
        if joins_battle(p, kind, gap_ahead(p, s, index, place)):
            blows = damage_to(p, kind, attack_against(p, s, kind, is_warm))
            blows += towers * damage_to(p, kind, p.tower_attack)
            rounds = rounds_against(p, s, index, max(blows, 1))
            loss += rounds * damage_taken(p, s, attack_of(p, kind) + extra_of(p, s, kind), is_boss(kind))
    return loss


@rule
def rounds_against(p: Rules, s: State, index: int, blows: int) -> int:
    """How long an enemy lives that loses this much in every round; L8: Doggie stuns the Character in some of them."""
    kind = int64(s.enemy_kinds[index])
    soldiers = int64(s.soldier_count) * damage_to(p, kind, p.soldier_attack)
    health = max(int64(s.enemy_health[index]) - STAYING * soldiers, 1)
    rounds = (health + blows - 1) // blows
    return rounds + rounds * p.stun_chance // 100 if kind == Enemy.DOGGIE else rounds


@rule
def extra_of(p: Rules, s: State, kind: int) -> int:
    """L8: what a vampire's criticals add to its attacks on average, rounded up."""
    if kind != Enemy.VAMPIRE:
        return int64(0)
    extra = critical_odds(p, s) * (100 + p.critical_again) * (p.critical_extra[0] + p.critical_extra[1])
    return (extra + ROUNDED - 1) // ROUNDED


@rule
def gap_ahead(p: Rules, s: State, index: int, place: int) -> int:
    """L6: squared, how close an enemy may be to a place after the next tick."""
    back, forth = strides(p, s, index)
    nearest = squared_distance_between(p, place, place_after(p, s.enemy_places[index], back))
    for stride in range(back + 1, forth + 1):
        nearest = min(nearest, squared_distance_between(p, place, place_after(p, s.enemy_places[index], stride)))
    return nearest
