"""What the next battle of Loop will cost, before it begins: potions can't be drunk in it (L12)."""

import numpy as np

from garrison.core.engine.rule import rule
from garrison.games.loop.rules.enemies import attack_of
from garrison.games.loop.rules.ground import does_tower_reach, field_at, squared_distance_between
from garrison.games.loop.rules.items import attack_against, damage_taken
from garrison.games.loop.skill.styles import BEGINNER, CAUTION
from garrison.games.loop.state.constants import BUILT, Building, Enemy, Road

SAFE = 8  # health that should be left after a battle
FRIGHT = 30  # a beginner drinks when no more than this many percent are left
STUNNED_MORE = 5  # Doggie lengthens a battle by one round in this many
STAYING = 2  # rounds that soldiers are counted on


@rule
def is_potion_needed(p, s, style):
    """Whether the next tick may bring a battle that the Character would not survive as it is."""
    if s.health == p.hero_health:
        return False
    if style == BEGINNER:
        return s.health * 100 <= FRIGHT * p.hero_health
    loss = loss_ahead(p, s)
    return loss > 0 and s.health - loss * CAUTION[style] // 100 < SAFE


@rule
def loss_ahead(p, s):
    """Health that a battle in the next tick would probably cost; 0 if none begins."""
    place = (s.place + 1) % p.path_length
    begins = False
    for index in range(s.enemy_count):
        radius = p.battle_radius[s.enemy_kinds[index]]
        begins = begins or gap_ahead(p, s, index, place) <= radius * radius
    return loss_at(p, s, place) if begins else np.int64(0)


@rule
def loss_at(p, s, place):
    """L11: everybody is attacked in every round, so an enemy's share is its damage times the rounds it stays alive."""
    allies = towers_at(p, s, place) * p.tower_attack
    is_warm = s.road[place] & Road.WARM != 0
    loss, soldiers = np.int64(0), np.int64(s.soldier_count) * p.soldier_attack
    for index in range(s.enemy_count):
        kind = np.int64(s.enemy_kinds[index])
        radius = max(p.battle_radius[kind], p.support_radius[kind])
        if gap_ahead(p, s, index, place) <= radius * radius:
            blows = max(attack_against(p, s, kind, is_warm) + allies, 1)
            health = max(np.int64(s.enemy_health[index]) - STAYING * soldiers, 1)
            rounds = (health + blows - 1) // blows
            if kind == Enemy.DOGGIE:
                rounds += rounds // STUNNED_MORE
            loss += rounds * damage_taken(p, s, attack_of(p, kind) + extra_of(kind), kind >= Enemy.DOGGIE)
    return loss


@rule
def extra_of(kind):
    """L8: what a vampire's criticals add to its attacks on average."""
    return 1 if kind == Enemy.VAMPIRE else 0


@rule
def towers_at(p, s, place):
    """L10: the towers that would join a battle at a place."""
    count, field = 0, field_at(p, place)
    for index in range(s.site_count):
        site = np.int64(s.sites[index])
        if s.tiles[site] == BUILT + Building.TOWER:
            count += does_tower_reach(p, site, field)
    return count


@rule
def gap_ahead(p, s, index, place):
    """L6: squared, how close an enemy may be to a place after the next tick."""
    kind, at = s.enemy_kinds[index], np.int64(s.enemy_places[index])
    back, forth = stride_ahead(p, s, index, kind)
    nearest = squared_distance_between(p, place, (at + back) % p.path_length)
    if forth != back:
        nearest = min(nearest, squared_distance_between(p, place, at))
        nearest = min(nearest, squared_distance_between(p, place, (at + forth) % p.path_length))
    return nearest


@rule
def stride_ahead(p, s, index, kind):
    """The table of enemies: from where to where one may move in the next tick."""
    if kind == Enemy.SLUG:
        return p.path_length - 1, 1
    if kind == Enemy.ZOMBIE and s.enemy_ages[index] + 1 < p.zombie_period:
        return 0, 0
    if kind == Enemy.VAMPIRE and s.road[s.enemy_places[index]] & Road.SCARY != 0:
        return 1, 1
    return p.path_length - 1, p.path_length - 1
